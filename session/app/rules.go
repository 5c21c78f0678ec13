package app

import (
	"fmt"
	"strings"

	"vise/policy"
)

// Rules are the policy in force in words, a line each: what is decided where
// no rule says anything, then each rule of vise.yaml with its number.
func (p Plan) Rules() []string {
	out := []string{
		"Where no rule decides:",
		"  reads here                          allowed",
		"  reads outside                       needs approval",
		"  writes                              needs approval",
		"  deletes, pays, or can't be judged   denied",
		"",
	}
	rules := p.file.Policy.Rules
	if len(rules) == 0 {
		out = append(out, "vise.yaml has no rules of its own: add them under policy.rules.")
	} else {
		out = append(out, "Rules of vise.yaml, read top to bottom; the last one that matches decides:")
	}
	for i, r := range rules {
		out = append(out, ruleLines(i, r)...)
	}
	return append(out, "",
		"Over all of them:",
		"  a tool that nobody has approved, or that has changed since, is never run",
		"  a tool that you refused stays refused for the rest of the run",
		"  “allow until /new” ends with the conversation",
		"  where a condition can't be worked out, the stricter answer counts")
}

func ruleLines(i int, r policy.Rule) []string {
	var says []string
	if r.Decision != "" {
		says = append(says, decisionWords(r.Decision))
	}
	if r.Risk != 0 {
		says = append(says, "counts as “"+r.Risk.Words()+"”")
	}
	out := []string{fmt.Sprintf("  %d. %s  %s   (policy.rules[%d])", i+1, toolWords(r.Tool), strings.Join(says, ", "), i)}
	if r.When != "" {
		out = append(out, "     when "+r.When)
	}
	if r.Reason != "" {
		out = append(out, "     because "+r.Reason)
	}
	return out
}

func toolWords(pattern string) string {
	if pattern == "*" {
		return "every tool"
	}
	if server, all := strings.CutSuffix(pattern, "/*"); all {
		return "every tool of " + server
	}
	return pattern
}

func decisionWords(o policy.Outcome) string {
	switch o {
	case policy.Allow:
		return "is allowed"
	case policy.Approval:
		return "needs approval"
	}
	return "is denied"
}
