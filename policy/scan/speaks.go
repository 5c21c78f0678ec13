package scan

import (
	"bytes"
	"unicode/utf8"
)

// speaks finds texts that speak to somebody: to an assistant by name, or to the
// reader as to one person that the writer knows well, as Russian descriptions
// never do.
func (p *page) speaks(s *sink) {
	if p.where == KindProject {
		return // it is what they are for
	}
	assistant := words().class("assistant")
	for i := range p.tokens {
		t := &p.tokens[i]
		word := p.norm[t.start:t.end]
		switch {
		case thou(word):
			p.addNorm(s, CodeThou, Low, int(t.start), int(t.end), "speaks to its reader as to one person")
			return // once is enough
		case t.classes.meets(assistant) && p.called(i):
			p.addNorm(s, CodeSpeaks, Low, int(t.start), int(t.end), CodeSpeaks.about())
		}
	}
}

// called reports that a sentence begins with the word, or with a preposition
// before it, and that a comma or a colon follows, as after a name.
func (p *page) called(i int) bool {
	t := &p.tokens[i]
	first := i
	for first > 0 && i-first < 3 && p.tokens[first-1].sentence == t.sentence {
		first--
	}
	to := words().class("to")
	if first != i && !(i-first < 3 && p.tokens[first].classes.meets(to)) {
		return false
	}
	r, _ := utf8.DecodeRune(bytes.TrimLeft(p.norm[t.end:], " )\"'»”"))
	return r == ',' || r == ':' || r == '，' || r == '：'
}

// thou reports a Russian "thou" in any of its forms.
func thou(word []byte) bool {
	switch string(word) {
	case "ты", "тебе", "тебя", "тобой", "твой", "твоя", "твое", "твои", "твоего", "твоей", "твоих", "твоим", "твоими", "твою":
		return true
	}
	return false
}
