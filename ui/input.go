package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
)

// twice is how long a second ctrl+c counts as the second.
const twice = 2 * time.Second

// keyPress takes what the terminal says was pressed.
func (m *Model) keyPress(msg tea.KeyPressMsg) tea.Cmd {
	held, cmd := m.hold(msg)
	if held {
		return cmd
	}
	m.touched()
	cmds := []tea.Cmd{cmd}
	for _, k := range keys.Split(msg) {
		cmds = append(cmds, m.key(k))
	}
	cmds = append(cmds, m.soon())
	return tea.Batch(cmds...)
}

// key takes one key: the dialog on top first, then the screen, then the part
// of the chat that has the keyboard.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	switch id, _ := m.opt.Keys.Match(keys.Always, k); id {
	case keys.Cancel:
		return m.interrupt()
	case keys.Suspend:
		return tea.Suspend
	}
	m.quitAt = time.Time{} // what is typed since is kept: twice means one after the other
	if m.modal != nil {
		return m.modalKey(k)
	}
	if m.find.line != nil {
		return m.findKey(k)
	}
	id, known := m.opt.Keys.Match(m.context(), k)
	if cmd, done := m.global(id); done {
		return cmd
	}
	switch {
	case m.screen != nil:
		return m.screen.key(m, k)
	case m.detail != nil:
		return m.detailKey(id)
	case m.focus == onChat:
		return m.chatKey(k, id, known)
	case m.focus == onTrace:
		return m.traceKey(k, id, known)
	}
	return m.composerKey(k, id)
}

// context is where keys are listened to now.
func (m *Model) context() keys.Context {
	switch {
	case m.screen != nil:
		return m.screen.Context()
	case m.detail != nil:
		return keys.Detail
	case m.focus == onChat:
		return keys.ChatList
	case m.focus == onTrace:
		return keys.Trace
	case m.composer.Empty():
		return keys.ComposerEmpty
	}
	return keys.ComposerText
}

// global does what keys do on every screen.
func (m *Model) global(id string) (tea.Cmd, bool) {
	switch id {
	case keys.ToggleTrace:
		if m.screen != nil {
			return nil, false
		}
		m.toggleTrace()
	case keys.OpenHelp:
		return m.openHelp(), true
	case keys.OpenPalette:
		return m.openPalette(), true
	case keys.OpenSearch:
		return m.openSearch(), true
	case keys.OpenModel:
		return m.command("/model"), true
	case keys.OpenWaiting:
		return m.openWaiting(), true
	default:
		return nil, false
	}
	return nil, true
}

// interrupt is ctrl+c: cancel the run, else clear the line; twice quits, where
// nothing that was typed would be lost.
func (m *Model) interrupt() tea.Cmd {
	now := m.opt.Now()
	again := now.Sub(m.quitAt) < twice && m.composer.Empty()
	m.quitAt = now
	switch {
	case again:
		return m.quit()
	case m.modal != nil && !m.asksForRun():
		m.closeModal()
	case m.find.line != nil:
		m.find = finder{}
	case m.unsend != nil, m.run != nil && !m.run.over && !m.run.cancelled:
		m.closeModal()
		m.cancelRun()
	case !m.composer.Empty():
		m.composer.Clear()
		m.menu.close()
		m.paths.forget()
	}
	if m.notice.text == "" {
		m.say("ctrl+c again quits")
	}
	return nil
}

// asksForRun reports that the open dialog is a question of the run that goes on.
func (m *Model) asksForRun() bool {
	switch m.modal.(type) {
	case *approvalModal, *batchModal, *budgetModal, *askedModal, formModal:
		return m.run != nil && !m.run.over
	}
	return false
}

// leave quits, and asks once where a run goes on.
func (m *Model) leave() tea.Cmd {
	if m.busy() && !(m.run != nil && m.run.cancelled) {
		return m.askLeave()
	}
	return m.quit()
}

func (m *Model) quit() tea.Cmd {
	m.stop()
	return tea.Quit
}

// back is esc: it closes what is open, then takes back what is queued, then
// cancels the run; one of these at a time.
func (m *Model) back() tea.Cmd {
	switch {
	case m.menu.open():
		m.menu.dismiss(m.composer.Value())
		m.paths.forget()
	case m.focus != onComposer:
		m.toComposer()
	case m.traceOn == traceShown && !m.wide():
		m.traceOn = traceAuto
	case len(m.queue) > 0:
		m.unqueue()
	case m.unsend != nil:
		m.cancelRun()
	case m.run != nil && !m.run.over && !m.run.cancelled:
		if m.opt.Now().Sub(m.boxes.leftAt) < after {
			m.say("The call is left waiting. " + m.opt.Keys.Label(keys.Back) + " again cancels the run.")
			m.boxes.leftAt = time.Time{}
			break
		}
		m.cancelRun()
	case !m.chat.AtEnd():
		m.chat.End()
	}
	return nil
}

func (m *Model) toComposer() {
	m.focus = onComposer
	m.find = finder{}
	m.chat.Deselect()
	m.trace.Deselect()
}

