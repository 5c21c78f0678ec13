package ui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
	"vise/ui/keys"
)

// Keys that come faster than fast, one after the other, no person presses:
// they are a paste of a terminal that doesn't say so. A key that would act is
// held back for as long, to see whether more follows.
const fast = 20 * time.Millisecond

// goesOn is how long after such a paste a line feed may still belong to it:
// over a network it comes in pieces.
const goesOn = time.Second

// alone is how long nothing else must follow a key that answers a question: a
// letter that is the first of a word, or of a paste, answers nothing.
const alone = 120 * time.Millisecond

// burst is text that came in as keys, too fast to be typed.
type burst struct {
	last  time.Time // the key before
	ended time.Time // when the last paste that came in as keys was whole
	held  *tea.KeyPressMsg
	asked bool            // held may answer a question
	quick bool            // the last key came too fast to be typed
	text  strings.Builder // of a paste that is coming in
	lines bool            // it has a line feed: it is a paste
	n     int             // counts holds, to know late timers
}

// burstMsg says that no key followed for a while.
type burstMsg struct{ n int }

// collecting reports that a paste is coming in key by key.
func (b *burst) collecting() bool { return b.lines }

// hold keeps a key back where it may be part of a paste, or of a word; it
// reports whether the key is dealt with. The command is to be run either way.
func (m *Model) hold(k tea.KeyPressMsg) (bool, tea.Cmd) {
	b := &m.burst
	now := m.opt.Now()
	quick := now.Sub(b.last) < fast
	b.last = now
	defer func() { m.burst.quick = quick }()
	var cmd tea.Cmd
	switch {
	case (b.lines || b.held != nil && !m.repeats(k)) && quick && pasted(k) != "":
		return true, m.gather(k)
	case b.held != nil && b.asked && !m.repeats(k): // the timer hasn't ended, whatever a busy clock says
		if text := pasted(*b.held) + pasted(k); pasted(k) != "" {
			m.boxes.beside = m.modal
			return true, m.unanswered(text)
		}
		cmd = m.givenUp()
	case b.held != nil || b.lines:
		cmd = m.release() // what was held was a key after all
	}
	if b.asked = m.listens(k); b.asked {
		b.held = &k
		return true, tea.Batch(cmd, m.later(alone))
	}
	if m.sends(k) && (quick || now.Sub(b.ended) < goesOn) {
		b.held = &k
		return true, tea.Batch(cmd, m.later(fast))
	}
	return false, cmd
}

// sends reports a key that would send what is in the composer.
func (m *Model) sends(k tea.KeyPressMsg) bool {
	if m.modal != nil || m.screen != nil || m.detail != nil || m.focus != onComposer {
		return false
	}
	id, _ := m.opt.Keys.Match(m.context(), k)
	return id == keys.Send
}

// listens reports a key that would answer an open question.
func (m *Model) listens(k tea.KeyPressMsg) bool {
	if m.modal == nil || pasted(k) == "" {
		return false
	}
	if l, ok := m.modal.(listener); ok {
		l.Tick(m.opt.Now()) // nobody may have told it the time since it was deaf
	}
	return m.modal.Answers()
}

// looks are the keys of a box that only change what is seen: held down they
// come fast.
var looks = []string{
	keys.ApprovalUp, keys.ApprovalDown, keys.ApprovalChoose, keys.ApprovalUnchoose,
}

// repeats reports that the key that is held back only looks around, and k is
// the same one again.
func (m *Model) repeats(k tea.KeyPressMsg) bool {
	h := m.burst.held
	return h != nil && m.burst.asked && h.Code == k.Code && h.Mod == k.Mod && m.looksOnly(k)
}

func (m *Model) looksOnly(k tea.KeyPressMsg) bool {
	id, _ := m.opt.Keys.Match(m.asking(), k)
	return slices.Contains(looks, id)
}

