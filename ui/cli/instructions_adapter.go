package cli

import (
	"context"
	"encoding/json"

	"vise/policy"
	"vise/session/app"
	"vise/ui"
)

// Instructions are the projects' AGENTS.md, as the screen shows them.
func (a *adapter) Instructions(ctx context.Context) ([]ui.ProjectFile, error) {
	all, err := with(ctx, a, func(w *app.Workbench) ([]app.ProjectInstructions, error) { return w.ProjectInstructions(ctx), nil })
	var out []ui.ProjectFile
	for _, p := range all {
		f := ui.ProjectFile{Why: p.Reason, Findings: p.Findings,
			Tool: policy.Tool{Server: p.File, Kind: policy.KindProject, Name: "AGENTS.md", Definition: projectText(p.Text), Pin: p.Pin, Status: p.Status}}
		for i := range f.Findings {
			f.Findings[i].Where = "/instructions" // where projectText has it
		}
		if p.Before != "" {
			f.Before = projectText(p.Before)
		}
		out = append(out, f)
	}
	return out, err
}

// projectText is a file's text as the definition of what is reviewed.
func projectText(text string) json.RawMessage {
	def, _ := json.Marshal(map[string]string{"kind": policy.KindProject, policy.KindInstructions: text}) // strings always encode
	return def
}

// ApproveInstructions lets models be given a file as it was shown.
func (a *adapter) ApproveInstructions(ctx context.Context, shown policy.Tool) error {
	return do(ctx, a, func(w *app.Workbench) error {
		_, err := w.ApproveInstructions(ctx, shown.Server, shown.Pin)
		return err
	})
}

// BlockInstructions keeps a file from models for good.
func (a *adapter) BlockInstructions(ctx context.Context, shown policy.Tool) error {
	return do(ctx, a, func(w *app.Workbench) error {
		_, err := w.BlockInstructions(ctx, shown.Server)
		return err
	})
}
