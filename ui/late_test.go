package ui_test

import (
	"context"
	"testing"
	"time"

	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// late is a Talk whose runs are told of late.
type late struct{ *fake.Workbench }

func (l late) Send(ctx context.Context, text string) (ui.Run, error) {
	run, err := l.Workbench.Send(ctx, text)
	time.Sleep(200 * time.Millisecond)
	return run, err
}

func TestACallThatWaitsBeforeItsRunIsKnownOpensItsBox(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = asking
		deps, dark := w.Deps(), true
		deps.Talk = late{w}
		d := uitest.Start(t, ui.New(deps, ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), 80, 24)
		request(d, "remind me to buy milk")
		d.WaitFor("Approve this call?", "Buy milk")
	})
}
