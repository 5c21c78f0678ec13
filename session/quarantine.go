package session

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"vise/policy"
)

// Quarantiner is a Decider that says of which tools the results are looked
// through for what speaks to the assistant. Where it isn't one, of all.
type Quarantiner interface {
	// Quarantines reports whether such passages of this tool's results are kept
	// from the model until the person has read them.
	Quarantines(t policy.Tool) bool
}

// quarantined is a result with the passages that were found in it.
type quarantined struct {
	*written
	tool     string
	passages []found
	places   []place
}

// found is one passage; it can stand in several places.
type found struct {
	Passage
	text, plain string
	before      bool // it was decided about earlier
	kept        bool // nothing is in it but lines that were kept before
}

// place is where a passage stands.
type place struct {
	leaf, passage int
	span
}

// quarantine keeps from the model what in a result speaks to the assistant,
// unless the person lets it through. The passages themselves are kept for the
// person.
func (r *run) quarantine(ctx context.Context, c *intended, o *Observation, x *resultExtra) error {
	if r.Suspect == nil || repeatsItsCall(c.tool) {
		return nil
	}
	x.masked = true
	if e := o.Error; e != nil { // a fault may quote what a server said
		o.Error = &ToolError{Code: e.Code, Message: r.mask(e.Message.Raw(), x), Hint: r.mask(e.Hint.Raw(), x)}
	}
	q := quarantined{written: write(o, x, c.tool.Server == policy.BuiltinServer), tool: c.toolID()}
	q.look(r.Suspect)
	q.markKept(r.kept)
	q.collect()
	if len(q.passages) == 0 {
		r.tellCommon(c, &q)
		return nil
	}
	if d, ok := r.Policy.(Quarantiner); ok && !d.Quarantines(c.tool) {
		r.holdGate(GateRetrieval, c.id, q.words(q.passages), "given to the model as data, as your configuration says; your rules and approvals hold as before")
		return nil
	}
	if err := r.judge(ctx, c, &q); err != nil {
		return err
	}
	q.replace()
	o.Fields = boundFields(o.Fields)
	x.passages, x.blobs = r.storedPassages(q.passages, x.blobs)
	return nil
}

// repeatsItsCall says that a tool returns no more than it was called with: vise's
// own that write. The person has seen that in the approval, or said it.
func repeatsItsCall(t policy.Tool) bool {
	return t.Server == policy.BuiltinServer && t.Level >= policy.Writes
}

// write puts down all that a result would tell the model, in the order of
// renderObservation, and what it would tell later. own says that it is one of
// vise's own server, which numbers the lines of files.
func write(o *Observation, x *resultExtra, own bool) *written {
	w := &written{}
	if e := o.Error; e != nil {
		told := *e
		o.Error = &told
		w.add("error "+e.Code+": ", cutLong(told.Message.Raw(), x), leaf{}, func(s string) { told.Message = Untrusted(s) })
		w.add("\nhint: ", told.Hint.Raw(), leaf{whole: true}, func(s string) { told.Hint = Untrusted(s) })
	}
	w.add("\n", o.Summary.Raw(), leaf{whole: true}, func(s string) { o.Summary = Untrusted(s) })
	for i := range o.Sources {
		s := &o.Sources[i]
		w.add("\n[] ", s.Name, leaf{whole: true}, func(t string) { s.Name = t })
		if o.Text.IsZero() {
			w.add(": ", s.Excerpt.Raw(), leaf{whole: true}, func(t string) { s.Excerpt = Untrusted(t) })
		}
	}
	w.text.WriteByte('\n')
	w.addText(o, x, own)
	if len(o.Fields) > 0 {
		w.text.WriteByte('\n')
		w.addJSON(string(o.Fields), func(s string) { o.Fields = []byte(s) })
	}
	for i := range o.Sources {
		if s := &o.Sources[i]; !o.Text.IsZero() { // it begins as the text does
			w.add("\n\n", s.Excerpt.Raw(), leaf{again: true}, func(t string) { s.Excerpt = Untrusted(t) })
		}
	}
	return w
}

