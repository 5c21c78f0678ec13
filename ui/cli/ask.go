package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"vise/session"
	"vise/session/app"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// askOnTerminal answers approvals of a command that runs in a terminal, one
// line each. Anything but a clear yes is a no.
func (e *env) askOnTerminal(ctx context.Context, desk *app.Desk) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	changed := desk.Subscribe()
	lines := make(chan string)
	go func() {
		sc := bufio.NewScanner(e.In)
		for sc.Scan() {
			select {
			case lines <- sc.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-changed:
			}
			for _, a := range desk.Waiting() {
				e.askOne(ctx, desk, a, lines)
			}
		}
	}()
	return cancel
}

func (e *env) askOne(ctx context.Context, desk *app.Desk, a session.Approval, lines <-chan string) {
	for drained := false; !drained; { // what was typed before the question answers nothing
		select {
		case <-lines:
		default:
			drained = true
		}
	}
	fmt.Fprint(e.Err, approvalText(a)+"Allow this call once? [y/N] ")
	ans := session.Answer{Verdict: session.VerdictDeny, By: "command", At: time.Now()}
	select {
	case <-ctx.Done():
		return
	case line := <-lines:
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			ans.Verdict = session.VerdictAllow
		}
	}
	if err := desk.Answer(ctx, a.ID, ans); err != nil {
		fmt.Fprintln(e.Err, "vise: "+err.Error())
	}
}

// approvalText is a waiting call in lines: every argument with where it came
// from.
func approvalText(a session.Approval) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s  (%s)\n  asked because  %s\n", theme.InertWords(a.Tool.ID()), a.Decision.Level.Words(), theme.InertWords(a.Decision.Reason))
	origins := map[string]string{}
	for _, o := range a.Decision.Origins {
		origins[o.Argument] = eventline.Origin(o)
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
			if o := origins[name]; o != "" {
				fmt.Fprintf(&b, "      %s\n", theme.InertWords(o))
			}
		}
	}
	fmt.Fprintf(&b, "  will do        %s\n", theme.InertWords(a.Effect))
	return b.String()
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
