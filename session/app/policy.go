package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"vise/policy"
	"vise/session"
	"vise/store"
)

// ruling is the policy of one run: the rules that it began with, narrowed by
// what the files say now, and what the person allows always. Every call asks
// it anew.
type ruling struct {
	w     *Workbench
	ctx   context.Context
	began rulesNow
}

func (w *Workbench) ruling(ctx context.Context) *ruling {
	return &ruling{w: w, ctx: context.WithoutCancel(ctx), began: w.rules()}
}

// Hash names the rules that the run began with.
func (r *ruling) Hash() string { return r.began.policy.Hash() }

// Decide decides by the rules of the run's beginning and by those of now; the
// stricter word counts. What has become wider waits for the next run.
func (r *ruling) Decide(c policy.Call) policy.Decision {
	c.Grants = append(slices.Clone(c.Grants), r.w.standingGrants(r.ctx)...)
	d := r.began.policy.Decide(c)
	now := r.w.book.current()
	switch {
	case now.err != nil:
		return unreadable(d, now.err)
	case now.policy.Hash() == r.Hash():
		return d
	}
	if e := now.policy.Decide(c); e.Outcome.Stricter(d.Outcome) || e.Outcome == policy.Deny && d.CanInsist && !e.CanInsist {
		e.Reason += "; the rules were changed while the run went on"
		return e
	}
	return d
}

// unreadable allows nothing while a file of rules is broken.
func unreadable(d policy.Decision, err error) policy.Decision {
	if d.Outcome != policy.Allow {
		return d
	}
	d.Outcome, d.Rule, d.Grant = policy.Approval, "rules can't be read", ""
	d.Reason = fmt.Sprintf("the rules were changed and can't be read (%.300v), so this call needs approval", err)
	d.Remedy = "mend the file; vise policy says what is wrong with it"
	return d
}

// Scopes are those that both readings leave.
func (r *ruling) Scopes(have []string) []string {
	have = r.began.policy.Scopes(have)
	if now := r.w.book.current(); now.err == nil {
		have = now.policy.Scopes(have)
	}
	return have
}

// Quarantines is so where either reading says it, and while the rules can't be
// read.
func (r *ruling) Quarantines(t policy.Tool) bool {
	now := r.w.book.current()
	return now.err != nil || now.policy.Quarantines(t) || r.began.policy.Quarantines(t)
}

// rules are those of the next run.
func (w *Workbench) rules() rulesNow {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.inForce
}

// lookTime bounds one look into the database for a decision.
const lookTime = 5 * time.Second

// standingGrants are what the person allows always, as of now: another process
// may have taken something back. What can't be read allows nothing.
func (w *Workbench) standingGrants(ctx context.Context) []policy.Grant {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	list, err := w.db.Standing(ctx)
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return nil
	}
	out := make([]policy.Grant, len(list))
	for i, s := range list {
		out[i] = s.Grant()
	}
	return out
}

// lastPolicy is what is kept of the policy of the last run.
type lastPolicy struct {
	Hash string        `json:"hash"`
	Cfg  policy.Config `json:"config"`
}

// TakePolicy reads the rules for the next run. Where they differ from those of
// the last one, in this process or another, it is recorded, and PolicyNews
// tells.
func (w *Workbench) TakePolicy(ctx context.Context) error {
	now := w.book.current()
	if now.err != nil {
		return now.err
	}
	text, err := json.Marshal(lastPolicy{now.policy.Hash(), now.cfg})
	if err != nil {
		return err
	}
	kept, _ := session.RedactJSON(text, w.redact)
	w.mu.Lock()
	known := w.kept == string(kept)
	w.mu.Unlock()
	if !known {
		if err := w.db.SetPolicy(ctx, string(kept), w.policyChanged(kept)); err != nil {
			return err
		}
	}
	w.mu.Lock()
	w.inForce, w.kept = now, string(kept)
	w.mu.Unlock()
	return nil
}

// policyChanged makes the record of a change, and the news of it.
func (w *Workbench) policyChanged(kept []byte) func(string) (store.Build, error) {
	return func(before string) (store.Build, error) {
		var was, is lastPolicy
		if before == "" || json.Unmarshal(kept, &is) != nil {
			return nil, nil
		}
		if json.Unmarshal([]byte(before), &was) != nil {
			was = lastPolicy{}
		}
		if was.Hash == is.Hash {
			return nil, nil
		}
		what := changeLines(was, is)
		w.mu.Lock()
		w.news = what
		w.mu.Unlock()
		return w.event(session.PolicyChanged{From: was.Hash, To: is.Hash, What: what}), nil
	}
}

func changeLines(was, is lastPolicy) []string {
	if what := policy.Changes(was.Cfg, is.Cfg); len(what) > 0 {
		return what
	}
	return []string{"~ vise's own defaults"}
}

// PolicyNews says in one line how the rules differ from those of the run
// before; empty where they don't, or once the person has looked at them. It
// also looks at files that no run has used yet.
func (w *Workbench) PolicyNews(ctx context.Context) string {
	now := w.book.current()
	if now.err != nil {
		return "the rules were changed and can't be read; until that is mended every call needs approval and no run starts: " + now.err.Error()
	}
	w.mu.Lock()
	what, kept := w.news, w.kept
	w.mu.Unlock()
	if len(what) == 0 {
		if kept == "" {
			kept, _ = w.db.LastPolicy(ctx) // what can't be read tells when a run starts
		}
		var was lastPolicy
		if kept == "" || json.Unmarshal([]byte(kept), &was) != nil || was.Hash == now.policy.Hash() {
			return ""
		}
		what = changeLines(was, lastPolicy{now.policy.Hash(), now.cfg})
	}
	more := ""
	if n := len(what) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return "the rules have changed since the last run: " + cmp.Or(what[0], "?") + more + " (/policy, vise policy)"
}

// SawPolicy says that the person has looked at the rules.
func (w *Workbench) SawPolicy() {
	w.mu.Lock()
	w.news = nil
	w.mu.Unlock()
	w.wake()
}
