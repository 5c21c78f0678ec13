package redact

import (
	"slices"
	"strings"
)

// Bounds on what is looked at around the border of two parts, in bytes.
const (
	behindBorder = 4 << 10
	aheadBorder  = 16 << 10 // a private key is not longer
	aheadMany    = 1 << 10  // where there are many parts
	manyParts    = 256
)

// cut is one piece of a part that belongs to a secret that runs on.
type cut struct {
	from, to int
	mark     string
}

// RedactParts is Redact for texts that somebody may read as one: a secret that
// begins in one of them and ends in another is replaced in each. It returns
// the parts, and how many secrets it replaced.
func (r *Redactor) RedactParts(parts []string) ([]string, int) {
	cuts, total := make([][]cut, len(parts)), 0
	ahead := aheadBorder
	if len(parts) > manyParts {
		ahead = aheadMany
	}
	for i := 0; i+1 < len(parts); i++ {
		total += r.runOn(parts, i, ahead, cuts)
	}
	out := make([]string, len(parts))
	for i, p := range parts {
		if len(cuts[i]) > 0 { // what runs on into a part may take the beginning of another secret with it
			for _, m := range r.matches(p) {
				cuts[i] = append(cuts[i], cut{m.from, m.to, r.mark(m)})
			}
		}
		n := 0
		out[i], n = r.Redact(without(p, cuts[i]))
		total += n
	}
	return out, total
}

// runOn finds the secrets that begin in part i and run on into the next ones.
func (r *Redactor) runOn(parts []string, i, ahead int, cuts [][]cut) int {
	tail := parts[i][max(0, len(parts[i])-behindBorder):]
	if tail == "" {
		return 0
	}
	var b strings.Builder
	b.WriteString(tail)
	for _, p := range parts[i+1:] {
		if b.Len() > len(tail)+ahead {
			break
		}
		b.WriteString(p[:min(len(p), ahead)])
		if len(p) > ahead {
			break
		}
	}
	found := 0
	for _, m := range r.matches(b.String()) {
		if m.from >= len(tail) || m.to <= len(tail) {
			continue
		}
		found++
		mark := r.mark(m)
		at := m.from + len(parts[i]) - len(tail)
		rest := m.to - m.from
		for j := i; j < len(parts) && rest > 0; j++ {
			n := min(rest, len(parts[j])-at)
			if n > 0 {
				cuts[j] = append(cuts[j], cut{at, at + n, mark})
			}
			rest, at = rest-n, 0
		}
	}
	return found
}

// matches are all secrets in a text that isn't redacted yet.
func (r *Redactor) matches(text string) []match {
	var out []match
	for _, k := range *r.knows.Load() {
		if strings.Contains(text, k.value) {
			out = append(out, knownMatches(k)(text)...)
		}
	}
	for _, m := range detect(text) {
		if from, to := nextMark(text[m.from:m.to]); from == to { // what is marked already is no secret
			m.secret = text[m.from:m.to]
			out = append(out, m)
		}
	}
	return out
}

// without puts the marks in the place of the cuts.
func without(text string, cuts []cut) string {
	if len(cuts) == 0 {
		return text
	}
	slices.SortFunc(cuts, func(a, b cut) int { return a.from - b.from })
	var b strings.Builder
	at := 0
	for _, c := range cuts {
		if c.to <= at {
			continue
		}
		b.WriteString(text[at:max(at, c.from)])
		b.WriteString(c.mark)
		at = c.to
	}
	b.WriteString(text[at:])
	return b.String()
}
