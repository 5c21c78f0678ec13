package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
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
	cmd := &cobra.Command{
		Use:   use + " RUN/CALL",
		Short: what,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				r, err := w.Decide(ctx, args[0], session.Answer{Verdict: v, Note: note, By: "command", At: w.Now()})
				if errors.Is(err, session.ErrAnswered) {
					return fmt.Errorf("%s was already answered", args[0])
				}
				if err != nil {
					return err
				}
				if r == nil {
					fmt.Fprintln(e.Err, "answered: "+string(v))
					return nil
				}
				return e.follow(ctx, w, func() (*app.Running, error) { return r, nil })
			})
		},
	}
	cmd.Flags().StringVar(&note, "note", "", "say why, to the model")
	return cmd
}
