package redact

import "math"

// class is a set of bytes.
type class uint16

const (
	lower class = 1 << iota
	upper
	digit
	under
	dash
	dot
	slash // and +
	equals
	tilde
	symbol // other printable ASCII, without quotes, brackets and commas

	alnum     = lower | upper | digit
	word      = alnum | under
	base64url = word | dash
	base64std = alnum | slash | equals
	lowerDash = lower | digit | dash
)

func classOf(b byte) class {
	switch {
	case b >= 'a' && b <= 'z':
		return lower
	case b >= 'A' && b <= 'Z':
		return upper
	case b >= '0' && b <= '9':
		return digit
	}
	switch b {
	case '_':
		return under
	case '-':
		return dash
	case '.':
		return dot
	case '/', '+':
		return slash
	case '=':
		return equals
	case '~':
		return tilde
	case '!', '#', '$', '%', '&', '*', ':', '?', '@', '^', '|':
		return symbol
	}
	return 0
}

// span is the length of the start of s that consists of these bytes.
func span(s string, c class) int {
	for i := range len(s) {
		if classOf(s[i])&c == 0 {
			return i
		}
	}
	return len(s)
}

// joined reports whether a word of letters and digits goes on over i.
func joined(s string, i int) bool {
	return i > 0 && i < len(s) && classOf(s[i-1])&word != 0 && classOf(s[i])&word != 0
}

// looks is what can be said of a value without knowing what it is.
type looks struct {
	entropy float64 // Shannon, bits a byte
	has     class
	digits  int
	changes float64 // how often neighbours are of different classes, 0–1
}

func look(s string) looks {
	var count [256]int
	var l looks
	changes := 0
	for i := range len(s) {
		count[s[i]]++
		c := classOf(s[i])
		l.has |= c
		if c == digit {
			l.digits++
		}
		if i > 0 && c != classOf(s[i-1]) {
			changes++
		}
	}
	n := float64(len(s))
	for _, k := range count {
		if k > 0 {
			p := float64(k) / n
			l.entropy -= p * math.Log2(p)
		}
	}
	l.changes = float64(changes) / max(n-1, 1)
	return l
}
