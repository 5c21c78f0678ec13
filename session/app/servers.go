package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/mcpclient"
	"vise/mcpclient/config"
	"vise/policy"
)

// readConfig reads the files of servers, and learns what is secret in them.
func (w *Workbench) readConfig() []config.Server {
	read := w.readServers()
	for _, s := range read.list {
		w.redact.Learn(secretsOf(s))
	}
	w.mu.Lock()
	w.servers = read
	w.mu.Unlock()
	identities := w.identities(read.list)
	for _, l := range w.parts.Servers {
		identities[l.Name] = "in this process: " + l.Name
	}
	w.reviewed.know(identities)
	return read.list
}

// configure hands what the files say to the host, which starts servers in the
// background. connecting is held.
func (w *Workbench) configure(host *mcpclient.Host) {
	list := w.readConfig()
	if w.only != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(s config.Server) bool { return !concerns(w.only, s.Name) })
	}
	host.Configure(list)
}

// UseOnly has no other server started than the one that only names, or whose
// tool it names. It is called before a tool is needed.
func (w *Workbench) UseOnly(only string) {
	w.connecting.Lock()
	defer w.connecting.Unlock()
	w.only = only
}

// concerns reports whether only names the server or one of its tools.
func concerns(only, server string) bool { return only == server || strings.HasPrefix(only, server+"/") }

// connected is the host, if a tool was needed already.
func (w *Workbench) connected() *mcpclient.Host {
	w.connecting.Lock()
	defer w.connecting.Unlock()
	return w.host
}

// Reload reads the files of servers again, and restarts only what changed.
func (w *Workbench) Reload(context.Context) error {
	w.connecting.Lock()
	defer w.connecting.Unlock()
	if w.host == nil {
		w.readConfig() // what is started when a tool is first needed
		return nil
	}
	w.configure(w.host)
	w.wake()
	return nil
}

// Refresh reloads where a file of servers was written since it was read.
func (w *Workbench) Refresh(ctx context.Context) {
	if w.stale(w.configured()) {
		_ = w.Reload(ctx) // it never fails
	}
}

func (w *Workbench) configured() readServers {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.servers
}

// ServerTroubles are the files of servers that can't be read, and what else
// keeps servers from being used, in words.
func (w *Workbench) ServerTroubles() []string {
	out := slices.Clone(w.configured().troubles)
	if why := w.reviewed.why(); why != "" {
		out = append(out, why)
	}
	return out
}

// serverScopes are the rights to see the tools of all servers but vise's own.
func (w *Workbench) serverScopes() []string {
	var out []string
	for _, name := range w.serverNames()[1:] {
		out = append(out, "server:"+name)
	}
	return out
}

// serverNames are all servers, vise's own first.
func (w *Workbench) serverNames() []string {
	out := []string{policy.BuiltinServer}
	for _, s := range w.configured().list {
		out = append(out, s.Name)
	}
	for _, l := range w.parts.Servers {
		if !slices.Contains(out, l.Name) {
			out = append(out, l.Name)
		}
	}
	return out
}

// server is the configuration of a server.
func (w *Workbench) server(name string) (config.Server, error) {
	return serverIn(w.configured().list, name)
}

// HasServer is an error that says which servers there are, where none has that
// name.
func (w *Workbench) HasServer(ctx context.Context, name string) error {
	w.Refresh(ctx)
	_, err := w.server(name)
	return err
}

func serverIn(list []config.Server, name string) (config.Server, error) {
	i := slices.IndexFunc(list, func(s config.Server) bool { return s.Called(name) })
	if i >= 0 {
		return list[i], nil
	}
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return config.Server{}, notThere("there is no server %q: none is configured; add one with vise servers add", name)
	}
	return config.Server{}, notThere("there is no server %q; there are %s", name, strings.Join(names, ", "))
}

// Settle waits for servers that still start, at most for limit; where only
// names a server, or a tool of one, for no other. It returns those that still
// start. Files that were written since they were read are read first, so that
// a call by hand finds what another process has just switched on.
func (w *Workbench) Settle(ctx context.Context, limit time.Duration, only string) ([]policy.ServerState, error) {
	host, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	w.Refresh(ctx)
	changed, stop := w.subscribe()
	defer stop()
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		cat, err := host.Catalogue(ctx)
		if err != nil {
			return nil, err
		}
		left := starting(cat.Servers, only)
		if len(left) == 0 {
			return nil, nil
		}
		select {
		case <-changed:
		case <-late.C:
			return left, nil
		case <-ctx.Done():
			return left, ctx.Err()
		}
	}
}

func starting(servers []policy.ServerState, only string) (left []policy.ServerState) {
	for _, s := range servers {
		if s.State == policy.ServerStarting && (only == "" || concerns(only, s.Name)) {
			left = append(left, s)
		}
	}
	return left
}

// Restart ends a server and starts it anew.
func (w *Workbench) Restart(ctx context.Context, name string) error {
	host, err := w.tools(ctx)
	if err != nil {
		return err
	}
	w.Refresh(ctx)
	s, err := w.server(name)
	if err != nil {
		return err
	}
	w.texts.changed(s.Name)
	return host.Restart(ctx, s.Name)
}

// SetEnabled switches a server on or off. It is kept in the file that names
// it; a project's file stays as it is: there it takes back the leave to start.
func (w *Workbench) SetEnabled(ctx context.Context, name string, on bool) error {
	w.Refresh(ctx)
	s, err := w.server(name)
	switch {
	case err != nil:
		return err
	case s.Source.Project && !on:
		return w.withdrawStart(ctx, s)
	case s.Source.Project && s.Disabled:
		return fmt.Errorf("%s is switched off in the project's own file: %s, line %d", name, s.Source.File, s.Source.Line)
	case s.Source.Project:
		return errors.New("a project's server is allowed to start once its command line was read: vise servers approve " + name)
	}
	if err := config.Edit(s.Source.File, func(d *config.Document) error { return d.SetDisabled(s.InFile(), !on) }); err != nil {
		return err
	}
	return w.Reload(ctx)
}
