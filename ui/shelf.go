package ui

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
)

// deletedMsg is the outcome of deleting a run.
type deletedMsg struct{ err error }

// exportNamed writes a run to a file: the one that is named, else the last one
// of the conversation.
func (m *Model) exportNamed(arg string) tea.Cmd {
	if arg == "" {
		arg = m.lastRun()
	}
	if arg == "" {
		m.say("There is no run yet. /export RUN writes a past one; x does in /runs.")
		return nil
	}
	return m.exportRun(arg)
}

// lastRun is the last run of the conversation, "" for none.
func (m *Model) lastRun() string {
	if m.run != nil {
		return m.run.run.ID()
	}
	last := &session.State{}
	for _, s := range m.states {
		if last.Run == "" || s.StartedAt.After(last.StartedAt) {
			last = s
		}
	}
	return last.Run
}

func (m *Model) exportRun(run string) tea.Cmd {
	if m.deps.Shelf == nil {
		m.say("Exporting is not available here.")
		return nil
	}
	return func() tea.Msg {
		path, err := m.deps.Shelf.Export(m.ctx, run)
		if err != nil {
			return noticeMsg{"Not exported: " + err.Error()}
		}
		return noticeMsg{"Written to " + path}
	}
}

// saveFiles writes what a run's results brought that isn't text to files.
func (m *Model) saveFiles(arg string) tea.Cmd {
	if arg == "" {
		arg = m.lastRun()
	}
	if arg == "" || m.deps.Shelf == nil {
		m.say("There is no run yet. /save RUN saves the files of a past one.")
		return nil
	}
	return func() tea.Msg {
		paths, err := m.deps.Shelf.SaveFiles(m.ctx, arg)
		if err != nil {
			return noticeMsg{err.Error()}
		}
		return noticeMsg{"Written to " + strings.Join(paths, ", ")}
	}
}

// deleteRun deletes a run that the person has said yes to.
func (m *Model) deleteRun(run session.Summary) tea.Cmd {
	if m.deps.Shelf == nil {
		m.say("Deleting is not available here.")
		return nil
	}
	if m.run != nil && !m.run.over && m.run.run.ID() == run.Run {
		m.say("Not deleted: this run is going on. Cancel it first.")
		return nil
	}
	return func() tea.Msg { return deletedMsg{m.deps.Shelf.Delete(m.ctx, run.Run)} }
}

// deleted tells what came of it and reads the list again.
func (m *Model) deleted(msg deletedMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, session.ErrNoRun):
		m.say("It was deleted already.")
	case msg.err != nil:
		m.say("Not deleted: " + msg.err.Error())
	default:
		m.say("Deleted. That it was there, and when it was deleted, stays recorded.")
	}
	if _, ok := m.screen.(runsScreen); ok {
		return m.readRuns()
	}
	return nil
}
