package ui

import (
	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/markdown"
	"vise/ui/pane/chat"
	"vise/ui/pane/detail"
	"vise/ui/theme"
)

// detailMsg brings something that was made off the screen and is now open.
type detailMsg struct{ pane *detail.Pane }

// fetch reads the texts that are on the screen but not here.
func (m *Model) fetch() tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range m.chat.Wanted() {
		cmds = append(cmds, m.read(c))
	}
	return tea.Batch(cmds...)
}

func (m *Model) read(c session.Content) tea.Cmd {
	return func() tea.Msg {
		text, err := m.deps.History.Content(m.ctx, c)
		if err != nil {
			return contentMsg{c.Blob, chat.Content{Missing: "it can't be shown: " + theme.InertWords(err.Error())}}
		}
		return contentMsg{c.Blob, chat.Content{Text: text, Chunks: markdown.Split(text)}}
	}
}

func (m *Model) contentCame(msg contentMsg) {
	m.chat.Loaded(msg.hash, msg.content)
	if m.detail != nil {
		m.detail.Loaded(msg.hash, msg.content.Text, msg.content.Missing)
	}
}

// open shows a thing over the chat.
func (m *Model) open(p *detail.Pane) tea.Cmd {
	m.detail, m.find = p, finder{}
	var cmds []tea.Cmd
	for _, c := range p.Wanted() {
		cmds = append(cmds, m.read(c))
	}
	return tea.Batch(cmds...)
}

// openEvent opens the selected event of the trace.
func (m *Model) openEvent() tea.Cmd {
	e, ok := m.trace.Selected()
	if !ok {
		return nil
	}
	return m.open(detail.Event(m.th, e, m.opt.Zone))
}

// openEvidence opens the sources that a message cites.
func (m *Model) openEvidence(ids []string) tea.Cmd {
	var found []session.EvidenceSelected
	for _, id := range ids {
		for _, s := range m.states {
			if e, ok := s.FindEvidence(id); ok {
				found = append(found, e)
				break
			}
		}
	}
	if len(found) == 0 {
		m.say("Nothing is cited there.")
		return nil
	}
	if len(found) > 1 {
		m.chooseSource(found)
		return nil
	}
	return m.open(detail.Evidence(m.th, found...))
}

// openMessage opens what the selected message stands for: the sources of an
// answer, the result of a call.
func (m *Model) openMessage() tea.Cmd {
	s, ok := m.chat.Selected()
	if !ok {
		return nil
	}
	if s.Call == "" {
		return m.openEvidence(s.Evidence)
	}
	return m.openCall(s.Run, s.Call)
}

// openCall shows the last event of a call.
func (m *Model) openCall(run, call string) tea.Cmd {
	return func() tea.Msg {
		events, err := m.deps.History.Events(m.ctx, run)
		if err != nil {
			return noticeMsg{"The run can't be read: " + err.Error()}
		}
		for i := len(events) - 1; i >= 0; i-- {
			if callOf(events[i]) == call {
				return detailMsg{detail.Event(m.th, events[i], m.opt.Zone)}
			}
		}
		return noticeMsg{"Nothing is known of that call."}
	}
}

func callOf(e session.Event) string {
	switch p := e.Payload.(type) {
	case session.ToolResult:
		return p.Call
	case session.ToolCallClosed:
		return p.Call
	case session.CallStarted:
		return p.Call
	case session.ApprovalAnswered:
		return p.Call
	case session.ApprovalRequested:
		return p.Call
	case session.PolicyDecision:
		return p.Call
	}
	return ""
}
