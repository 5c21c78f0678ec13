package ui

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/pane/chat"
	"vise/ui/theme"
)

// batch is how long changes of a run are gathered before the screen follows;
// an ending is shown at once.
const batch = 33 * time.Millisecond

// live is the run that goes on in this conversation, or the last one.
type live struct {
	run       Run
	state     session.State
	began     time.Time // of the present wait for the model
	started   time.Time
	called    time.Time // when the last call was started
	step      int
	over      bool
	cancelled bool   // the person cancelled it
	text      string // the request; empty for one that was resumed
}

// failing is a run that tells why it stopped without an end: nothing more
// could be recorded.
type failing interface{ Err() error }

// cancelling is what is shown until a cancelled run is over.
const cancelling = "cancelling …"

type (
	// runMsg says that a run has new events or a new draft.
	runMsg struct {
		id   string
		over bool
	}
	// sentMsg is the outcome of starting a run.
	sentMsg struct {
		run    Run
		text   string
		failed string // begins what is said of an error
		err    error
	}
	// openedMsg brings the runs of a past conversation.
	openedMsg struct {
		states []session.State
		events []session.Event // of the last one
		err    error
	}
	// tickMsg is a second of a run.
	tickMsg struct{}
	// contentMsg brings a text that was kept in a blob.
	contentMsg struct {
		hash    string
		content chat.Content
	}
	// historyMsg brings the requests of past runs, oldest first.
	historyMsg struct{ requests []string }
)

// send starts a run, or queues the request while one goes on.
func (m *Model) send(text string) tea.Cmd {
	if m.busy() {
		m.queue = append(m.queue, text)
		return nil
	}
	m.wish = text
	return m.starting(text, func() (Run, error) { return m.deps.Talk.Send(m.ctx, text) })
}

// resume goes on with a past run as a new one.
func (m *Model) resume(run string) tea.Cmd {
	if m.busy() {
		m.say("A run is going on: wait for it, or cancel it with esc.")
		return nil
	}
	m.wish = "resume " + run
	return m.starting("", func() (Run, error) { return m.deps.Talk.Resume(m.ctx, run) })
}

func (m *Model) starting(text string, start func() (Run, error)) tea.Cmd {
	return func() tea.Msg {
		run, err := start()
		return sentMsg{run: run, text: text, err: err}
	}
}

func (m *Model) sent(msg sentMsg) tea.Cmd {
	if m.unsend != nil {
		m.notice = notice{} // that it waits
	}
	m.wish, m.unsend = "", nil
	if msg.err != nil {
		m.say(cmp.Or(msg.failed, "It was not sent: ") + msg.err.Error())
		m.giveBack(msg.text)
		return nil
	}
	now := m.opt.Now()
	m.run = &live{run: msg.run, began: now, started: now, text: msg.text}
	m.states[msg.run.ID()] = &m.run.state
	m.trace.Reset(&m.run.state)
	m.chat.End()
	m.follow()
	return tea.Batch(m.await(msg.run, time.Time{}), second(), m.soon()) // a call may wait already
}

// giveBack puts a request that wasn't sent back into the composer.
func (m *Model) giveBack(text string) {
	if text == "" {
		return
	}
	if draft := m.composer.Value(); draft != "" {
		text += "\n" + draft
	}
	m.composer.SetValue(text)
}

// await waits for the next change of a run; changes that follow fast are one.
func (m *Model) await(run Run, last time.Time) tea.Cmd {
	ctx := m.ctx
	// a long draft costs more to draw: it is drawn less often
	due := last.Add(batch * time.Duration(1+run.Draft().Text.Len()/(64<<10)))
	return func() tea.Msg {
		pause := time.NewTimer(time.Until(due))
		defer pause.Stop()
		changed, rested := false, false
		for !changed || !rested {
			select {
			case <-ctx.Done():
				return nil
			case _, open := <-run.Changed():
				if !open {
					return runMsg{run.ID(), true}
				}
				changed = true
			case <-pause.C:
				rested = true
			}
		}
		return runMsg{run.ID(), false}
	}
}

func (m *Model) runChanged(msg runMsg) tea.Cmd {
	l := m.run
	if l == nil || l.run.ID() != msg.id {
		return nil
	}
	m.follow()
	if !msg.over {
		return m.await(l.run, time.Now())
	}
	return m.runOver()
}

// follow takes in what happened in the run since the last look.
func (m *Model) follow() {
	l := m.run
	events := l.run.Since(l.state.Seq)
	for _, e := range events {
		l.state.Apply(e)
		if e.Type == session.TypeCallStarted {
			l.called = m.opt.Now()
		}
	}
	if len(events) > 0 {
		m.trace.Append(events...)
		m.chat.Show(&l.state)
	}
	if l.state.Step != l.step {
		l.step, l.began = l.state.Step, m.opt.Now()
	}
	if task := l.state.Started.Task; task != "" && l.state.Started.TaskType != session.TaskCompact {
		m.last = task
	}
	m.work()
}

