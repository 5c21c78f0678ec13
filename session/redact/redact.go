// Package redact replaces secrets in text by marks: first the values it was
// told of, then what looks like a secret of a well-known kind. It is a net with
// holes of its own: what has no known form isn't found.
package redact

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Config is what a Redactor is told.
type Config struct {
	// Known are values that are secret, by name (such as that of an environment
	// variable). Values of fewer than 8 bytes are left alone.
	Known map[string]string
}

const (
	minKnown = 8
	maxMarks = 20_000 // different secrets that get a number of their own; the rest get 0
	rounds   = 4      // over one text: a mark can lay open what stood beside it
)

// Redactor replaces secrets. The same secret has the same mark for as long as
// the Redactor lives. It is safe for several goroutines.
type Redactor struct {
	knows atomic.Pointer[[]known] // longest first; replaced, never changed

	mu    sync.Mutex
	marks map[[sha256.Size]byte]string
	last  map[string]int // number given last, by kind
}

type known struct{ kind, value, secret string }

// New makes a Redactor. It costs next to nothing until the first Redact.
func New(c Config) *Redactor {
	r := &Redactor{marks: map[[sha256.Size]byte]string{}, last: map[string]int{}}
	r.Learn(c.Known)
	return r
}

// Learn adds values that are secret, by name, as Config.Known has them. What
// was redacted before stays as it is.
func (r *Redactor) Learn(values map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []known
	if old := r.knows.Load(); old != nil {
		all = slices.Clone(*old)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if len(value) < minKnown {
			continue
		}
		for _, form := range forms(value) {
			if !slices.ContainsFunc(all, func(k known) bool { return k.value == form }) {
				all = append(all, known{kind: kindOf(name), value: form, secret: value})
			}
		}
	}
	slices.SortFunc(all, func(a, b known) int {
		if d := len(b.value) - len(a.value); d != 0 {
			return d
		}
		return strings.Compare(a.kind+"\x00"+a.value, b.kind+"\x00"+b.value)
	})
	r.knows.Store(&all)
}

// Known is how many values it was told of, in all their forms.
func (r *Redactor) Known() int { return len(*r.knows.Load()) }

// forms are the ways in which a value can stand in a text.
func forms(value string) []string {
	out := []string{value}
	if quoted, err := json.Marshal(value); err == nil {
		out = append(out, string(quoted[1:len(quoted)-1]))
	}
	out = append(out, url.QueryEscape(value), url.PathEscape(value), strings.TrimSpace(value))
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(s string) bool { return len(s) < minKnown })
}

// kindOf makes a kind of a name: GITHUB_TOKEN is github-token.
func kindOf(name string) string {
	b := []byte(strings.ToLower(name))
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			b[i] = '-'
		}
	}
	if s := strings.Trim(string(b), "-"); s != "" {
		return s[:min(len(s), maxKind)]
	}
	return "known"
}

// Redact returns text with every secret replaced by a mark such as
// [secret:github-token#1], and how many it replaced. Marks that are there stay,
// so doing it twice changes nothing.
func (r *Redactor) Redact(text string) (string, int) {
	total, knows := 0, *r.knows.Load()
	for range rounds {
		n := 0
		for _, k := range knows {
			if strings.Contains(text, k.value) {
				text, n = r.replace(text, n, knownMatches(k))
			}
		}
		text, n = r.replace(text, n, detect)
		if n == 0 {
			break
		}
		total += n
	}
	return text, total
}

// match is one secret in a text: its place, its kind, and the secret itself
// where that isn't what stands there.
type match struct {
	from, to int
	kind     string
	secret   string
}

func knownMatches(k known) func(string) []match {
	return func(text string) (found []match) {
		for at := 0; ; {
			i := strings.Index(text[at:], k.value)
			if i < 0 {
				return found
			}
			at += i + len(k.value)
			found = append(found, match{from: at - len(k.value), to: at, kind: k.kind, secret: k.secret})
		}
	}
}

// replace puts marks where find finds secrets, in all that isn't a mark yet.
func (r *Redactor) replace(text string, n int, find func(string) []match) (string, int) {
	var out strings.Builder
	before := n
	for rest := text; rest != ""; {
		from, to := nextMark(rest)
		part := rest[:from]
		at := 0
		for _, m := range find(part) {
			out.WriteString(part[at:m.from])
			if m.secret == "" {
				m.secret = part[m.from:m.to]
			}
			out.WriteString(r.mark(m))
			at = m.to
			n++
		}
		out.WriteString(part[at:])
		out.WriteString(rest[from:to])
		rest = rest[to:]
	}
	if n == before {
		return text, n
	}
	return out.String(), n
}

// mark is the mark of a secret. The secret itself isn't kept.
func (r *Redactor) mark(m match) string {
	key := sha256.Sum256([]byte(m.secret))
	r.mu.Lock()
	defer r.mu.Unlock()
	if mark, ok := r.marks[key]; ok {
		return mark
	}
	if len(r.marks) >= maxMarks {
		return fmt.Sprintf("%s%s#0]", markStart, m.kind)
	}
	r.last[m.kind]++
	mark := fmt.Sprintf("%s%s#%d]", markStart, m.kind, r.last[m.kind])
	r.marks[key] = mark
	return mark
}
