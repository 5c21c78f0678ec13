package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// maxInput bounds what is read from a pipe, in bytes.
const maxInput = 1 << 20

func (e *env) runCmd() *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:   `run "REQUEST"`,
		Short: "One request; the answer on stdout",
		Long:  "One request; the answer goes to stdout. With - as the request, or none and a pipe, it is read from the input.\nExit codes: 0 done, 1 failed, 2 usage, 3 needed an approval that nobody could give, 4 refused by you or by policy, 5 budget spent, 6 model unavailable, 130 cancelled.",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := e.request(args)
			if err != nil {
				return err
			}
			return e.withApp(cmd.Context(), timeout, func(ctx context.Context, w *app.Workbench) error {
				conv, err := e.conversation(ctx, w)
				if err != nil {
					return err
				}
				err = e.follow(ctx, w, func() (*app.Running, error) {
					return w.Start(ctx, app.Request{Text: text, Entry: session.EntryRun, Conversation: conv})
				})
				e.printHelp(ctx, w, text)
				return err
			})
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", 0, "end the run after this long, such as 90s, with exit code 130; 0: never")
	e.scopeFlag(cmd)
	cmd.Flags().BoolVar(&e.flags.more, "continue", false, "go on with the last conversation")
	return e.jsonFlag(cmd)
}

func (e *env) request(args []string) (string, error) {
	text := strings.TrimSpace(strings.Join(args, " "))
	if len(args) > 0 && text == "" {
		return "", usage("the request is empty")
	}
	if text != "" && text != "-" {
		return text, nil
	}
	if text == "" && e.Terminal {
		return "", usage(`say what you want: vise run "find where the retry timeout is set"`)
	}
	b, err := io.ReadAll(io.LimitReader(e.In, maxInput+1))
	if err != nil {
		return "", fmt.Errorf("reading the request from the input: %w", err)
	}
	if len(b) > maxInput {
		return "", usage("the input is larger than %d bytes: put it into a file and name that", maxInput)
	}
	if text = strings.TrimSpace(string(b)); text == "" {
		return "", usage("the request is empty")
	}
	return text, nil
}

// withApp opens the app for one command, and closes it whatever happens.
func (e *env) withApp(ctx context.Context, timeout time.Duration, do func(context.Context, *app.Workbench) error) (err error) {
	plan, err := e.load()
	if err != nil {
		return err
	}
	w, err := plan.Open(ctx, e.Parts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	ctx, stop := interruptible(ctx, w)
	defer stop()
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	return do(ctx, w)
}

// reading opens the app for a command that reads no files.
func (e *env) reading(ctx context.Context, do func(context.Context, *app.Workbench) error) error {
	e.noFiles = true
	return e.withApp(ctx, 0, do)
}

// conversation is the last one with --continue, else a new one.
func (e *env) conversation(ctx context.Context, w *app.Workbench) (string, error) {
	if !e.flags.more {
		return "", nil
	}
	return newest(ctx, w)
}

func newest(ctx context.Context, w *app.Workbench) (string, error) {
	runs, err := w.Runs(ctx, session.RunQuery{})
	if err != nil {
		return "", err
	}
	for _, r := range runs {
		if r.Entry != session.EntryCall { // a call by hand is no conversation
			return r.Conversation, nil
		}
	}
	return "", usage("there is no conversation yet to go on with")
}

// follow starts a run, prints it as it goes, and ends with its exit code.
func (e *env) follow(ctx context.Context, w *app.Workbench, start func() (*app.Running, error)) error {
	if e.Terminal && !e.flags.json {
		w.Desk().Attend(true)
		stop := e.askOnTerminal(ctx, w)
		defer stop()
	}
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE) // a reader that goes away ends the run; it doesn't kill vise before that is recorded
	defer signal.Stop(pipe)
	r, err := start()
	if err != nil {
		return err
	}
	for _, t := range append(w.ServerTroubles(), w.HeldInstructions(ctx, "vise instructions")...) {
		fmt.Fprintln(e.Err, "vise: "+theme.InertBlock(t))
	}
	if news := w.PolicyNews(ctx); news != "" {
		fmt.Fprintln(e.Err, "vise: "+theme.InertBlock(news))
	}
	if e.flags.json {
		if err := e.printEvents(r.Timeline()); err != nil {
			r.Cancel()
			if errors.Is(err, syscall.EPIPE) {
				return errors.New("whoever read the events went away, so the run was cancelled")
			}
			return err
		}
	}
	st, err := r.Result()
	if err != nil {
		for _, line := range doneAnyway(r.Timeline().State()) {
			fmt.Fprintln(e.Err, "vise: "+line)
		}
		return err
	}
	if st.Started.Entry != session.EntryCall { // a call by hand concerns one server, and says what is wrong with that
		e.printMissing(r.Timeline())
	}
	if !e.flags.json {
		if err := e.printAnswer(ctx, w, st); err != nil {
			return err
		}
	}
	e.printRefused(st)
	e.printKept(st, contents(ctx, w))
	return outcome(st)
}

// doneAnyway says of a run that couldn't be recorded to its end which calls
// took effect, or may have, so that nobody makes them again.
func doneAnyway(st session.State) []string {
	var out []string
	for _, c := range st.Calls {
		writes := c.Decision != nil && c.Decision.Level >= policy.Writes
		switch {
		case !writes:
		case c.Phase == session.PhaseDone && c.Result != nil:
			out = append(out, theme.InertWords(c.Tool)+" was done all the same: "+theme.InertLine(c.Result.Summary))
		case c.Phase == session.PhaseDone:
			out = append(out, theme.InertWords(c.Tool)+" was done all the same")
		case c.Phase == session.PhaseRunning, c.Phase == session.PhaseUnknown:
			out = append(out, "whether "+theme.InertWords(c.Tool)+" took effect is not known")
		}
	}
	return out
}

