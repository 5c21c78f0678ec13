package policy

import (
	"fmt"
	"slices"
)

// defaultsVersion is part of every policy's hash: it changes when the defaults
// do.
const defaultsVersion = "defaults 2\n"

// Decide says what may happen to a call. It never allows what it can't work
// out: an unknown or unreviewed tool, a condition that fails, a panic.
func (p *Policy) Decide(c Call) (d Decision) { return p.decide(c, nil) }

// watcher is told of every rule that is about the call's tool.
type watcher func(r rule, holds bool, err error)

func (p *Policy) decide(c Call, watch watcher) (d Decision) {
	defer func() {
		if v := recover(); v != nil {
			d = Decision{Outcome: Deny, Rule: "internal error", Level: Dangerous,
				Reason: fmt.Sprintf("the policy failed on this call (%v), so it is denied", v),
				Remedy: "check the conditions of the rules in vise.yaml"}
		}
		d.Origins, d.Flags = c.Origins, c.Flags
	}()
	c.Scopes = p.Scopes(c.Scopes)
	if no, refused := inadmissible(c); refused {
		return no
	}
	base := known(c.Tool.Level)
	f, err := factsOf(c)
	if err != nil {
		return Decision{Outcome: Deny, Rule: "arguments", Reason: err.Error(), Level: base}
	}
	machine := weigh(p.machine, f, c.Tool, base, watch)
	own := weigh(p.rules, f, c.Tool, max(base, machine.floor), watch)
	level := max(own.level, machine.floor)
	d = fallback(own, c.Tool, level)
	f.Risk = level.String()
	d = granted(insisted(d, c), own, c, f)
	d = narrowed(d, machine, c.Tool)
	d = guarded(d, c)
	return d
}

// known turns a level that doesn't exist into the highest one.
func known(l Level) Level {
	if l < ReadsHere || l > Dangerous {
		return Dangerous
	}
	return l
}

// verdict is what a list of rules comes to.
type verdict struct {
	level   Level
	floor   Level   // what a rule set it to, 0 where none did
	outcome Outcome // "" when no rule decides
	rule    rule    // the one that decided
	broken  *rule   // one whose condition failed, the deciding one first
	why     error
}

// weigh reads rules top to bottom; the last match wins. A rule whose condition
// fails may only make the verdict stricter.
func weigh(rules []rule, f facts, t Tool, level Level, watch watcher) verdict {
	v := verdict{level: level}
	for i, r := range rules {
		if !r.covers(t) {
			continue
		}
		f.Risk = v.level.String()
		holds, err := r.when.holds(f)
		if watch != nil {
			watch(r, holds, err)
		}
		switch {
		case err != nil:
			v.fail(&rules[i], err)
		case holds:
			v.match(r)
		}
	}
	return v
}

func (v *verdict) match(r rule) {
	if r.Risk != 0 {
		v.level, v.floor = r.Risk, r.Risk
	}
	if r.Decision != "" {
		v.outcome, v.rule = r.Decision, r
	}
}

func (v *verdict) fail(r *rule, err error) {
	if r.Risk > v.level {
		v.level, v.floor = r.Risk, r.Risk
	}
	so := v.outcome
	if so == "" {
		so = defaultOutcome(v.level)
	}
	decides := r.Decision != "" && r.Decision.Stricter(so)
	if decides {
		v.outcome, v.rule = r.Decision, *r
	}
	if decides || v.broken == nil {
		v.broken, v.why = r, err
	}
}

// fallback takes the verdict of the person's own rules, or the default of the
// level where none decides.
func fallback(v verdict, t Tool, level Level) Decision {
	d := byRule(v.rule, v.outcome, t)
	if v.outcome == "" {
		d = byDefault(t, level)
	}
	d.Level = level
	if level >= Dangerous && d.Outcome == Allow {
		d.Outcome = Approval
		d.Reason = fmt.Sprintf("%s is dangerous, so a rule that allows it still needs approval (%s)", plainID(t), v.rule.name)
		d.Remedy = "a rule with risk: L3 says that it isn't dangerous"
	}
	return closed(d, v)
}

