package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/palette"
	"vise/ui/pane/detail"
	"vise/ui/theme"
)

// sourcesModal chooses one of the sources that a message cites.
type sourcesModal struct {
	*palette.Palette
	found map[string][]session.EvidenceSelected // by the id of the line
}

func (s sourcesModal) Paste(text string, _ time.Time) { s.Palette.Paste(text) }
func (sourcesModal) Answers() bool                    { return false }

func (s sourcesModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch act := s.Key(k); act.Do {
	case palette.Close:
		m.closeModal()
	case palette.Run:
		m.closeModal()
		return m.open(detail.Evidence(m.th, s.found[act.ID]...))
	}
	return nil
}

// allSources is the line that opens all sources, one under the other.
const allSources = "all"

// chooseSource asks which of several sources to open.
func (m *Model) chooseSource(found []session.EvidenceSelected) {
	s := sourcesModal{found: map[string][]session.EvidenceSelected{allSources: found}}
	var lines []palette.Command
	for _, e := range found {
		s.found[e.Evidence] = []session.EvidenceSelected{e}
		name := e.Name
		if name == "" {
			name = e.URI
		}
		lines = append(lines, palette.Command{ID: e.Evidence, Name: e.Evidence, Help: name + "  " + theme.Cut(theme.InertLine(e.Excerpt), 200)})
	}
	lines = append(lines, palette.Command{ID: allSources, Name: allSources, Help: fmt.Sprintf("the %d of them, one under the other", len(found))})
	s.Palette = palette.New(m.opt.Keys, m.th, lines).Titled("Sources of this answer", "no source is like that")
	m.modal = s
}
