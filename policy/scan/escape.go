package scan

import (
	"fmt"
	"strings"
)

// escape finds one control sequence (ECMA-48) at i, whose first character is r
// of n bytes, and gives its end.
func (p *page) escape(s *sink, i, n int, r rune) int {
	rest := p.text[i+n:]
	intro, skip := r, 0
	if r == 0x1B && rest != "" {
		intro, skip = rune(rest[0])+0x40, 1 // ESC [ is the C1 control U+009B, and so on
	}
	body := i + n + skip
	switch {
	case intro == 0x9B:
		end := csiEnd(p.text, body)
		code, sev, about := CodeTerminal, High, "a terminal escape (CSI)"
		if p.text[end-1] == 'm' {
			code, about = CodeColour, "a terminal escape that changes colours"
			if p.where == KindResult && !hides(p.text[body:end-1]) {
				sev = Low
			}
		}
		p.add(s, code, sev, i, end, about)
		return end
	case intro == 0x9D || intro == 0x90 || intro == 0x98 || intro == 0x9E || intro == 0x9F:
		end := stringEnd(p.text, body)
		code, about := carried(intro, p.text[body:end])
		p.add(s, code, High, i, end, about)
		return end
	case r == 0x1B:
		p.add(s, CodeTerminal, High, i, i+n, "a terminal escape")
	case r == '\b':
		p.add(s, CodeBackspace, High, i, i+n, "a backspace, which writes over what stands before it")
	case r >= 0x80 && r != 0x85:
		p.add(s, CodeControl8, High, i, i+n, fmt.Sprintf("an 8-bit control character (U+%04X)", r))
	default:
		p.add(s, CodeControl, Low, i, i+n, fmt.Sprintf("a control character (U+%04X)", r))
	}
	return i + n
}

// hides says that colours make text invisible: conceal, or one colour on itself.
func hides(params string) bool {
	for _, f := range strings.Split(params, ";") {
		if f == "8" || f == "08" {
			return true
		}
	}
	return false
}

// carried says what a command string does.
func carried(intro rune, body string) (Code, string) {
	switch {
	case intro != 0x9D:
		return CodeCommand, "a terminal escape that carries a command"
	case strings.HasPrefix(body, "8;"):
		return CodeLink, "a terminal escape that draws a link (OSC 8)"
	case strings.HasPrefix(body, "52;"):
		return CodeClipboard, "a terminal escape that writes the clipboard (OSC 52)"
	}
	return CodeCommand, "a terminal escape that carries a command (OSC)"
}

// csiEnd is the end of a control sequence whose parameters begin at i.
func csiEnd(text string, i int) int {
	for ; i < len(text); i++ {
		switch b := text[i]; {
		case b >= 0x40 && b <= 0x7E:
			return i + 1
		case b < 0x20 || b > 0x7E:
			return i
		}
	}
	return i
}

// stringEnd is the end of a command string: after BEL, ST, or the text's end.
func stringEnd(text string, i int) int {
	for j := i; j < len(text); j++ {
		switch {
		case text[j] == '\a':
			return j + 1
		case text[j] == 0x1B && j+1 < len(text) && text[j+1] == '\\':
			return j + 2
		case text[j] == 0xC2 && j+1 < len(text) && text[j+1] == 0x9C:
			return j + 2
		case text[j] == '\n':
			return j
		}
	}
	return len(text)
}
