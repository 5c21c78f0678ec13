package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vise/policy"
)

// Names of the checks of an answer.
const (
	CheckCitations = "citations exist"
	CheckCites     = "cites its evidence"
	CheckSupported = "citations say it"
	CheckSecrets   = "no secrets"
	CheckActions   = "what it says was done was done"
)

// checked is an answer that was looked through.
type checked struct {
	text    string // without secrets
	cited   []string
	unknown []string // cited, and no result has that id
	checks  []Check
	claims  []claim // of what no call shows
	// unsourced says that the person asked for sources, and it has none.
	unsourced bool
}

// invented reports whether all that an answer cites doesn't exist.
func (c checked) invented() bool { return len(c.cited) > 0 && len(c.cited) == len(c.unknown) }

// checkAnswer looks through a reply that is to be the answer.
func (r *run) checkAnswer(reply Reply) checked {
	c := checked{}
	var masked int
	c.text, masked = r.Redactor.Redact(reply.Text)
	c.cited = citations(c.text)
	for _, id := range c.cited {
		if _, ok := r.sources[id]; !ok {
			c.unknown = append(c.unknown, id)
		}
	}
	c.add(CheckCitations, len(c.unknown) == 0, fmt.Sprintf("%v: no result has that id", c.unknown))
	sourced := len(c.cited) > len(c.unknown)
	c.unsourced = r.wantsSources() && !sourced && !strings.ContainsAny(c.text, "?？")
	if len(r.tl.State().Evidence) > 0 || c.unsourced {
		c.add(CheckCites, sourced, "results were found, and the answer names none of them")
	}
	if sourced {
		wrong := unsupported(c.text, strings.Join(r.words(), "\n"), r.sourceText)
		c.add(CheckSupported, len(wrong) == 0, strings.Join(wrong, ", ")+": not in what is cited for it")
	}
	c.add(CheckSecrets, masked == 0, fmt.Sprintf("%d masked", masked))
	c.claims = r.falseClaims(c.text)
	var said []string
	for _, f := range c.claims {
		said = append(said, "“"+f.sentence+"”")
	}
	c.add(CheckActions, len(said) == 0, strings.Join(slices.Compact(said), " ")+": no call did that")
	return c
}

func (c *checked) add(name string, passed bool, detail string) {
	if passed {
		detail = ""
	}
	c.checks = append(c.checks, Check{Name: name, Passed: passed, Detail: detail})
}

// failed is the detail of a check that wasn't passed.
func (c *checked) failed(name string) (detail string, ok bool) {
	i := slices.IndexFunc(c.checks, func(k Check) bool { return k.Name == name && !k.Passed })
	if i < 0 {
		return "", false
	}
	return c.checks[i].Detail, true
}

// falseClaims are what an answer says was done and no call of the conversation
// shows. Where earlier turns are only told in a summary, what was done then
// isn't known, so only what the person asks for now counts.
func (r *run) falseClaims(text string) []claim {
	var acts []act
	folded := false
	for _, t := range append(slices.Clone(r.task.History), r.turn) {
		folded = folded || t.Folded
		for _, s := range t.Steps {
			for _, res := range s.Results {
				if o := res.Result; o.Ran && !t.Folded {
					acts = append(acts, r.actOf(o))
				}
			}
		}
	}
	found := falseClaims(text, r.turn.Words, acts)
	if folded {
		asked := claims().asked(r.turn.Words)
		found = slices.DeleteFunc(found, func(c claim) bool { return !asked[c.action] })
	}
	return found
}

// actOf is a call as a proof. One of a server that is gone may have written.
func (r *run) actOf(o Observation) act {
	a := act{tool: o.Tool, level: policy.Dangerous, builtin: !strings.Contains(o.Tool, "/"), ok: o.OK}
	if t, ok := r.tools.catalogue.Find(o.Tool); ok {
		a.level, a.builtin = t.Level, t.Server == policy.BuiltinServer
	}
	return a
}

// sourceText is all that is known of a source.
func (r *run) sourceText(id string) (string, bool) {
	s, ok := r.sources[id]
	if !ok {
		return "", false
	}
	text := s.Name + " " + s.URI + " " + s.Excerpt.Raw()
	for _, t := range r.texts {
		if t.ID == id {
			text += "\n" + t.Text
		}
	}
	return text, true
}

// correct tells the model once what was wrong with an answer that can't stand,
// and lets it answer again. It reports whether it has.
func (r *run) correct(ctx context.Context, c checked) (bool, error) {
	_, spent := r.spent()
	if r.corrected || r.lastStep || spent || r.Model.Info().Offline || r.endOf(c).Status == StatusDone {
		return false, nil
	}
	r.corrected = true
	reason, note := "you asked for sources, and the answer names none", "Your answer names no source, and the person asked for sources. Look it up and cite the evidence ids, or say that you have no source for it."
	if c.invented() {
		detail, _ := c.failed(CheckCitations)
		reason = "the answer cites what doesn't exist: " + detail
		note = "What your answer cites doesn't exist: " + detail + ". Look it up and cite the evidence ids that come back, or answer without citing anything."
	}
	if len(c.claims) > 0 {
		detail, _ := c.failed(CheckActions)
		reason = "the answer says that something was done: " + detail
		note = "Your answer isn't true: " + detail + ". Either do it now with a tool, or answer again and say plainly that it was not done."
	}
	if err := r.gate(ctx, GateOutput, "", reason, "the model was told so and answers again"); err != nil {
		return false, err
	}
	r.turn.Steps = append(r.turn.Steps, TurnStep{Text: c.text})
	r.notes = append(r.notes, note)
	return true, nil
}

// tellFailed says aloud what of an answer can't be relied on.
func (r *run) tellFailed(ctx context.Context, c checked) error {
	for _, g := range []struct{ check, reason, action string }{
		{CheckCitations, "the answer cites what doesn't exist", "marked: "},
		{CheckSupported, "the answer says more than what it cites", "marked: "},
		{CheckSecrets, "the answer holds what looks like a secret", "kept back: "},
		{CheckActions, "the answer isn't true", "marked: "},
	} {
		if detail, ok := c.failed(g.check); ok {
			if err := r.gate(ctx, GateOutput, "", g.reason, g.action+detail); err != nil {
				return err
			}
		}
	}
	if c.unsourced {
		return r.gate(ctx, GateOutput, "", "you asked for sources, and the answer names none", "marked: nothing shows that it is so")
	}
	return nil
}
