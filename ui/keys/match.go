package keys

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// cyrillic is the Latin letter at the place of each letter of the ЙЦУКЕН
// layout, with the Ukrainian and Belarusian ones.
var cyrillic = map[rune]rune{
	'й': 'q', 'ц': 'w', 'у': 'e', 'к': 'r', 'е': 't', 'н': 'y', 'г': 'u', 'ш': 'i', 'щ': 'o', 'з': 'p',
	'ф': 'a', 'ы': 's', 'в': 'd', 'а': 'f', 'п': 'g', 'р': 'h', 'о': 'j', 'л': 'k', 'д': 'l',
	'я': 'z', 'ч': 'x', 'с': 'c', 'м': 'v', 'и': 'b', 'т': 'n', 'ь': 'm',
	'і': 's', 'ў': 'o',
}

// Match returns the id of what msg does in c and the contexts that are live
// with it. A letter of another layout stands for the Latin letter at its
// place, and a full-width character for its narrow one; where plain characters
// are text, they match nothing.
func (m *Map) Match(c Context, msg tea.KeyPressMsg) (id string, ok bool) {
	stroke, plain := Stroke(msg)
	for _, part := range Chain(c) {
		if plain && typing[c] {
			return "", false
		}
		for i := range m.all {
			if m.all[i].In(part) && slices.Contains(m.all[i].Keys, stroke) {
				return m.all[i].ID, true
			}
		}
	}
	return "", false
}

// Is reports whether msg does id in c.
func (m *Map) Is(c Context, msg tea.KeyPressMsg, id string) bool {
	got, ok := m.Match(c, msg)
	return ok && got == id
}

// Stroke is the key string that msg stands for on a Latin layout, and whether
// it is a plain printable character.
func Stroke(msg tea.KeyPressMsg) (stroke string, plain bool) {
	k := msg.Key()
	if r, n := utf8.DecodeRuneInString(k.Text); n > 0 && n == len(k.Text) && k.Text != " " {
		return string(narrow(latin(r, k))), true
	}
	switch {
	case k.Text != "" && k.Text != " ":
		return k.Text, true // several characters at once: from an input method
	case k.Code == tea.KeyKpEnter:
		k.Code = tea.KeyEnter
	}
	if k.Code < utf8.RuneSelf {
		k.BaseCode = 0 // on a Latin layout the letter counts, not its place
	} else if l, is := cyrillic[unicode.ToLower(k.Code)]; is && k.BaseCode == 0 {
		k.Code = l
	}
	return k.Keystroke(), k.Code == tea.KeySpace && k.Mod&^tea.ModShift == 0
}

// latin returns the Latin letter at r's place, in the case that was typed;
// r itself when it is Latin or no letter.
func latin(r rune, k tea.Key) rune {
	upper := unicode.IsUpper(r)
	if k.Mod.Contains(tea.ModCapsLock) && unicode.IsLetter(r) {
		upper = k.Mod.Contains(tea.ModShift) // d with caps lock on is d
	}
	switch {
	case !unicode.IsLetter(r):
		return r
	case r < utf8.RuneSelf || unicode.Is(unicode.Latin, r):
	case k.BaseCode >= 'a' && k.BaseCode <= 'z':
		r = k.BaseCode
	case cyrillic[unicode.ToLower(r)] != 0:
		r = cyrillic[unicode.ToLower(r)]
	default:
		return r
	}
	if upper {
		return unicode.ToUpper(r)
	}
	return unicode.ToLower(r)
}

// narrow maps a full-width character to its usual form.
func narrow(r rune) rune {
	if r >= 0xff01 && r <= 0xff5e {
		return r - 0xfee0
	}
	return r
}

// Split returns the key presses that msg stands for: alt+esc, as two fast
// presses of esc arrive, is two of them.
func Split(msg tea.KeyPressMsg) []tea.KeyPressMsg {
	if msg.Code == tea.KeyEscape && msg.Mod == tea.ModAlt {
		one := tea.KeyPressMsg{Code: tea.KeyEscape}
		return []tea.KeyPressMsg{one, one}
	}
	return []tea.KeyPressMsg{msg}
}

// Latin is s as the same keys would have typed it on a Latin layout, for
// commands typed on a Cyrillic one.
func Latin(s string) string {
	return strings.Map(func(r rune) rune {
		switch l := cyrillic[unicode.ToLower(r)]; {
		case l == 0:
			return narrow(r)
		case unicode.IsUpper(r):
			return unicode.ToUpper(l)
		default:
			return l
		}
	}, s)
}
