package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// frameRate is how often the renderer writes, in frames a second: a key is on
// the screen within one of them.
const frameRate = 120

// Start shows the workbench until the person leaves, the terminal is closed or
// ctx ends. It needs a terminal. A closed terminal (SIGHUP) isn't an error:
// nothing is answered, and a waiting call goes on waiting. The terminal is as
// it was when Start returns, also after a panic, which is returned as an error.
func Start(ctx context.Context, deps Deps, opt Options, opts ...tea.ProgramOption) error {
	m := New(deps, opt)
	defer m.stop()
	return show(ctx, m, opts...)
}

func show(ctx context.Context, m tea.Model, opts ...tea.ProgramOption) error {
	ctx, hangup := signal.NotifyContext(ctx, syscall.SIGHUP)
	defer hangup()
	p := tea.NewProgram(m, append([]tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(frameRate)}, opts...)...)
	_, err := p.Run()
	switch {
	case errors.Is(err, tea.ErrInterrupted), ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled):
		return nil // told to end from outside
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("the workbench broke and ended; runs are kept up to their last event: %w", err)
	case errors.Is(err, os.ErrClosed), errors.Is(err, syscall.EIO):
		return nil // the terminal is gone
	case err != nil:
		return fmt.Errorf("the workbench can't use the terminal: %w", err)
	}
	return nil
}
