package tools

import (
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session"
)

// entry is one row: a server, or one of its tools.
type entry struct {
	server policy.ServerState
	tool   *policy.Tool // nil for the server itself
	held   string       // why the tool is held back; empty when it is offered
	tokens int          // of the tool, or of all that the server offers
	counts counts       // of a server's tools
	unread []policy.Tool
}

// counts are a server's tools by how they stand.
type counts struct{ approved, changed, fresh, other int }

// entries lists each server with its tools below it, offered ones first.
func entries(c policy.Catalogue) []entry {
	var out []entry
	seen := map[string]bool{}
	server := func(s policy.ServerState) {
		seen[s.Name] = true
		at := len(out)
		out = append(out, entry{server: s})
		for _, t := range c.Offered {
			if t.Server == s.Name {
				out = append(out, entry{server: s, tool: &t, tokens: session.ToolTokens(t)})
				out[at].count(out[len(out)-1])
			}
		}
		for _, h := range c.Held {
			if h.Tool.Server == s.Name {
				why := h.Reason
				if why == "" {
					why = string(h.Tool.Status)
				}
				out = append(out, entry{server: s, tool: &h.Tool, held: why, tokens: session.ToolTokens(h.Tool)})
				out[at].count(out[len(out)-1])
			}
		}
	}
	for _, s := range c.Servers {
		server(s)
		for _, t := range c.Texts { // beside its tools
			if t.Server == s.Name {
				at := slices.IndexFunc(out, func(e entry) bool { return e.tool == nil && e.server.Name == s.Name })
				out = append(out, entry{server: s, tool: &t, held: t.Status.Held()})
				out[at].count(out[len(out)-1])
			}
		}
	}
	for _, t := range c.Offered { // of a server that isn't listed: said, never absent
		if !seen[t.Server] {
			server(policy.ServerState{Name: t.Server})
		}
	}
	for _, h := range c.Held {
		if !seen[h.Tool.Server] {
			server(policy.ServerState{Name: h.Tool.Server})
		}
	}
	return out
}

// count takes a tool into what its server's row says.
func (e *entry) count(t entry) {
	if t.held == "" && !t.tool.Off {
		e.tokens += t.tokens
	}
	switch t.tool.Status {
	case policy.StatusApproved:
		e.counts.approved++
	case policy.StatusChanged:
		e.counts.changed++
	case policy.StatusNew:
		e.counts.fresh++
	default:
		e.counts.other++
	}
	if t.unreviewed() {
		e.unread = append(e.unread, *t.tool)
	}
}

// reads reports a tool that may be allowed to read without asking.
func (e entry) reads() bool {
	return e.external() && e.tool != nil && e.tool.Kind == "" && e.tool.Level <= policy.ReadsOutside
}

// unreviewed reports a tool that waits for a person to read it.
func (e entry) unreviewed() bool {
	return e.external() && e.tool != nil && (e.tool.Status == policy.StatusNew || e.tool.Status == policy.StatusChanged)
}

// approvable reports a tool that a person may approve once they have read it:
// also one that they blocked before.
func (e entry) approvable() bool {
	return e.unreviewed() || e.external() && e.tool != nil && e.tool.Status == policy.StatusBlocked
}

// external reports a server, or a tool of one, that isn't part of vise.
func (e entry) external() bool { return e.server.Name != policy.BuiltinServer }

func (e entry) id() string {
	if e.tool == nil {
		return "\x00" + e.server.Name
	}
	if e.tool.Kind != "" {
		return e.tool.Server + "/" + e.tool.Kind + ":" + e.tool.Name
	}
	return e.tool.Server + "/" + e.tool.Name
}

// switchable reports a tool that a person may switch on and off: one that is
// offered, or held back for no other reason than being off.
func (e entry) switchable() bool {
	return e.tool != nil && e.tool.Kind == "" && (e.held == "" || e.tool.Off && e.tool.Status == policy.StatusApproved)
}

// subject names what exactly the details are about: reading counts for this
// alone.
func (e entry) subject() string {
	if e.tool != nil {
		return e.id() + "\x00" + e.tool.Pin
	}
	var b strings.Builder
	b.WriteString(e.id() + "\x00" + e.server.Need + "\x00" + e.server.Reached + "\x00" + e.server.Fingerprint)
	for _, l := range e.server.Changed {
		b.WriteString("\x00" + l)
	}
	for _, t := range e.unread {
		b.WriteString("\x00" + t.Kind + ":" + t.Name + "\x00" + t.Pin)
	}
	return b.String()
}

// says is everything else that the details tell.
func (e entry) says() string {
	if e.tool == nil {
		return fmt.Sprint(e.subject(), e.server, e.tokens, e.counts)
	}
	return fmt.Sprint(e.subject(), e.tool.Status, e.tool.Off, e.tool.Level, e.tool.FreeReads, e.tool.Note, e.held)
}
