package app

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"vise/mcpclient/config"
	"vise/mcpclient/stdio"
	"vise/session"
	"vise/store"
)

// A server may only be started as it was agreed to: a project's as the person
// was shown it, their own as it was when they approved its tools. Kept are its
// command line or address, its folder, the program that the command is found
// to be, the names of its environment's variables, and of their values a hash
// under a key of the database.

// StartOf is what a person has to see before a server may start: its exact
// command line or address with all that goes with it, a line each, secrets
// masked; what has changed since they last agreed; and the fingerprint of all
// that.
func (w *Workbench) StartOf(ctx context.Context, name string) (lines, changed []string, fingerprint string, err error) {
	s, err := w.startable(ctx, name)
	if err != nil {
		return nil, nil, "", err
	}
	lines, changed = w.shownStart(s)
	return lines, changed, w.reviewed.fingerprint(s), nil
}

// shownStart is how a server would be started, and what of it has changed.
func (w *Workbench) shownStart(s config.Server) (lines, changed []string) {
	shown, _ := w.redact.Redact(strings.Join(startLines(s, true), "\n"))
	return strings.Split(shown, "\n"), w.reviewed.changes(w.startOf(s))
}

// startLines tell how a server is started; without values only the names of
// its environment's variables.
func startLines(s config.Server, values bool) []string {
	lines := []string{s.CommandLine()}
	if at := program(s); at != "" {
		lines = append(lines, "which is "+at)
	}
	if s.Cwd != "" {
		lines = append(lines, "in "+s.Cwd)
	}
	for _, name := range sortedKeys(s.Env) {
		if values {
			name += "=" + s.Env[name]
		}
		lines = append(lines, "with "+name)
	}
	for _, name := range sortedKeys(s.Headers) {
		lines = append(lines, "with the header "+name)
	}
	if len(s.Variables) > 0 {
		lines = append(lines, "it is given of your environment: "+strings.Join(s.Variables, ", "))
	}
	return append(lines, fmt.Sprintf("named in %s, line %d", s.Source.File, s.Source.Line))
}

// program is the file that a server's command is found to be now; empty where
// there is none. Links aren't followed: what is behind them changes with every
// update.
func program(s config.Server) string {
	if s.Transport != config.Stdio || s.Command == "" {
		return ""
	}
	at, err := stdio.Locate(os.Environ(), stdio.Command{Command: s.Command, Env: s.Env, Dir: s.Cwd})
	if err != nil {
		return "" // it will be said when it is started
	}
	return at
}

// startable is a server that may have to be agreed to.
func (w *Workbench) startable(ctx context.Context, name string) (config.Server, error) {
	w.Refresh(ctx)
	w.reviewed.loaded(ctx)
	s, err := w.server(name)
	switch {
	case err != nil:
		return s, err
	case s.Err != nil:
		return s, s.Err
	case !s.Source.Project && w.reviewed.started(s):
		return s, fmt.Errorf("%s is in your own %s and needs no leave to start", name, s.Source.File)
	}
	return s, nil
}

// ApproveStart lets a server start, now and whenever it is reached in exactly
// this way. fingerprint is that of what was shown; ErrStale where it is
// another one now. Empty: whatever there is now.
func (w *Workbench) ApproveStart(ctx context.Context, name, fingerprint string) error {
	s, err := w.startable(ctx, name)
	if err != nil {
		return err
	}
	start := w.startOf(s)
	if fingerprint != "" && fingerprint != start.Fingerprint {
		return fmt.Errorf("%w: %s is reached in another way now; its fingerprint is %s", ErrStale, name, start.Fingerprint)
	}
	if err := w.db.PutStart(ctx, start, w.event(session.ServerChanged{Server: s.Name, State: "allowed to start", Detail: start.Shown})); err != nil {
		return err
	}
	return w.applyStarts(ctx)
}

// startOf is what is kept, without secrets.
func (w *Workbench) startOf(s config.Server) store.Start {
	shown, _ := w.redact.Redact(strings.Join(startLines(s, false), "\n"))
	st := store.Start{Server: s.Name, Fingerprint: w.reviewed.fingerprint(s), Shown: shown, At: w.parts.Clock.Now()}
	if s.Source.Project {
		st.File = s.Source.File
	}
	for name, value := range s.Env {
		if st.Env == nil {
			st.Env = map[string]string{}
		}
		st.Env[name] = w.reviewed.keyed(name, value)
	}
	return st
}

// startsOf are how the servers are started whose tools are being approved: the
// person's own, which nobody else was asked about.
func (w *Workbench) startsOf(servers []string) (out []store.Start) {
	for _, name := range servers {
		if s, err := w.server(name); err == nil && s.Err == nil && !s.Source.Project {
			out = append(out, w.startOf(s))
		}
	}
	return out
}

// withdrawStart takes the leave to start back.
func (w *Workbench) withdrawStart(ctx context.Context, s config.Server) error {
	w.reviewed.loaded(ctx)
	start := w.startOf(s)
	if err := w.db.DropStart(ctx, start, w.event(session.ServerChanged{Server: s.Name, State: "not allowed to start", Detail: start.Shown})); err != nil {
		return err
	}
	return w.applyStarts(ctx)
}

// applyStarts takes up what may start now.
func (w *Workbench) applyStarts(ctx context.Context) error {
	w.reviewed.load(ctx)
	return w.Reload(ctx)
}

// startChanges tell what differs between two ways of starting a server: lines
// with - that were, with + that are.
func startChanges(before, now store.Start) (out []string) {
	was, is := strings.Split(before.Shown, "\n"), strings.Split(now.Shown, "\n")
	said := func(mark string, lines, others []string) {
		for _, l := range lines {
			if !slices.Contains(others, l) && !strings.HasPrefix(l, "named in ") {
				out = append(out, mark+l)
			}
		}
	}
	said("- ", was, is)
	said("+ ", is, was)
	for _, name := range slices.Sorted(maps.Keys(now.Env)) {
		if old, ok := before.Env[name]; ok && old != now.Env[name] {
			out = append(out, "+ with another value of "+name)
		}
	}
	if len(out) == 0 {
		out = append(out, "+ something that isn't shown, such as the value of a header")
	}
	return append([]string{"since " + before.At.Format(time.DateOnly)}, out...)
}
