package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog/approval"
	"vise/ui/keys"
)

// calm is how long no key must have been pressed before a box opens by itself.
const calm = time.Second

// boxes remembers when approval boxes may open.
type boxes struct {
	left    map[string]bool // approvals that the person left waiting
	mine    map[string]bool // approvals that were answered here
	pending bool            // a quietMsg is on its way
	spent   *session.Spent
	leftAt  time.Time // when esc closed a box last
	beside  modal     // the box beside which text went into the line
}

// after is how long the esc that closed a box may be pressed again without
// cancelling the run.
const after = time.Second

// leaveBox closes a box whose call goes on waiting.
func (m *Model) leaveBox() {
	m.closeModal()
	m.boxes.leftAt = m.opt.Now()
}

type (
	// approvalsMsg brings what waits for a person now.
	approvalsMsg struct {
		waiting []session.Approval
		spent   *session.Spent
		asked   *policy.Question
		again   bool // go on listening
	}
	// answeredMsg is the outcome of an answer.
	answeredMsg struct {
		id      string
		verdict session.Verdict
		other   bool // the call isn't one of the run on the screen
		err     error
	}
	// quietMsg says that the keyboard may have been quiet long enough.
	quietMsg struct{}
)

func (m *Model) readApprovals() tea.Cmd {
	return func() tea.Msg { return m.nowWaiting(false) }
}

func (m *Model) nowWaiting(again bool) approvalsMsg {
	msg := approvalsMsg{waiting: m.deps.Approvals.Waiting(), again: again}
	if s, ok := m.deps.Approvals.Spent(); ok {
		msg.spent = &s
	}
	if m.deps.Questions != nil {
		if q, ok := m.deps.Questions.Asked(); ok {
			msg.asked = &q
		}
	}
	return msg
}

func (m *Model) awaitApprovals() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-m.ctx.Done():
			return nil
		case _, open := <-m.deps.Approvals.Changed():
			if !open {
				return nil
			}
			return m.nowWaiting(true)
		}
	}
}

func (m *Model) approvalsChanged(msg approvalsMsg) tea.Cmd {
	var cmds []tea.Cmd
	if msg.again {
		cmds = append(cmds, m.awaitApprovals())
	}
	if len(msg.waiting) > len(m.waiting) {
		cmds = append(cmds, m.notify("vise: a call is waiting for you"))
	}
	m.waiting, m.boxes.spent = msg.waiting, msg.spent
	cmds = append(cmds, m.askedCame(msg.asked))
	m.work()
	if s, ok := m.screen.(decisionsScreen); ok {
		s.SetWaiting(m.waiting, m.opt.Now())
	}
	m.checkBox()
	if _, ok := m.modal.(*budgetModal); ok && m.boxes.spent == nil {
		m.closeModal()
	}
	return tea.Batch(append(cmds, m.soon())...)
}

// checkBox closes the box of a call that was answered elsewhere or doesn't
// wait any more.
func (m *Model) checkBox() {
	gone, id := false, ""
	switch b := m.modal.(type) {
	case *approvalModal:
		id = b.Approval().ID
		gone = !b.offered && !slices.ContainsFunc(m.waiting, func(a session.Approval) bool { return a.ID == id })
		b.SetWaiting(len(m.waiting))
	case *batchModal:
		gone = !b.stillWaits(m.waiting)
	}
	if !gone {
		return
	}
	m.closeModal()
	if !m.boxes.mine[id] {
		m.say("That call doesn't wait any more.")
	}
}

// soon looks again once the keyboard may have been quiet for long enough. One
// look is on its way at a time, however many keys are pressed.
func (m *Model) soon() tea.Cmd {
	if m.boxes.pending || m.nextBox() < 0 && m.boxes.spent == nil && !m.askSoon() {
		return nil
	}
	m.boxes.pending = true
	wait := max(calm-m.opt.Now().Sub(m.lastKey), 0)
	return tea.Tick(wait, func(time.Time) tea.Msg { return quietMsg{} })
}

// nextBox is the waiting call whose box may open by itself, -1 for none: one
// of the run on the screen that the person didn't leave waiting.
func (m *Model) nextBox() int {
	if m.run == nil {
		return -1
	}
	return slices.IndexFunc(m.waiting, func(a session.Approval) bool {
		return a.Run == m.run.run.ID() && !m.boxes.left[a.ID]
	})
}

// quiet opens the box of a waiting call, if the person neither types nor has
// something half-written, nor looks at something else.
func (m *Model) quiet() tea.Cmd {
	m.boxes.pending = false
	i := m.nextBox()
	if i < 0 && m.boxes.spent == nil && !m.askSoon() {
		return nil
	}
	if m.opt.Now().Sub(m.lastKey) < calm {
		return m.soon()
	}
	if !m.composer.Empty() || m.modal != nil || m.screen != nil || m.detail != nil || m.focus != onComposer {
		return nil // the next key looks again
	}
	switch {
	case m.boxes.spent != nil:
		return m.askBudget()
	case m.askSoon():
		return m.openAsked()
	}
	return m.openBox(m.waiting[i])
}

