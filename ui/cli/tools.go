package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vise/policy"
	"vise/policy/scan"
	"vise/session"
	"vise/session/app"
	"vise/ui/theme"
)

// toolRow is one tool as tools --json prints it.
type toolRow struct {
	Tool   string        `json:"tool"`
	Server string        `json:"server"`
	Status policy.Status `json:"status"`
	Reason string        `json:"reason,omitempty"`
	Level  policy.Level  `json:"risk"`
	Words  string        `json:"risk_words"`
	Pin    string        `json:"pin"`
	Tokens int           `json:"tokens"` // estimated, in every prompt
	Off    bool          `json:"off,omitempty"`
	Reads  bool          `json:"free_reads,omitempty"` // it may read without asking
	Found  int           `json:"findings,omitempty"`
	High   int           `json:"findings_high,omitempty"`
	Note   string        `json:"note,omitempty"`
}

func (e *env) toolsCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tools",
		Short: "Every tool, with its status, risk and pin",
		Long:  "Every tool of every server, with its status, risk and pin. A tool of your own servers reaches the model once you have read and approved it:\nvise tools review SERVER, vise tools show SERVER/TOOL, vise tools approve.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.catalogue(cmd.Context(), "", func(_ context.Context, w *app.Workbench, cat policy.Catalogue) error { return e.printTools(w, cat) })
		},
	}
	cmd.AddCommand(e.toolsShowCmd(), e.toolsReviewCmd(), e.toolsApproveCmd(), e.toolsAskCmd(), e.toolsBlockCmd(), e.toolsExportCmd(), e.toolsImportCmd(),
		e.toolsSwitchCmd("enable", "Offer an approved tool to the model again", false), e.toolsSwitchCmd("disable", "Keep a tool from the model; it stays approved", true))
	return e.jsonFlag(cmd)
}

// catalogue opens the app, waits for servers that still start, and hands over
// what there is. Where only names a server, or a tool of one, no other is
// started.
func (e *env) catalogue(ctx context.Context, only string, do func(context.Context, *app.Workbench, policy.Catalogue) error) error {
	return e.catalogueOf(ctx, only, only, do)
}

// beside is catalogue with all other servers, too, since what a tool's text
// says is compared with the names of theirs. They are waited for a short while;
// the one that is named as long as it may take to start.
func (e *env) beside(ctx context.Context, named string, do func(context.Context, *app.Workbench, policy.Catalogue) error) error {
	return e.catalogueOf(ctx, "", named, do)
}

func (e *env) catalogueOf(ctx context.Context, only, named string, do func(context.Context, *app.Workbench, policy.Catalogue) error) error {
	return e.reading(ctx, func(ctx context.Context, w *app.Workbench) error {
		w.UseOnly(only)
		if err := e.settle(ctx, w, app.StartLimit, named); err != nil {
			return err
		}
		if err := w.ReadTexts(ctx); err != nil {
			return err
		}
		cat, err := w.Catalogue(ctx)
		if err != nil {
			return err
		}
		return do(ctx, w, cat)
	})
}

func rows(cat policy.Catalogue, found map[string][]scan.Finding) []toolRow {
	row := func(t policy.Tool, reason string) toolRow {
		all, high := counted(found[t.ID()])
		return toolRow{Reads: t.FreeReads, Note: t.Note, Found: all, High: high, Tool: t.ID(), Server: t.Server, Status: t.Status, Reason: reason, Level: t.Level, Words: t.Level.Words(), Pin: t.Pin, Tokens: session.ToolTokens(t), Off: t.Off}
	}
	out := []toolRow{}
	for _, t := range cat.Offered {
		out = append(out, row(t, ""))
	}
	for _, h := range cat.Held {
		out = append(out, row(h.Tool, h.Reason))
	}
	for _, t := range cat.Texts {
		_, reason, _ := app.FindTool(cat, t.ID())
		out = append(out, row(t, reason))
	}
	return out
}

func (e *env) printTools(w *app.Workbench, cat policy.Catalogue) error {
	list := rows(cat, w.Findings(cat))
	if e.flags.json {
		return e.printJSON(list)
	}
	review, width := map[string]int{}, 0
	for _, r := range list {
		width = max(width, len(theme.InertWords(r.Tool)))
	}
	for _, r := range list {
		line := fmt.Sprintf("%-*s %-9s %-14s %4d tok  %s  %s", min(width, 60), theme.InertWords(r.Tool), r.Status, r.Words, r.Tokens, short(r.Pin), theme.InertWords(r.remarks()))
		fmt.Fprintln(e.Out, strings.TrimRight(line, " "))
		if r.Status == policy.StatusNew || r.Status == policy.StatusChanged {
			review[r.Server]++
		}
	}
	for _, s := range cat.Servers {
		switch n := review[s.Name]; {
		case s.State == policy.ServerFailed || s.State == policy.ServerStarting || s.Need != "":
			fmt.Fprintf(e.Err, "%s is %s: %s; its tools aren't here (vise servers)\n", theme.InertWords(s.Name), s.State, theme.InertWords(cmp.Or(s.LastError, "it isn't ready")))
		case n > 0:
			fmt.Fprintf(e.Err, "%s: %s; vise tools review %s\n", theme.InertWords(s.Name), toRead(n), theme.InertWords(s.Name))
		}
	}
	return nil
}

func toRead(n int) string {
	if n == 1 {
		return "1 tool waits to be read"
	}
	return fmt.Sprintf("%d tools wait to be read", n)
}

func short(pin string) string { return pin[:min(len(pin), len("sha256:")+12)] }

func (e *env) callCmd() *cobra.Command {
	return e.jsonFlag(&cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "One tool by hand, on the same road as a model's call",
		Long:  "One tool by hand, on the same road as a model's call: schema, policy, approval, trace.\nFor example: vise call file.search '{\"query\":\"retry timeout\"}', vise call github/search_issues '{\"q\":\"timeout\"}'",
		Args:  cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			raw := "{}"
			if len(args) == 2 {
				raw = args[1]
			}
			return e.withApp(cmd.Context(), 0, func(ctx context.Context, w *app.Workbench) error {
				w.UseOnly(args[0])
				return e.follow(ctx, w, func() (*app.Running, error) {
					return w.Call(ctx, app.Request{Entry: session.EntryCall}, args[0], []byte(raw), nil)
				})
			})
		},
	})
}
