package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
	"vise/ui/dialog/search"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

func (e *env) runsCmd() *cobra.Command {
	var q session.RunQuery
	var status, on string
	cmd := &cobra.Command{
		Use:   "runs [TEXT]",
		Short: "Past runs, newest first",
		RunE: func(cmd *cobra.Command, args []string) error {
			q.Text, q.Status = strings.Join(args, " "), session.Status(status)
			if status != "" && !slices.Contains(statuses, q.Status) {
				return usage("--status %q: use one of %s", status, statusList())
			}
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := e.day(w, on, &q); err != nil {
					return err
				}
				runs, err := w.Runs(ctx, q)
				if err != nil {
					return err
				}
				return e.printRuns(w, runs)
			})
		},
	}
	cmd.Flags().StringVar(&status, "status", "", "only runs that are "+statusList())
	cmd.Flags().StringVar(&on, "on", "", "only runs of that day: today, yesterday, tue, 2026-11-30")
	cmd.Flags().StringVar(&q.Tool, "tool", "", "only runs that called that tool")
	cmd.Flags().IntVar(&q.Limit, "limit", 50, "how many, at most")
	cmd.AddCommand(e.deleteCmd(), e.pruneCmd())
	return e.jsonFlag(cmd)
}

var statuses = []session.Status{session.StatusDone, session.StatusFailed, session.StatusRefused, session.StatusNeedsApproval, session.StatusBudget,
	session.StatusCancelled, session.StatusInterrupted, session.StatusRunning}

func statusList() string {
	var names []string
	for _, s := range statuses {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

func (e *env) day(w *app.Workbench, on string, q *session.RunQuery) error {
	if on == "" {
		return nil
	}
	day, ok := search.DayOf(on, w.Now().In(w.Zone()))
	if !ok {
		return usage("--on %q: use today, yesterday, a weekday such as tue, or a day such as 2026-11-30", on)
	}
	q.From, q.To = day, day.AddDate(0, 0, 1)
	return nil
}

func (e *env) printRuns(w *app.Workbench, runs []session.Summary) error {
	if e.flags.json {
		return e.printJSON(orEmpty(runs))
	}
	if len(runs) == 0 {
		fmt.Fprintln(e.Out, "no runs")
	}
	for _, r := range runs {
		line := oneLine(r.Task)
		note := ""
		switch {
		case r.Unknown != "" && r.Status == session.StatusInterrupted:
			note = "  (whether " + r.Unknown + " took effect is not known)"
		case r.Waiting != "":
			note = "  (" + r.Waiting + " waits for you)"
		case r.Status == session.StatusNeedsApproval:
			note = "  (answered)"
		}
		fmt.Fprintf(e.Out, "%s  %s  %-14s  %s%s\n", r.Run, r.Started.In(w.Zone()).Format("2006-01-02 15:04"), r.Status, line, note)
	}
	return nil
}

// oneLine is what a list shows of a task.
func oneLine(task string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(task), "\n")
	return ansi.Truncate(theme.InertWords(line[:min(len(line), 4*listed)]), listed, "…")
}

// listed is how many cells of a task a list shows.
const listed = 200

// orEmpty makes an empty list [] and not null.
func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (e *env) replayCmd() *cobra.Command {
	var step int
	cmd := &cobra.Command{
		Use:   "replay RUN",
		Short: "One run's events, or the state at a step; nothing is run again",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				sum, err := w.Summary(ctx, args[0])
				if err != nil {
					return err
				}
				events, err := w.Events(ctx, sum.Run)
				if err != nil {
					return err
				}
				if cmd.Flags().Changed("step") {
					if step < 1 || step > len(events) {
						return usage("--step %d: the run has steps 1 to %d", step, len(events))
					}
					return e.printStep(events[:step])
				}
				return e.printReplay(sum, events, contents(ctx, w))
			})
		},
	}
	cmd.Flags().IntVar(&step, "step", 0, "show the event with that number, and the conversation as it then was")
	return e.jsonFlag(cmd)
}

