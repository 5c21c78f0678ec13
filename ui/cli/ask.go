package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// asker puts the questions of a run to the person at the terminal, one line
// each. Anything but a clear yes is a no.
type asker struct {
	*env
	w       *app.Workbench
	changed <-chan struct{}
	lines   chan typed      // closed when the input ends
	asking  atomic.Int64    // the question that stands; 0: none
	asked   map[string]bool // approvals that were asked
	count   int64
}

// typed is a line, and the question that stood when it was read. What was
// typed before a question answers nothing.
type typed struct {
	text  string
	after int64
}

// askOnTerminal answers approvals and spent budgets of a command that runs in
// a terminal, until stop.
func (e *env) askOnTerminal(ctx context.Context, w *app.Workbench) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	a := &asker{env: e, w: w, changed: w.Desk().Subscribe(), lines: make(chan typed, 16), asked: map[string]bool{}}
	go a.read()
	go a.loop(ctx)
	return cancel
}

// read never waits for a question: a line that did would be taken for an
// answer to the next one.
func (a *asker) read() {
	defer close(a.lines)
	sc := bufio.NewScanner(a.In)
	for sc.Scan() {
		stands := a.asking.Load()
		if stands == 0 {
			continue
		}
		select {
		case a.lines <- typed{sc.Text(), stands}:
		default: // more lines than anyone asked for
		}
	}
}

func (a *asker) loop(ctx context.Context) {
	for ctx.Err() == nil {
		if ap, ok := a.next(); ok {
			a.askOne(ctx, ap)
			continue
		}
		if s, ok := a.w.Desk().Spent(); ok {
			a.askMore(ctx, s)
			continue
		}
		if q, ok := a.w.Desk().Asked(); ok && !a.asked["question "+q.ID] {
			a.asked["question "+q.ID] = true
			a.askServers(ctx, q)
			continue
		}
		select {
		case <-ctx.Done():
		case <-a.changed:
		}
	}
}

// next is a call that waits and was not asked about yet.
func (a *asker) next() (session.Approval, bool) {
	for _, ap := range a.w.Desk().Waiting() {
		if !a.asked[ap.ID] {
			a.asked[ap.ID] = true
			return ap, true
		}
	}
	return session.Approval{}, false
}

func (a *asker) askOne(ctx context.Context, ap session.Approval) {
	waits := func() bool {
		return slices.ContainsFunc(a.w.Desk().Waiting(), func(x session.Approval) bool { return x.ID == ap.ID })
	}
	line, ok := a.question(ctx, approvalText(ap)+"Allow this call once? [y/N] ", waits)
	if !ok {
		return
	}
	ans := session.Answer{Verdict: session.VerdictDeny, By: "command", At: a.w.Now()}
	if line == "y" || line == "yes" {
		ans.Verdict = session.VerdictAllow
	}
	if err := a.w.Desk().Answer(ctx, ap.ID, ans); err != nil {
		fmt.Fprintln(a.Err, "vise: "+theme.InertBlock(err.Error()))
	}
}

func (a *asker) askMore(ctx context.Context, s session.Spent) {
	waits := func() bool { _, ok := a.w.Desk().Spent(); return ok }
	line, ok := a.question(ctx, fmt.Sprintf("\n%d of %d %s are used, and there is no answer yet.\nGo on with as many again? [y/N] ", s.Used, s.Limit, s.What), waits)
	if !ok {
		return
	}
	more := session.MoreStop
	if line == "y" || line == "yes" {
		more = session.MoreGoOn
	}
	a.w.Desk().AnswerSpent(more)
	for waits() { // until it is heard
		select {
		case <-a.changed:
		case <-ctx.Done():
			return
		}
	}
}

// question prints one and waits for the line that answers it, as long as it
// waits. An input that ends is a terminal that went away: what waits stays in
// the list of decisions.
func (a *asker) question(ctx context.Context, text string, waits func() bool) (string, bool) {
	a.count++
	a.asking.Store(a.count)
	defer a.asking.Store(0)
	fmt.Fprint(a.Err, text)
	for {
		select {
		case <-ctx.Done():
			return "", false
		case <-a.changed:
			if !waits() {
				fmt.Fprintln(a.Err, "(not asked any more)")
				return "", false
			}
		case line, ok := <-a.lines:
			if !ok {
				fmt.Fprintln(a.Err)
				a.w.Hangup()
				<-ctx.Done()
				return "", false
			}
			if line.after == a.count {
				return strings.ToLower(strings.TrimSpace(line.text)), true
			}
		}
	}
}

// approvalText is a waiting call in lines: every argument with where it came
// from.
func approvalText(a session.Approval) string {
	var b strings.Builder
	why := "asked because "
	if a.Decision.Outcome == policy.Deny {
		why = "was refused by " + theme.InertWords(a.Decision.Rule) + ":"
	}
	fmt.Fprintf(&b, "\n%s  (%s)\n  %s %s\n", theme.InertWords(a.Tool.ID()), a.Decision.Level.Words(), why, theme.InertWords(a.Decision.Reason))
	if a.Decision.Outcome == policy.Deny {
		fmt.Fprintf(&b, "  to change it   %s\n", theme.InertWords(a.Decision.Remedy))
	}
	origins := map[string][]string{}
	for _, o := range a.Decision.Origins {
		origins[o.Argument] = originLines(o)
	}
	dec := json.NewDecoder(strings.NewReader(string(a.Args)))
	if _, err := dec.Token(); err == nil {
		for dec.More() {
			key, err := dec.Token()
			var value json.RawMessage
			if err != nil || dec.Decode(&value) != nil {
				break
			}
			name := fmt.Sprint(key)
			fmt.Fprintf(&b, "  %s = %s\n", theme.InertWords(name), theme.InertWords(string(value)))
			for _, o := range origins[name] {
				fmt.Fprintf(&b, "      %s\n", theme.InertWords(o))
			}
		}
	}
	fmt.Fprintf(&b, "  will do        %s\n", theme.InertWords(a.Effect))
	return b.String()
}

// maxParts is how many parts of one argument are told of.
const maxParts = 20

// originLines say where an argument came from, and each of its parts that came
// from elsewhere.
func originLines(o policy.Origin) []string {
	out := []string{eventline.Origin(o)}
	for i, p := range o.Parts {
		if i == maxParts {
			return append(out, fmt.Sprintf("and %d parts more", len(o.Parts)-i))
		}
		out = append(out, p.Path+": "+eventline.Origin(p))
	}
	return out
}

// confirm asks a yes-or-no question before anything else runs.
func (e *env) confirm(question string) bool {
	fmt.Fprint(e.Err, question+" [y/N] ")
	f, ok := e.In.(*os.File)
	if !ok {
		return false
	}
	line, err := bufio.NewReader(f).ReadString('\n')
	if err != nil {
		return false
	}
	line = strings.ToLower(strings.TrimSpace(line))
	return line == "y" || line == "yes"
}
