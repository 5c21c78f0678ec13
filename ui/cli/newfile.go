package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// newFile writes a new file that only the person may read, whole or not at
// all, and returns its path: out, or where that is empty stem and ext, with a
// number between them where that is taken. Nothing is ever overwritten.
func newFile(out, stem, ext string, write func(io.Writer) error) (string, error) {
	f, err := create(out, stem, ext)
	if err != nil {
		return "", fmt.Errorf("the file can't be made: %w", err)
	}
	err = write(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = os.Remove(f.Name()) // half a file would pass for a whole one
		return "", fmt.Errorf("%s can't be written: %w", f.Name(), err)
	}
	if abs, err := filepath.Abs(f.Name()); err == nil {
		return abs, nil
	}
	return f.Name(), nil
}

// maxNumber is the highest number that is added to the name of a file.
const maxNumber = 999

func create(out, stem, ext string) (*os.File, error) {
	fresh := func(name string) (*os.File, error) {
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if out != "" {
		return fresh(out)
	}
	f, err := fresh(stem + ext)
	for n := 2; n <= maxNumber && errors.Is(err, fs.ErrExist); n++ {
		f, err = fresh(fmt.Sprintf("%s-%d%s", stem, n, ext))
	}
	return f, err
}
