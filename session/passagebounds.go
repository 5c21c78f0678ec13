package session

import (
	"strings"
	"unicode/utf8"
)

// How far a passage goes to either side of what was found in it, at most.
const (
	passageLines = 40
	passageBytes = 4 << 10
)

// passageStart is where the passage round a place begins: with the lines before
// it up to an empty one.
func passageStart(s string, at int) int {
	floor := max(0, at-passageBytes)
	start := strings.LastIndexByte(s[:at], '\n') + 1
	for range passageLines {
		if start <= floor {
			break
		}
		prev := strings.LastIndexByte(s[:start-1], '\n') + 1
		if emptyLine(s[prev:start]) {
			break
		}
		start = prev
	}
	if start >= floor {
		return start
	}
	for floor < at && !utf8.RuneStart(s[floor]) {
		floor++
	}
	return floor
}

// passageEnd is where the passage round what stands between from and at ends: with the lines after it up to an empty one,
// without the last line's end.
func passageEnd(s string, from, at int) int {
	for at > from && s[at-1] == '\n' { // what was found ends with a line
		at--
	}
	roof := min(len(s), at+passageBytes)
	end := lineEnd(s, at)
	for range passageLines {
		if end >= roof {
			break
		}
		next := lineEnd(s, end+1)
		if emptyLine(s[end+1 : next]) {
			break
		}
		end = next
	}
	if end <= roof {
		return end
	}
	for roof > at && !utf8.RuneStart(s[roof]) {
		roof--
	}
	return roof
}

// lineEnd is where the line that goes on at i ends.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// emptyLine says that a line holds nothing, but for a number that it may begin
// with.
func emptyLine(line string) bool {
	return strings.TrimSpace(line[numberLen(line):]) == ""
}

// numberLen is how long the number is, with its tab, that file.read begins a
// line with; 0 where there is none. A result that is read on has two.
func numberLen(line string) int {
	n := 0
	for {
		i := n
		for i < len(line) && line[i] >= '0' && line[i] <= '9' {
			i++
		}
		if i == n || i == len(line) || line[i] != '\t' {
			return n
		}
		n = i + 1
	}
}

// numberedLines says that all lines of a text begin with numbers.
func numberedLines(s string) bool {
	for line := range strings.Lines(s) {
		if numberLen(line) == 0 {
			return false
		}
	}
	return s != ""
}

// plainPassage is a passage as it is known again: without the numbers of its
// lines, and however its words are spaced.
func plainPassage(s string, numbered bool) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if numbered { // one number alone: a second one can be the line's own
			if number, rest, ok := strings.Cut(line, "\t"); ok && numberLen(number+"\t") > 0 {
				line = rest
			}
		}
		for _, word := range strings.Fields(line) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(word)
		}
	}
	return b.String()
}
