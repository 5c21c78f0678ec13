package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"vise/session/app"
	"vise/ui"
	"vise/ui/keys"
)

// workbench opens the full-screen program.
func (e *env) workbench(ctx context.Context) error {
	if !e.Terminal {
		return usage("the workbench needs a terminal. Without one use: vise run \"…\", vise runs, vise todo list (see vise --help)")
	}
	w, err := e.openAsking(ctx)
	if err != nil {
		return err
	}
	return errors.Join(e.show(ctx, w), w.Close())
}

// openAsking opens the app, and asks first where the folder to be read is the
// home folder or the whole disk.
func (e *env) openAsking(ctx context.Context) (*app.Workbench, error) {
	w, err := e.open(ctx)
	if !errors.Is(err, app.ErrBroadRoot) {
		return w, err
	}
	cfg, cfgErr := e.config()
	if cfgErr != nil {
		return nil, cfgErr
	}
	if !e.confirm(fmt.Sprintf("vise was started in %s. Let its file tools read everything in there? (No: start without files.)", cfg.WorkDir)) {
		cfg.NoFiles = true
	} else {
		cfg.AllowBroad = true
	}
	return app.Open(ctx, cfg, e.Parts)
}

func (e *env) show(ctx context.Context, w *app.Workbench) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	km := keys.Default()
	if err := km.Override(w.File().Keys); err != nil {
		return fmt.Errorf("%w: vise.yaml: keys: %w", app.ErrConfig, err)
	}
	opts := ui.Options{Now: w.Now, Zone: w.Zone(), Keys: km, Getenv: e.getenv}
	switch dark := true; w.File().UI.Theme {
	case "light":
		dark = false
		opts.Dark = &dark
	case "dark":
		opts.Dark = &dark
	}
	if n := w.File().UI.Notify; n != nil {
		opts.Quiet = !*n
	}
	if e.flags.more {
		conv, err := e.conversation(ctx, w)
		if err != nil {
			return err
		}
		opts.Conversation = conv
	}
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	w.Desk().Attend(true)
	err := ui.Start(ctx, adapt(ctx, w), opts)
	select {
	case <-hup: // a call that waits goes on waiting: runs hear of it before they are cancelled
		w.Hangup()
	default:
	}
	return err
}
