package app

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"vise/policy"
)

// TestCall is a call that is decided and not made.
type TestCall struct {
	Tool string // its id
	Args []byte
	// From says of arguments where their values are to come from; of the others
	// they are the model's.
	From       map[string]policy.Source
	Flags      policy.Flags
	Unattended bool
}

// TestPolicy decides a call by the rules as they are now, and tells how. A
// tool that is held back can be tested, too.
func (w *Workbench) TestPolicy(ctx context.Context, c TestCall) (policy.Explanation, error) {
	now := w.book.current()
	if now.err != nil {
		return policy.Explanation{}, now.err
	}
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return policy.Explanation{}, err
	}
	tool, _, ok := FindTool(cat, c.Tool)
	if !ok {
		return policy.Explanation{}, notThere("there is no tool %q: vise tools lists them", c.Tool)
	}
	args, err := policy.CompactArgs(c.Args)
	if err != nil {
		return policy.Explanation{}, err
	}
	return now.policy.Explain(policy.Call{Tool: tool, Args: args, Origins: c.origins(args), Scopes: append(slices.Clone(allScopes), w.serverScopes()...),
		Flags: c.Flags, Attended: !c.Unattended, Grants: w.standingGrants(ctx)}), nil
}

func (c TestCall) origins(args []byte) []policy.Origin {
	origins := policy.Trace(args, nil, nil, nil)
	for i, o := range origins {
		if from, ok := c.From[o.Argument]; ok {
			origins[i] = policy.Origin{Argument: o.Argument, Source: from}
		}
	}
	return origins
}

// ExplainLines tell a decision and how it came about, a line each.
func ExplainLines(e policy.Explanation) []string {
	d := e.Decision
	out := []string{
		"this call " + decisionWords(d.Outcome) + "   (" + d.Level.Words() + ", " + d.Level.String() + ")",
		"  decided by   " + d.Rule,
		"  because      " + d.Reason,
	}
	if d.Remedy != "" {
		out = append(out, "  to change it "+d.Remedy)
	}
	if len(e.Rules) > 0 {
		out = append(out, "", "Rules about this tool; of each list the last that holds counts:")
	}
	for _, r := range e.Rules {
		out = append(out, ruleSeen(r)...)
	}
	if len(e.Grants) > 0 {
		out = append(out, "", "You allow always:")
	}
	for _, g := range e.Grants {
		covers := "doesn't cover this call"
		if g.Covers {
			covers = "covers this call"
		}
		out = append(out, fmt.Sprintf("  %s  %s: %s", g.ID, g.Words, covers))
	}
	return out
}

func ruleSeen(r policy.RuleSeen) []string {
	mark, holds := " ", "doesn't hold"
	switch {
	case r.Trouble != "":
		holds = "can't be worked out: " + r.Trouble
	case r.Holds:
		holds = "holds"
	}
	if r.Decides {
		mark = "▸"
	}
	var says []string
	if r.Decision != "" {
		says = append(says, decisionWords(r.Decision))
	}
	if r.Risk != 0 {
		says = append(says, "counts as “"+r.Risk.Words()+"”")
	}
	out := []string{fmt.Sprintf("%s %s  %s %s: %s", mark, r.Rule, toolWords(r.Tool), strings.Join(says, ", "), holds)}
	if r.When != "" {
		out = append(out, "    when "+r.When)
	}
	return out
}
