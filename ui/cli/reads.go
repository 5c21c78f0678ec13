package cli

import (
	"context"

	"vise/builtin/todo"
	"vise/policy"
	"vise/session"
	"vise/session/app"
)

// with calls the app once it is there.
func with[T any](ctx context.Context, a *adapter, call func(*app.Workbench) (T, error)) (T, error) {
	w, err := a.app(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return call(w)
}

func (a *adapter) Runs(ctx context.Context, q session.RunQuery) ([]session.Summary, error) {
	return with(ctx, a, func(w *app.Workbench) ([]session.Summary, error) { return w.Runs(ctx, q) })
}

func (a *adapter) Events(ctx context.Context, run string) ([]session.Event, error) {
	return with(ctx, a, func(w *app.Workbench) ([]session.Event, error) { return w.Events(ctx, run) })
}

func (a *adapter) Content(ctx context.Context, c session.Content) (session.Foreign, error) {
	return with(ctx, a, func(w *app.Workbench) (session.Foreign, error) { return w.Content(ctx, c) })
}

func (a *adapter) Prompt(ctx context.Context, run string, seq int) (session.ChatRequest, error) {
	return with(ctx, a, func(w *app.Workbench) (session.ChatRequest, error) { return w.Prompt(ctx, run, seq) })
}

func (a *adapter) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	return with(ctx, a, func(w *app.Workbench) (policy.Catalogue, error) {
		w.Refresh(ctx)
		return w.Catalogue(ctx)
	})
}

func (a *adapter) SetOff(ctx context.Context, tool string, off bool) error {
	w, err := a.app(ctx)
	if err != nil {
		return err
	}
	return w.SetOff(ctx, tool, off)
}

func (a *adapter) Todos(ctx context.Context) ([]todo.Todo, error) {
	return with(ctx, a, func(w *app.Workbench) ([]todo.Todo, error) { return w.Todos(ctx) })
}