// closed makes sure that a rule whose condition failed leaves no allow.
func closed(d Decision, v verdict) Decision {
	if v.broken == nil || d.Outcome != Allow && d.Rule != v.broken.name {
		return d
	}
	if d.Outcome == Allow {
		d.Outcome = Approval
	}
	d.Rule = v.broken.name
	d.Reason = fmt.Sprintf("the condition of %s couldn't be worked out (%.200v), so this call %s", v.broken.name, v.why, needs(d.Outcome))
	d.Remedy = "correct the condition in vise.yaml, for example with args.name ?? \"\""
	return d
}

// insisted makes a question of what the person's own rules or the defaults
// deny, where they ask for exactly this call.
func insisted(d Decision, c Call) Decision {
	if d.Outcome != Deny {
		return d
	}
	if !c.Insisted {
		d.CanInsist = true
		return d
	}
	d.Outcome = Approval
	d.Reason = "you asked for this call although it was refused: " + d.Reason
	return d
}

// granted lets a person's standing yes answer. It doesn't answer for dangerous
// calls, nor for a condition that failed.
func granted(d Decision, v verdict, c Call, f facts) Decision {
	if d.Outcome == Allow || d.Level >= Dangerous || v.broken != nil {
		return d
	}
	i := slices.IndexFunc(c.Grants, func(g Grant) bool { return (d.Outcome == Approval || g.Over) && g.covers(c.Tool, f) })
	if i < 0 {
		return d
	}
	g := c.Grants[i]
	d.Outcome, d.Grant, d.CanInsist = Allow, g.ID, false
	d.Rule = "grant " + g.ID
	d.Reason = fmt.Sprintf("you allowed %s, any arguments, until the conversation ends", plainID(c.Tool))
	d.Remedy = "/new ends what you allowed"
	if g.Standing {
		d.Reason = fmt.Sprintf("you always allow %s where %s (%s)", plainID(c.Tool), g.Words, g.ID)
		d.Remedy = "to be asked again: vise policy revoke " + g.ID
	}
	return d
}

// covers reports whether g is about such a call. A condition that can't be
// worked out covers nothing.
func (g Grant) covers(t Tool, f facts) bool {
	if g.Tool != t.ID() || g.Pin != t.Pin || g.Pin == "" {
		return false
	}
	if g.When == "" {
		return !g.Standing // one that is kept has a pattern
	}
	when, err := compileCondition(g.When)
	if err != nil {
		return false
	}
	ok, err := when.holds(f)
	return ok && err == nil
}

// narrowed applies the machine-wide rules, which only ever make it stricter.
func narrowed(d Decision, machine verdict, t Tool) Decision {
	m := Decision{Outcome: Allow, Level: d.Level}
	if machine.outcome != "" {
		m = byRule(machine.rule, machine.outcome, t)
		m.Level = d.Level
		m.Remedy = "the machine-wide policy says so; who looks after this machine can change it"
	}
	m = closed(m, machine)
	if m.Outcome != Deny && !m.Outcome.Stricter(d.Outcome) {
		return d
	}
	return m // also where both deny: the person can't change this one
}

// guarded holds the three flags: private data, untrusted text and a way out
// together need a person for everything that sends. A call of another server
// is itself a way out.
func guarded(d Decision, c Call) Decision {
	external := c.Tool.Server != BuiltinServer
	all := c.Flags.PrivateRead && c.Flags.UntrustedSeen && (c.Flags.CanSend || external)
	sends := d.Level >= Writes || external
	if !all || !sends || d.Outcome == Deny {
		return d
	}
	d.Rule, d.Grant = "flags", ""
	d.Reason = "this run has read private data, has seen text that others wrote, and this call could carry the one out for the other"
	if c.Attended || c.Insisted {
		d.Outcome = Approval
		d.Reason += ": it needs approval, whatever the rules say"
		d.Remedy = "check the arguments, or start afresh with /new"
		return d
	}
	d.Outcome, d.CanInsist = Deny, true
	d.Reason += ": it needs approval, and nobody can be asked"
	d.Remedy = "allow exactly this call with vise decisions, or do it in the workbench, where you can be asked"
	return d
}
