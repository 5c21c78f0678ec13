package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"
)

// What can be wrong with a database. Errors of this package wrap one of these,
// or one of session's and todo's sentinels; the text of an Error says what
// happened, why, and what to do.
var (
	// ErrLocked means that another process held the file for longer than Options.Wait.
	ErrLocked = errors.New("the database is in use")
	// ErrReadOnly means that the file or its folder can't be written, or not read either.
	ErrReadOnly = errors.New("the database can't be written")
	// ErrDamaged means that the file, or the part of it that was read, is broken.
	ErrDamaged = errors.New("the database is damaged")
	// ErrNoFolder means that the folder of the file isn't one and can't be made.
	ErrNoFolder = errors.New("the database has no folder")
	// ErrMissing means that the file went away after it was opened.
	ErrMissing = errors.New("the database is gone")
	// ErrNewer means that a newer vise wrote the file.
	ErrNewer = errors.New("the database is from a newer vise")
	// ErrOlder means that the file has to be migrated first, and couldn't be.
	ErrOlder = errors.New("the database is from an older vise")
	// ErrFull means that the disk, a quota or a limit left no room.
	ErrFull = errors.New("no room to write")
	// ErrDisk means that the disk reported an error: whether the write was kept
	// isn't known.
	ErrDisk = errors.New("the disk failed")
	// ErrClosed means that the DB was closed.
	ErrClosed = errors.New("the database is closed")
	// ErrLive means that the run is still going on.
	ErrLive = errors.New("the run is still going on")
	// ErrFinished means that the run is over, so that nothing can be added to it.
	ErrFinished = errors.New("the run is over")
	// ErrAmbiguous means that a run's prefix stands for more than one.
	ErrAmbiguous = errors.New("more than one run begins with that")
	// ErrNoDecision means that no approval has that id.
	ErrNoDecision = errors.New("no such decision")
)

// Error is a database that can't be used as it was meant to.
type Error struct {
	Kind error  // one of the sentinels above
	Path string // the database file
	Why  string
	Do   string // what a person can do about it
	Err  error  // the cause; may be nil
}

func (e *Error) Error() string {
	s := fmt.Sprintf("%v (%s)", e.Kind, e.Path)
	if e.Why != "" {
		s += ": " + e.Why
	}
	if e.Do != "" {
		s += "; " + e.Do
	}
	return s
}

// Unwrap gives the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

func damaged(path, why string) error {
	return &Error{Kind: ErrDamaged, Path: path, Why: why,
		Do: "keep a copy of the file, save what is readable from it with: vise salvage, and move it away: vise then starts with an empty one"}
}

// classify turns what the system or bbolt says into one of our errors. Errors
// that are ours already, a caller's, or a context's pass unchanged.
func classify(path string, err error) error {
	var ours *Error
	switch {
	case err == nil || errors.As(err, &ours):
		return err
	case isAny(err, syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, bolterrors.ErrMaxSizeReached):
		return &Error{Kind: ErrFull, Path: path, Why: err.Error(), Do: "free some room, then try again: nothing of this write was kept", Err: err}
	case isAny(err, fs.ErrPermission, syscall.EROFS, bolterrors.ErrDatabaseReadOnly):
		return &Error{Kind: ErrReadOnly, Path: path, Why: err.Error(),
			Do: "make the file and its folder yours and writable, or choose another folder with --data-dir", Err: err}
	case isAny(err, syscall.ENOTDIR, fs.ErrInvalid):
		return &Error{Kind: ErrNoFolder, Path: path, Why: err.Error(), Do: "move away what stands in its place, or choose another folder with --data-dir", Err: err}
	case errors.Is(err, fs.ErrNotExist):
		return &Error{Kind: ErrMissing, Path: path, Why: err.Error(), Do: "put it back, or start vise again to begin with an empty one; where its folder can't be made, choose another with --data-dir", Err: err}
	case isAny(err, bolterrors.ErrInvalid, bolterrors.ErrChecksum, bolterrors.ErrVersionMismatch, bolterrors.ErrInvalidMapping,
		bolterrors.ErrBucketNotFound, bolterrors.ErrIncompatibleValue):
		return damaged(path, err.Error())
	case errors.Is(err, syscall.EIO):
		return &Error{Kind: ErrDisk, Path: path, Why: err.Error(),
			Do: "check the disk, and copy the file to another one: whether this write was kept isn't known", Err: err}
	case isFullText(err):
		return &Error{Kind: ErrFull, Path: path, Why: err.Error(), Do: "free some room, then try again: nothing of this write was kept", Err: err}
	}
	return err
}

func isAny(err error, kinds ...error) bool {
	for _, k := range kinds {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}
