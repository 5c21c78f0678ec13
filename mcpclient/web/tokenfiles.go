package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// tokenFiles keeps one login a file, mode 0600, in a folder that only its
// owner can enter.
type tokenFiles struct{ dir string }

// maxToken bounds a file with a login, in bytes.
const maxToken = 256 << 10

func (t tokenFiles) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(t.dir, "login-"+hex.EncodeToString(sum[:12])+".json")
}

// load reads a login. One that others could read is refused: it may not be
// the person's own.
func (t tokenFiles) load(key string) (*Record, error) {
	f, err := os.Open(t.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("the login can't be read: %w", err)
	}
	defer func() { _ = f.Close() }() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("the login can't be read: %w", err)
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the file %s is open to others: log in again, or chmod 600 it if you trust it", f.Name())
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxToken))
	if err != nil {
		return nil, fmt.Errorf("the login can't be read: %w", err)
	}
	return decode(raw)
}

// save writes a login whole or not at all.
func (t tokenFiles) save(key string, raw []byte) error {
	if err := t.write(t.path(key), raw); err != nil {
		return fmt.Errorf("the login can't be kept: %w", err)
	}
	return nil
}

func (t tokenFiles) write(path string, raw []byte) (err error) {
	if err := os.MkdirAll(t.dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(t.dir, ".login-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func (t tokenFiles) delete(key string) error {
	if err := os.Remove(t.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the login can't be deleted: %w", err)
	}
	return nil
}
