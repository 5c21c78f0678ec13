package cli

import (
	"context"

	"vise/session/app"
	"vise/ui"
)

// chooser is the adapter as what a model is chosen with.
type chooser struct{ *adapter }

func (c chooser) Models(ctx context.Context) ([]ui.ModelChoice, string, error) {
	w, err := c.app(ctx)
	if err != nil {
		return nil, "", err
	}
	list, note, err := w.Models(ctx)
	out := make([]ui.ModelChoice, len(list))
	for i, m := range list {
		out[i] = ui.ModelChoice(m)
	}
	return out, note, err
}

// Choose takes effect with the next run; the first line shows it at once.
func (c chooser) Choose(ctx context.Context, name string) error {
	w, err := c.app(ctx)
	if err != nil {
		return err
	}
	if err := w.ChooseModel(ctx, name); err != nil {
		return err
	}
	c.modelStatus(w)
	return nil
}

func (c chooser) Pull(ctx context.Context, name string, progress func(what string, done, total int64)) error {
	w, err := c.app(ctx)
	if err != nil {
		return err
	}
	return w.Pull(ctx, name, progress)
}

func (c chooser) Think() string {
	if w := c.peek(); w != nil {
		return w.Think()
	}
	return "auto"
}

func (c chooser) SetThink(ctx context.Context, think string) error {
	w, err := c.app(ctx)
	if err != nil {
		return err
	}
	return w.SetThink(ctx, think)
}

// modelStatus puts what is known of the model into the first line.
func (a *adapter) modelStatus(w *app.Workbench) {
	a.mu.Lock()
	defer a.mu.Unlock()
	setModel(&a.status, w)
}

func setModel(line *ui.StatusLine, w *app.Workbench) {
	line.Model, line.ModelDown, line.ModelUp, line.News = w.Model(), w.ModelDown(), w.ModelUp(), w.News()
}
