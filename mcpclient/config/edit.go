package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Edit changes a file by change, and writes it whole or not at all: to a new
// file next to it that takes its place once it is on the disk. The file's mode
// stays; a symbolic link stays, and what it points to is changed. A file that
// isn't there is made, with mode 0600 since it may come to hold tokens, and so
// is its folder. When the file was changed by another in the meantime, change
// is called again with the new text. An error of change leaves the file alone.
func Edit(path string, change func(*Document) error) error {
	target, err := follow(path)
	if err != nil {
		return err
	}
	const tries = 5
	for range tries {
		raw, err := load(target)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		mark := raw[:len(raw)-len(bytes.TrimPrefix(raw, bom))]
		d := &Document{text{path: path, raw: raw[len(mark):]}}
		if err := change(d); err != nil {
			return err
		}
		next := append(bytes.Clone(mark), d.raw...)
		if bytes.Equal(next, raw) {
			return nil
		}
		done, err := replaceFile(target, raw, next)
		if err != nil {
			return fmt.Errorf("%s can't be written: %w", path, err)
		}
		if done {
			return nil
		}
	}
	return fmt.Errorf("%s wasn't changed: another program keeps writing it: try again", path)
}

// follow is the file that a path leads to through symbolic links.
func follow(path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		return target, nil
	}
	if _, there := os.Lstat(path); there == nil || !errors.Is(err, fs.ErrNotExist) {
		return "", &Error{File: path, What: "it is a link that leads nowhere, or can't be followed", Hint: "make the file it points to, or remove it"}
	}
	return path, nil
}

// replaceFile puts next in the place of before; false when the file isn't as
// it was before any more.
func replaceFile(path string, before, next []byte) (done bool, err error) {
	dir, mode := filepath.Dir(path), fs.FileMode(0o600)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, err
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return false, err
	}
	defer func() {
		if !done {
			_ = os.Remove(f.Name()) // nothing of it is wanted
		}
	}()
	_, err = f.Write(next)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return false, err
	}
	now, err := load(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if !bytes.Equal(now, before) {
		return false, nil
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return false, err
	}
	return true, syncDir(dir)
}

// syncDir makes the new name durable. A file system that can't is no reason to
// fail: the file is in place.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	_ = d.Sync()
	return d.Close()
}
