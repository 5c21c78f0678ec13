package session

import (
	"bytes"
	"slices"
	"strings"

	"vise/policy"
)

// Aliases gives every tool id the name that a model uses for it. It must be
// one-to-one and the same for the same ids.
type Aliases func(ids []string) map[string]string

// PlainAliases is for models that take any name: dots, slashes and hyphens
// become underscores.
func PlainAliases(ids []string) map[string]string {
	m, used := make(map[string]string, len(ids)), map[string]bool{}
	for _, id := range ids {
		a := aliasOf(id)
		for used[a] {
			a += "_"
		}
		used[a] = true
		m[id] = a
	}
	return m
}

func aliasOf(id string) string {
	return strings.NewReplacer(".", "_", "/", "_", "-", "_").Replace(strings.ToLower(id))
}

// toolset is what the model of one step is offered.
type toolset struct {
	catalogue policy.Catalogue
	aliases   map[string]string // tool id → alias
	byName    map[string]policy.Tool
	withheld  []policy.Held // allowed, but the model can't be told of them
}

// newToolset offers of the catalogue what the run's scopes allow.
func newToolset(cat policy.Catalogue, scopes []string, aliases Aliases) toolset {
	ts := toolset{byName: map[string]policy.Tool{}}
	ts.catalogue.Held, ts.catalogue.Servers = cat.Held, cat.Servers
	have := map[string]bool{}
	for _, s := range scopes {
		have[s] = true
	}
	var ids []string
	for _, t := range cat.Offered {
		if !have[t.Scope] {
			ts.catalogue.Held = append(ts.catalogue.Held, policy.Held{Tool: t, Reason: "outside this run's scopes (needs " + t.Scope + ")"})
			continue
		}
		ts.catalogue.Offered = append(ts.catalogue.Offered, t)
		ids = append(ids, t.ID())
	}
	ts.aliases = aliases(ids)
	for _, t := range ts.catalogue.Offered {
		ts.byName[ts.aliases[t.ID()]] = t
	}
	for _, t := range ts.catalogue.Offered { // an alias wins over an id that reads like it
		if _, ok := ts.byName[t.ID()]; !ok {
			ts.byName[t.ID()] = t
		}
	}
	return ts
}

func (ts toolset) resolve(name string) (policy.Tool, bool) {
	t, ok := ts.byName[name]
	return t, ok
}

func (ts toolset) chatTools() []ChatTool {
	out := make([]ChatTool, 0, len(ts.catalogue.Offered))
	for _, t := range ts.catalogue.Offered {
		if ts.withholds(t.ID()) {
			continue
		}
		d := t.Described()
		out = append(out, ChatTool{Alias: ts.aliases[t.ID()], ID: t.ID(), Description: d.Description, Schema: d.InputSchema})
	}
	return out
}

func (ts toolset) discovered() ToolsDiscovered {
	var d ToolsDiscovered
	for _, t := range ts.chatTools() {
		pt := ts.byName[t.Alias]
		d.Offered = append(d.Offered, OfferedTool{Tool: t.ID, Alias: t.Alias, Server: pt.Server, Pin: pt.Pin, Level: pt.Level, Tokens: toolTokens(t)})
	}
	for _, h := range slices.Concat(ts.catalogue.Held, ts.withheld) {
		d.Held = append(d.Held, HeldTool{Tool: h.Tool.ID(), Server: h.Tool.Server, Status: h.Tool.Status, Reason: h.Reason})
	}
	d.Missing = missing(ts.catalogue.Servers)
	return d
}

// missing are the servers that can't be used, but for those that the person
// has switched off.
func missing(servers []policy.ServerState) []MissingServer {
	var out []MissingServer
	for _, s := range servers {
		m := MissingServer{Server: s.Name, State: s.State, Reason: s.LastError}
		switch {
		case s.State == policy.ServerReady, s.State == policy.ServerDegraded:
			continue
		case s.Need == policy.NeedApproval:
			m.Reason = "the project names it, and nobody has allowed it to start"
		case s.Need == policy.NeedSignIn:
			m.Reason = "it wants you to sign in"
		case s.State == policy.ServerStopped:
			continue
		case s.State == policy.ServerStarting && m.Reason == "":
			m.Reason = "it hasn't answered yet"
		}
		out = append(out, m)
	}
	return out
}

func (ts toolset) names() []string {
	out := make([]string, 0, len(ts.aliases))
	for id, a := range ts.aliases {
		if !ts.withholds(id) {
			out = append(out, a)
		}
	}
	return sorted(out)
}

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}

// HasMark reports whether arguments hold a mark in place of a secret: then they
// aren't what was sent.
func HasMark(args []byte) bool {
	_, n := hasMark(args)
	return n > 0
}

// hasMark finds a mark that stands for a secret.
func hasMark(b []byte) (first string, n int) {
	i := bytes.Index(b, []byte("[secret:"))
	if i < 0 {
		return "", 0
	}
	return string(b[i:min(len(b), i+40)]), bytes.Count(b, []byte("[secret:"))
}