// asking is where the keys of the open question are listened to; empty when
// none is open, or a text is being written in it.
func (m *Model) asking() keys.Context {
	switch b := m.modal.(type) {
	case *approvalModal:
		if _, _, note := b.Cursor(); !note {
			return keys.Approval
		}
	case *batchModal:
		return keys.Batch
	case *budgetModal:
		return keys.Budget
	case *questionModal:
		return keys.Confirm
	case *askedModal:
		if !b.Filling() {
			return keys.Question
		}
	}
	return ""
}

// unanswered puts text that came in while a question was open into the draft.
// The question is deaf until the keyboard was quiet again.
func (m *Model) unanswered(text string) tea.Cmd {
	m.burst.held, m.burst.asked = nil, false
	m.touched()
	if m.modal == nil { // it was answered elsewhere
		return m.paste(text)
	}
	m.modal.Paste(text, m.opt.Now())
	if m.screen == nil && strings.TrimSpace(text) != "" {
		m.composer.Paste(text)
	}
	return earTick(dialog.Quiet)
}

// givenUp is for a key that was held back when one that is no text follows it
// at once: looking around is done, an answer isn't given.
func (m *Model) givenUp() tea.Cmd {
	held := *m.burst.held
	if m.looksOnly(held) {
		return m.release()
	}
	m.burst.held, m.burst.asked = nil, false
	return nil
}

// pasteCame takes a paste that the terminal says is one.
func (m *Model) pasteCame(text string) tea.Cmd {
	var cmd tea.Cmd
	if b := &m.burst; b.held != nil && b.asked {
		text = pasted(*b.held) + text
		b.held = nil
	} else if b.held != nil || b.lines {
		cmd = m.release()
	}
	m.touched()
	if m.asking() != "" {
		return tea.Batch(cmd, m.unanswered(text))
	}
	return tea.Batch(cmd, m.paste(text))
}

// gather adds a key to the paste that is coming in.
func (m *Model) gather(k tea.KeyPressMsg) tea.Cmd {
	b := &m.burst
	first := !b.lines
	if b.held != nil {
		b.text.WriteString(pasted(*b.held))
		b.held = nil
	}
	b.text.WriteString(pasted(k))
	b.lines = true
	if first {
		return m.later(fast)
	}
	return nil // the timer that runs looks at the time of the last key
}

// pasted is the text that a key stands for in a paste.
func pasted(k tea.KeyPressMsg) string {
	switch {
	case k.Code == tea.KeyEnter || k.Code == 'j' && k.Mod == tea.ModCtrl:
		return "\n"
	case k.Code == tea.KeyTab:
		return "\t"
	}
	return typed(k)
}

func (m *Model) later(d time.Duration) tea.Cmd {
	m.burst.n++
	n := m.burst.n
	return tea.Tick(d, func(time.Time) tea.Msg { return burstMsg{n} })
}

// burstEnded is called when the timer ends: the held key was a key after all,
// or the paste is whole.
func (m *Model) burstEnded(msg burstMsg) tea.Cmd {
	b := &m.burst
	if msg.n != b.n || b.held == nil && !b.lines {
		return nil
	}
	if b.lines && m.opt.Now().Sub(b.last) < fast {
		return m.later(fast)
	}
	return m.release()
}

// release does what was held back.
func (m *Model) release() tea.Cmd {
	held, text, now := m.burst.held, m.burst.text.String(), m.opt.Now()
	m.burst = burst{n: m.burst.n, last: now, ended: m.burst.ended}
	m.touched()
	if held != nil {
		if m.begins(*held) {
			return m.unanswered(pasted(*held))
		}
		return m.key(*held)
	}
	m.burst.ended = now
	if m.asking() != "" {
		return m.unanswered(text)
	}
	return m.paste(text)
}

// begins reports a letter that means nothing to the box that is open: somebody
// begins to type, and the letters after it answer nothing either.
func (m *Model) begins(k tea.KeyPressMsg) bool {
	in := m.asking()
	if in == "" || in == keys.Confirm || typed(k) == "" {
		return false
	}
	_, known := m.opt.Keys.Match(in, k)
	return !known
}
