package config

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// text is the text of one file, with a way from offsets to lines.
type text struct {
	path   string
	raw    []byte
	starts []int // offset of every line's first byte; made when first needed
}

// longLine is the length in bytes from which columns count bytes: counting the
// characters of a line of a megabyte for each of its keys would take minutes.
const longLine = 4 << 10

// at is the line and column, from 1, of an offset. Columns count characters.
func (t *text) at(offset int) (line, column int) {
	if t.starts == nil {
		t.starts = []int{0}
		for i, b := range t.raw {
			if b == '\n' {
				t.starts = append(t.starts, i+1)
			}
		}
	}
	offset = max(0, min(offset, len(t.raw)))
	line = sort.SearchInts(t.starts, offset+1)
	start := t.starts[line-1]
	if offset-start > longLine {
		return line, 1 + offset - start
	}
	return line, 1 + utf8.RuneCount(t.raw[start:offset])
}

// offset is where a line and a column in bytes, both from 1, are.
func (t *text) offset(line, column int) int {
	t.at(0)
	if line < 1 || line > len(t.starts) {
		return len(t.raw)
	}
	return min(t.starts[line-1]+column-1, len(t.raw))
}

// fail is an error at an offset.
func (t *text) fail(offset int, what, hint string) *Error {
	line, column := t.at(offset)
	return &Error{File: t.path, Line: line, Column: column, What: what, Hint: hint}
}

// note is a note at an offset.
func (t *text) note(offset int, words string) Note {
	line, column := t.at(offset)
	return Note{Line: line, Column: column, Text: words}
}

// before is the offset just after the last byte before offset that isn't
// white space.
func (t *text) before(offset int) int {
	return len(bytes.TrimRight(t.raw[:offset], " \t\r\n"))
}
