package app

import (
	"context"
	"fmt"
	"strings"

	"vise/policy"
)

// Rules are the policy in force in words, a line each: what is decided where
// no rule says anything, then each rule of vise.yaml with its number, then what
// the machine-wide file says.
func (p Plan) Rules() []string { return policyLines(p.file.Policy, p.cfg.MachinePolicy) }

func policyLines(cfg policy.Config, machine string) []string {
	out := []string{
		"Where no rule decides:",
		"  reads here                          allowed",
		"  reads outside                       needs approval",
		"  writes                              needs approval",
		"  deletes, pays, or can't be judged   denied",
		"",
	}
	if len(cfg.Rules) == 0 {
		out = append(out, "vise.yaml has no rules of its own: add them under policy.rules.")
	} else {
		out = append(out, "Rules of vise.yaml, read top to bottom; the last one that matches decides:")
	}
	for i, r := range cfg.Rules {
		out = append(out, ruleLines(i, "policy.rules", r)...)
	}
	out = append(out, scopeLine("A run has at most the scopes", cfg.Scopes)...)
	if len(cfg.Machine) > 0 {
		out = append(out, "", "Rules of "+machine+", which can only be narrowed:")
		for i, r := range cfg.Machine {
			out = append(out, ruleLines(i, "machine policy.rules", r)...)
		}
	}
	out = append(out, scopeLine("This machine allows at most the scopes", cfg.MachineScopes)...)
	out = append(out, quarantineLines(cfg)...)
	return append(out, "",
		"Over all of them:",
		"  a tool that nobody has approved, or that has changed since, is never run",
		"  a tool that you refused stays refused for the rest of the run",
		"  “allow until /new” ends with the conversation",
		"  once private data was read and text of others seen, what sends needs you",
		"  where a condition can't be worked out, the stricter answer counts")
}

// quarantineLines say what becomes of results that speak to the assistant.
func quarantineLines(cfg policy.Config) []string {
	out := []string{"", "What in a result speaks to the assistant is kept from the model until you have read it and let it through."}
	if len(cfg.QuarantineOff) > 0 {
		out = append(out, "  Not so, as policy.quarantine_off says, for: "+strings.Join(cfg.QuarantineOff, ", "))
	}
	if len(cfg.MachineQuarantine) > 0 {
		out = append(out, "  This machine insists on it for: "+strings.Join(cfg.MachineQuarantine, ", "))
	}
	return out
}

func scopeLine(words string, scopes []string) []string {
	switch {
	case scopes == nil:
		return nil
	case len(scopes) == 0:
		return []string{"", words + ": none."}
	}
	return []string{"", words + ": " + strings.Join(scopes, ", ") + "."}
}

// PolicyLines are the rules as their files have them now, and what the person
// allows always.
func (w *Workbench) PolicyLines(ctx context.Context) []string {
	now := w.book.current()
	var out []string
	if now.err != nil {
		out = append(out, "The rules can't be read as they are now; those below held before:", "  "+now.err.Error(), "")
		now = w.rules()
	}
	w.mu.Lock()
	news := w.news
	w.mu.Unlock()
	if len(news) > 0 {
		out = append(out, "Changed since the last run:")
		for _, line := range news {
			out = append(out, "  "+line)
		}
		out = append(out, "")
	}
	out = append(out, policyLines(now.cfg, w.cfg.MachinePolicy)...)
	list, err := w.Standing(ctx)
	if err != nil {
		out = append(out, "", "What you allow always can't be read wholly; what is missing here is asked about: "+err.Error())
	}
	if len(list) > 0 {
		out = append(out, "", "You allow always:")
	}
	for _, s := range list {
		out = append(out, fmt.Sprintf("  %s  %s where %s%s   since %s", s.ID, s.Tool, s.Words, overWords(s), s.At.In(w.zone).Format("2006-01-02")))
	}
	if len(list) > 0 {
		out = append(out, "Taken back with: vise policy revoke ID, or /policy revoke ID")
	}
	return out
}

func overWords(s policy.Standing) string {
	if s.Over {
		return " (also against a rule of yours)"
	}
	return ""
}

func ruleLines(i int, where string, r policy.Rule) []string {
	var says []string
	if r.Decision != "" {
		says = append(says, decisionWords(r.Decision))
	}
	if r.Risk != 0 {
		says = append(says, "counts as “"+r.Risk.Words()+"”")
	}
	out := []string{fmt.Sprintf("  %d. %s  %s   (%s[%d])", i+1, toolWords(r.Tool), strings.Join(says, ", "), where, i)}
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

// PolicyNow is the policy as its files have it, and the hash that runs name it
// by. Where they can't be read it is that of before.
func (w *Workbench) PolicyNow() (policy.Config, string) {
	now := w.book.current()
	if now.err != nil {
		now = w.rules()
	}
	return now.cfg, now.policy.Hash()
}
