package stdio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// NotFoundError says that a command is in none of the folders of PATH.
type NotFoundError struct {
	Command string
	Path    string // the folders searched, as PATH has them
}

func (e *NotFoundError) Error() string {
	where := "PATH is empty"
	if e.Path != "" {
		where = "searched: " + inert(e.Path, 4*shown)
	}
	return fmt.Sprintf("the command %s isn't in PATH (%s): install it, or give its whole path", inert(e.Command, shown), where)
}

// find is the file of a command. PATH is the server's own. Folders of PATH that
// aren't absolute are passed over: what they mean depends on where vise was started.
func find(command, dir string, env []string) (string, error) {
	switch {
	case command == "":
		return "", errors.New("the server has no command")
	case strings.Contains(command, "/"):
		return file(command, dir)
	}
	path, _ := lookup(env, "PATH")
	var refused error
	for _, d := range filepath.SplitList(path) {
		if !filepath.IsAbs(d) {
			continue
		}
		at := filepath.Join(d, command)
		err := runnable(at)
		if err == nil {
			return at, nil
		}
		if refused == nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			refused = err
		}
	}
	if refused != nil {
		return "", refused
	}
	return "", &NotFoundError{Command: command, Path: path}
}

// file is a command that is a path.
func file(command, dir string) (string, error) {
	at := command
	if !filepath.IsAbs(at) {
		abs, err := filepath.Abs(filepath.Join(dir, at))
		if err != nil {
			return "", fmt.Errorf("the command %s can't be made a whole path: %w", inert(command, shown), err)
		}
		at = abs
	}
	err := runnable(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint := ""
		if strings.HasPrefix(command, "~") {
			hint = ` ("~" isn't replaced here: write ${HOME})`
		}
		return "", fmt.Errorf("the command %s isn't there%s: %w", inert(command, shown), hint, fs.ErrNotExist)
	case err != nil:
		return "", err
	}
	return at, nil
}

// runnable tells why a file can't be run, as far as can be told beforehand.
func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("the command %s is a folder: give the program in it", inert(path, shown))
	case info.Mode()&0o111 == 0:
		return fmt.Errorf("the command %s isn't executable: chmod +x it, or run it by its interpreter", inert(path, shown))
	}
	return nil
}

func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the server's working folder %s isn't there: make it, or change \"cwd\"", inert(dir, shown))
	case err != nil:
		return fmt.Errorf("the server's working folder can't be used: %w; change \"cwd\"", err)
	case !info.IsDir():
		return fmt.Errorf("the server's working folder %s is a file: change \"cwd\"", inert(dir, shown))
	}
	return nil
}

// startError puts into words why the system didn't start a file that is there.
func startError(path string, errno syscall.Errno) error {
	why := ""
	switch errno {
	case syscall.ENOENT:
		why = "the interpreter that its first line names, or the loader it needs, isn't there"
	case syscall.ENOEXEC:
		why = "it is no program of this system; a script needs a first line such as #!/bin/sh"
	case syscall.EACCES:
		why = "the system doesn't let it run (rights of the file or its folder, or a file system mounted noexec)"
	case syscall.E2BIG:
		why = "its arguments and environment are too long"
	default:
		return fmt.Errorf("the command %s didn't start: %w", inert(path, shown), errno)
	}
	return fmt.Errorf("the command %s didn't start: %s: %w", inert(path, shown), why, errno)
}

// Locate is the file that a command would be started as, without starting it.
// parent is the environment of which a server inherits a part. Errors are as
// those of Start.
func Locate(parent []string, c Command) (string, error) {
	env, err := Environ(parent, c.Env)
	if err != nil {
		return "", err
	}
	return find(c.Command, c.Dir, env)
}