// work tells the conversation what the run is doing.
func (m *Model) work() {
	l := m.run
	if l == nil || l.over || l.state.Finished != nil {
		m.chat.Work(nil)
		m.trace.Progress(nil)
		return
	}
	waits := len(l.state.Waiting()) > 0 || m.asksHere() || m.boxes.spent != nil && m.boxes.spent.Run == l.run.ID()
	draft, since := l.run.Draft(), l.began
	if c := draft.Call; c != nil && l.running(c.Call) {
		since = l.called
	} else {
		draft.Call = nil // it is over
	}
	m.trace.Progress(draft.Call)
	m.chat.Work(&chat.Working{Run: l.run.ID(), Draft: draft, Waiting: waits, Since: m.opt.Now().Sub(since)})
}

// running reports a call that was started and isn't over.
func (l *live) running(call string) bool {
	return slices.ContainsFunc(l.state.Calls, func(c session.CallState) bool { return c.ID == call && c.Phase == session.PhaseRunning })
}

func (m *Model) runOver() tea.Cmd {
	l := m.run
	l.over = true
	if m.notice.text == cancelling {
		m.notice = notice{}
	}
	if l.state.Finished == nil {
		m.broke(l)
	}
	m.work()
	m.sayKept(l.state.Finished)
	cmds := []tea.Cmd{m.hintWeak(l.state.Finished), m.notify("vise: the run is over"), m.readApprovals()}
	if len(m.queue) == 0 {
		return tea.Batch(cmds...)
	}
	if l.cancelled || l.state.Status == session.StatusFailed || l.state.Status == session.StatusInterrupted {
		m.say(fmt.Sprintf("The run didn't end well, so %s back in the line.", were(len(m.queue))))
		for len(m.queue) > 0 {
			m.unqueue()
		}
		return tea.Batch(cmds...)
	}
	next := m.queue[0]
	m.queue = m.queue[1:]
	return tea.Batch(append(cmds, m.send(next))...)
}

// broke shows a run that stopped without an end, and why. A request of which
// nothing was recorded goes back into the composer.
func (m *Model) broke(l *live) {
	why := ""
	if f, ok := l.run.(failing); ok && f.Err() != nil {
		why = "The run stopped: " + theme.InertWords(f.Err().Error())
	}
	if l.state.Seq == 0 {
		l.state.Status = session.StatusInterrupted
		m.say(cmp.Or(why, "The run stopped before it began."))
		m.giveBack(l.text)
		return
	}
	l.state.Interrupt()
	if n := len(l.state.Items); why != "" && n > 0 {
		l.state.Items[n-1].Words = why + " · " + l.state.Items[n-1].Words
	}
	m.chat.Show(&l.state)
}

func were(n int) string {
	if n == 1 {
		return "the queued message is"
	}
	return fmt.Sprintf("the %d queued messages are", n)
}

// unqueue takes the last queued message back into the composer.
func (m *Model) unqueue() {
	last := m.queue[len(m.queue)-1]
	m.queue = m.queue[:len(m.queue)-1]
	m.giveBack(last)
}

// cancelRun cancels the run, or what would begin one; the events tell when it
// is over.
func (m *Model) cancelRun() {
	if m.unsend != nil {
		m.unsend()
		return
	}
	if m.run != nil && !m.run.over {
		m.run.cancelled = true
		m.run.run.Cancel()
		m.say(cancelling)
	}
}

func second() tea.Cmd { return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} }) }

// tick moves what shows the time of a run; it stops with the run.
func (m *Model) tick() tea.Cmd {
	if m.run == nil || m.run.over {
		return nil
	}
	m.work()
	return second()
}

// openConversation makes a past conversation the current one.
func (m *Model) openConversation(id string) tea.Cmd {
	return func() tea.Msg {
		states, err := m.deps.Talk.Open(m.ctx, id)
		if err != nil || len(states) == 0 {
			return openedMsg{err: err}
		}
		// the trace of the last run is nice to have: the conversation stands without it
		events, _ := m.deps.History.Events(m.ctx, states[len(states)-1].Run)
		return openedMsg{states: states, events: events}
	}
}

func (m *Model) opened(msg openedMsg) tea.Cmd {
	if msg.err != nil {
		m.say("The conversation can't be opened: " + msg.err.Error())
		return nil
	}
	m.forget()
	all := make([]*session.State, len(msg.states))
	for i := range msg.states {
		all[i] = &msg.states[i]
		m.states[all[i].Run] = all[i]
		if all[i].Started.TaskType != session.TaskCompact {
			m.last = all[i].Started.Task
		}
		m.composer.Remember(all[i].Started.Task)
	}
	m.chat.ShowAll(all)
	if n := len(all); n > 0 {
		m.trace.Reset(all[n-1], msg.events...)
	}
	m.screen, m.detail, m.focus = nil, nil, onComposer
	return nil
}

// forget empties the screen of the conversation.
func (m *Model) forget() {
	m.states, m.run, m.queue, m.last = map[string]*session.State{}, nil, nil, ""
	m.chat.Reset()
	m.trace.Reset(nil)
}

// loadHistory reads past requests, for the arrow keys.
func (m *Model) loadHistory() tea.Cmd {
	return func() tea.Msg {
		runs, err := m.deps.History.Runs(m.ctx, session.RunQuery{Limit: 200})
		if err != nil {
			return nil // the list of runs says what is wrong when it is opened
		}
		var out []string
		for i := len(runs) - 1; i >= 0; i-- {
			out = append(out, runs[i].Task)
		}
		return historyMsg{out}
	}
}
