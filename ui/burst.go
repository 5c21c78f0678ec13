package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
)

// Keys that come faster than fast, one after the other, no person presses:
// they are a paste of a terminal that doesn't say so. A key that would act is
// held back for as long, to see whether more follows.
const fast = 20 * time.Millisecond

// goesOn is how long after such a paste a line feed may still belong to it:
// over a network it comes in pieces.
const goesOn = time.Second

// burst is text that came in as keys, too fast to be typed.
type burst struct {
	last  time.Time // the key before
	ended time.Time // when the last paste that came in as keys was whole
	held  *tea.KeyPressMsg
	text  strings.Builder // of a paste that is coming in
	lines bool            // it has a line feed: it is a paste
	n     int             // counts holds, to know late timers
}

// burstMsg says that no key followed for a while.
type burstMsg struct{ n int }

// collecting reports that a paste is coming in key by key.
func (b *burst) collecting() bool { return b.lines }

// hold keeps a key back where it may be part of a paste; it reports whether
// the key is dealt with. The command is to be run either way.
func (m *Model) hold(k tea.KeyPressMsg) (bool, tea.Cmd) {
	b := &m.burst
	now := m.opt.Now()
	quick := now.Sub(b.last) < fast
	b.last = now
	var cmd tea.Cmd
	if b.held != nil || b.lines {
		if quick && pasted(k) != "" {
			return true, m.gather(k)
		}
		cmd = m.release() // what was held was a key after all
	}
	if m.listens(k) || m.sends(k) && (quick || now.Sub(b.ended) < goesOn) {
		b.held = &k
		return true, tea.Batch(cmd, m.later())
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
	return m.modal != nil && m.modal.Answers() && pasted(k) != ""
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
		return m.later()
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

func (m *Model) later() tea.Cmd {
	m.burst.n++
	n := m.burst.n
	return tea.Tick(fast, func(time.Time) tea.Msg { return burstMsg{n} })
}

// burstEnded is called when the timer ends: the held key was a key after all,
// or the paste is whole.
func (m *Model) burstEnded(msg burstMsg) tea.Cmd {
	b := &m.burst
	if msg.n != b.n || b.held == nil && !b.lines {
		return nil
	}
	if b.lines && m.opt.Now().Sub(b.last) < fast {
		return m.later()
	}
	return m.release()
}

// release does what was held back.
func (m *Model) release() tea.Cmd {
	held, text, now := m.burst.held, m.burst.text.String(), m.opt.Now()
	m.burst = burst{n: m.burst.n, last: now, ended: m.burst.ended}
	m.touched()
	if held != nil {
		return m.key(*held)
	}
	m.burst.ended = now
	return m.paste(text)
}
