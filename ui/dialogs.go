package ui

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/form"
	"vise/ui/dialog/help"
	"vise/ui/dialog/palette"
	"vise/ui/keys"
)

// helpModal is the help screen as a dialog of the workbench.
type helpModal struct{ *help.Help }

func (helpModal) Paste(string, time.Time)  {}
func (helpModal) Answers() bool            { return false }
func (helpModal) Cursor() (int, int, bool) { return 0, 0, false }

func (h helpModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	if h.Key(k) {
		m.closeModal()
	}
	return nil
}

// openHelp shows every key, those of the present screen first, and every
// command.
func (m *Model) openHelp() tea.Cmd {
	var cs []help.Command
	for _, c := range commands() {
		cs = append(cs, help.Command{Name: c.name, Help: c.about()})
	}
	m.modal = helpModal{help.New(m.opt.Keys, m.th, m.context(), cs)}
	return nil
}

// paletteModal is the command palette as a dialog of the workbench.
type paletteModal struct{ *palette.Palette }

func (p paletteModal) Paste(text string, _ time.Time) { p.Palette.Paste(text) }
func (paletteModal) Answers() bool                    { return false }

func (p paletteModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch act := p.Key(k); act.Do {
	case palette.Close:
		m.closeModal()
	case palette.Run:
		m.closeModal()
		if strings.HasPrefix(act.ID, "/") {
			return m.command(act.ID)
		}
		cmd, _ := m.global(act.ID)
		return cmd
	}
	return nil
}

// openPalette offers every command, and what has a key of its own.
func (m *Model) openPalette() tea.Cmd {
	var cs []palette.Command
	for _, c := range commands() {
		cs = append(cs, palette.Command{ID: c.name, Name: c.name, Help: c.about()})
	}
	for _, id := range []string{keys.ToggleTrace, keys.OpenSearch, keys.OpenWaiting} {
		b, _ := m.opt.Keys.Get(id)
		cs = append(cs, palette.Command{ID: id, Name: id, Help: b.Help, Keys: b.Label()})
	}
	m.modal = paletteModal{palette.New(m.opt.Keys, m.th, append(cs, m.promptCommands()...))}
	return m.readPrompts()
}

// formModal edits the arguments of a call; esc goes back to its box.
type formModal struct {
	*form.Form
	call session.Approval
	box  modal // to go back to
}

func (f formModal) Paste(text string, _ time.Time) { f.Form.Paste(text) }
func (formModal) Answers() bool                    { return false }

func (f formModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch act := f.Key(k); act.Do {
	case form.Back:
		m.modal = f.box
	case form.Use:
		m.modal = f.box
		return m.answer(f.call.ID, session.Answer{Verdict: session.VerdictEdit, Args: act.Args, By: "workbench", At: m.opt.Now()})
	}
	return nil
}

// editCall opens the form of a waiting call.
func (m *Model) editCall(a session.Approval) tea.Cmd {
	f, err := form.New(a.Tool.Described().InputSchema, a.Args, form.Options{
		Keys: m.opt.Keys, Theme: m.th, Tool: a.Tool.ID(), Now: m.opt.Now(), Zone: m.opt.Zone, Keep: a.Filled,
		Check: func(args json.RawMessage) error { return m.deps.Approvals.CheckEdit(m.ctx, a.ID, args) },
	})
	if err != nil {
		m.say("It can't be edited here: " + err.Error())
		return nil
	}
	m.modal = formModal{f, a, m.modal}
	return nil
}
