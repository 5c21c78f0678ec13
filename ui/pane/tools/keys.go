package tools

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/ui/keys"
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
	Switch            // switch Tool off for the model, or on again
	Approve           // approve Tools as they were shown
	Block             // block Tools[0]
	Start             // let the project's Server start
	Restart           // Server
	Reload            // the files of all servers
	Enable            // Server, or disable it when Off
	Log               // show the log of Server
	SignIn            // to Server
)

// Action is what a key comes to.
type Action struct {
	Do     Do
	Tool   string // of Switch: the tool's id
	Off    bool   // of Switch and Enable: what it is to be
	Tools  []policy.Tool
	Server string
	Shown  policy.ServerState // of Start
}

// Key handles a key press.
func (p *Pane) Key(msg tea.KeyPressMsg) Action {
	p.note = ""
	id, _ := p.keys.Match(p.Context(), msg)
	switch {
	case p.asked != nil:
		return p.answer(id)
	case p.filter.Typing():
		return p.filterKey(id, msg)
	}
	switch id {
	case keys.Find:
		return p.startFilter()
	case keys.Back:
		return p.back()
	case keys.Open, keys.OpenSelected:
		p.pair.OnDoc = p.pair.Len() > 0
		return Action{Do: Handled}
	case keys.ToolsRaw:
		p.raw, p.log = !p.raw, nil
		p.details()
		return Action{Do: Handled}
	case keys.ToolsSwitch, keys.ToolsApproveReads, keys.ServersRestart, keys.ServersEnable, keys.ServersLog, keys.ServersSignIn:
		return p.onTools(id)
	case keys.ToolsApprove:
		return p.approve()
	case keys.ToolsBlock:
		return p.block()
	case keys.ServersReload:
		return Action{Do: Reload}
	}
	handled, moved := p.pair.Press(id)
	if moved {
		p.log = nil
		p.details()
	}
	if !handled {
		return Action{}
	}
	return Action{Do: Handled}
}

// back leaves the log, details that cover the list, the filter, then the
// screen. Beside the list, leaving the details would change nothing that can be
// seen.
func (p *Pane) back() Action {
	switch {
	case p.log != nil:
		p.log, p.pair.OnDoc = nil, false
		p.details()
	case p.pair.OnDoc && p.pair.Alone():
		p.pair.OnDoc = false
	case p.filter.Drop():
		p.apply()
	default:
		return Action{Do: Back}
	}
	return Action{Do: Handled}
}

// onTools is for the keys that only servers and their tools have.
func (p *Pane) onTools(id string) Action {
	switch {
	case p.files:
		p.note = "that is for servers and their tools: a file is approved or blocked"
		return Action{Do: Handled}
	case id == keys.ToolsSwitch:
		return p.toggle()
	case id == keys.ToolsApproveReads:
		return p.approveReads()
	}
	return p.onServer(id)
}

func (p *Pane) toggle() Action {
	e, ok := p.selected()
	switch {
	case !ok:
	case e.tool == nil:
		p.note = "a server has no switch: switch its tools, or " + p.keys.Label(keys.ServersEnable) + " enables and disables it"
	case !e.switchable():
		p.note = theme.InertWords("held back: " + e.held)
	default:
		return Action{Do: Switch, Tool: e.tool.ID(), Off: !e.tool.Off}
	}
	return Action{Do: Handled}
}

// approve takes what is under the cursor as read: a tool, all of a server that
// waits to be read, or the start of a project's server.
func (p *Pane) approve() Action {
	e, ok := p.selected()
	act := Action{Do: Handled}
	switch {
	case !ok:
		return act
	case !e.external():
		p.note = "part of this program: there is nothing to approve"
		return act
	case e.tool != nil && !e.approvable():
		p.note = p.notApprovable(e)
		return act
	case e.tool == nil && e.server.Need == policy.NeedApproval:
		act = Action{Do: Start, Server: e.server.Name, Shown: e.server}
	case e.tool == nil && len(e.unread) == 0:
		p.note = "nothing of it waits to be read"
		return act
	case e.tool == nil:
		act = Action{Do: Approve, Tools: e.unread, Server: e.server.Name}
	default:
		act = Action{Do: Approve, Tools: []policy.Tool{*e.tool}, Server: e.server.Name}
	}
	if !p.read[e.subject()] {
		p.note = "read it to its end first: " + p.keys.Label(keys.Open) + " goes there, " + p.keys.Label(keys.PageDown) + " scrolls"
		return Action{Do: Handled}
	}
	return act
}

// approveReads is approve, and what only reads may do so without asking; of a
// tool that is approved already it says that it may, or no longer.
func (p *Pane) approveReads() Action {
	e, ok := p.selected()
	if ok && e.tool != nil && e.external() && e.tool.Kind == "" && e.tool.Status == policy.StatusApproved {
		t := *e.tool
		switch t.FreeReads = !t.FreeReads; {
		case !e.reads():
			p.note = "it doesn't only read, so it asks: " + t.Level.Words()
		case t.FreeReads && !p.read[e.subject()]:
			p.note = "read it to its end first: " + p.keys.Label(keys.Open) + " goes there, " + p.keys.Label(keys.PageDown) + " scrolls"
		default:
			return Action{Do: Approve, Tools: []policy.Tool{t}, Server: e.server.Name}
		}
		return Action{Do: Handled}
	}
	act := p.approve()
	if act.Do != Approve {
		return act
	}
	act.Tools = slices.Clone(act.Tools)
	for i, t := range act.Tools {
		act.Tools[i].FreeReads = entry{server: e.server, tool: &t}.reads()
	}
	return act
}

