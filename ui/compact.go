package ui

import tea "charm.land/bubbletea/v2"

// compact has the earlier requests of the conversation summed up, as a run
// that is shown and cancelled like any other.
func (m *Model) compact(string) tea.Cmd {
	if m.busy() {
		m.say("A run is going on: wait for it, or cancel it with esc.")
		return nil
	}
	m.wish = "/compact"
	return func() tea.Msg {
		run, err := m.deps.Talk.Compact(m.ctx)
		return sentMsg{run: run, failed: "Not compacted: ", err: err}
	}
}
