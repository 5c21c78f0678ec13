package ui

import (
	"context"
	"encoding/json"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/policy/scan"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/tools"
)

type (
	// catalogueMsg brings every tool of every server, and what was approved
	// before of those that changed.
	catalogueMsg struct {
		catalogue policy.Catalogue
		approved  map[string]json.RawMessage
		found     map[string][]scan.Finding
		err       error
	}
	// serverDoneMsg is the outcome of what was done to a server or a tool.
	serverDoneMsg struct {
		said string
		err  error
	}
	// serverLogMsg brings the log of a server.
	serverLogMsg struct {
		server string
		text   session.Foreign
		err    error
	}
)

// toolsScreen lists servers and tools.
type toolsScreen struct{ *tools.Pane }

func (m *Model) openTools(string) tea.Cmd {
	m.screen = toolsScreen{tools.New(m.th, m.opt.Keys, m.opt.Zone)}
	return m.readCatalogue
}

// openServers is the same screen, at a server.
func (m *Model) openServers(name string) tea.Cmd {
	m.screen = toolsScreen{tools.New(m.th, m.opt.Keys, m.opt.Zone).AtServer(name)}
	return m.readCatalogue
}

func (m *Model) readCatalogue() tea.Msg {
	c, err := m.deps.Tools.Catalogue(m.ctx)
	msg := catalogueMsg{catalogue: c, err: err}
	if m.deps.Reviews == nil {
		return msg
	}
	msg.found = m.deps.Reviews.Findings(m.ctx, c)
	before := func(t policy.Tool) {
		if t.Status != policy.StatusChanged {
			return
		}
		if def, ok := m.deps.Reviews.Approved(m.ctx, t); ok {
			if msg.approved == nil {
				msg.approved = map[string]json.RawMessage{}
			}
			msg.approved[t.ID()] = def
		}
	}
	for _, h := range c.Held {
		before(h.Tool)
	}
	for _, t := range c.Texts {
		before(t)
	}
	return msg
}

// refreshTools reads the open Tools screen anew: a server's state changed.
func (m *Model) refreshTools() tea.Cmd {
	if _, ok := m.screen.(toolsScreen); !ok {
		return nil
	}
	return m.readCatalogue
}

func (s toolsScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case tools.Ignored, tools.Handled:
	case tools.Back:
		m.closeScreen()
	case tools.Switch:
		words := map[bool]string{true: " is off for the model; ", false: " is on for the model; "}[act.Off] + m.opt.Keys.Label(keys.ToolsSwitch) + " takes that back."
		return m.onServer(act.Tool+words, "It was not switched", func(ctx context.Context) error { return m.deps.Tools.SetOff(ctx, act.Tool, act.Off) })
	case tools.Approve, tools.Block:
		return m.reviewed(act)
	default:
		return m.serverKey(act)
	}
	return nil
}

// reviewed records what a person said of tools that they read.
func (m *Model) reviewed(act tools.Action) tea.Cmd {
	r := m.deps.Reviews
	switch {
	case r == nil:
		m.say("Reviewing tools is not available here.")
		return nil
	case act.Do == tools.Block:
		id := act.Tools[0].ID()
		return m.onServer("Blocked: the model never sees "+id+".", "It was not blocked", func(ctx context.Context) error { return r.Block(ctx, act.Tools[0]) })
	}
	said := "Approved: " + act.Tools[0].ID() + "."
	switch t := act.Tools[0]; {
	case t.Status == policy.StatusApproved && t.FreeReads:
		said = t.ID() + " may read without asking."
	case t.Status == policy.StatusApproved:
		said = t.ID() + " asks before it reads."
	}
	if n := len(act.Tools); n > 1 {
		said = fmt.Sprintf("Approved: %d tools of %s, as they were shown.", n, act.Server)
	}
	return m.onServer(said, "Nothing was approved", func(ctx context.Context) error { return r.Approve(ctx, act.Tools) })
}

// serverKey is for what is done to servers.
func (m *Model) serverKey(act tools.Action) tea.Cmd {
	s, name := m.deps.Servers, act.Server
	if s == nil {
		m.say("Changing servers is not available here.")
		return nil
	}
	switch act.Do {
	case tools.Restart:
		m.say("Starting " + name + " anew …")
		return m.onServer(name+" was started anew.", name+" was not started anew", func(ctx context.Context) error { return s.Restart(ctx, name) })
	case tools.Reload:
		return m.onServer("The servers' files were read again.", "The servers' files can't be used", s.Reload)
	case tools.Enable:
		words := map[bool]string{true: "disabled", false: "enabled"}[act.Off]
		return m.onServer(name+" is "+words+".", name+" is not "+words, func(ctx context.Context) error { return s.SetEnabled(ctx, name, !act.Off) })
	case tools.Start:
		m.say("Starting " + name + " …")
		return m.onServer("", name+" was not started", func(ctx context.Context) error { return s.ApproveStart(ctx, act.Shown) })
	case tools.SignIn:
		m.say("Signing in to " + name + " …")
		return m.onServer("", "You are not signed in to "+name, func(ctx context.Context) error { return s.SignIn(ctx, name) })
	case tools.Log:
		return func() tea.Msg {
			text, err := s.Log(m.ctx, name)
			return serverLogMsg{name, text, err}
		}
	}
	return nil
}

// onServer does something off the screen, says what came of it, and reads the
// tools anew.
func (m *Model) onServer(said, failed string, do func(context.Context) error) tea.Cmd {
	return func() tea.Msg {
		if err := do(m.ctx); err != nil {
			return serverDoneMsg{err: fmt.Errorf("%s: %w", failed, err)}
		}
		return serverDoneMsg{said: said}
	}
}

// routeServers is for messages about servers and what they have; the replay
// gets the others.
func (m *Model) routeServers(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case catalogueMsg:
		m.catalogueCame(msg)
	case serverDoneMsg:
		switch {
		case msg.err != nil:
			m.say(msg.err.Error())
		case msg.said != "":
			m.say(msg.said)
		}
		return tea.Batch(m.refreshTools(), m.refreshInstructions())
	case instructionsMsg:
		m.instructionsCame(msg)
	case serverLogMsg:
		s, ok := m.screen.(toolsScreen)
		switch {
		case msg.err != nil:
			m.say("The log of " + msg.server + " can't be read: " + msg.err.Error())
		case ok:
			s.SetLog(msg.server, msg.text)
		}
	case resourcesMsg:
		return m.resourcesCame(msg)
	case previewPauseMsg:
		return m.readPreview(msg.name)
	case previewMsg:
		m.previewCame(msg)
	case completePauseMsg:
		return m.completeNow(msg)
	case completedMsg:
		msg.fill.Offer(msg.arg, msg.value, msg.offers)
	default:
		return m.routeReplay(msg)
	}
	return nil
}

func (m *Model) catalogueCame(msg catalogueMsg) {
	s, ok := m.screen.(toolsScreen)
	switch {
	case !ok:
	case msg.err != nil:
		s.SetError(msg.err)
	default:
		s.SetFound(msg.found)
		s.SetCatalogue(msg.catalogue, msg.approved)
	}
}
