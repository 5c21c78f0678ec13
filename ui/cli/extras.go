package cli

import (
	"context"
	"encoding/json"
	"time"

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
	return pathHints(a.plan.Paths(prefix, limit)), nil
}

// Deeper finds files for what stands after an @ in all folders. It needs no
// database either.
func (a *adapter) Deeper(ctx context.Context, word string, limit int) ([]ui.PathHint, error) {
	found, err := a.plan.Deeper(ctx, word, limit)
	return pathHints(found), err
}

func pathHints(found []app.PathHint) []ui.PathHint {
	out := make([]ui.PathHint, len(found))
	for i, h := range found {
		out[i] = ui.PathHint(h)
	}
	return out
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
func (a *adapter) Rules() []string {
	w := a.peek()
	if w == nil {
		return a.plan.Rules()
	}
	ctx, cancel := context.WithTimeout(a.life, time.Second)
	defer cancel()
	w.SawPolicy()
	return w.PolicyLines(ctx)
}

// Test decides a call that isn't made, and says why.
func (a *adapter) Test(ctx context.Context, tool string, args json.RawMessage) ([]string, error) {
	return with(ctx, a, func(w *app.Workbench) ([]string, error) {
		x, err := w.TestPolicy(ctx, app.TestCall{Tool: tool, Args: args})
		if err != nil {
			return nil, err
		}
		return app.ExplainLines(x), nil
	})
}

// Revoke takes back what the person allows always.
func (a *adapter) Revoke(ctx context.Context, id string) error {
	_, err := with(ctx, a, func(w *app.Workbench) (struct{}, error) { return struct{}{}, w.Revoke(ctx, id) })
	return err
}

// Refused is a call that was denied, as it would be asked about.
func (a *adapter) Refused(ctx context.Context, id string) (session.Approval, error) {
	return with(ctx, a, func(w *app.Workbench) (session.Approval, error) { return w.Refusal(ctx, id) })
}
