package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// rewritable is what no check of the file by itself can show.
const rewritable = "whoever can rewrite the whole file can rewrite history: this shows edits, not a rewritten whole"

func (e *env) auditCmd() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", Short: "Whether what is stored is what was written"}
	cmd.AddCommand(e.auditVerifyCmd())
	return cmd
}

func (e *env) auditVerifyCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [RUN]",
		Short: "Check the hash chains of all runs, or of one; ends with 1 where something was changed",
		Long: "Check every run's events (their hashes, their order), the chain of what happened outside of runs, the ends of runs that are anchored there,\n" +
			"the tombstones of deleted runs and all contents kept by their hash. Nothing is written. Each break is named with its run and event.\n" +
			"Note that " + rewritable + ".",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e.noFiles = true
			plan, err := e.load()
			if err != nil {
				return err
			}
			a, err := plan.Audit(cmd.Context(), first(args...))
			if err != nil {
				return err
			}
			if e.flags.json {
				err = e.printJSON(struct {
					OK bool `json:"ok"`
					app.Audit
					Limit string `json:"limit"`
				}{len(a.Breaks) == 0, a, rewritable})
			} else {
				e.printAudit(a)
			}
			if err == nil && len(a.Breaks) > 0 {
				err = fmt.Errorf("what is stored isn't what was written: %s; keep a copy of the database before anything else is done with it", eventline.Count(len(a.Breaks), "break"))
			}
			return err
		},
	}
	return e.jsonFlag(cmd)
}

func (e *env) printAudit(a app.Audit) {
	for _, b := range a.Breaks {
		where := "run " + b.Run
		switch b.Run {
		case session.Workspace:
			where = "outside runs"
		case "":
			where = "contents"
		}
		fmt.Fprintln(e.Out, "BROKEN  "+theme.InertWords(where+"  "+b.Error()))
	}
	fmt.Fprintf(e.Out, "checked: %s with %s, %s outside runs, %s\n", eventline.Count(a.Runs, "run"), eventline.Count(a.Events, "event"), eventline.Count(a.Outside, "event"), eventline.Count(a.Blobs, "content"))
	fmt.Fprintf(e.Out, "%s anchored at the end, %s deleted with a tombstone\n", eventline.Count(a.Anchored, "run"), eventline.Count(a.Deleted, "run"))
	for _, id := range a.Open {
		fmt.Fprintln(e.Out, "run "+theme.InertWords(id)+" has no end yet: it goes on or was interrupted, so that only its order is sure, not that it is all")
	}
	if len(a.Breaks) == 0 {
		fmt.Fprintln(e.Out, "no break was found; "+rewritable)
	}
}
