package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/ui/dialog/question"
	"vise/ui/keys"
)

// askedModal is the box of a server's question as a dialog of the workbench.
type askedModal struct{ *question.Box }

// Answers reports that a letter would answer: not while the form is filled in.
func (b *askedModal) Answers() bool { return b.Listening() && !b.Filling() }

func (b *askedModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	act := b.Key(k, m.opt.Now())
	id := b.Question().ID
	switch act.Do {
	case question.Unheard:
		return m.unheard(k)
	case question.Leave:
		m.boxes.left[id] = true
		m.leaveBox()
	case question.Copy:
		return m.copyText(act.Text, "the address")
	case question.Answer:
		m.boxes.mine[id] = true
		m.leaveBox() // it may have been esc, and another one cancels the run
		m.sayReplied(b.Question(), act.Reply)
		return func() tea.Msg {
			m.deps.Questions.Reply(id, act.Reply)
			return m.nowWaiting(false)
		}
	}
	return nil
}

// sayReplied tells what an answer comes to where nothing else on the screen
// shows it.
func (m *Model) sayReplied(q policy.Question, reply policy.Reply) {
	action := reply.Action
	switch {
	case q.Kind == policy.QuestionPassages && reply.Action == policy.ReplyAccept:
		m.say("Let through: the model reads it, as data.")
	case q.Kind == policy.QuestionPassages && reply.Rest:
		m.say("Kept from the model, with all that speaks to it in this run.")
	case q.Kind == policy.QuestionPassages:
		m.say("Kept from the model.")
	case action == policy.ReplyDecline:
		m.say("Declined: " + q.Server + " is told no.")
	case action == policy.ReplyCancel && q.Tool == "":
		m.say("Cancelled: " + q.Server + " gets no answer.")
	case action == policy.ReplyCancel:
		m.say("Cancelled: " + q.Server + " gets no answer, and the call is ended.")
	case q.Kind == policy.QuestionURL, q.Kind == policy.QuestionSignIn:
		m.say("The address goes to your browser.")
	}
}

// asks reports that the question waits and belongs to the run on the screen.
func (m *Model) asksHere() bool {
	return m.asked != nil && m.run != nil && m.asked.Run == m.run.run.ID()
}

// askSoon reports that the box of a question may open by itself.
func (m *Model) askSoon() bool { return m.asksHere() && !m.boxes.left[m.asked.ID] }

// openAsked opens the box of the question that waits.
func (m *Model) openAsked() tea.Cmd {
	m.modal = &askedModal{question.New(*m.asked, question.Options{Keys: m.opt.Keys, Theme: m.th, Now: m.opt.Now(), Zone: m.opt.Zone})}
	return earTick(question.Quiet)
}

// askedCame takes the question that waits now; nil for none.
func (m *Model) askedCame(q *policy.Question) tea.Cmd {
	var cmd tea.Cmd
	if q != nil && (m.asked == nil || m.asked.ID != q.ID) {
		cmd = m.notify("vise: " + news(*q))
	}
	m.asked = q
	if b, ok := m.modal.(*askedModal); ok && (q == nil || b.Question().ID != q.ID) {
		m.closeModal()
		m.say("That question doesn't wait any more.")
	}
	return cmd
}

// news is a question in a notification: nothing of a server's own.
func news(q policy.Question) string {
	if q.Kind == policy.QuestionPassages {
		return "a result speaks to the model: may it read that?"
	}
	return "a server asks you something"
}

// waitingWords says what waits for the person; empty when nothing does.
func (m *Model) waitingWords() string {
	calls := ""
	switch n := len(m.waiting); {
	case n == 1:
		calls = "1 call is waiting for you"
	case n > 1:
		calls = fmt.Sprintf("%d calls are waiting for you", n)
	}
	switch {
	case m.boxes.spent != nil:
		return "The budget is spent"
	case m.asked != nil && calls != "":
		return question.Line(*m.asked) + ", " + calls
	case m.asked != nil:
		return question.Line(*m.asked)
	}
	return calls
}

// waitingLine tells on every screen that something waits for the person.
func (m *Model) waitingLine() string {
	words := m.waitingWords()
	if words == "" {
		return ""
	}
	how := " · enter on an empty line opens it"
	if m.screen != nil || m.detail != nil || m.focus != onComposer || !m.composer.Empty() {
		how = " · " + m.opt.Keys.Label(keys.OpenWaiting) + " opens it"
	}
	if m.asking() != "" {
		how = "" // it is open
	}
	return "⏸ " + words + how
}
