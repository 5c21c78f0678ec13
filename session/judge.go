package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vise/policy"
)

// judge decides about the passages of a result: as the person did before, or
// as they say now. Where nobody can be asked they are kept from the model.
func (r *run) judge(ctx context.Context, c *intended, q *quarantined) error {
	var open []*found
	for i := range q.passages {
		p := &q.passages[i]
		let, known := r.judged[p.Hash]
		switch {
		case known:
			p.Verdict, p.By, p.before = PassageKept, PassageByPerson, true
			if let {
				p.Verdict = PassageLet
			}
		case r.keepRest || r.kept.keptBy(p) == PassageByPerson:
			p.Verdict, p.By, p.before = PassageKept, PassageByPerson, true
		default:
			open = append(open, p)
		}
	}
	if len(open) > 0 {
		if err := r.askAbout(ctx, c, q, open); err != nil {
			return err
		}
	}
	r.kept = maps.Clone(r.kept) // a turn's own may be among it
	for _, p := range q.passages {
		r.kept = r.kept.with(p.Passage, p.text)
	}
	r.tellJudged(c, q)
	return nil
}

// askAbout puts one question about all passages that aren't decided about.
func (r *run) askAbout(ctx context.Context, c *intended, q *quarantined, open []*found) error {
	ask := policy.Question{ID: r.tl.Run() + "/" + c.id + "/passages", Kind: policy.QuestionPassages, Server: c.tool.Server, Tool: c.toolID(), Run: r.tl.Run(), Call: c.id}
	for _, p := range open {
		ask.Passages = append(ask.Passages, policy.Passage{About: p.About, Text: p.text})
	}
	reply, unanswered := policy.Reply{Action: policy.ReplyDecline, Reason: "nobody could be asked"}, PassageByNobody
	if r.Asker != nil && r.Approver.Attended() && !r.outsideAnyTalk() {
		if err := r.gate(ctx, GateRetrieval, c.id, q.words(q.passages), asksPassages); err != nil {
			return err
		}
		from := r.Clock.Now()
		got, err := r.Asker.Question(ctx, ask)
		r.waited += r.Clock.Now().Sub(from)
		if unanswered = leftBy(ctx); err == nil && got.Reason != "" { // why it wasn't put
			unanswered = PassageByNobody
		}
		if reply = got; err != nil {
			reply = policy.Reply{Action: policy.ReplyCancel}
		}
	}
	for _, p := range open {
		p.Verdict, p.By = PassageKept, unanswered
		switch {
		case reply.Reason != "" || reply.Action == policy.ReplyCancel:
			continue
		case reply.Action == policy.ReplyAccept:
			p.Verdict = PassageLet
		}
		p.By = PassageByPerson
		r.noteJudged(p.Hash, p.Verdict == PassageLet)
	}
	r.keepRest = r.keepRest || reply.Rest && reply.Action == policy.ReplyDecline
	return nil
}

// leftBy is why a question has no answer that was put to the person.
func leftBy(ctx context.Context) string {
	if ctx.Err() == nil || errors.Is(context.Cause(ctx), context.Canceled) {
		return PassageByCancel
	}
	return PassageByEnd
}

// outsideAnyTalk says that the run is one call that a command makes: the person
// is shown what came back, and no model is.
func (r *run) outsideAnyTalk() bool {
	return r.task.First != nil && r.task.First.Only && r.task.Entry != EntryWorkbench
}

// tellJudged says what was done, and why, to be recorded with the result.
func (r *run) tellJudged(c *intended, q *quarantined) {
	by := map[string][]found{}
	for _, p := range q.passages {
		words := p.done()
		by[words] = append(by[words], p)
	}
	for _, words := range slices.Sorted(maps.Keys(by)) {
		r.holdGate(GateRetrieval, c.id, q.words(by[words]), words)
	}
}

// tellCommon says what in a result is worth a look and isn't quarantined.
func (r *run) tellCommon(c *intended, q *quarantined) {
	if len(q.common) > 0 {
		r.holdGate(GateRetrieval, c.id, q.words([]found{{Passage: Passage{About: q.common}}}), "given to the model as data; your rules and approvals hold as before")
	}
}

// Decided says in words what was decided about a passage.
func (p Passage) Decided() string {
	switch {
	case p.By == PassageByCancel:
		return "kept from the model: you cancelled before you answered"
	case p.By == PassageByEnd:
		return "kept from the model: the run ended before you answered"
	case p.By != PassageByPerson:
		return "kept from the model: nobody could be asked"
	case p.Verdict == PassageLet:
		return "let through by you"
	}
	return "kept from the model by you"
}

func (f found) done() string {
	if f.before {
		return f.Decided() + ", as before"
	}
	return f.Decided()
}

// maxAbout is how many findings about one result are told in a line.
const maxAbout = 3

// words say what was found in a result.
func (q *quarantined) words(ps []found) string {
	var about []string
	for _, p := range ps {
		about = addAbout(about, p.About)
	}
	words := "in what " + q.tool + " returned: " + strings.Join(about[:min(len(about), maxAbout)], ", ")
	if len(ps) > 1 {
		words += fmt.Sprintf(" (%d passages)", len(ps))
	}
	return words
}

func (r *run) noteJudged(hash string, let bool) {
	if r.judged == nil {
		r.judged = map[string]bool{}
	}
	r.judged[hash] = let
}

// judgedIn adds what the person decided about passages.
func judgedIn(have map[string]bool, ps []Passage) map[string]bool {
	now := map[string]bool{}
	for _, p := range ps {
		if p.By == PassageByPerson {
			now[p.Hash] = p.Verdict == PassageLet
		}
	}
	return laidOver(have, now)
}

// laidOver is what was decided first and, where that differs, later. Neither is
// changed.
func laidOver[M ~map[K]V, K comparable, V any](first, later M) M {
	switch {
	case len(later) == 0:
		return first
	case len(first) == 0:
		return later
	}
	out := maps.Clone(first)
	maps.Copy(out, later)
	return out
}