func (p *Pane) notApprovable(e entry) string {
	if e.tool.Status == policy.StatusApproved && e.tool.Kind != "" {
		return "it is approved already"
	}
	if e.tool.Status == policy.StatusApproved {
		return "it is approved already; " + p.keys.Label(keys.ToolsSwitch) + " switches it on and off"
	}
	return theme.InertWords("it can't be approved: " + e.held)
}

func (p *Pane) block() Action {
	e, ok := p.selected()
	switch {
	case !ok:
	case e.tool == nil:
		p.note = "a server can't be blocked: " + p.keys.Label(keys.ServersEnable) + " disables it"
	case !e.external():
		p.note = "part of this program: " + p.keys.Label(keys.ToolsSwitch) + " switches it off"
	case e.tool.Status == policy.StatusBlocked:
		p.note = "it is blocked already; " + p.keys.Label(keys.ToolsApprove) + " approves it"
	default:
		act := Action{Do: Block, Tools: []policy.Tool{*e.tool}, Server: e.server.Name}
		return p.ask(act, theme.InertWords("block "+wholeName(*e.tool)+" for good?"), "blocks it")
	}
	return Action{Do: Handled}
}

// onServer is for the keys about the server under the cursor, or the one whose
// tool is.
func (p *Pane) onServer(id string) Action {
	e, ok := p.selected()
	switch {
	case !ok:
		return Action{Do: Handled}
	case !e.external():
		p.note = "the built-in server is part of this program"
		return Action{Do: Handled}
	}
	s := e.server
	if p.log != nil && id != keys.ServersLog {
		p.log = nil
		p.details()
	}
	switch id {
	case keys.ServersRestart:
		act := Action{Do: Restart, Server: s.Name}
		if s.State != policy.ServerReady && s.State != policy.ServerDegraded {
			return act // nothing is stopped
		}
		return p.ask(act, theme.InertWords("stop "+s.Name+" and start it anew?"), "does it")
	case keys.ServersLog:
		return Action{Do: Log, Server: s.Name}
	case keys.ServersSignIn:
		act := Action{Do: SignIn, Server: s.Name}
		if s.Need == policy.NeedSignIn {
			return act
		}
		return p.ask(act, theme.InertWords(s.Name+" doesn't ask you to sign in: start it anew, and sign in if it does then?"), "does it")
	}
	act := Action{Do: Enable, Server: s.Name, Off: !disabled(s)}
	if !act.Off {
		return act
	}
	return p.ask(act, theme.InertWords("disable "+s.Name+"?"), "stops it and keeps it from being started")
}

// disabled reports a server that was stopped and waits for nothing.
func disabled(s policy.ServerState) bool { return s.State == policy.ServerStopped && s.Need == "" }

// hints are the keys that do something to what is under the cursor, what
// matters most first.
func (p *Pane) hints() []rows.Hint {
	e, ok := p.selected()
	var out []rows.Hint
	add := func(words string, ids ...string) { out = append(out, rows.Hint{Words: words, IDs: ids}) }
	switch {
	case !ok || p.log != nil:
	case e.tool == nil && e.external():
		p.serverHints(e, add)
	case e.tool != nil:
		if e.approvable() {
			add(p.approving(e, "approve what was shown"), keys.ToolsApprove)
		}
		switch {
		case e.approvable() && e.reads() && p.read[e.subject()]:
			add("and may read without asking", keys.ToolsApproveReads)
		case e.tool.FreeReads:
			add("ask before it reads", keys.ToolsApproveReads)
		case e.held == "" && e.reads() && p.read[e.subject()]:
			add("may read without asking", keys.ToolsApproveReads)
		}
		if e.switchable() {
			add(map[bool]string{true: "on for the model", false: "off for the model"}[e.tool.Off], keys.ToolsSwitch)
		}
		if e.external() && e.tool.Status != policy.StatusBlocked {
			add("block", keys.ToolsBlock)
		}
		add("raw JSON", keys.ToolsRaw)
	}
	add("details", keys.Open)
	add("filter", keys.Find)
	add("reload", keys.ServersReload)
	add("next pane", keys.NextPane)
	add("back", keys.Back)
	return out
}

func (p *Pane) serverHints(e entry, add func(words string, ids ...string)) {
	s := e.server
	switch {
	case s.Need == policy.NeedApproval:
		add(p.approving(e, "let it start"), keys.ToolsApprove)
	case len(e.unread) > 0:
		add(p.approving(e, "approve what was shown"), keys.ToolsApprove)
		if p.read[e.subject()] && slices.ContainsFunc(e.unread, func(t policy.Tool) bool { return entry{server: s, tool: &t}.reads() }) {
			add("and may read without asking", keys.ToolsApproveReads)
		}
	}
	if s.Need == policy.NeedSignIn {
		add("sign in", keys.ServersSignIn)
	}
	if disabled(s) {
		add("enable", keys.ServersEnable)
	} else {
		add("restart", keys.ServersRestart)
		add("disable", keys.ServersEnable)
	}
	add("log", keys.ServersLog)
}

// approving are the words of the key that approves: it does so only once the
// end was on the screen.
func (p *Pane) approving(e entry, words string) string {
	if !p.read[e.subject()] {
		return words + " (read to the end first)"
	}
	return words
}
