package uitest

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// sequence is what a terminal sends for a key, such as "ctrl+c" or "alt+enter".
func sequence(name string) (string, bool) {
	if s, ok := special[name]; ok {
		return s, true
	}
	if rest, ok := strings.CutPrefix(name, "alt+"); ok {
		s, ok := sequence(rest)
		return "\x1b" + s, ok
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		if len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z' {
			return string(rest[0] - 'a' + 1), true
		}
		return "", false
	}
	return name, utf8.RuneCountInString(name) == 1
}

var special = map[string]string{
	"enter": "\r", "esc": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "backspace": "\x7f", "space": " ",
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~", "delete": "\x1b[3~",
	"alt+left": "\x1b[1;3D", "alt+right": "\x1b[1;3C", "ctrl+left": "\x1b[1;5D", "ctrl+right": "\x1b[1;5C",
	"shift+enter": "\x1b[13;2u", "ctrl+home": "\x1b[1;5H", "ctrl+end": "\x1b[1;5F",
	"alt+esc": "\x1b\x1b",
}

// Key makes the message of a key for a direct Update: "enter", "ctrl+c", "x",
// "shift+enter", "я".
func Key(name string) tea.KeyPressMsg {
	var k tea.Key
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			break
		}
		switch mod {
		case "ctrl":
			k.Mod |= tea.ModCtrl
		case "alt":
			k.Mod |= tea.ModAlt
		case "shift":
			k.Mod |= tea.ModShift
		}
		name = rest
	}
	if c, ok := codes[name]; ok {
		k.Code = c
	} else {
		k.Code, _ = utf8.DecodeRuneInString(name)
	}
	if k.Mod&^tea.ModShift == 0 && (k.Code == tea.KeySpace || codes[name] == 0) {
		k.Text = name
		if name == "space" {
			k.Text = " "
		}
	}
	return tea.KeyPressMsg(k)
}

var codes = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "delete": tea.KeyDelete,
}
