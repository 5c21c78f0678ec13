package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	maxFile    = 1 << 20 // bytes of a file
	maxServers = 200     // servers of a file
	maxNotes   = 20      // notes of a file, and of a server
)

// File is one file that was read.
type File struct {
	Path    string
	Servers []Server // in the file's order; a name stands in it once
	Notes   []Note
}

// Read reads a file of servers. One that isn't there has none, which is no
// error. project says that the file came with a project, not from the person.
// lookup is the environment. The error is an *Error: a file that can't be read
// (not a regular file, over 1 MiB) or understood; what is wrong with a single
// server is in its Err.
func Read(path string, project bool, lookup func(string) (string, bool)) (File, error) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	raw, err := load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{Path: path}, nil
	}
	if err != nil {
		return File{Path: path}, err
	}
	return Parse(path, raw, project, lookup)
}

// load reads a regular file of bearable size. Errors other than
// fs.ErrNotExist are an *Error.
func load(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	// A pipe or a device would block, or never end.
	if !info.Mode().IsRegular() {
		return nil, &Error{File: path, What: "this isn't an ordinary file", Hint: "name a JSON file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	return raw, tooLarge(path, raw)
}

func tooLarge(path string, raw []byte) error {
	if len(raw) > maxFile {
		return &Error{File: path, What: fmt.Sprintf("it is larger than %d KiB", maxFile>>10), Hint: "keep only mcpServers in it"}
	}
	return nil
}

func unreadable(path string, err error) *Error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err // the path is said already
	}
	return &Error{File: path, What: "it can't be read: " + err.Error()}
}

// base is the folder from which relative paths of a file start, a project's own
// folder where the file is a project's. Programs keep their files in hidden
// folders, but start servers in the folder around it.
func base(path string) string {
	dir := filepath.Dir(path)
	switch filepath.Base(dir) {
	case ".vscode", ".cursor", ".gemini", ".qwen", ".roo", ".kilocode", ".claude", ".github", ".vise":
		return filepath.Dir(dir)
	}
	return dir
}
