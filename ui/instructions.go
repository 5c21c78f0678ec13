package ui

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/policy/scan"
	"vise/ui/pane/tools"
)

// instructionsMsg brings the projects' AGENTS.md.
type instructionsMsg struct {
	files []ProjectFile
	err   error
}

// instructionsScreen shows the projects' AGENTS.md in the box in which servers'
// tools are read.
type instructionsScreen struct{ *tools.Pane }

// openInstructions is /instructions.
func (m *Model) openInstructions(string) tea.Cmd {
	if m.deps.Instructions == nil {
		m.say("Projects' instructions are not available here.")
		return nil
	}
	m.screen = instructionsScreen{tools.New(m.th, m.opt.Keys, m.opt.Zone).Files()}
	return m.readInstructions
}

func (m *Model) readInstructions() tea.Msg {
	files, err := m.deps.Instructions.Instructions(m.ctx)
	return instructionsMsg{files, err}
}

// refreshInstructions reads the open screen anew.
func (m *Model) refreshInstructions() tea.Cmd {
	if _, ok := m.screen.(instructionsScreen); !ok {
		return nil
	}
	return m.readInstructions
}

func (m *Model) instructionsCame(msg instructionsMsg) {
	s, ok := m.screen.(instructionsScreen)
	switch {
	case !ok:
		return
	case msg.err != nil:
		s.SetError(msg.err)
		return
	}
	var c policy.Catalogue
	before, found := map[string]json.RawMessage{}, map[string][]scan.Finding{}
	for _, f := range msg.files {
		t := f.Tool
		t.Note = f.Why
		c.Servers = append(c.Servers, policy.ServerState{Name: t.Server})
		c.Texts = append(c.Texts, t)
		found[t.ID()] = f.Findings
		if len(f.Before) > 0 {
			before[t.ID()] = f.Before
		}
	}
	s.SetFound(found)
	s.SetCatalogue(c, before)
}

func (s instructionsScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case tools.Back:
		m.closeScreen()
	case tools.Reload:
		return m.readInstructions
	case tools.Approve:
		file := act.Tools[0]
		return m.onServer("Approved: models are given "+file.Server+" as it was shown.", "Nothing was approved",
			func(ctx context.Context) error { return m.deps.Instructions.ApproveInstructions(ctx, file) })
	case tools.Block:
		file := act.Tools[0]
		return m.onServer("Blocked: no model is given "+file.Server+".", "It was not blocked",
			func(ctx context.Context) error { return m.deps.Instructions.BlockInstructions(ctx, file) })
	}
	return nil
}
