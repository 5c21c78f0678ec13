package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/detail"
	"vise/ui/theme"
)

// showsRequest reports that the open event is a request to the model.
func (m *Model) showsRequest() bool {
	e, ok := m.trace.Selected()
	return ok && e.Type == session.TypeModelRequest
}

// openPrompt shows what the model saw at the open event, a request to it.
func (m *Model) openPrompt() tea.Cmd {
	e, _ := m.trace.Selected()
	if !m.showsRequest() {
		m.say("Open a request to the model in the trace first, then press " + m.opt.Keys.Label(keys.ReplayModel) + ".")
		return nil
	}
	return func() tea.Msg {
		req, err := m.deps.History.Prompt(m.ctx, e.Run, e.Seq)
		if err != nil {
			return noticeMsg{"It can't be rebuilt: " + err.Error()}
		}
		return detailMsg{detail.Text(m.th, "What the model saw", promptText(req))}
	}
}

func promptText(req session.ChatRequest) string {
	var b strings.Builder
	fmt.Fprintf(&b, "system\n%s\n", theme.InertBlock(req.System))
	for _, msg := range req.Messages {
		fmt.Fprintf(&b, "\n%s\n%s\n", msg.Role, theme.InertBlock(msg.Text))
		for _, c := range msg.Calls {
			fmt.Fprintf(&b, "call %s %s\n", theme.InertWords(c.Name), theme.InertWords(string(c.Args)))
		}
	}
	for _, t := range req.Tools {
		fmt.Fprintf(&b, "\ntool %s\n%s\n%s\n", theme.InertWords(t.Alias), theme.InertBlock(t.Description), theme.InertBlock(string(t.Schema)))
	}
	return b.String()
}
