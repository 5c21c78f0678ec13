package scan

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// invisible says that a character has no width and no sign of its own.
func invisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x34F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFEFF, r == 0xFFA0:
		return true
	}
	return r >= 0x180B && r <= 0x180F || r >= 0x200B && r <= 0x200D || r >= 0x2060 && r <= 0x2064 || r >= 0x206A && r <= 0x206F ||
		r >= 0xFFF9 && r <= 0xFFFB || r >= 0x1D173 && r <= 0x1D17A || r >= 0x1BCA0 && r <= 0x1BCA3
}

// bidi says that a character turns the direction of what follows.
func bidi(r rune) bool {
	return r == 0x61C || r == 0x200E || r == 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
}

// mark is a bidi character that only hints, without an extent.
func mark(r rune) bool { return r == 0x61C || r == 0x200E || r == 0x200F }

// tag is a character that repeats ASCII unseen.
func tag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// selector is a variation selector.
func selector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

func dropped(r rune) bool { return invisible(r) || bidi(r) || tag(r) || selector(r) }

// control is a C0 or C1 control other than tab and line ends.
func control(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r <= 0x9F
}

// chars finds characters that aren't what they seem.
func (p *page) chars(s *sink) {
	if p.ascii && !p.controls {
		return
	}
	text := p.text
	total := 0
	for _, r := range text {
		if invisible(r) {
			total++
		}
		p.rtl = p.rtl || r > 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana)
	}
	prev := rune(0)
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		end := i + n
		switch {
		case r == utf8.RuneError && n == 1:
			end = i + runOf(text[i:], func(r rune, n int) bool { return r == utf8.RuneError && n == 1 })
			p.add(s, CodeNoText, Low, i, end, is(end-i, "byte", "that is no text", "that are no text"))
		case control(r):
			end = p.escape(s, i, n, r)
		case tag(r):
			end = p.tags(s, i, prev)
		case selector(r):
			end = p.selectors(s, i, prev)
		case bidi(r):
			end = p.bidi(s, i)
		case invisible(r):
			end = p.invisible(s, i, prev, total)
		}
		i, prev = end, r
	}
}

// runOf is the length of the start of text that holds such characters.
func runOf(text string, is func(rune, int) bool) int {
	i := 0
	for i < len(text) {
		r, n := utf8.DecodeRuneInString(text[i:])
		if !is(r, n) {
			break
		}
		i += n
	}
	return i
}

func (p *page) tags(s *sink, i int, prev rune) int {
	end := i + runOf(p.text[i:], func(r rune, _ int) bool { return tag(r) })
	run := p.text[i:end]
	const blackFlag, cancel = 0x1F3F4, 0xE007F
	last, _ := utf8.DecodeLastRuneInString(run)
	if prev == blackFlag && last == cancel && utf8.RuneCountInString(run) <= 7 {
		return end // the flag of a region
	}
	p.decoded(s, CodeTagCharacters, i, end, count(utf8.RuneCountInString(run), "tag character")+", which nobody sees", tagText(run))
	return end
}

func (p *page) selectors(s *sink, i int, prev rune) int {
	end := i + runOf(p.text[i:], func(r rune, _ int) bool { return selector(r) })
	run := p.text[i:end]
	n := utf8.RuneCountInString(run)
	r, _ := utf8.DecodeRuneInString(run)
	switch {
	case n == 1 && prev > ' ' && (r == 0xFE0E || r == 0xFE0F || unicode.Is(unicode.Han, prev) || unicode.Is(unicode.Mongolian, prev) || unicode.IsSymbol(prev)):
		return end // chooses a picture of the character before it
	case n == 1:
		p.add(s, CodeSelector, Low, i, end, "a variation selector where none belongs")
		return end
	}
	code, text := CodeSelectors, selectorText(run)
	if text != "" {
		code = CodeSelectorsText
	}
	p.decoded(s, code, i, end, fmt.Sprintf("%d variation selectors used as data", n), text)
	return end
}

func (p *page) bidi(s *sink, i int) int {
	marks, all := 0, 0
	end := i + runOf(p.text[i:], func(r rune, _ int) bool {
		if !bidi(r) {
			return false
		}
		all++
		if mark(r) {
			marks++
		}
		return true
	})
	switch rtl := p.rtl; {
	case marks == all && rtl:
	case marks == all || rtl:
		p.add(s, CodeDirection, Low, i, end, count(all, "mark")+" of direction")
	default:
		p.add(s, CodeTurned, High, i, end, is(all, "character", "that turns", "that turn")+" the order in which text is shown")
	}
	return end
}

func (p *page) invisible(s *sink, i int, prev rune, total int) int {
	n := 0
	end := i + runOf(p.text[i:], func(r rune, _ int) bool {
		if invisible(r) {
			n++
			return true
		}
		return false
	})
	next, _ := utf8.DecodeRuneInString(p.text[end:])
	if n == 1 && joinsHere(p.text[i:end], prev, next) {
		return end
	}
	sev := Low
	if n > 1 || total > 3 {
		sev = High
	}
	about := count(n, "invisible character")
	if text := binaryText(p.text[i:end]); text != "" {
		p.decoded(s, CodeCharactersText, i, end, about, text)
		return end
	}
	p.add(s, CodeCharacters, sev, i, end, about)
	return end
}

// joinsHere says that a joiner does the work it is there for: it makes one
// picture of two, or shapes letters of a script that needs it; or that a byte
// order mark stands at the start.
func joinsHere(run string, prev, next rune) bool {
	switch run {
	case "\u200d", "\u200c":
		return prev > 0x2000 && (unicode.IsSymbol(prev) || selector(prev)) && unicode.IsSymbol(next) ||
			unicode.In(prev, unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Malayalam, unicode.Sinhala, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Gujarati, unicode.Mongolian, unicode.Khmer, unicode.Myanmar)
	case "\ufeff":
		return prev == 0
	case "\u180e":
		return unicode.Is(unicode.Mongolian, prev)
	}
	return false
}

// is counts, and says something that is said otherwise of one.
func is(n int, what, one, several string) string {
	if n == 1 {
		several = one
	}
	return count(n, what) + " " + several
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
