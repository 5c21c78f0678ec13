package cli

import (
	"context"
	"encoding/json"
	"errors"

	"vise/policy"
	"vise/policy/scan"
	"vise/session"
	"vise/session/app"
	"vise/ui"
)

// do calls the app once it is there.
func do(ctx context.Context, a *adapter, call func(*app.Workbench) error) error {
	w, err := a.app(ctx)
	if err != nil {
		return err
	}
	return call(w)
}

// Restart ends a server and starts it anew.
func (a *adapter) Restart(ctx context.Context, name string) error {
	return do(ctx, a, func(w *app.Workbench) error { return w.Restart(ctx, name) })
}

// Reload reads the files of servers again.
func (a *adapter) Reload(ctx context.Context) error {
	return do(ctx, a, func(w *app.Workbench) error { return w.Reload(ctx) })
}

// SetEnabled switches a server on or off, for good.
func (a *adapter) SetEnabled(ctx context.Context, name string, on bool) error {
	return do(ctx, a, func(w *app.Workbench) error { return w.SetEnabled(ctx, name, on) })
}

// ApproveStart lets a project's server start exactly as it was shown.
func (a *adapter) ApproveStart(ctx context.Context, shown policy.ServerState) error {
	if shown.Fingerprint == "" {
		return errors.New("the server doesn't wait for leave to start")
	}
	return do(ctx, a, func(w *app.Workbench) error { return w.ApproveStart(ctx, shown.Name, shown.Fingerprint) })
}

// SignIn signs the person in to a server.
func (a *adapter) SignIn(ctx context.Context, name string) error {
	return do(ctx, a, func(w *app.Workbench) error {
		_, err := w.SignIn(ctx, name)
		return err
	})
}

// Log is the end of what a server wrote to stderr.
func (a *adapter) Log(_ context.Context, name string) (session.Foreign, error) {
	return a.plan.ServerLog(name)
}

// Approve approves tools by the pins that were shown.
func (a *adapter) Approve(ctx context.Context, tools []policy.Tool) error {
	return do(ctx, a, func(w *app.Workbench) error { return w.ApproveTools(ctx, tools) })
}

// Block refuses a tool for good.
func (a *adapter) Block(ctx context.Context, tool policy.Tool) error {
	return do(ctx, a, func(w *app.Workbench) error { return w.BlockTool(ctx, tool) })
}

// Approved is what was approved of a tool before.
func (a *adapter) Approved(_ context.Context, tool policy.Tool) (json.RawMessage, bool) {
	if w := a.peek(); w != nil {
		return w.Approved(tool)
	}
	return nil, false
}

// Findings are what should be looked at in tools.
func (a *adapter) Findings(_ context.Context, c policy.Catalogue) map[string][]scan.Finding {
	if w := a.peek(); w != nil {
		return w.Findings(c)
	}
	return nil
}

// Asked is the question of a server that is to be answered next.
func (a *adapter) Asked() (policy.Question, bool) {
	if w := a.peek(); w != nil {
		return w.Desk().Asked()
	}
	return policy.Question{}, false
}

// Reply answers a question of a server. An address that the person agreed to
// is opened in the browser.
func (a *adapter) Reply(id string, r policy.Reply) {
	w := a.peek()
	if w == nil {
		return
	}
	q, ok := w.Desk().Asked()
	if w.Desk().Reply(id, r) && ok && q.ID == id && q.Kind == policy.QuestionURL && r.Action == policy.ReplyAccept {
		if err := app.OpenURL(q.URL); err != nil {
			a.notice("the page couldn't be opened (" + err.Error() + "); open it yourself: " + q.URL)
		}
	}
}

// Complete completes an argument of a prompt.
func (a *adapter) Complete(ctx context.Context, id, arg, value string, known map[string]string) ([]string, error) {
	return with(ctx, a, func(w *app.Workbench) ([]string, error) { return w.Complete(ctx, id, arg, value, known) })
}

// CompleteURI completes a parameter of a resource template.
func (a *adapter) CompleteURI(ctx context.Context, server, template, arg, value string, known map[string]string) ([]string, error) {
	return with(ctx, a, func(w *app.Workbench) ([]string, error) {
		return w.CompleteURI(ctx, server, template, arg, value, known)
	})
}

// Resources are the resources of all servers.
func (a *adapter) Resources(ctx context.Context, query string, limit int) ([]ui.ResourceHint, error) {
	found, err := with(ctx, a, func(w *app.Workbench) ([]app.ResourceHint, error) { return w.Resources(ctx, query, limit) })
	out := make([]ui.ResourceHint, len(found))
	for i, h := range found {
		out[i] = ui.ResourceHint(h)
	}
	return out, err
}

// Preview is the beginning of a resource.
func (a *adapter) Preview(ctx context.Context, server, uri string) (session.Foreign, error) {
	return with(ctx, a, func(w *app.Workbench) (session.Foreign, error) { return w.Preview(ctx, server, uri) })
}
