package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Error is what is wrong in a file, where, and what to do about it.
type Error struct {
	File         string
	Line, Column int    // from 1, columns in characters; 0 where the whole file is meant
	What         string // what is wrong, in words
	Hint         string // what to do, may be empty
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
	}
	b.WriteString(": " + e.What)
	if e.Hint != "" {
		b.WriteString(": " + e.Hint)
	}
	return b.String()
}

// Note is something about a file that a person should know.
type Note struct {
	Line, Column int // as in Error
	Text         string
}

// shown is text of a file as it can stand in a message: quoted, what can't be
// seen escaped, cut to a bearable length.
func shown(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s[:min(len(s), most*utf8.UTFMax)])[:most]) + "…"
	}
	return strconv.Quote(s)
}

// shownName is a server's name that can be shown though it can't be used.
func shownName(s string) string {
	q := shown(s)
	return q[1 : len(q)-1]
}
