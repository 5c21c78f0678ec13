package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
	"vise/ui/theme"
)

func (e *env) compactCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "compact",
		Short: "Sum up the earlier requests of the last conversation for the model",
		Long:  "Sum up the earlier requests of the last conversation: from then on the model is told the summary in their place.\nNothing is deleted. --json prints the events.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				conv, err := newest(ctx, w)
				if err != nil {
					return err
				}
				var r *app.Running
				err = e.follow(ctx, w, func() (*app.Running, error) {
					r, err = w.Compact(ctx, conv, session.EntryRun)
					return r, err
				})
				if err != nil || e.flags.json {
					return err
				}
				if st, _ := r.Result(); st.Compacted != nil { // follow has told an error of it
					_, err = fmt.Fprintln(e.Out, theme.InertWords(st.Compacted.Words()))
				}
				return err
			})
		},
	})
}
