package cli

import (
	"context"

	"vise/session"
	"vise/session/app"
	"vise/ui"
)

// Delete deletes a run that is over.
func (a *adapter) Delete(ctx context.Context, run string) error {
	_, err := with(ctx, a, func(w *app.Workbench) (string, error) { return w.DeleteRun(ctx, run, "deleted by hand") })
	return err
}

// Export writes a run's events to a new file in the current folder.
func (a *adapter) Export(ctx context.Context, run string) (string, error) {
	return with(ctx, a, func(w *app.Workbench) (string, error) { return exportRun(ctx, w, run, "") })
}

// SaveFiles writes what the run's results brought that isn't text to new files
// in the current folder.
func (a *adapter) SaveFiles(ctx context.Context, run string) ([]string, error) {
	return with(ctx, a, func(w *app.Workbench) ([]string, error) { return saveAttachments(ctx, w, run, "") })
}

// Paths completes what stands after an @. It needs no database.
func (a *adapter) Paths(_ context.Context, prefix string, limit int) ([]ui.PathHint, error) {
	found := a.plan.Paths(prefix, limit)
	out := make([]ui.PathHint, len(found))
	for i, h := range found {
		out[i] = ui.PathHint(h)
	}
	return out, nil
}

// Prompts are the prompts of all servers.
func (a *adapter) Prompts(ctx context.Context) ([]ui.PromptHint, error) {
	found, err := with(ctx, a, func(w *app.Workbench) ([]app.PromptHint, error) { return w.Prompts(ctx) })
	out := make([]ui.PromptHint, len(found))
	for i, h := range found {
		out[i] = ui.PromptHint{ID: h.ID(), Description: h.Description}
		for _, arg := range h.Args {
			out[i].Args = append(out[i].Args, ui.PromptArg(arg))
		}
	}
	return out, err
}

// Expand is the text that a prompt stands for.
func (a *adapter) Expand(ctx context.Context, id string, args map[string]string) (session.Foreign, error) {
	return with(ctx, a, func(w *app.Workbench) (session.Foreign, error) { return w.Expand(ctx, id, args) })
}

// Rules are the policy in force, in words.
func (a *adapter) Rules() []string { return a.plan.Rules() }
