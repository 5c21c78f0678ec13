package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/session/app"
	"vise/ui/theme"
)

func (e *env) toolsExportCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE|-",
		Short: "Write what you have approved and blocked to a lock file that a team can share",
		Long: "Write what you have approved and blocked, of the servers that are configured now, to a lock file. It is text that can be compared:\n" +
			"a block for each tool, sorted. Your home folder and secrets aren't in it. Others take it over with vise tools import.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				list, err := w.Lock(ctx)
				if err != nil {
					return err
				}
				if args[0] == "-" {
					return app.WriteLock(e.Out, list)
				}
				f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
				if err != nil {
					return err
				}
				if err := errors.Join(app.WriteLock(f, list), f.Close()); err != nil {
					return err
				}
				fmt.Fprintf(e.Out, "wrote %d to %s\n", len(list), theme.InertWords(args[0]))
				return nil
			})
		},
	}
}

func (e *env) toolsImportCmd() *cobra.Command {
	var yes string
	cmd := &cobra.Command{
		Use:   "import FILE|-",
		Short: "Take over what others have approved and blocked, after you have seen it",
		Long: "Take over what a lock file says about tools that say exactly the same here, of servers that are reached in the same way. It is shown\n" +
			"who approved what and when; you are asked once for all of it. Without a terminal, --yes with the hash that it gave.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := e.readLock(args[0])
			if err != nil {
				return err
			}
			return e.catalogue(cmd.Context(), "", func(ctx context.Context, w *app.Workbench, _ policy.Catalogue) error {
				t, err := w.Compare(ctx, list)
				if err != nil {
					return err
				}
				return e.takeOver(ctx, w, t, args[0], yes)
			})
		},
	}
	cmd.Flags().StringVar(&yes, "yes", "", "the hash of what was shown, sha256:…")
	return e.jsonFlag(cmd)
}

func (e *env) readLock(name string) ([]app.Locked, error) {
	in := e.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	return app.ReadLock(in)
}

func (e *env) takeOver(ctx context.Context, w *app.Workbench, t app.Takeover, file, yes string) error {
	if !e.flags.json {
		e.printTakeover(t)
	}
	switch {
	case len(t.Take) == 0:
		return e.tookOver(t, false)
	case yes == "" && e.Terminal && file != "-" && !e.flags.json:
		fmt.Fprintf(e.Out, "Take over these %d? (y/N) ", len(t.Take))
		if !saysYes(e.In) {
			return errors.New("nothing was taken over")
		}
	case yes == "":
		if e.flags.json {
			return errors.Join(e.tookOver(t, false), &codeError{exitNeedsApproval, nil})
		}
		return &codeError{exitNeedsApproval, fmt.Errorf("nothing was taken over yet; to take over what is shown:\n  vise tools import %s --yes %s", file, t.Hash())}
	case yes != t.Hash():
		return fmt.Errorf("%w: what would be taken over has the hash %s now; look at it again", app.ErrStale, t.Hash())
	}
	if err := w.Take(ctx, t); err != nil {
		return err
	}
	return e.tookOver(t, true)
}

func saysYes(in io.Reader) bool {
	line, _ := bufio.NewReader(in).ReadString('\n') // the end of the input is a no
	line = strings.ToLower(strings.TrimSpace(line))
	return line == "y" || line == "yes"
}

func (e *env) printTakeover(t app.Takeover) {
	for _, l := range t.Take {
		fmt.Fprintf(e.Out, "%-40s %s by %s on %s\n", theme.InertWords(l.ID()), l.Says(), theme.InertWords(l.By), l.At.Format(time.DateOnly))
	}
	if n := len(t.Same); n > 0 {
		fmt.Fprintf(e.Out, "%d are so already\n", n)
	}
	for _, o := range t.Others {
		fmt.Fprintf(e.Err, "%s is left as it is: %s\n", theme.InertWords(o.ID()), theme.InertWords(o.Why))
	}
}

func (e *env) tookOver(t app.Takeover, done bool) error {
	if e.flags.json {
		return e.printJSON(map[string]any{"taken": done, "hash": t.Hash(), "take": orEmpty(t.Take), "same": orEmpty(t.Same), "others": orEmpty(t.Others)})
	}
	switch {
	case done:
		fmt.Fprintf(e.Out, "took over %d\n", len(t.Take))
	default:
		fmt.Fprintln(e.Out, "there is nothing to take over")
	}
	return nil
}

func (e *env) toolsAskCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "ask TOOL",
		Short: "Ask again before a tool reads that was allowed to read without asking",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.catalogue(cmd.Context(), args[0], func(ctx context.Context, w *app.Workbench, cat policy.Catalogue) error {
				t, err := findTool(cat, args[0])
				if err != nil {
					return err
				}
				if !t.FreeReads {
					return fmt.Errorf("%s doesn't read without asking", t.ID())
				}
				t.FreeReads = false
				if err := w.ApproveTools(ctx, []policy.Tool{t}); err != nil {
					return err
				}
				return e.said([]policy.Tool{t}, "asks again")
			})
		},
	})
}
