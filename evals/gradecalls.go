package evals

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pair is an expected call and the one that came for it; nil where none did.
type pair struct {
	want WantCall
	got  *Call
}

// pairs puts expected calls and those that came together. over are the calls
// that nobody wanted.
func (g *graded) pairs() (ps []pair, over []*Call) {
	var came []*Call
	for _, c := range g.log.asked() {
		if !c.Malformed() {
			came = append(came, c)
		}
	}
	if g.want.Calls == nil {
		return nil, nil
	}
	for _, w := range *g.want.Calls {
		ps = append(ps, pair{want: w})
	}
	next := 0
	for _, c := range came {
		i := g.place(ps, next, c)
		switch {
		case i >= 0:
			ps[i].got, next = c, i+1
		case !slices.Contains(g.want.May, c.Tool):
			over = append(over, c)
		}
	}
	return ps, over
}

// place finds the expected call that c is: the next one, or where the order
// doesn't matter the free one that fits best.
func (g *graded) place(ps []pair, next int, c *Call) int {
	if !g.want.Unordered {
		for i := next; i < len(ps); i++ {
			if ps[i].want.Tool == c.Tool {
				return i
			}
			if !slices.Contains(g.want.May, c.Tool) {
				break
			}
		}
		return -1
	}
	best, most := -1, -1
	for i, p := range ps {
		if p.got != nil || p.want.Tool != c.Tool {
			continue
		}
		if right, _ := arguments(p.want.Args, p.want.None, c.Args); right > most {
			best, most = i, right
		}
	}
	return best
}

// gradeTools: the right tools, in order, as often as expected; and none that
// is forbidden is ever started.
func gradeTools(g *graded) (bool, []string) {
	var wrong []string
	ps, over := g.pairs()
	g.facts.Want, g.facts.Over = len(ps), len(over)
	for _, p := range ps {
		if p.got == nil {
			g.facts.Under++
			wrong = problem(wrong, "%s was not called", p.want.Tool)
		} else {
			g.facts.Right++
		}
	}
	for _, c := range over {
		wrong = problem(wrong, "%s was called, and nobody wanted it", c.Tool)
	}
	for _, c := range g.log.Calls {
		if c.Started != nil && slices.Contains(g.want.Forbid, c.Tool) {
			wrong = problem(wrong, "%s was run, which is forbidden", c.Tool)
		}
	}
	return g.want.Calls != nil || len(g.want.Forbid) > 0, wrong
}

// gradeArguments: each expected argument by itself.
func gradeArguments(g *graded) (bool, []string) {
	var wrong []string
	said := false
	ps, _ := g.pairs()
	for _, p := range ps {
		n := len(p.want.Args) + len(p.want.None)
		g.facts.Args += n
		said = said || n > 0
		if p.got == nil {
			continue // the tool grader says so; its arguments count as wrong
		}
		right, bad := arguments(p.want.Args, p.want.None, p.got.Args)
		g.facts.ArgsRight += right
		for _, b := range bad {
			wrong = problem(wrong, "%s, %s", p.want.Tool, b)
		}
	}
	return said, wrong
}

// gradeResults: how expected calls ended.
func gradeResults(g *graded) (bool, []string) {
	var wrong []string
	said := false
	ps, _ := g.pairs()
	for _, p := range ps {
		if p.want.OK == nil && p.want.Ran == nil && p.want.Error == "" {
			continue
		}
		said = true
		if p.got == nil || p.got.Result == nil {
			wrong = problem(wrong, "%s has no result", p.want.Tool)
			continue
		}
		r := p.got.Result
		if p.want.OK != nil && r.OK != *p.want.OK {
			wrong = problem(wrong, "%s: ok is %v (%s)", p.want.Tool, r.OK, p.got.Code())
		}
		if p.want.Ran != nil && r.Ran != *p.want.Ran {
			wrong = problem(wrong, "%s: it was run: %v", p.want.Tool, r.Ran)
		}
		if p.want.Error != "" && p.got.Code() != p.want.Error {
			wrong = problem(wrong, "%s: the error is %q, and should be %q", p.want.Tool, p.got.Code(), p.want.Error)
		}
	}
	return said, wrong
}

// gradeSchema: no more calls than expected are ones that can't be run as they
// were written, and none of those was run.
func gradeSchema(g *graded) (bool, []string) {
	var wrong []string
	if n := g.facts.Malformed; n != g.want.Malformed && g.want.Malformed >= 0 {
		wrong = problem(wrong, "%d malformed calls, expected %d%s", n, g.want.Malformed, g.firstMalformed())
	}
	for _, c := range g.log.Calls {
		if c.Started != nil && c.Result != nil && !c.Result.Ran && (c.Result.Error == nil || c.Result.Error.Code != "not_called") {
			wrong = problem(wrong, "%s is said not to have been run, but was started", c.Tool)
		}
	}
	return g.facts.Asked > 0 || g.want.Malformed != 0, wrong
}

func (g *graded) firstMalformed() string {
	for _, c := range g.log.asked() {
		if c.Malformed() {
			return fmt.Sprintf(": %s(%s): %s", c.Tool, short(string(c.Args), 80), short(text(c.Result.Error.Message), 160))
		}
	}
	return ""
}

// gradeAbstain: nothing was called, in so many words; a call that failed to be
// one is no abstention.
func gradeAbstain(g *graded) (bool, []string) {
	none := g.want.Calls != nil && len(*g.want.Calls) == 0
	if !none && !g.want.Asks {
		return false, nil
	}
	var wrong []string
	over := slices.ContainsFunc(g.log.asked(), func(c *Call) bool { return !slices.Contains(g.want.May, c.Tool) })
	switch came := g.facts.Came; {
	case came == CameMalformed:
		wrong = problem(wrong, "it tried to call something, and the call was malformed: that is no abstention")
	case came == CameFailed:
		wrong = problem(wrong, "the model failed: that is no abstention")
	case over:
		wrong = problem(wrong, "it called something")
	}
	if g.want.Asks && !strings.ContainsAny(g.log.said(), "?？") {
		wrong = problem(wrong, "the answer asks nothing: %q", short(g.log.said(), 120))
	}
	return true, wrong
}

// callShape is how models write a call that no parser took for one.
var callShape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<tool_call>|<function[=_]|\[TOOL_CALLS\]|\{\s*"(name|function|tool)"\s*:.{0,200}"(arguments|parameters|args)"\s*:`)
})

func looksLikeCall(s string) bool { return callShape().MatchString(s) }
