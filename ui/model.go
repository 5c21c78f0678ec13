package ui

import (
	"context"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"vise/policy"
	"vise/session"
	"vise/ui/composer"
	"vise/ui/keys"
	"vise/ui/pane/chat"
	"vise/ui/pane/detail"
	"vise/ui/pane/trace"
	"vise/ui/theme"
)

// Options are what a workbench can be started with. The zero value is fine.
type Options struct {
	Now          func() time.Time    // nil: the clock
	Zone         *time.Location      // the person's zone; nil: the machine's
	Dark         *bool               // nil: the terminal is asked
	Keys         *keys.Map           // nil: the defaults
	Conversation string              // a past conversation to go on with
	Quiet        bool                // no bell and no notifications
	Getenv       func(string) string // nil: the environment
	// Drawn is called once, after the first frame was drawn: what takes time
	// and isn't on it can begin then. nil: nothing is waited for.
	Drawn func()
}

func (o Options) filled() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	if o.Keys == nil {
		o.Keys = keys.Default()
	}
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	return o
}

// Model is the workbench: a router between the screen's parts. It is used from
// the program's goroutine alone; everything that waits is a command.
type Model struct {
	deps Deps
	opt  Options
	ctx  context.Context // ends with the program
	stop context.CancelFunc
	th   theme.Theme

	w, h   int
	sized  bool
	blur   bool // the terminal isn't focused
	counts bool // the terminal counts characters as people see them (mode 2027)

	composer *composer.Composer
	chat     *chat.Pane
	trace    *trace.Pane
	detail   *detail.Pane // over the chat; nil when nothing is open
	focus    focus
	traceOn  traceMode
	modal    modal  // the dialog on top; nil when none is
	screen   screen // the screen in place of the chat; nil for the chat

	states map[string]*session.State // runs of the conversation, for evidence
	run    *live                     // the run that goes on, or the last one
	pull   *pulling                  // the model that is being downloaded; nil when none is
	queue  []string
	wish   string // a request that is being sent
	unsend func() // gives it up; nil where that can't be
	last   string // the last request of the conversation
	weak   int    // unusable replies in a row

	waiting []session.Approval
	asked   *policy.Question // what a server asks; nil when none does
	boxes   boxes
	status  StatusLine
	notice  notice
	told    []string // notices of the status that were shown
	menu    menu
	find    finder
	paths   paths
	prompts prompts
	burst   burst
	lastKey time.Time
	quitAt  time.Time // when ctrl+c was pressed last

	frame frame // what was drawn last
}

// focus is the part of the chat that has the keyboard.
type focus int

const (
	onComposer focus = iota
	onChat
	onTrace
)

// traceMode says whether the person wants the trace; where it stands depends
// on the width.
type traceMode int

const (
	traceAuto traceMode = iota // beside the conversation where there is room
	traceShown
	traceHidden
)

// New makes the workbench. It shows nothing before it is told its size.
func New(deps Deps, opt Options) *Model {
	opt = opt.filled()
	th := theme.New(opt.Dark == nil || *opt.Dark)
	ctx, stop := context.WithCancel(context.Background())
	return &Model{
		deps: deps, opt: opt, ctx: ctx, stop: stop, th: th,
		composer: composer.New("Ask, or / for commands, @ for files and resources"),
		chat:     chat.New(th), trace: trace.New(th, opt.Zone),
		states: map[string]*session.State{}, boxes: boxes{left: map[string]bool{}, mine: map[string]bool{}},
	}
}

// Init starts what the workbench listens to.
func (m *Model) Init() tea.Cmd {
	m.status = m.deps.Status.Status()
	cmds := []tea.Cmd{m.awaitStatus(), m.awaitApprovals(), m.readApprovals(), m.loadHistory()}
	if m.opt.Dark == nil {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if m.opt.Conversation != "" {
		cmds = append(cmds, m.openConversation(m.opt.Conversation))
	}
	return tea.Batch(cmds...)
}

// Update routes a message to the part that it concerns.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	if m.burst.collecting() {
		return m, cmd // nothing is drawn while a paste comes in key by key
	}
	m.arrange()
	m.frame.stale = true
	return m, tea.Batch(cmd, m.fetch(), m.fetchReplay())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.keyPress(msg)
	case tea.PasteMsg:
		m.quitAt = time.Time{}
		return m.pasteCame(msg.Content)
	case tea.WindowSizeMsg:
		first := !m.sized
		m.w, m.h, m.sized = msg.Width, msg.Height, true
		if first {
			return m.firstFrame()
		}
	case tea.MouseWheelMsg:
		return m.wheel(msg)
	case tea.BackgroundColorMsg:
		m.setTheme(msg.IsDark())
	case tea.ModeReportMsg:
		m.counts = m.counts || msg.Mode == ansi.ModeUnicodeCore && msg.Value != ansi.ModeNotRecognized && msg.Value != ansi.ModePermanentlyReset
	case tea.FocusMsg:
		m.blur = false
	case tea.BlurMsg:
		m.blur = true
	default:
		return m.routeOwn(msg)
	}
	return nil
}

// routeOwn is for messages of our own commands.
func (m *Model) routeOwn(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case runMsg:
		return m.runChanged(msg)
	case sentMsg:
		return m.sent(msg)
	case slowMsg:
		m.slow(msg)
	case openedMsg:
		return m.opened(msg)
	case tickMsg:
		return m.tick()
	case approvalsMsg:
		return m.approvalsChanged(msg)
	case answeredMsg:
		return m.answered(msg)
	case quietMsg:
		return m.quiet()
	case burstMsg:
		return m.burstEnded(msg)
	case statusMsg:
		m.statusCame(msg.line)
		m.sayNew()
		return tea.Batch(m.awaitStatus(), m.refreshTools(), m.refreshResources(), m.refreshPrompts(), m.refreshInstructions())
	case contentMsg:
		m.contentCame(msg)
	case historyMsg:
		for _, s := range msg.requests {
			m.composer.Remember(s)
		}
	case noticeMsg:
		m.say(msg.text)
	case editedMsg:
		m.edited(msg)
	case detailMsg:
		return m.open(msg.pane)
	default:
		return m.routeModels(msg)
	}
	return nil
}

func (m *Model) setTheme(dark bool) {
	if dark == m.th.Dark {
		return
	}
	m.th = theme.New(dark)
	m.chat.SetTheme(m.th)
	m.trace.SetTheme(m.th)
	if m.screen != nil {
		m.screen.SetTheme(m.th)
	}
}

// touched notes that a person used the keyboard.
func (m *Model) touched() {
	m.lastKey = m.opt.Now()
	m.notice = notice{}
}

// busy reports that a run goes on, or is about to.
func (m *Model) busy() bool { return m.wish != "" || m.run != nil && !m.run.over }
