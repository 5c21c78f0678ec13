package app

import (
	"errors"
	"fmt"

	"vise/session"
	"vise/store"
)

// ErrUnknown marks an error of a name that nothing has, which is a mistake of
// who named it; its words say what there is.
var ErrUnknown = errors.New("no such name")

// unknown is such an error.
type unknown struct{ error }

func (unknown) Is(target error) bool { return target == ErrUnknown }

// IsUnknown reports whether err says that nothing has the name or the id that
// was given, or that it could be meant for several: of servers, tools, runs,
// decisions, todos and what is allowed always.
func IsUnknown(err error) bool {
	for _, e := range [...]error{ErrUnknown, session.ErrNoRun, store.ErrAmbiguous, store.ErrNoDecision, store.ErrNoStanding} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func notThere(format string, args ...any) error { return unknown{fmt.Errorf(format, args...)} }
