package app

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"vise/mcpclient"
	"vise/mcpclient/stdio"
	"vise/mcpclient/web"
	"vise/policy"
)

// SuperviseCommand is the hidden command with which vise runs itself to start a
// server; a main calls Supervise for it before anything else.
const SuperviseCommand = stdio.Subcommand

// Supervise does what the hidden command is for and returns its exit code.
func Supervise(args []string) int { return stdio.Supervise(args) }

// How long servers that still start are waited for.
const (
	promptLimit = 5 * time.Second  // by the first prompt
	StartLimit  = 60 * time.Second // by what needs them
)

// hostConfig is how servers are reached, and what they are told.
func (w *Workbench) hostConfig() mcpclient.Config {
	return mcpclient.Config{
		Version:    w.cfg.Version,
		Supervisor: w.parts.Supervisor,
		LogDir:     w.logDir(),
		Tokens:     w.logins(),
		Status:     w.reviewed.status,
		FreeReads:  w.reviewed.freeReads,
		Approved:   w.reviewed.started,
		Changed:    w.serverChanged,
		Updated:    w.resourceChanged,
		Ask:        w.ask,
		Secret:     w.learn,
		Redact:     w.redacted,
	}
}

// serverChanged is told that a server, or what it has, isn't what it was.
func (w *Workbench) serverChanged(name string) {
	w.texts.changed(name)
	w.wake()
}

// logins keeps the person's logins to servers.
func (w *Workbench) logins() web.TokenStore {
	ring := w.parts.Keyring
	if ring == nil {
		ring = web.OSKeyring()
	}
	return web.NewTokenStore(filepath.Join(w.cfg.DataDir, "logins"), ring)
}

// ask puts a question that belongs to no call to the person.
func (w *Workbench) ask(ctx context.Context, q policy.Question) (policy.Reply, error) {
	if q.ID == "" {
		q.ID = w.parts.IDs.RunID()
	}
	return w.desk.Question(ctx, q)
}

// redacted is a text without secrets.
func (w *Workbench) redacted(text string) string {
	text, _ = w.redact.Redact(text)
	return text
}

// learn masks values from now on.
func (w *Workbench) learn(values []string) {
	known := map[string]string{}
	for i, v := range values {
		known[fmt.Sprintf("login %d", i+1)] = v
	}
	w.redact.Learn(known)
}

// masked is a server's state without secrets: an error, an address or an
// argument may hold one. One that waits for leave to start is shown with all
// that the leave would be for.
func (w *Workbench) masked(s policy.ServerState) policy.ServerState {
	mask := func(text string) string {
		out, _ := w.redact.Redact(text)
		return out
	}
	c, err := w.server(s.Name)
	if err == nil {
		s.Notes = append(commandNotes(c), s.Notes...)
	}
	if err == nil && s.Need == policy.NeedApproval {
		lines, changed := w.shownStart(c)
		s.Reached, s.Changed, s.Fingerprint = strings.Join(lines, "\n"), changed, w.reviewed.fingerprint(c)
	}
	s.Reached, s.LastError, s.Try, s.Title = mask(s.Reached), mask(s.LastError), mask(s.Try), mask(s.Title)
	s.Notes, s.Tail = slices.Clone(s.Notes), slices.Clone(s.Tail)
	for _, lines := range [][]string{s.Notes, s.Tail} {
		for i := range lines {
			lines[i] = mask(lines[i])
		}
	}
	return s
}

// applyOff tells the host which tools are switched off. connecting is held.
func (w *Workbench) applyOff(host *mcpclient.Host) {
	now := w.reviewed.offTools()
	for _, tool := range w.off {
		if !slices.Contains(now, tool) {
			host.SetOff(tool, false)
		}
	}
	for _, tool := range now {
		host.SetOff(tool, true)
	}
	w.off = now
}

// watchReviews takes up what other processes approve, block and switch.
func (w *Workbench) watchReviews(ctx context.Context, host *mcpclient.Host) {
	for range w.db.Watch(ctx) {
		if !w.reviewed.refresh(ctx) {
			continue
		}
		w.connecting.Lock()
		w.applyOff(host)
		w.configure(host)
		w.connecting.Unlock()
		w.wake()
	}
}

// patient is the host as a run sees it: its first look at the tools waits for
// servers that still start.
type patient struct {
	*mcpclient.Host
	w    *Workbench
	once sync.Once
}

func (p *patient) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	p.once.Do(func() { p.w.await(ctx, p.Host) })
	return p.Host.Catalogue(ctx)
}

// await waits for servers that still start and that no run has waited for yet.
// Those that take longer are missing in this run, which says so.
func (w *Workbench) await(ctx context.Context, host *mcpclient.Host) {
	cat, err := host.Catalogue(ctx)
	if err != nil {
		return // the caller hears the same
	}
	var names []string
	w.mu.Lock()
	for _, s := range starting(cat.Servers, "") {
		if !w.waited[s.Name] {
			names, w.waited[s.Name] = append(names, s.Name), true
		}
	}
	w.awaited = names
	w.mu.Unlock()
	if len(names) == 0 {
		return
	}
	w.wake()
	limit := w.parts.ServerWait
	if limit <= 0 {
		limit = promptLimit
	}
	host.Wait(ctx, limit)
	w.mu.Lock()
	w.awaited = nil
	w.mu.Unlock()
	w.wake()
}

// Awaited are the servers that a run waits for now, before it asks the model.
func (w *Workbench) Awaited() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.awaited
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
