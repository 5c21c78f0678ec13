package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"

	"vise/session/app"
	"vise/ui"
	"vise/ui/keys"
)

// workbench opens the full-screen program.
func (e *env) workbench(ctx context.Context) error {
	if !e.Terminal {
		return usage("the workbench needs a terminal. Without one use: vise run \"…\", vise runs, vise todo list (see vise --help)")
	}
	if e.getenv("TERM") == "dumb" {
		return usage("this terminal says that it can't be drawn on (TERM=dumb), as in an editor's shell. Use another, or: vise run \"…\", vise runs, vise todo list")
	}
	ui.Warm()
	quickStart()
	plan, err := e.loadAsking()
	if err != nil {
		return err
	}
	opts, err := e.options(plan)
	if err != nil {
		return err
	}
	return e.show(ctx, plan, opts)
}

// loadAsking loads the configuration, and asks first where the folder to be
// read is the home folder or the whole disk.
func (e *env) loadAsking() (app.Plan, error) {
	plan, err := e.load()
	if !errors.Is(err, app.ErrBroadRoot) {
		return plan, err
	}
	cfg, err := e.config()
	if err != nil {
		return plan, err
	}
	yes := e.confirm(fmt.Sprintf("vise was started in %s. Let its file tools read everything in there? (No: start without files.)", cfg.WorkDir))
	cfg.AllowBroad, cfg.NoFiles = yes, !yes
	return app.Load(cfg)
}

func (e *env) options(plan app.Plan) (ui.Options, error) {
	km := keys.Default()
	if err := km.Override(plan.File().Keys); err != nil {
		return ui.Options{}, fmt.Errorf("%w: vise.yaml: %w", app.ErrConfig, err)
	}
	zone := plan.Zone()
	opts := ui.Options{Now: func() time.Time { return time.Now().In(zone) }, Zone: zone, Keys: km, Getenv: e.getenv}
	switch dark := true; plan.File().UI.Theme {
	case "light":
		dark = false
		opts.Dark = &dark
	case "dark":
		opts.Dark = &dark
	}
	if n := plan.File().UI.Notify; n != nil {
		opts.Quiet = !*n
	}
	if e.flags.more {
		opts.Conversation = lastConversation
	}
	return opts, nil
}

// latest is when the app is opened though no frame was drawn yet: a terminal
// may be slow to say how large it is.
const latest = 150 * time.Millisecond

// show draws the first frame and then opens the app. Where that fails the
// screen is left and the error told.
func (e *env) show(ctx context.Context, plan app.Plan, opts ui.Options) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	a := newAdapter(ctx, plan)
	opening := make(chan error, 1)
	drawn := make(chan struct{})
	opts.Drawn = func() { close(drawn) }
	go func() {
		select {
		case <-drawn:
		case <-time.After(latest):
		case <-ctx.Done():
		}
		err := a.open(ctx, e.Parts)
		if err != nil {
			leave()
		}
		opening <- err
	}()
	err := ui.Start(ctx, a.deps(), opts)
	opened := <-opening
	if a.w == nil {
		return opened
	}
	if len(hup) > 0 || e.terminalGone() { // a call that waits goes on waiting: runs hear of it before they are cancelled
		a.w.Hangup()
	}
	return errors.Join(opened, err, a.w.Close())
}

// terminalGone reports whether what was a terminal isn't one any more. Under a
// shell that shows before the signal comes.
func (e *env) terminalGone() bool {
	f, ok := e.In.(*os.File)
	return ok && e.Terminal && !term.IsTerminal(f.Fd())
}

// quickStart puts garbage collection off until the first frame is drawn: the
// little that the start leaves behind is collected soon enough.
func quickStart() {
	before := debug.SetGCPercent(400)
	time.AfterFunc(time.Second, func() { debug.SetGCPercent(before) })
}