// printRefused names the calls that were refused and can be allowed all the
// same.
func (e *env) printRefused(st session.State) {
	for _, c := range st.Calls {
		if c.Decision != nil && c.Decision.Outcome == policy.Deny && c.Decision.CanInsist {
			fmt.Fprintf(e.Err, "vise: %s was refused by %s; to allow exactly this call: vise decisions allow %s/%s\n", theme.InertWords(c.Tool), theme.InertWords(c.Decision.Rule), st.Run, c.ID)
		}
	}
}

// printMissing says which servers a run had to do without.
func (e *env) printMissing(tl *session.Timeline) {
	var last session.ToolsDiscovered
	for _, ev := range tl.Since(0) {
		if d, ok := ev.Payload.(session.ToolsDiscovered); ok {
			last = d
		}
	}
	for _, m := range last.Missing {
		fmt.Fprintf(e.Err, "vise: the server %s; see vise servers\n", theme.InertWords(missing(m.Server, m.Reason)))
	}
}

// missing says once which server it is that can't be used, and why.
func missing(server, why string) string {
	if rest, ok := strings.CutPrefix(why, "the server "+server+" "); ok {
		why = "it " + rest
	}
	return server + " is missing: " + why
}

// printHelp names tools that wait to be read and look as if they would have
// helped with a request.
func (e *env) printHelp(ctx context.Context, w *app.Workbench, text string) {
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return // the run said what was missing
	}
	for _, t := range policy.Helpful(text, cat.Held) {
		fmt.Fprintf(e.Err, "vise: %s might help with that; it waits for you to read it: vise tools show %s\n", theme.InertWords(t.ID()), theme.InertWords(t.ID()))
	}
}

// printEvents prints events as JSON lines as they happen.
func (e *env) printEvents(tl *session.Timeline) error {
	changed, stop := tl.Subscribe()
	defer stop()
	seq := 0
	for {
		_, more := <-changed
		for _, ev := range tl.Since(seq) {
			seq = ev.Seq
			if err := e.printEvent(ev); err != nil {
				return err
			}
		}
		if !more {
			return nil
		}
	}
}

func (e *env) printAnswer(ctx context.Context, w *app.Workbench, st session.State) error {
	if st.Started.Model.Offline && st.Step > 0 && len(st.Items) > 0 && st.Started.TaskType != "call" {
		fmt.Fprintln(e.Err, "offline: no language model")
	}
	if st.Answer == nil {
		return e.printCallResult(ctx, w, st)
	}
	text, err := w.Content(ctx, st.Answer.Answer)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(e.Out, theme.Inert(text)); err != nil {
		return fmt.Errorf("the answer couldn't be printed; it is kept: vise replay %s: %w", st.Run, err)
	}
	for _, id := range st.Answer.Citations {
		if ev, ok := st.FindEvidence(id); ok {
			fmt.Fprintf(e.Out, "[%s] %s\n", id, theme.InertWords(ev.Name))
		}
	}
	for _, c := range st.Answer.Checks {
		if !c.Passed {
			fmt.Fprintf(e.Err, "vise: don't rely on this answer (%s): %s\n", c.Name, theme.InertWords(c.Detail))
		}
	}
	return nil
}

// printCallResult is for runs that were one call by hand.
func (e *env) printCallResult(ctx context.Context, w *app.Workbench, st session.State) error {
	if st.Status != session.StatusDone || len(st.Calls) == 0 {
		return nil
	}
	res := st.Calls[len(st.Calls)-1].Result
	if res == nil {
		return nil
	}
	if e.brief {
		fmt.Fprintln(e.Out, theme.InertLine(res.Summary))
		return nil
	}
	text, err := w.Content(ctx, res.Content)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.Out, "%s\n%s", strings.TrimRight(theme.Inert(text), "\n"),
		handPassages(res.Quarantined, contents(ctx, w)))
	return err
}

// outcome is the exit code of a run, with the words for a run that didn't end
// with an answer.
func outcome(st session.State) error {
	f := st.Finished
	if f == nil {
		return &codeError{exitFailed, errors.New("the run was interrupted: vise resume " + st.Run)}
	}
	msg := eventline.Plainly(f.Reason)
	if f.Remedy != "" {
		msg += "\n  " + f.Remedy
	}
	err := errors.New(msg)
	switch f.Status {
	case session.StatusDone:
		return allRefused(st)
	case session.StatusNeedsApproval:
		return &codeError{exitNeedsApproval, err}
	case session.StatusRefused:
		return &codeError{exitRefused, err}
	case session.StatusBudget:
		return &codeError{exitBudget, err}
	case session.StatusCancelled:
		return &codeError{exitCancelled, err}
	}
	switch session.ModelErrorKind(f.Code) {
	case session.ModelUnavailable, session.ModelNotFound, session.ModelNoTools:
		return &codeError{exitModel, err}
	}
	return &codeError{exitFailed, err}
}

// allRefused is for a run that came to an answer, though policy or the person
// refused all that it asked for: a script should hear of it.
func allRefused(st session.State) error {
	reason := ""
	for _, c := range st.Calls {
		switch {
		case c.Result == nil || c.Result.Ran:
			return nil
		case c.Decision != nil && c.Decision.Outcome == policy.Deny:
			reason = c.Tool + ": " + c.Decision.Reason
		case c.Answer != nil && (c.Answer.Verdict == session.VerdictDeny || c.Answer.Verdict == session.VerdictDenyStop):
			reason = "you refused " + c.Tool
		}
	}
	if reason == "" {
		return nil
	}
	return &codeError{exitRefused, errors.New(reason)}
}