func (e *env) printReplay(sum session.Summary, events []session.Event, fetch fetch) error {
	var st session.State
	for _, ev := range events {
		st.Apply(ev)
		if e.flags.json {
			if err := e.printEvent(ev); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(e.Out, "%4d  %s  %s\n", ev.Seq, ev.Time.Format("15:04:05"), eventText(ev, &st))
		fmt.Fprint(e.Out, passageText(ev, fetch))
	}
	if sum.Status == session.StatusInterrupted && !e.flags.json {
		st.Interrupt()
		fmt.Fprintln(e.Out, "      "+theme.InertWords(st.Items[len(st.Items)-1].Words))
	}
	return nil
}

func eventText(ev session.Event, st *session.State) string {
	l := eventline.Line(ev, st)
	return strings.Join(strings.Fields(strings.Join([]string{l.Mark, l.Verb, l.Subject, l.Rest}, " ")), " ")
}

func (e *env) printStep(events []session.Event) error {
	var st session.State
	for _, ev := range events {
		st.Apply(ev)
	}
	last := events[len(events)-1]
	if e.flags.json {
		return e.printJSON(map[string]any{"event": json.RawMessage(eventline.Raw(last)), "state": st})
	}
	fmt.Fprintf(e.Out, "step %d: %s\n", last.Seq, eventText(last, &st))
	for _, f := range eventline.Detail(last) {
		fmt.Fprintf(e.Out, "  %-14s %s\n", f.Name, strings.ReplaceAll(f.Value, "\n", "\n                 "))
	}
	fmt.Fprintln(e.Out, "\nthe conversation at this step:")
	for _, it := range st.Items {
		switch it.Kind {
		case session.ItemUser:
			fmt.Fprintln(e.Out, "  you:  "+theme.InertWords(it.Words))
		case session.ItemModel:
			fmt.Fprintln(e.Out, "  vise: "+theme.InertLine(it.Text.Text))
		case session.ItemCall:
			c := st.Calls[it.Call]
			fmt.Fprintf(e.Out, "  %s %s %s\n", c.Phase, theme.InertWords(c.Tool), theme.InertWords(string(c.Args)))
		default:
			fmt.Fprintln(e.Out, "  ("+theme.InertWords(it.Words)+")")
		}
	}
	return nil
}

func (e *env) resumeCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "resume RUN",
		Short: "Go on with a run that was interrupted, cancelled, failed or waits, as a new run",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				return e.follow(ctx, w, func() (*app.Running, error) { return w.Resume(ctx, args[0], session.EntryRun) })
			})
		},
	}
	return e.jsonFlag(cmd)
}

func (e *env) deleteCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "delete RUN",
		Short: "Delete one run; a tombstone of it stays",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				run, err := w.DeleteRun(ctx, args[0], "deleted by hand")
				if err == nil {
					fmt.Fprintln(e.Out, "deleted "+run)
				}
				return err
			})
		},
	}
}

func (e *env) pruneCmd() *cobra.Command {
	var older string
	cmd := &cobra.Command{
		Use:   "prune --older 90d",
		Short: "Delete runs that are older; tombstones of them stay",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			age, err := parseAge(older)
			if err != nil {
				return err
			}
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				n, err := w.Prune(ctx, w.Now().Add(-age))
				if err == nil {
					fmt.Fprintf(e.Out, "deleted %s\n", eventline.Count(n, "run"))
				}
				return err
			})
		},
	}
	cmd.Flags().StringVar(&older, "older", "", "how old, such as 90d or 12h (needed)")
	return cmd
}

func parseAge(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		var n int
		if _, err := fmt.Sscanf(days, "%d", &n); err == nil && n > 0 {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d > 0 {
		return d, nil
	}
	return 0, &codeError{exitUsage, errors.New("--older: say how old, such as 90d or 12h")}
}
