package store

import (
	"fmt"
	"runtime/debug"
	"strings"
	"syscall"
)

// guard runs fn. bbolt panics on damaged pages, and its memory map faults
// where the file has become shorter: both come out as ErrDamaged, with
// panicked true. It is the only place that recovers. bbolt's own state can't
// be trusted after a panic in one of its functions.
func guard(path string, fn func() error) (panicked bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			panicked, err = true, damaged(path, fmt.Sprint(r))
		}
	}()
	return false, classify(path, fn())
}

// isFullText finds the errors of a full disk that bbolt passes on as text only.
func isFullText(err error) bool {
	for _, e := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if strings.HasSuffix(err.Error(), e.Error()) {
			return true
		}
	}
	return false
}