// openWaiting opens what waits: the question of a spent budget, that of a
// server, or the box of a waiting call, those of the run on the screen first.
func (m *Model) openWaiting() tea.Cmd {
	switch {
	case m.boxes.spent != nil:
		return m.askBudget()
	case m.asked != nil:
		return m.openAsked()
	}
	if len(m.waiting) == 0 {
		return nil
	}
	i := max(m.nextBox(), 0)
	return m.openBox(m.waiting[i])
}

// openBox opens the box of a waiting call, or of all that can be answered
// together with it.
func (m *Model) openBox(a session.Approval) tea.Cmd {
	mine := m.run != nil && a.Run == m.run.run.ID()
	opt := approval.Options{
		Keys: m.opt.Keys, Theme: m.th, Now: m.opt.Now(), Zone: m.opt.Zone, Waiting: len(m.waiting), Other: !mine,
	}
	i := slices.IndexFunc(m.waiting, func(w session.Approval) bool { return w.ID == a.ID })
	if i < 0 || !m.openBatch(m.waiting[i:], opt) {
		m.modal = &approvalModal{Box: approval.New(a, opt)}
	}
	return earTick(approval.Quiet)
}

// approvalModal is the approval box as a dialog of the workbench.
type approvalModal struct {
	*approval.Box
	offered bool // a refused call that the person opened: nothing waits for the answer
}

// Answers reports that a letter would answer: not while a note is written.
func (b *approvalModal) Answers() bool { _, _, note := b.Cursor(); return b.Listening() && !note }

func (b *approvalModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	now := m.opt.Now()
	act := b.Key(k, now)
	id := b.Approval().ID
	switch act.Do {
	case approval.Unheard:
		return m.unheard(k)
	case approval.Leave:
		m.boxes.left[id] = true
		m.leaveBox()
	case approval.Next:
		return m.nextWaiting(id)
	case approval.Edit:
		return m.editCall(b.Approval())
	default:
		if answer, ok := act.Answer(now); ok {
			return m.answer(id, answer)
		}
	}
	return nil
}

// unheard is a key that was pressed before the box listened: esc closes the
// box, text goes on into the draft.
func (m *Model) unheard(k tea.KeyPressMsg) tea.Cmd {
	if id, _ := m.opt.Keys.Match(keys.Approval, k); id == keys.ApprovalLeave {
		m.leaveBox()
		return m.soon()
	}
	if m.screen == nil {
		text := typed(k)
		if m.burst.quick {
			text = pasted(k) // line feeds too
		}
		if text != "" {
			m.composer.Insert(text)
			if !m.burst.quick {
				m.boxes.beside = m.modal
			}
		} else if k.Code == tea.KeyBackspace {
			m.composer.Backspace()
		}
	}
	return earTick(approval.Quiet)
}

// nextWaiting shows the waiting call after the one with that id.
func (m *Model) nextWaiting(id string) tea.Cmd {
	i := slices.IndexFunc(m.waiting, func(a session.Approval) bool { return a.ID == id })
	if len(m.waiting) == 0 {
		m.closeModal()
		return nil
	}
	return m.openBox(m.waiting[(i+1)%len(m.waiting)])
}

func (m *Model) answer(id string, a session.Answer) tea.Cmd {
	m.boxes.mine[id] = true
	other := m.run == nil || !slices.ContainsFunc(m.waiting, func(w session.Approval) bool {
		return w.ID == id && w.Run == m.run.run.ID()
	})
	return func() tea.Msg {
		return answeredMsg{id, a.Verdict, other, m.deps.Approvals.Answer(m.ctx, id, a)}
	}
}

// answered closes the box, or says why the answer didn't count.
func (m *Model) answered(msg answeredMsg) tea.Cmd {
	b, ok := m.modal.(*approvalModal)
	mine := ok && b.Approval().ID == msg.id
	if msg.err != nil {
		delete(m.boxes.mine, msg.id)
	}
	switch {
	case msg.err == nil:
		if mine {
			m.closeModal()
		}
		m.sayAnswered(msg)
	case mine:
		b.Reopen(msg.err.Error())
	default:
		m.say("The answer didn't count: " + msg.err.Error())
	}
	return m.readApprovals()
}

// sayAnswered tells what came of an answer that no run on the screen shows.
func (m *Model) sayAnswered(msg answeredMsg) {
	switch {
	case !msg.other:
	case msg.verdict == session.VerdictDeny, msg.verdict == session.VerdictDenyStop:
		m.say("Denied: nothing is done.")
	default:
		m.say("Allowed. It goes on as a run of its own: /runs shows it.")
	}
}