// addText writes the text of a result, and in it the JSON as such.
func (w *written) addText(o *Observation, x *resultExtra, own bool) {
	text := cutLong(o.Text.Raw(), x)
	o.Text = Untrusted(text)
	var parts []string
	part := func(s string, add func(put func(string))) {
		if s == "" {
			return
		}
		i := len(parts)
		parts = append(parts, s)
		add(func(s string) {
			parts[i] = s
			o.Text = Untrusted(strings.Join(parts, ""))
		})
	}
	plain := func(s string) {
		part(s, func(put func(string)) { w.add("", s, leaf{numbered: own && numberedLines(s)}, put) })
	}
	at := 0
	for _, j := range x.json {
		if j[1] > len(text) {
			break
		}
		plain(text[at:j[0]])
		s := text[j[0]:j[1]]
		part(s, func(put func(string)) { w.addJSON(s, put) })
		at = j[1]
	}
	plain(text[at:])
}

// cutLong leaves of a text what there is room to look through.
func cutLong(s string, x *resultExtra) string {
	const room = lookBytes - 256<<10 // the rest of a result is bounded
	short := cutText(s, room)
	x.lost += len(s) - len(short)
	return short
}

// maxPassages is how many passages of one result are told apart. The last one
// stands for all that are left.
const maxPassages = 100

// maxAbouts is how much is said about one passage.
const maxAbouts = 20

// collect makes passages of what was found, each once.
func (q *quarantined) collect() {
	known := map[string]int{}
	var rest []string
	for i := range q.leaves {
		l := &q.leaves[i]
		for _, s := range l.passages() {
			text := l.text[s.from:s.to]
			plain := plainPassage(text, l.numbered)
			at, ok := known[plain]
			if !ok && l.again {
				at, ok = q.within(plain)
			}
			switch {
			case ok:
			case len(q.passages) < maxPassages:
				at = len(q.passages)
				q.passages = append(q.passages, found{text: text, plain: plain, kept: s.kept, Passage: Passage{About: s.about}})
			default:
				at, rest = maxPassages-1, append(rest, text)
				q.passages[at].About = addAbout(q.passages[at].About, s.about)
				q.passages[at].kept = q.passages[at].kept && s.kept
			}
			known[plain] = at
			q.places = append(q.places, place{i, at, s})
		}
	}
	for i := range q.passages {
		p := &q.passages[i]
		if i == maxPassages-1 && len(rest) > 0 {
			p.text = strings.Join(append([]string{p.text}, rest...), "\n\n")
			p.plain = plainPassage(p.text, false)
		}
		p.Hash = HashBytes([]byte(p.plain))
		p.About = p.About[:min(len(p.About), maxAbouts)]
	}
}

// within finds the passage that a shorter one is a part of.
func (q *quarantined) within(plain string) (int, bool) {
	for i, p := range q.passages {
		if strings.Contains(p.plain, plain) {
			return i, true
		}
	}
	return 0, false
}

// replace puts a mark in the place of every passage that is kept from the
// model. Nothing of the passage is in it.
func (q *quarantined) replace() {
	texts := make([]string, len(q.leaves))
	at := 0
	for i, l := range q.leaves {
		var b strings.Builder
		from := 0
		for ; at < len(q.places) && q.places[at].leaf == i; at++ {
			p := q.places[at]
			if q.passages[p.passage].Verdict == PassageLet {
				continue
			}
			b.WriteString(l.text[from:p.from] + numberAt(l.text, p.from) + q.mark(p))
			from = p.to
		}
		texts[i] = b.String() + l.text[from:]
	}
	for i, put := range q.back {
		put(texts[:q.counts[i]])
		texts = texts[q.counts[i]:]
	}
}

func (q *quarantined) mark(p place) string {
	return fmt.Sprintf("[quarantined #%d: %d characters of %s that speak to the assistant or hide something; kept for the person]", p.passage+1, utf8.RuneCountInString(q.passages[p.passage].text), oneWord(q.tool))
}

// numberAt is the number that the line at i begins with.
func numberAt(s string, i int) string {
	if i > 0 && s[i-1] != '\n' {
		return ""
	}
	line := s[i:lineEnd(s, i)]
	return line[:numberLen(line)]
}

// inlinePassages is how much of the passages of one result stands in its event;
// the rest is kept apart.
const inlinePassages = 8 << 10

func (r *run) storedPassages(fs []found, blobs []Blob) ([]Passage, []Blob) {
	out := make([]Passage, len(fs))
	room := inlinePassages
	for i, f := range fs {
		out[i] = f.Passage
		if len(f.text) <= room {
			room -= len(f.text)
			out[i].Text = Content{Text: Untrusted(f.text), Size: len(f.text)}
			continue
		}
		b := []byte(f.text)
		out[i].Text = Content{Blob: HashBytes(b), Size: len(b)}
		blobs = append(blobs, Blob{Hash: out[i].Text.Blob, Bytes: b})
	}
	return out, blobs
}
