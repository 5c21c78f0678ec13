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

// openHelp shows every key and command.
func (m *Model) openHelp() tea.Cmd {
	var b strings.Builder
	for _, s := range m.opt.Keys.Sections(m.context()) {
		fmt.Fprintf(&b, "%s\n", s.Title)
		for _, l := range s.Lines {
			fmt.Fprintf(&b, "  %s%s\n", theme.Fit(l.Keys, 26), l.Help)
		}
		b.WriteString("\n")
	}
	b.WriteString("Commands\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %s%s\n", theme.Fit(c.name, 26), c.help)
	}
	return m.open(detail.Text(m.th, "Help", b.String()))
}

func (m *Model) openPalette() tea.Cmd { m.composer.SetValue("/"); m.menu.follow("/"); return nil }

func (m *Model) openSearch() tea.Cmd { return m.openRuns("") }

func (m *Model) openTools(string) tea.Cmd { m.say("/tools is not built yet."); return nil }

func (m *Model) openRuns(string) tea.Cmd { m.say("/runs is not built yet."); return nil }

func (m *Model) openTodos(string) tea.Cmd { m.say("/todos is not built yet."); return nil }

func (m *Model) openDecisions(string) tea.Cmd { m.say("/decisions is not built yet."); return nil }

func (m *Model) editCall(session.Approval) tea.Cmd {
	m.say("Editing is not built yet.")
	return nil
}

// openPrompt shows what the model saw at the model call of the open event.
func (m *Model) openPrompt() tea.Cmd {
	e, ok := m.trace.Selected()
	if !ok || e.Type != session.TypeModelRequest {
		m.say("Open a “ask model” event of the trace, then press " + m.opt.Keys.Label(keys.ReplayModel) + ".")
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
