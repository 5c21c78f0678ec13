package store

import (
	"path/filepath"
	"strings"
	"unicode"
)

// process identifies a process across restarts: pids are used again, and mean
// nothing on another machine or in another container.
type process struct {
	PID   int    `json:"pid"`
	Start string `json:"start"` // when it started, in the system's own terms
	Host  string `json:"host"`  // this boot of this machine, and its pid namespace
}

// commandName is the program and, where it is a plain word, its first
// argument. The rest may be private.
func commandName(args []string) string {
	if len(args) == 0 {
		return "unknown"
	}
	name := filepath.Base(args[0])
	if len(args) > 1 && len(args[1]) <= 20 && strings.IndexFunc(args[1], func(r rune) bool { return r < 'a' || r > 'z' }) < 0 {
		name += " " + args[1]
	}
	return name
}

// clean makes what another process wrote fit for a line of an error message.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return s
}
