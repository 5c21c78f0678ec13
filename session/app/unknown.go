package app

import (
	"errors"
	"fmt"
)

// ErrUnknown marks an error of a name that nothing has, which is a mistake of
// who named it; its words say what there is.
var ErrUnknown = errors.New("no such name")

// unknown is such an error.
type unknown struct{ error }

func (unknown) Is(target error) bool { return target == ErrUnknown }

func notThere(format string, args ...any) error { return unknown{fmt.Errorf(format, args...)} }
