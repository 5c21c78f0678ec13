package theme

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Agreed makes every character of a drawn line as wide for a terminal that
// counts code points as for one that counts characters as people see them:
// of a joined emoji the first part is left, what would be narrower gets a
// space. Terminals that say how they count don't need it.
func Agreed(line string) string {
	if !disputed(line) {
		return line
	}
	var b strings.Builder
	for len(line) > 0 {
		if line[0] == 0x1b { // a style: up to its end
			n := strings.IndexByte(line, 'm') + 1
			if n == 0 {
				n = len(line)
			}
			b.WriteString(line[:n])
			line = line[n:]
			continue
		}
		cl, w := Cluster(line)
		line = line[len(cl):]
		b.WriteString(agreed(cl, w))
	}
	return b.String()
}

// agreed is a character that takes w cells, cut so that its code points do too.
func agreed(cl string, w int) string {
	if len(cl) == 1 || ansi.StringWidthWc(cl) == w && !strings.ContainsAny(cl, "\u200d\ufe0f") {
		return cl
	}
	end, have := 0, 0
	for end < len(cl) {
		r, n := utf8.DecodeRuneInString(cl[end:])
		rw := ansi.StringWidthWc(cl[end : end+n])
		if have+rw > w || r == 0x200d || r == 0xfe0f {
			break
		}
		end, have = end+n, have+rw
	}
	return cl[:end] + strings.Repeat(" ", w-have)
}

// disputed reports that line may have characters that terminals count
// differently: joined ones, those with a variation selector, scripts whose
// letters join. It looks at bytes alone, since every line is asked for at
// every key press.
func disputed(line string) bool {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case 0xe0, 0xe1, 0xef, 0xf0:
			return true
		case 0xe2:
			if i+2 < len(line) && (line[i+1] == 0x80 && line[i+2] == 0x8d || line[i+1] == 0x83) {
				return true
			}
		}
	}
	return false
}
