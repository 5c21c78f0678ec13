package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/judge"
	"vise/ui/theme"
)

// judgeModal says what the answer of a run was worth.
type judgeModal struct {
	*judge.Box
	run string
}

func (j *judgeModal) Paste(text string, _ time.Time) { j.Box.Paste(text) }
func (j *judgeModal) Answers() bool                  { return !j.Writing() }

func (j *judgeModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := j.Key(k)
	if act.Do == judge.None {
		return nil
	}
	m.closeModal()
	switch act.Do {
	case judge.Keep:
		return m.keepFeedback(j.run, act.Mark, act.Note)
	case judge.Case:
		return m.saveCase(j.run, "")
	}
	return nil
}

// judged is the run that something can be said of: the one that is replayed,
// that of the selected message, else the last one of the conversation. Calls by
// hand have no answer.
func (m *Model) judged() (run, task, answer string) {
	if s, ok := m.screen.(replayScreen); ok {
		task, text := s.Asked()
		return s.Run(), task, theme.InertTabs(text.Text)
	}
	last := &session.State{}
	if s, ok := m.chat.Selected(); ok && m.states[s.Run] != nil {
		last = m.states[s.Run]
	} else {
		for _, s := range m.states {
			if s.Started.TaskType != session.TaskCall && (last.Run == "" || s.StartedAt.After(last.StartedAt)) {
				last = s
			}
		}
	}
	if last.Answer != nil {
		answer = theme.InertTabs(last.Answer.Answer.Text)
	}
	return last.Run, last.Started.Task, answer
}

// lessonsOf says why nothing can be learned from a run now; empty when it can.
func (m *Model) lessonsOf(run string) string {
	switch {
	case m.deps.Lessons == nil:
		return "That is not available here."
	case run == "":
		return "There is no answer yet. In /runs, → opens a past one."
	case m.run != nil && !m.run.over && m.run.run.ID() == run:
		return "The run is going on: wait for its answer."
	}
	return ""
}

// giveFeedback says what an answer was worth: /feedback opens the box,
// /feedback MARK WORDS does without it.
func (m *Model) giveFeedback(arg string) tea.Cmd {
	run, task, answer := m.judged()
	if why := m.lessonsOf(run); why != "" {
		m.say(why)
		return nil
	}
	if arg == "" {
		m.modal = &judgeModal{judge.New(m.opt.Keys, m.th, task, answer), run}
		return nil
	}
	mark, note, _ := strings.Cut(arg, " ")
	if !slices.Contains(session.FeedbackMarks(), mark) {
		m.say("/feedback takes " + strings.Join(session.FeedbackMarks(), ", ") + ", and words of your own behind it.")
		return nil
	}
	return m.keepFeedback(run, mark, strings.TrimSpace(note))
}

func (m *Model) keepFeedback(run, mark, note string) tea.Cmd {
	return func() tea.Msg {
		if err := m.deps.Lessons.Feedback(m.ctx, run, mark, note); err != nil {
			return noticeMsg{"Not kept: " + err.Error()}
		}
		return noticeMsg{fmt.Sprintf("Kept: %s. vise eval from-feedback makes cases of what you said.", mark)}
	}
}

// saveCaseNamed adds the run to a dataset: the one that is named, else the
// usual one.
func (m *Model) saveCaseNamed(file string) tea.Cmd {
	run, _, _ := m.judged()
	return m.saveCase(run, file)
}

func (m *Model) saveCase(run, file string) tea.Cmd {
	if why := m.lessonsOf(run); why != "" {
		m.say(why)
		return nil
	}
	return func() tea.Msg {
		c, err := m.deps.Lessons.SaveCase(m.ctx, run, file)
		if err != nil {
			return noticeMsg{"Not saved: " + err.Error()}
		}
		done := "Saved as a case in " + c.File
		if !c.New {
			done = "It is a case already, in " + c.File
		}
		return noticeMsg{fmt.Sprintf("%s. Read it before you rely on it. To run it: vise eval --dataset %s --tag %s", done, c.File, c.ID)}
	}
}
