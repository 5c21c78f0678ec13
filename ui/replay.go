package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/markdown"
	"vise/ui/pane/chat"
	"vise/ui/pane/replay"
	"vise/ui/theme"
)

type (
	// replayMsg brings the events of a run.
	replayMsg struct {
		run    session.Summary
		events []session.Event
		err    error
	}
	// playMsg is the next step of a replay that plays.
	playMsg struct{ pane *replay.Pane }
	// promptMsg brings what the model saw.
	promptMsg struct {
		pane *replay.Pane
		seq  int
		req  session.ChatRequest
		err  error
	}
	// replayContentMsg brings a text that a replay wants.
	replayContentMsg struct {
		pane    *replay.Pane
		hash    string
		content chat.Content
	}
)

// replayScreen steps through a run.
type replayScreen struct {
	*replay.Pane
	back screen // where esc goes
}

// openReplay steps through a run.
func (m *Model) openReplay(run session.Summary) tea.Cmd {
	return func() tea.Msg {
		events, err := m.deps.History.Events(m.ctx, run.Run)
		if err == nil && run.Task == "" && len(events) > 0 {
			if p, ok := events[0].Payload.(session.RunStarted); ok {
				run.Task, run.Conversation = p.Task, p.Conversation
			}
		}
		return replayMsg{run, events, err}
	}
}

func (s replayScreen) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := s.Key(k)
	switch act.Do {
	case replay.Back:
		m.screen = s.back
	case replay.Play:
		return play(s.Pane)
	case replay.Model:
		return func() tea.Msg {
			req, err := m.deps.History.Prompt(m.ctx, s.Run(), act.Seq)
			return promptMsg{s.Pane, act.Seq, req, err}
		}
	case replay.Allow:
		if e, ok := s.Event(); ok {
			return m.allowReplayed(e)
		}
	case replay.Export:
		return m.exportRun(s.Run())
	case replay.Feedback:
		return m.giveFeedback("")
	case replay.Case:
		return m.saveCase(s.Run(), "")
	}
	return nil
}

func play(p *replay.Pane) tea.Cmd {
	return tea.Tick(replay.PlayEvery, func(time.Time) tea.Msg { return playMsg{p} })
}

func (m *Model) routeReplay(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case replayMsg:
		if msg.err != nil {
			m.say("The run can't be read: " + msg.err.Error())
			return nil
		}
		back := m.screen
		if r, ok := back.(replayScreen); ok {
			back = r.back
		}
		m.screen = replayScreen{replay.New(m.th, m.opt.Keys, m.opt.Zone, msg.run, msg.events), back}
	case playMsg:
		if msg.pane.Tick() {
			return play(msg.pane)
		}
	case promptMsg:
		msg.pane.SetPrompt(msg.seq, msg.req, msg.err)
	case replayContentMsg:
		msg.pane.Loaded(msg.hash, msg.content)
	}
	return nil
}

// fetchReplay reads the texts that a replay shows.
func (m *Model) fetchReplay() tea.Cmd {
	s, ok := m.screen.(replayScreen)
	if !ok {
		return nil
	}
	var cmds []tea.Cmd
	for _, c := range s.Wanted() {
		cmds = append(cmds, func() tea.Msg {
			text, err := m.deps.History.Content(m.ctx, c)
			if err != nil {
				return replayContentMsg{s.Pane, c.Blob, chat.Content{Missing: "it can't be shown: " + theme.InertWords(err.Error())}}
			}
			return replayContentMsg{s.Pane, c.Blob, chat.Content{Text: text, Chunks: markdown.Split(text)}}
		})
	}
	return tea.Batch(cmds...)
}
