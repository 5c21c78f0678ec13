// Package tools is the Tools screen: every server with how it is, and every
// tool of it with what it may do, what it costs, and its whole text, to be
// read and approved. It changes nothing itself.
package tools

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"vise/policy"
	"vise/policy/scan"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// Pane is the Tools screen. Make one with New.
type Pane struct {
	th       theme.Theme
	zone     *time.Location
	keys     *keys.Map
	all      []entry
	entries  []entry // those that the filter leaves
	filter   rows.Filter
	asked    *asking                    // what the next key answers
	approved map[string]json.RawMessage // definitions that were approved before, by tool id
	found    map[string][]scan.Finding  // what should be looked at, by tool id
	read     map[string]bool            // subjects whose end has been on the screen
	pair     rows.Pair
	raw      bool
	log      *session.Foreign // in place of the details
	logOf    string
	laid     laid
	note     string
	total    int    // tokens of all that is offered
	files    bool   // it shows projects' AGENTS.md, and no servers; see Files
	wish     string // the server to go to once it is there; "*": the first external one
}

// New makes an empty screen whose times are told in zone.
func New(th theme.Theme, km *keys.Map, zone *time.Location) *Pane {
	if zone == nil {
		zone = time.UTC
	}
	p := &Pane{th: th, zone: zone, keys: km, read: map[string]bool{}}
	p.pair = rows.Pair{Th: th, ListAs: theme.Box{Title: "Tools"}, Row: p.row, Empty: "reading …"}
	return p
}

// AtServer begins at the server of that name, or with "" at the first one that
// isn't built in.
func (p *Pane) AtServer(name string) *Pane {
	p.wish = name
	if name == "" {
		p.wish = "*"
	}
	return p
}

// Files shows files AGENTS.md of projects in place of servers' tools, each by
// itself, to be read and approved in the same way.
func (p *Pane) Files() *Pane {
	p.files = true
	return p
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th, p.pair.Th = th, th
	p.details()
}

// SetCatalogue shows the tools of c; approved are the definitions that were
// approved before, of tools that changed since, by the tool's id. The cursor
// stays on its tool or server where that is still there.
func (p *Pane) SetCatalogue(c policy.Catalogue, approved map[string]json.RawMessage) {
	p.all, p.total, p.approved = entries(c), 0, approved
	p.pair.Empty = "there are no servers, not even the built-in one"
	if p.files {
		p.pair.Empty = "no folder that is read here has a file AGENTS.md"
		p.all = slices.DeleteFunc(p.all, func(e entry) bool { return e.tool == nil })
	}
	for _, e := range p.all {
		if e.tool == nil {
			p.total += e.tokens
		}
	}
	p.apply()
	p.wished()
	p.details()
}

// SetFound takes what should be looked at in tools, by the tool's id. It counts
// from the next SetCatalogue on.
func (p *Pane) SetFound(found map[string][]scan.Finding) { p.found = found }

// wished moves to the server that was asked for.
func (p *Pane) wished() {
	for i, e := range p.entries {
		if e.tool == nil && (e.server.Name == p.wish || p.wish == "*" && e.external()) {
			p.pair.To(i)
			p.wish = ""
			return
		}
	}
}

// SetError says why the tools can't be read.
func (p *Pane) SetError(err error) {
	p.all, p.entries = nil, nil
	p.pair.SetLen(0)
	p.pair.Empty = theme.InertWords("The tools can't be read: " + err.Error())
	p.details()
}

// SetLog shows what a server wrote to its log in place of the details.
func (p *Pane) SetLog(server string, text session.Foreign) {
	p.log, p.logOf, p.pair.OnDoc = &text, server, true
	p.laid = laid{}
	p.details()
}

func (p *Pane) logged(d *rows.Doc) {
	p.pair.DocAs.Title, p.pair.DocAs.Right = "Log of "+theme.InertWords(p.logOf), ""
	if p.log.Len() == 0 {
		d.Text("It wrote nothing.")
		return
	}
	d.Foreign(*p.log)
	d.FromEnd()
}

func (p *Pane) selected() (entry, bool) {
	if len(p.entries) == 0 {
		return entry{}, false
	}
	return p.entries[p.pair.Sel()], true
}

// Context is where the keys of this screen are looked up now.
func (p *Pane) Context() keys.Context {
	if p.filter.Typing() {
		return keys.Search
	}
	return keys.Tools
}

// View draws the screen: h lines of at most w cells. What is on the screen to
// its end then counts as read.
func (p *Pane) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	p.pair.ListAs.Title = "Tools"
	if p.files {
		p.pair.ListAs.Title = "Projects' AGENTS.md"
	}
	if p.filter.Text() != "" {
		p.pair.ListAs.Title += " with “" + theme.InertWords(p.filter.Text()) + "”"
	}
	if !p.files {
		p.pair.ListAs.Right = eventline.Count(p.total, "token")
	}
	lines := p.pair.View(w, h-1)
	p.noteRead()
	return strings.Join(append(lines, p.foot(w)), "\n")
}

func (p *Pane) foot(w int) string {
	switch {
	case p.asked != nil:
		return p.question(w)
	case p.filter.Typing():
		return p.filter.View(p.th, w)
	case p.note != "":
		return theme.Cut(" "+p.note, w)
	}
	return rows.Foot(p.th, p.keys, w, p.hints()...)
}

func (p *Pane) noteRead() {
	e, ok := p.selected()
	if !ok || p.log != nil || p.pair.Doc == nil || !p.pair.Doc.Seen() {
		return
	}
	p.read[e.subject()] = true
	for i := range e.unread { // of a server's document, each tool was read too
		p.read[entry{server: e.server, tool: &e.unread[i]}.subject()] = true
	}
}
