package app

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"vise/mcpclient/config"
	"vise/policy"
	"vise/policy/scan"
	"vise/session"
)

// findings are what was found in texts of servers, kept as long as neither the
// text nor the names that it could mention change.
type findings struct {
	mu    sync.Mutex
	names string // a hash of all names
	of    map[string][]scan.Finding
}

// Findings are the places in each tool, and in what else servers say, that a
// person should look at before they approve it, by id. Built-in tools are left
// out, and so is what has none.
func (w *Workbench) Findings(cat policy.Catalogue) map[string][]scan.Finding {
	return w.found.look(cat)
}

// look looks at all of a catalogue.
func (f *findings) look(cat policy.Catalogue) map[string][]scan.Finding {
	var tools []policy.Tool
	tools = append(tools, cat.Offered...)
	for _, h := range cat.Held {
		tools = append(tools, h.Tool)
	}
	ctx := contextOf(tools, cat.Servers)
	tools = append(tools, cat.Texts...)
	names := session.HashBytes([]byte(strings.Join(slices.Concat(ctx.Tools, ctx.Servers, ctx.Own), "\x00")))
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.names != names || f.of == nil {
		f.names, f.of = names, map[string][]scan.Finding{}
	}
	ctx = ctx.Ready()
	out, kept := map[string][]scan.Finding{}, map[string][]scan.Finding{}
	for _, t := range tools {
		if t.Server == policy.BuiltinServer || len(t.Definition) == 0 {
			continue
		}
		key := t.ID() + "\x00" + t.Pin
		found, ok := f.of[key]
		if !ok || t.Pin == "" {
			ctx.Server = t.Server
			found = lookedAt(t, ctx)
		}
		kept[key] = found
		if len(found) > 0 {
			out[t.ID()] = found
		}
	}
	f.of = kept
	return out
}

func contextOf(tools []policy.Tool, servers []policy.ServerState) (ctx scan.Context) {
	for _, t := range tools {
		ctx.Tools = append(ctx.Tools, t.ID(), t.Name)
		if t.Server == policy.BuiltinServer {
			ctx.Own = append(ctx.Own, t.Name)
		}
	}
	for _, s := range servers {
		ctx.Servers = append(ctx.Servers, s.Name)
	}
	return ctx
}

// lookedAt are the findings of one text.
func lookedAt(t policy.Tool, ctx scan.Context) []scan.Finding {
	if t.Kind != policy.KindInstructions {
		return scan.Tool(t.Definition, ctx)
	}
	var said struct {
		Instructions string `json:"instructions"`
	}
	if json.Unmarshal(t.Definition, &said) != nil {
		return scan.Tool(t.Definition, ctx)
	}
	found := scan.Text(policy.KindInstructions, said.Instructions, ctx)
	for i := range found {
		found[i].Where = "/instructions"
	}
	return found
}

// commandNotes say what should be looked at in how a server is started.
func commandNotes(s config.Server) (out []string) {
	if s.Transport != config.Stdio || s.Command == "" {
		return nil
	}
	for _, f := range scan.Command(append([]string{s.Command}, s.Args...)) {
		out = append(out, "look at "+f.Text+": "+f.About)
	}
	return out
}
