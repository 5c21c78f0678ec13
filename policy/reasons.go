package policy

import (
	"fmt"
	"slices"
)

// inadmissible refuses calls that no rule can let through.
func inadmissible(c Call) (Decision, bool) {
	t := c.Tool
	no := func(rule, reason, remedy string) (Decision, bool) {
		return Decision{Outcome: Deny, Rule: rule, Reason: reason, Remedy: remedy, Level: known(t.Level)}, true
	}
	if t.Name == "" || t.Server == "" || t.Kind != "" {
		return no("unknown tool", "no server offers this tool", "see which tools there are with /tools or vise tools")
	}
	if reason, remedy := unreviewed(t); reason != "" {
		return no("tool "+statusWord(t.Status), reason, remedy)
	}
	if t.Off {
		return no("tool off", plainID(t)+" is switched off", "switch it on in /tools, or with vise tools enable "+plainID(t))
	}
	if t.Scope == "" || !slices.Contains(c.Scopes, t.Scope) {
		return no("scope", fmt.Sprintf("this run doesn't have the scope %q, which %s needs", t.Scope, plainID(t)), "start a run that has the scope")
	}
	if slices.Contains(c.Refused, t.ID()) {
		return no("refused", "you refused "+plainID(t)+" in this run", "send a new request to be asked again")
	}
	return Decision{}, false
}

// unreviewed says why a tool that isn't approved can't run.
func unreviewed(t Tool) (reason, remedy string) {
	id := plainID(t)
	switch t.Status {
	case StatusApproved:
		return "", ""
	case StatusNew:
		return "nobody has read the description of " + id + " yet", "read it in /tools, or with vise tools show " + id
	case StatusChanged:
		return id + " has changed since you approved it", "see what changed in /tools, or with vise tools show " + id
	case StatusBlocked:
		return "you blocked " + id, "approve it in /tools if you want it after all"
	case StatusInvalid:
		return id + " can't be offered: its name or schema is wrong", "see what is wrong with it in /tools"
	}
	return "nobody has approved " + id, "see it in /tools"
}

func statusWord(s Status) string {
	switch s {
	case StatusNew, StatusChanged, StatusBlocked, StatusInvalid:
		return string(s)
	}
	return "not approved"
}

func defaultOutcome(l Level) Outcome {
	switch l {
	case ReadsHere:
		return Allow
	case ReadsOutside, Writes:
		return Approval
	}
	return Deny
}

var defaultReasons = map[Level]string{
	ReadsHere:    "reading here is allowed (default rule)",
	ReadsOutside: "reading outside needs approval (default rule)",
	Writes:       "writes need approval (default rule)",
	Dangerous:    "what deletes, pays or can't be judged is denied (default rule)",
}

func byDefault(t Tool, l Level) Decision {
	d := Decision{Outcome: defaultOutcome(l), Rule: "default: " + l.Words(), Reason: defaultReasons[l]}
	if l == ReadsOutside && t.FreeReads {
		return Decision{Outcome: Allow, Rule: "approved to read", Reason: "you said that " + plainID(t) + " may read without asking",
			Remedy: "to be asked again: vise tools ask " + plainID(t)}
	}
	switch d.Outcome {
	case Approval:
		d.Remedy = fmt.Sprintf("a rule in vise.yaml can allow it: {tool: %s, decision: allow}", plainID(t))
	case Deny:
		d.Remedy = fmt.Sprintf("to be asked instead, add to policy.rules in vise.yaml: {tool: %s, decision: approval}", plainID(t))
	}
	return d
}

func byRule(r rule, o Outcome, t Tool) Decision {
	d := Decision{Outcome: o, Rule: r.name, Reason: fmt.Sprintf("%s (%s)", r.Reason, r.name)}
	if r.Reason == "" {
		d.Reason = fmt.Sprintf("a rule for %s says that it %s (%s)", r.Tool, needs(o), r.name)
	}
	if o != Allow {
		d.Remedy = fmt.Sprintf("change %s in vise.yaml, or add a rule for %s below it", r.name, plainID(t))
	}
	return d
}

func needs(o Outcome) string {
	switch o {
	case Allow:
		return "is allowed"
	case Approval:
		return "needs approval"
	}
	return "is denied"
}

// plainID is the tool's name where it can stand in a sentence: a server may
// have put anything into its own.
func plainID(t Tool) string {
	if id := t.ID(); ValidName(id) {
		return id
	}
	return "this tool"
}

// ValidName reports whether a tool has a name that can be offered: 1 to 128 of
// A–Z a–z 0–9 _ . / -.
func ValidName(name string) bool {
	for i := range len(name) {
		b := name[i]
		letter := b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9'
		if !letter && b != '_' && b != '.' && b != '/' && b != '-' {
			return false
		}
	}
	return len(name) > 0 && len(name) <= 128
}
