package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vise/builtin/todo"
	"vise/session"
	"vise/session/app"
	"vise/ui/theme"
)

func (e *env) todoCmd() *cobra.Command {
	cmd := &cobra.Command{Use: "todo", Short: "Todos: list, add, done, due"}
	cmd.AddCommand(e.todoListCmd(), e.todoAddCmd(), e.todoDoneCmd(), e.todoDueCmd())
	return cmd
}

func (e *env) todoListCmd() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "Open todos; --all for done and cancelled ones too",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				ts, err := w.Todos(ctx)
				if err != nil {
					return err
				}
				return e.printTodos(w, pick(ts, func(t todo.Todo) bool { return all || t.Status == todo.Open }), "no open todos")
			})
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "also done and cancelled ones")
	return e.jsonFlag(cmd)
}

func (e *env) todoDueCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "due",
		Short: "Todos due by the end of today, a line each; made for a prompt or cron",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				ts, err := w.Todos(ctx)
				if err != nil {
					return err
				}
				end := endOfDay(w.Now())
				return e.printTodos(w, pick(ts, func(t todo.Todo) bool { return t.Status == todo.Open && t.DueAt != nil && t.DueAt.Before(end) }), "")
			})
		},
	})
}

func endOfDay(now time.Time) time.Time {
	return time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
}

func pick(ts []todo.Todo, keep func(todo.Todo) bool) []todo.Todo {
	out := []todo.Todo{}
	for _, t := range ts {
		if keep(t) {
			out = append(out, t)
		}
	}
	return out
}

func (e *env) printTodos(w *app.Workbench, ts []todo.Todo, none string) error {
	if e.flags.json {
		return e.printJSON(ts)
	}
	if len(ts) == 0 && none != "" {
		fmt.Fprintln(e.Out, none)
	}
	for _, t := range ts {
		due := ""
		if t.DueAt != nil {
			due = "  due " + t.DueAt.In(w.Zone()).Format("Mon 2 Jan 2006 15:04")
			if t.Status == todo.Open && t.DueAt.Before(w.Now()) {
				due += " (overdue)"
			}
		}
		status := ""
		if t.Status != todo.Open {
			status = "  " + string(t.Status)
		}
		fmt.Fprintf(e.Out, "%s  %s%s%s\n", t.ID, theme.InertWords(t.Title), due, status)
	}
	return nil
}

func (e *env) todoAddCmd() *cobra.Command {
	var due string
	cmd := &cobra.Command{
		Use:   "add TITLE",
		Short: "Add a todo",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				params := map[string]any{"title": strings.Join(args, " ")}
				past := false
				if due != "" {
					at, err := parseDue(due, w.Now())
					if err != nil {
						return err
					}
					past = at.Before(w.Now())
					params["due_at"] = at.Format(time.RFC3339)
				}
				if err := e.byHand(ctx, w, "todo.create", params); err != nil {
					return err
				}
				if past && !e.flags.json {
					fmt.Fprintln(e.Out, "that is in the past: it counts as overdue")
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&due, "due", "", "when: 2026-12-01, \"2026-12-01 09:00\", 09:00, or RFC 3339")
	return e.jsonFlag(cmd)
}

func (e *env) todoDoneCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "done ID",
		Short: "Mark a todo as done",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if err := w.HasTodo(ctx, args[0]); err != nil {
					return err
				}
				return e.byHand(ctx, w, "todo.update", map[string]any{"id": args[0], "status": "done"})
			})
		},
	})
}

// byHand runs a call that the person's own command is the approval of.
func (e *env) byHand(ctx context.Context, w *app.Workbench, tool string, params map[string]any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	e.brief = true
	return e.follow(ctx, w, func() (*app.Running, error) {
		return w.Call(ctx, app.Request{Entry: session.EntryCall}, tool, raw, &session.Answer{Verdict: session.VerdictAllow, By: "command", At: w.Now()})
	})
}

// parseDue reads a day (09:00 is meant), a day and a time, or a time of today.
func parseDue(s string, now time.Time) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t, nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02T15:04"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			return t, nil
		}
	}
	if t, err := time.ParseInLocation(time.DateOnly, s, now.Location()); err == nil {
		return time.Date(t.Year(), t.Month(), t.Day(), 9, 0, 0, 0, t.Location()), nil
	}
	if t, err := time.ParseInLocation("15:04", s, now.Location()); err == nil {
		at := time.Date(now.Year(), now.Month(), now.Day(), t.Hour(), t.Minute(), 0, 0, now.Location())
		if at.Before(now) {
			at = at.AddDate(0, 0, 1)
		}
		return at, nil
	}
	return time.Time{}, usage("--due %q: use 2026-12-01, \"2026-12-01 09:00\", 09:00 or an RFC 3339 time", s)
}
