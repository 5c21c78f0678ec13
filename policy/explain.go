package policy

import (
	"cmp"
	"slices"
	"strings"
)

// RuleSeen is one rule that is about a call's tool, and what it comes to.
type RuleSeen struct {
	Rule     string  `json:"rule"` // policy.rules[2]
	Tool     string  `json:"tool"`
	When     string  `json:"when,omitempty"`
	Decision Outcome `json:"decision,omitempty"`
	Risk     Level   `json:"risk,omitzero"`
	Holds    bool    `json:"holds"`
	Trouble  string  `json:"trouble,omitempty"` // why its condition can't be worked out
	Decides  bool    `json:"decides"`
}

// Explanation is a decision with all that was looked at for it.
type Explanation struct {
	Decision Decision `json:"decision"`
	// Rules are those about the tool: the machine-wide ones first, each list in
	// its order. Of each list the last that holds and decides counts.
	Rules []RuleSeen `json:"rules,omitempty"`
	// Grants are the standing yeses for the tool.
	Grants []GrantSeen `json:"grants,omitempty"`
}

// GrantSeen is one standing yes for a call's tool.
type GrantSeen struct {
	ID     string `json:"id"`
	Words  string `json:"words"`
	Covers bool   `json:"covers"`
}

// Explain decides a call and tells how.
func (p *Policy) Explain(c Call) Explanation {
	var e Explanation
	e.Decision = p.decide(c, func(r rule, holds bool, err error) {
		seen := RuleSeen{Rule: r.name, Tool: r.Tool, When: r.When, Decision: r.Decision, Risk: r.Risk, Holds: holds}
		if err != nil {
			seen.Trouble = err.Error()
		}
		e.Rules = append(e.Rules, seen)
	})
	for i := range e.Rules {
		e.Rules[i].Decides = e.Rules[i].Rule == e.Decision.Rule
	}
	f, err := factsOf(c)
	f.Risk = e.Decision.Level.String()
	for _, g := range c.Grants {
		if g.Tool == c.Tool.ID() {
			e.Grants = append(e.Grants, GrantSeen{ID: g.ID, Words: g.Words, Covers: err == nil && g.covers(c.Tool, f)})
		}
	}
	return e
}

// Changes says in words how one policy differs from another, a line each; one
// that was only moved is named, too, since order counts.
func Changes(from, to Config) []string {
	var out []string
	out = append(out, ruleChanges("", from.Rules, to.Rules)...)
	out = append(out, ruleChanges("machine-wide: ", from.Machine, to.Machine)...)
	out = append(out, scopeChanges("", from.Scopes, to.Scopes)...)
	out = append(out, scopeChanges("machine-wide: ", from.MachineScopes, to.MachineScopes)...)
	out = append(out, patternChanges("quarantine off for", from.QuarantineOff, to.QuarantineOff)...)
	return append(out, patternChanges("machine-wide: always quarantine", from.MachineQuarantine, to.MachineQuarantine)...)
}

func patternChanges(what string, from, to []string) []string {
	if slices.Equal(from, to) {
		return nil
	}
	words := func(ps []string) string { return cmp.Or(strings.Join(ps, ", "), "nothing") }
	return []string{"~ " + what + ": " + words(from) + " → " + words(to)}
}

func ruleChanges(where string, from, to []Rule) []string {
	var out []string
	for _, r := range from {
		if !slices.Contains(to, r) {
			out = append(out, "- "+where+r.Words())
		}
	}
	for _, r := range to {
		if !slices.Contains(from, r) {
			out = append(out, "+ "+where+r.Words())
		}
	}
	if len(out) == 0 && !slices.Equal(from, to) {
		out = append(out, "~ "+where+"the same rules in another order, or another number of times")
	}
	return out
}

func scopeChanges(where string, from, to []string) []string {
	if slices.Equal(from, to) && (from == nil) == (to == nil) {
		return nil
	}
	return []string{"~ " + where + "scopes: " + scopeWords(from) + " → " + scopeWords(to)}
}

func scopeWords(s []string) string {
	switch {
	case s == nil:
		return "all"
	case len(s) == 0:
		return "none"
	}
	return strings.Join(s, ", ")
}

// Words is the rule on one line, as it stands in the file.
func (r Rule) Words() string {
	out := "{tool: " + r.Tool
	if r.Decision != "" {
		out += ", decision: " + string(r.Decision)
	}
	if r.Risk != 0 {
		out += ", risk: " + r.Risk.String()
	}
	if r.When != "" {
		out += ", when: " + r.When
	}
	if r.Reason != "" {
		out += ", reason: " + r.Reason
	}
	return out + "}"
}
