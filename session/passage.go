package session

import (
	"bytes"
	"slices"
	"sort"
	"strings"
)

// Suspicious is a place in a text, in bytes, that speaks to the assistant
// instead of telling something, or that hides something from the person; About
// says which, in words.
type Suspicious struct {
	Start, End int
	About      string
	Common     bool // honest texts have it, too: it is told of, and not taken out
}

// Suspect looks through the first 1 MiB of a text that a tool returned. more
// says that there are more such places than it names.
type Suspect func(text string) (found []Suspicious, more bool)

// lookBytes is how much of a result is looked through. What is longer is cut
// before.
const lookBytes = 1 << 20

// leaf is one text of a result: a part of it, or a string of its JSON.
type leaf struct {
	text     string
	from, to int  // where it stands in the written text
	escaped  bool // it stands there in other bytes: as JSON writes it
	whole    bool // a passage of it is all of it
	numbered bool // its lines begin with their numbers
	again    bool // it repeats what stands elsewhere in the result
	found    []span
}

// span is a place in a leaf's text.
type span struct {
	from, to int
	about    []string
	kept     bool // nothing is there but lines that were kept before
}

// written is all that a result would tell the model, as one text: what is
// spread over its parts is found too.
type written struct {
	text   bytes.Buffer
	leaves []leaf
	back   []func([]string) // each takes the texts of its leaves, and puts them back
	counts []int            // of the leaves that each of back takes
	common []string         // what is told of
}

// add writes one part, after words of vise's own.
func (w *written) add(lead, text string, l leaf, put func(string)) {
	w.text.WriteString(lead)
	l.text, l.from = text, w.text.Len()
	w.text.WriteString(text)
	l.to = w.text.Len()
	w.leaves, w.counts = append(w.leaves, l), append(w.counts, 1)
	w.back = append(w.back, func(ss []string) { put(ss[0]) })
}

// longString is from where on a string of JSON is taken apart like a text.
const longString = 8 << 10

// addJSON writes a part that is JSON: its strings are leaves, and it stays JSON.
func (w *written) addJSON(raw string, put func(string)) {
	at := w.text.Len()
	w.text.WriteString(raw)
	lits := stringsOf([]byte(raw))
	for _, l := range lits {
		w.leaves = append(w.leaves, leaf{text: l.text, from: at + l.from, to: at + l.to, escaped: true, whole: l.name || len(l.text) <= longString})
	}
	w.counts = append(w.counts, len(lits))
	w.back = append(w.back, func(ss []string) {
		changed := false
		for i := range lits {
			changed = changed || lits[i].text != ss[i]
			lits[i].text = ss[i]
		}
		if changed {
			put(string(withStrings([]byte(raw), lits)))
		}
	})
}

// maxRounds is how often a text is looked through again for what there was no
// room to name. What holds even more is a passage as a whole.
const maxRounds = 3

// look marks the places in the leaves that are suspicious.
func (w *written) look(suspect Suspect) {
	text := bytes.Clone(w.text.Bytes())
	for range maxRounds {
		found, more := suspect(string(text))
		for _, f := range found {
			if f.Common {
				w.common = addAbout(w.common, []string{f.About})
				continue
			}
			w.mark(f)
		}
		if w.lookUnnumbered(text, suspect) {
			more = true
		}
		if !more {
			w.lookEscaped(suspect)
			return
		}
		w.blank(text)
	}
	for i := range w.leaves {
		l := &w.leaves[i]
		l.whole, l.found = true, []span{{to: len(l.text), about: []string{"speaks to the assistant in more places than can be told"}}}
	}
}