// nextPane moves the keyboard to the next part of the chat, or the one before.
func (m *Model) nextPane(by int) {
	order := []focus{onComposer, onChat}
	if m.traceVisible() {
		order = append(order, onTrace)
	}
	if m.traceOver() {
		order = []focus{onComposer, onTrace}
	}
	at := 0
	for i, f := range order {
		if f == m.focus {
			at = i
		}
	}
	m.toComposer()
	m.focus = order[(at+by+len(order))%len(order)]
	switch m.focus {
	case onChat:
		m.chat.Select(0)
	case onTrace:
		m.trace.Select(0)
	}
}

func (m *Model) toggleTrace() {
	if m.traceVisible() {
		m.traceOn = traceHidden
		if m.focus == onTrace {
			m.toComposer()
		}
		return
	}
	m.traceOn = traceShown
}

// chatKey takes a key while the conversation has the keyboard.
func (m *Model) chatKey(k tea.KeyPressMsg, id string, known bool) tea.Cmd {
	switch id {
	case keys.Up:
		m.chat.Select(-1)
	case keys.Down:
		m.chat.Select(1)
	case keys.First:
		m.chat.Select(-1 << 20)
	case keys.Last:
		m.chat.Select(1 << 20)
	case keys.Fold:
		m.chat.Fold()
	case keys.Open, keys.OpenSelected:
		return m.openMessage()
	case keys.Copy:
		return m.copyMessage(false)
	case keys.CopyCode:
		return m.copyMessage(true)
	case keys.Feedback:
		return m.giveFeedback("")
	default:
		return m.paneKey(k, id, known)
	}
	return nil
}

// traceKey takes a key while the trace has the keyboard.
func (m *Model) traceKey(k tea.KeyPressMsg, id string, known bool) tea.Cmd {
	switch id {
	case keys.Up:
		m.trace.Select(-1)
	case keys.Down:
		m.trace.Select(1)
	case keys.First:
		m.trace.SelectEdge(false)
	case keys.Last:
		m.trace.SelectEdge(true)
	case keys.PageUp:
		m.trace.Select(-m.frame.bodyH)
	case keys.PageDown:
		m.trace.Select(m.frame.bodyH)
	case keys.TraceAll:
		m.trace.ToggleMinor()
	case keys.Open, keys.OpenSelected, keys.ReplayRaw:
		return m.openEvent()
	default:
		return m.paneKey(k, id, known)
	}
	return nil
}

// paneKey is for both panes: moving on, going back, and text, which goes to
// the composer.
func (m *Model) paneKey(k tea.KeyPressMsg, id string, known bool) tea.Cmd {
	switch id {
	case keys.NextPane:
		m.nextPane(1)
	case keys.PrevPane:
		m.nextPane(-1)
	case keys.Back:
		return m.back()
	case keys.PageUp:
		m.chat.Scroll(-m.page())
	case keys.PageDown:
		m.chat.Scroll(m.page())
	case keys.Find:
		m.startFind()
	default:
		if m.seekKey(id) {
			return nil
		}
		if (!known || id == keys.FindNext || id == keys.FindPrev) && k.Text != "" { // text goes where text belongs
			m.toComposer()
			return m.composerKey(k, "")
		}
	}
	return nil
}

// detailKey takes a key while a thing is open over the chat.
func (m *Model) detailKey(id string) tea.Cmd {
	switch id {
	case keys.Up:
		m.detail.Scroll(-1)
	case keys.Down:
		m.detail.Scroll(1)
	case keys.PageUp:
		m.detail.Scroll(-m.page())
	case keys.PageDown, keys.Fold:
		m.detail.Scroll(m.page())
	case keys.First:
		m.detail.Home()
	case keys.Last:
		m.detail.End()
	case keys.Copy:
		return m.copyText(m.detail.Copy(), "what is open")
	case keys.ReplayModel:
		return m.openPrompt()
	case keys.AllowRefused:
		return m.askRefused()
	case keys.Find:
		m.startFind()
	case keys.FindNext, keys.FindPrev:
		m.seekKey(id)
	case keys.Back, keys.Open:
		m.detail, m.find = nil, finder{}
	}
	return nil
}

// page is how far pgup and pgdown go.
func (m *Model) page() int { return max(m.frame.bodyH-3, 1) }

// wheel scrolls what is under the keyboard.
func (m *Model) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	n, arrow := 3, tea.KeyDown
	if msg.Button == tea.MouseWheelUp {
		n, arrow = -n, tea.KeyUp
	}
	switch {
	case m.modal != nil:
	case m.screen != nil:
		return m.screen.key(m, tea.KeyPressMsg{Code: arrow})
	case m.detail != nil:
		m.detail.Scroll(n)
	case m.focus == onTrace:
		m.trace.Scroll(n)
	default:
		m.chat.Scroll(n)
	}
	return nil
}

// typed is the text of a key press, "" for one that isn't text.
func typed(k tea.KeyPressMsg) string {
	if k.Mod&(tea.ModCtrl|tea.ModAlt|tea.ModMeta|tea.ModSuper) != 0 {
		return ""
	}
	return strings.ReplaceAll(k.Text, "\r", "\n")
}
