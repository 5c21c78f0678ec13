package session

import "strings"

// aboutKept says of a line that it was a part of a passage before.
const aboutKept = "was kept from the model before"

// minKept is how long a line is, in bytes, that is known again by itself.
const minKept = 24

// keptLines are the lines of passages, and what was decided about them: who
// kept one, or PassageLet. By itself a line of a passage can look harmless, and
// a file can be read line by line.
type keptLines map[string]string

// with adds the lines of a passage.
func (k keptLines) with(p Passage, text string) keptLines {
	if k == nil {
		k = keptLines{}
	}
	word := p.By
	if p.Verdict == PassageLet {
		word = PassageLet
	}
	numbered := numberedLines(text)
	for line := range strings.Lines(text) {
		if plain := plainPassage(line, numbered); len(plain) >= minKept {
			k[plain] = word
		}
	}
	return k
}

// markKept marks the lines that were kept before.
func (w *written) markKept(kept keptLines) {
	if len(kept) == 0 {
		return
	}
	for i := range w.leaves {
		l := &w.leaves[i]
		at := 0
		for line := range strings.Lines(l.text) {
			if word, ok := kept[plainPassage(line, l.numbered)]; ok && word != PassageLet {
				l.found = append(l.found, span{from: at, to: at + len(strings.TrimRight(line, "\n")), about: []string{aboutKept}, kept: true})
			}
			at += len(line)
		}
	}
}

// keptBy is who kept all that a passage repeats of earlier ones; empty where
// there is more to it.
func (k keptLines) keptBy(f *found) string {
	if !f.kept {
		return ""
	}
	by := ""
	numbered := numberedLines(f.text)
	for line := range strings.Lines(f.text) {
		switch word := k[plainPassage(line, numbered)]; word {
		case "", PassageLet:
		case PassageByPerson:
			by = word
		default: // not decided about
			return word
		}
	}
	return by
}
