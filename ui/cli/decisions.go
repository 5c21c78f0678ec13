package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/ui/theme"
)

func (e *env) decisionsCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "decisions",
		Short: "Calls that wait for an answer",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				open, err := w.Decisions(ctx)
				if err != nil {
					return err
				}
				if e.flags.json {
					return e.printJSON(orEmpty(open))
				}
				if len(open) == 0 {
					fmt.Fprintln(e.Out, "nothing waits")
				}
				for _, p := range open {
					fmt.Fprintf(e.Out, "%s  asked %s for: %s%s", p.Approval.ID, p.Approval.Asked.In(w.Zone()).Format("2006-01-02 15:04"), oneLine(p.Approval.Task), approvalText(p.Approval))
				}
				return nil
			})
		},
	}
	cmd.AddCommand(e.jsonFlag(e.answerCmd("allow", "Allow exactly this call, once", session.VerdictAllow)), e.jsonFlag(e.answerCmd("deny", "Deny this call", session.VerdictDeny)))
	return e.jsonFlag(cmd)
}

func (e *env) answerCmd(use, what string, v session.Verdict) *cobra.Command {
	var note string
	var wide widening
	cmd := &cobra.Command{
		Use:   use + " RUN/CALL",
		Short: what,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				ans := session.Answer{Verdict: v, Note: note, By: "command", At: w.Now()}
				if err := wide.into(ctx, w, args[0], &ans); err != nil {
					return err
				}
				if ans.Always != nil {
					fmt.Fprintf(e.Err, "from now on: %s where %s\n", theme.InertWords(ans.Always.Tool), theme.InertWords(ans.Always.Words))
				}
				r, err := w.Decide(ctx, args[0], ans)
				if errors.Is(err, session.ErrAnswered) {
					return fmt.Errorf("%s was already answered", args[0])
				}
				if err != nil {
					return err
				}
				if r == nil {
					return e.printAnswered(ctx, w, args[0], v)
				}
				return e.follow(ctx, w, func() (*app.Running, error) { return r, nil })
			})
		},
	}
	cmd.Flags().StringVar(&note, "note", "", "say why; the model is told")
	if v == session.VerdictAllow {
		wide.flags(cmd)
	}
	return cmd
}

// answered is what --json prints of an answer that starts no run.
type answered struct {
	Decision string          `json:"decision"`
	Verdict  session.Verdict `json:"verdict"`
}

// printAnswered says what became of a decision, and what can be done with a
// run that ended before its call was denied.
func (e *env) printAnswered(ctx context.Context, w *app.Workbench, id string, v session.Verdict) error {
	if e.flags.json {
		return e.printJSON(answered{id, v})
	}
	line := "answered: " + string(v)
	run, _, _ := strings.Cut(id, "/")
	if sum, err := w.Summary(ctx, run); err == nil && sum.Status == session.StatusNeedsApproval && sum.Entry != session.EntryCall {
		line += "; to go on, and have the model told: vise resume " + sum.Run
	}
	fmt.Fprintln(e.Err, line)
	return nil
}

// widening says how wide a yes is that holds from now on.
type widening struct {
	always      bool
	begins, any []string
}

func (x *widening) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&x.always, "always", false, "allow calls with the same arguments from now on, too; vise policy revoke takes it back")
	cmd.Flags().StringSliceVar(&x.begins, "begins", nil, "with --always: these arguments only have to begin the same, up to the host or the folder")
	cmd.Flags().StringSliceVar(&x.any, "any", nil, "with --always: these arguments may be anything")
}

// into makes the standing yes that goes with the answer.
func (x *widening) into(ctx context.Context, w *app.Workbench, id string, ans *session.Answer) error {
	if !x.always {
		if len(x.begins)+len(x.any) > 0 {
			return usage("--begins and --any go with --always")
		}
		return nil
	}
	a, err := w.Refusal(ctx, id)
	if errors.Is(err, session.ErrAnswered) {
		return fmt.Errorf("%s was already answered", id)
	}
	if err != nil {
		return err
	}
	holds, err := policy.Holds(a.Args, a.Filled)
	if err != nil {
		return err
	}
	for i := range holds {
		if slices.Contains(x.begins, holds[i].Name) {
			if holds[i] = holds[i].Wider(); holds[i].Hold != policy.HoldBegins {
				return usage("--begins %s: its value is no address and no path in a folder", holds[i].Name)
			}
		}
		if slices.Contains(x.any, holds[i].Name) {
			holds[i].Hold = policy.HoldAny
		}
	}
	s, err := policy.NewStanding(a.Tool, a.Decision.Level, a.Args, holds)
	if err == nil {
		ans.Always = &s
	}
	return err
}
