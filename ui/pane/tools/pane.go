// Package tools is the Tools screen: every tool of every server with what it
// may do, what it costs, and its whole description and schema as the model is
// given them. It changes nothing itself.
package tools

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// Do is what the root has to do after a key.
type Do int

// What a key comes to.
const (
	Ignored Do = iota // not one of this screen's keys
	Handled           // done; draw again
	Back              // leave the screen
	Switch            // switch the tool off for the model, or on again
)

// Action is what a key comes to: for Switch the tool's id, and what it is to
// be.
type Action struct {
	Do   Do
	Tool string
	Off  bool
}

// entry is one row: a server, or one of its tools.
type entry struct {
	server policy.ServerState
	tool   *policy.Tool // nil for the server itself
	held   string       // why the tool is held back; empty when it is offered
	tokens int          // of the tool, or of all that the server offers
}

// Pane is the Tools screen. Make one with New.
type Pane struct {
	th      theme.Theme
	keys    *keys.Map
	entries []entry
	pair    rows.Pair
	raw     bool
	note    string
	total   int // tokens of all that is offered
}

// New makes an empty screen.
func New(th theme.Theme, km *keys.Map) *Pane {
	p := &Pane{th: th, keys: km}
	p.pair = rows.Pair{Th: th, ListAs: theme.Box{Title: "Tools"}, Row: p.row, Empty: "reading …"}
	return p
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th, p.pair.Th = th, th
	p.details()
}

// SetCatalogue shows the tools of c. The cursor stays on its tool or server
// where that is still there.
func (p *Pane) SetCatalogue(c policy.Catalogue) {
	was, had := p.selected()
	p.entries, p.total = entries(c), 0
	p.pair.Empty = "there are no servers, not even the built-in one"
	p.pair.SetLen(len(p.entries))
	for i, e := range p.entries {
		if e.tool == nil {
			p.total += e.tokens
		}
		if had && e.id() == was.id() {
			p.pair.To(i)
		}
	}
	p.details()
}

// SetError says why the tools can't be read.
func (p *Pane) SetError(err error) {
	p.entries = nil
	p.pair.SetLen(0)
	p.pair.Empty = theme.InertWords("The tools can't be read: " + err.Error())
	p.details()
}

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
				e := entry{server: s, tool: &t, tokens: session.ToolTokens(t)}
				if !t.Off {
					out[at].tokens += e.tokens
				}
				out = append(out, e)
			}
		}
		for _, h := range c.Held {
			if h.Tool.Server == s.Name {
				why := h.Reason
				if why == "" {
					why = string(h.Tool.Status)
				}
				out = append(out, entry{server: s, tool: &h.Tool, held: why, tokens: session.ToolTokens(h.Tool)})
			}
		}
	}
	for _, s := range c.Servers {
		server(s)
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

func (e entry) id() string {
	if e.tool == nil {
		return "\x00" + e.server.Name
	}
	return e.tool.Server + "/" + e.tool.Name
}

// switchable reports a tool that a person may switch on and off: one that is
// offered, or held back for no other reason than being off.
func (e entry) switchable() bool {
	return e.tool != nil && (e.held == "" || e.tool.Off && e.tool.Status == policy.StatusApproved)
}

func (p *Pane) selected() (entry, bool) {
	if len(p.entries) == 0 {
		return entry{}, false
	}
	return p.entries[p.pair.Sel()], true
}

// Context is where the keys of this screen are looked up.
func (p *Pane) Context() keys.Context { return keys.Tools }

// Key handles a key press.
func (p *Pane) Key(msg tea.KeyPressMsg) Action {
	p.note = ""
	id, _ := p.keys.Match(keys.Tools, msg)
	switch id {
	case keys.Back:
		if p.pair.OnDoc {
			p.pair.OnDoc = false
			return Action{Do: Handled}
		}
		return Action{Do: Back}
	case keys.Open:
		p.pair.OnDoc = p.pair.Len() > 0
		return Action{Do: Handled}
	case keys.ToolsRaw:
		p.raw = !p.raw
		p.details()
		return Action{Do: Handled}
	case keys.ToolsSwitch:
		return p.toggle()
	}
	handled, moved := p.pair.Press(id)
	if moved {
		p.details()
	}
	if !handled {
		return Action{}
	}
	return Action{Do: Handled}
}

func (p *Pane) toggle() Action {
	e, ok := p.selected()
	switch {
	case !ok:
	case e.tool == nil:
		p.note = "a server has no switch: switch its tools"
	case !e.switchable():
		p.note = theme.InertWords("held back: " + e.held)
	default:
		return Action{Switch, e.tool.ID(), !e.tool.Off}
	}
	return Action{Do: Handled}
}

// View draws the screen: h lines of at most w cells.
func (p *Pane) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	p.pair.ListAs.Right = eventline.Count(p.total, "token")
	foot := theme.Cut(" "+p.note, w)
	if p.note == "" {
		foot = rows.Foot(p.th, p.keys, w, p.hints()...)
	}
	return strings.Join(append(p.pair.View(w, h-1), foot), "\n")
}

func (p *Pane) hints() []rows.Hint {
	var out []rows.Hint
	if e, ok := p.selected(); ok && e.switchable() {
		does := "off for the model"
		if e.tool.Off {
			does = "on for the model"
		}
		out = append(out, rows.Hint{Words: does, IDs: []string{keys.ToolsSwitch}})
	}
	return append(out, rows.Hint{Words: "raw JSON", IDs: []string{keys.ToolsRaw}},
		rows.Hint{Words: "description", IDs: []string{keys.Open}},
		rows.Hint{Words: "next pane", IDs: []string{keys.NextPane}},
		rows.Hint{Words: "back", IDs: []string{keys.Back}})
}
