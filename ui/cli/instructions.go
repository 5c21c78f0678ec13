package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session/app"
	"vise/ui/theme"
)

func (e *env) instructionsCmd() *cobra.Command {
	cmd := e.jsonFlag(&cobra.Command{
		Use:   "instructions",
		Short: "A project's AGENTS.md: what it says, and whether a model is given it",
		Long: "A project's AGENTS.md came with the project, so no model is given it before you have read and approved it.\n" +
			"Your own instructions.md, beside vise.yaml, is taken as it is.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				return e.printInstructions(w.ProjectInstructions(ctx))
			})
		},
	})
	cmd.AddCommand(e.instructionsApproveCmd(), e.instructionsBlockCmd())
	return cmd
}

func (e *env) instructionsApproveCmd() *cobra.Command {
	var pin string
	cmd := e.jsonFlag(&cobra.Command{
		Use:   "approve [FILE] --pin sha256:…",
		Short: "Give a project's AGENTS.md to models, as it was read",
		Long:  "Give a project's AGENTS.md to models, by the pin that vise instructions gave. It fails where the file is another one now.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if pin == "" {
				return usage("--pin is missing: read the file with vise instructions, it says which")
			}
			return e.judge(cmd.Context(), "approved", func(ctx context.Context, w *app.Workbench) (string, error) {
				return w.ApproveInstructions(ctx, first(args...), pin)
			})
		},
	})
	cmd.Flags().StringVar(&pin, "pin", "", "the pin of what was read")
	return cmd
}

func (e *env) instructionsBlockCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "block [FILE]",
		Short: "Keep a project's AGENTS.md from models, whatever it says",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.judge(cmd.Context(), "blocked", func(ctx context.Context, w *app.Workbench) (string, error) {
				return w.BlockInstructions(ctx, first(args...))
			})
		},
	})
}

// judge says what was done with a file.
func (e *env) judge(ctx context.Context, what string, do func(context.Context, *app.Workbench) (string, error)) error {
	return e.withApp(ctx, 0, func(ctx context.Context, w *app.Workbench) error {
		file, err := do(ctx, w)
		switch {
		case err != nil:
			return err
		case e.flags.json:
			return e.printJSON(map[string]string{what: file})
		}
		_, err = fmt.Fprintln(e.Out, what+" "+theme.InertWords(file))
		return err
	})
}

func (e *env) printInstructions(all []app.ProjectInstructions) error {
	if e.flags.json {
		return e.printJSON(append([]app.ProjectInstructions{}, all...))
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(e.Out, "no folder that is read here has a file AGENTS.md")
		return err
	}
	var errs []error
	for _, p := range all {
		_, err := fmt.Fprint(e.Out, instructionsText(p))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// instructionsText is one file as a document: what vise knows of it, the
// findings, its own words, and how to approve it.
func instructionsText(p app.ProjectInstructions) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  status  %s %s\n  pin     %s\n", theme.InertWords(p.File), p.Status, theme.InertWords(p.Reason), p.Pin)
	for _, f := range p.Findings {
		fmt.Fprintf(&b, "  found   %s: “%s”\n", theme.InertWords(f.About), theme.InertWords(f.Text))
	}
	if p.Status == policy.StatusInvalid {
		return b.String()
	}
	b.WriteString("\nthe file's own words:\n" + indent(p.Text, "  | "))
	if p.Before != "" {
		b.WriteString("\nchanged since it was approved:\n" + indent(udiff.Unified("approved", "now", p.Before+"\n", p.Text+"\n"), "  "))
	}
	if p.Status == policy.StatusNew || p.Status == policy.StatusChanged {
		fmt.Fprintf(&b, "\nTo give it to models as it is:\n  vise instructions approve --pin %s\n", p.Pin)
	}
	return b.String()
}