// mark takes a place of the written text for the leaves that it is in. In one
// that is written with escapes the place isn't known: it is the whole leaf.
func (w *written) mark(f Suspicious) {
	first := sort.Search(len(w.leaves), func(i int) bool { return w.leaves[i].to > f.Start })
	for i := first; i < len(w.leaves) && w.leaves[i].from < f.End; i++ {
		l := &w.leaves[i]
		if l.text == "" {
			continue
		}
		s := span{from: max(f.Start, l.from) - l.from, to: min(f.End, l.to) - l.from, about: []string{f.About}}
		if l.escaped {
			if len(l.text) > longString { // its own text is looked through, too
				s.to = -1
			} else {
				s.from, s.to = 0, len(l.text)
			}
		}
		l.found = append(l.found, s)
	}
}

// lookEscaped looks through the strings of JSON as they are meant.
func (w *written) lookEscaped(suspect Suspect) {
	for i := range w.leaves {
		l := &w.leaves[i]
		raw := w.text.Bytes()[l.from:l.to]
		if !l.escaped || len(l.text) <= longString && (len(l.found) > 0 || !bytes.ContainsRune(raw, '\\')) {
			continue
		}
		found, more := suspect(l.text)
		vague := slices.DeleteFunc(slices.Clone(l.found), func(s span) bool { return s.to >= 0 })
		l.found = nil
		for _, f := range found {
			if !f.Common {
				l.found = append(l.found, span{from: f.Start, to: f.End, about: []string{f.About}})
			}
		}
		if more || len(vague) > 0 && len(found) == 0 {
			l.whole = true
			l.found = append(l.found, span{to: len(l.text), about: aboutOf(vague)})
		}
	}
}

// lookUnnumbered looks through texts without the numbers that their lines
// begin with: a sentence may go over lines.
func (w *written) lookUnnumbered(text []byte, suspect Suspect) (more bool) {
	for i := range w.leaves {
		l := &w.leaves[i]
		if !l.numbered {
			continue
		}
		var plain strings.Builder
		var starts [][2]int // of each line: in plain, in text
		at := l.from
		for line := range strings.Lines(string(text[l.from:l.to])) {
			n := numberLen(line)
			starts = append(starts, [2]int{plain.Len(), at + n})
			plain.WriteString(line[n:])
			at += len(line)
		}
		written := func(i int) int {
			n, _ := slices.BinarySearchFunc(starts, i+1, func(s [2]int, i int) int { return s[0] - i })
			s := starts[max(0, n-1)]
			return s[1] + i - s[0]
		}
		found, left := suspect(plain.String())
		for _, f := range found {
			if !f.Common {
				w.mark(Suspicious{Start: written(f.Start), End: written(max(f.Start, f.End-1)) + 1, About: f.About})
			}
		}
		more = more || left
	}
	return more
}

// blank takes what was found out of a text, so that the rest shows.
func (w *written) blank(text []byte) {
	for _, l := range w.leaves {
		from, to := l.from, l.to
		for _, s := range l.passages() {
			if !l.escaped {
				from, to = l.from+s.from, l.from+s.to
			}
			for i := from; i < to; i++ {
				text[i] = '\n'
			}
		}
	}
}

// passages are the passages round what was found in a leaf, in order; those
// that touch are one.
func (l *leaf) passages() []span {
	var out []span
	found := slices.Clone(l.found)
	slices.SortStableFunc(found, func(a, b span) int { return a.from - b.from })
	for _, s := range found {
		if s.to < 0 || l.whole {
			s.from, s.to = 0, len(l.text)
		} else {
			s.from, s.to = passageStart(l.text, s.from), passageEnd(l.text, s.from, s.to)
		}
		if n := len(out) - 1; n >= 0 && s.from <= out[n].to {
			out[n].to, out[n].about = max(out[n].to, s.to), addAbout(out[n].about, s.about)
			out[n].kept = out[n].kept && s.kept
			continue
		}
		out = append(out, s)
	}
	return out
}

func aboutOf(ss []span) (about []string) {
	for _, s := range ss {
		about = addAbout(about, s.about)
	}
	return about
}

func addAbout(have, more []string) []string {
	for _, m := range more {
		if !slices.Contains(have, m) {
			have = append(have[:len(have):len(have)], m)
		}
	}
	return have
}
