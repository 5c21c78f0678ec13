package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog/help"
	"vise/ui/dialog/palette"
	"vise/ui/keys"
	"vise/ui/pane/replay"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// Trace is a run that isn't in the database, to be stepped through.
type Trace struct {
	Events []session.Event
	Blob   func(hash string) ([]byte, error) // the contents that they name
}

// TraceSide is what happened in one case, once.
type TraceSide struct {
	Name string // where it is from
	Came string // what came of it, in words
	Runs []Trace
}

// TraceRow is one case of two that are compared.
type TraceRow struct {
	ID    string
	Words string
	// Open reads what happened, in one or both.
	Open func() ([]TraceSide, error)
}

// Traces steps through what happened in one case in two runs of vise eval,
// beside each other where there is room. It reads nothing but what rows open,
// and changes nothing.
type Traces struct {
	opt  Options
	th   theme.Theme
	rows []TraceRow
	open string // the case to begin with; empty: the list
	w, h int

	list  *palette.Palette // of the cases; nil where only one is looked at
	help  *help.Help       // over everything; nil when it isn't open
	sides []*side
	at    int // the side that has the keyboard
	say   string
}

// NewTraces makes the screen. It begins with the case that is named, or with
// the list of all.
func NewTraces(rows []TraceRow, open string, opt Options) *Traces {
	opt = opt.filled()
	t := &Traces{opt: opt, th: theme.New(opt.Dark == nil || *opt.Dark), rows: rows, open: open}
	if open == "" {
		var lines []palette.Command
		for _, r := range rows {
			lines = append(lines, palette.Command{ID: r.ID, Name: r.ID, Help: r.Words})
		}
		t.list = palette.New(opt.Keys, t.th, lines).Titled("Cases that differ", "no case is like that")
	}
	return t
}

// tracesMsg brings what was opened.
type tracesMsg struct {
	sides []TraceSide
	err   error
}

// Init opens the case to begin with.
func (t *Traces) Init() tea.Cmd {
	cmds := []tea.Cmd{}
	if t.opt.Dark == nil {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	if t.open != "" {
		cmds = append(cmds, t.read(t.open))
	}
	return tea.Batch(cmds...)
}

func (t *Traces) read(id string) tea.Cmd {
	i := slices.IndexFunc(t.rows, func(r TraceRow) bool { return r.ID == id })
	if i < 0 {
		t.say = "There is no case " + id
		return nil
	}
	return func() tea.Msg {
		sides, err := t.rows[i].Open()
		return tracesMsg{sides, err}
	}
}

// Update routes a message.
func (t *Traces) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := t.route(msg)
	for _, s := range t.sides {
		s.load()
	}
	return t, cmd
}

func (t *Traces) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		t.w, t.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		t.th = theme.New(msg.IsDark())
		for _, s := range t.sides {
			s.setTheme(t.th)
		}
	case tea.KeyPressMsg:
		return t.key(msg)
	case tea.PasteMsg:
		t.paste(msg.Content)
	case tracesMsg:
		t.opened(msg)
	case playMsg:
		again := msg.pane.Tick()
		t.follow()
		if again {
			return play(msg.pane)
		}
	}
	return nil
}

func (t *Traces) opened(msg tracesMsg) {
	if msg.err != nil {
		t.say = "It can't be shown: " + msg.err.Error()
		return
	}
	t.sides, t.at = nil, 0
	for _, s := range msg.sides {
		t.sides = append(t.sides, newSide(s, t.th, t.opt.Keys, t.opt.Zone))
		if strings.Contains(s.Came, " ") { // there is more to it than its line has room for
			t.say = fmt.Sprintf("%c: %s", 'A'+len(t.sides)-1, s.Came)
		}
	}
}

func (t *Traces) paste(text string) {
	switch {
	case len(t.sides) > 0:
		t.sides[t.at].pane.Paste(text)
	case t.list != nil:
		t.list.Paste(text)
	}
}

// key takes a key: help first, then the list, then the run that has the
// keyboard.
func (t *Traces) key(k tea.KeyPressMsg) tea.Cmd {
	t.say = ""
	if id, _ := t.opt.Keys.Match(keys.Always, k); id == keys.Cancel {
		return tea.Quit
	}
	switch {
	case t.help != nil:
		if t.help.Key(k) {
			t.help = nil
		}
		return nil
	case len(t.sides) > 0:
		return t.runKey(k)
	case t.list == nil:
		return tea.Quit // there is nothing to go back to
	}
	switch act := t.list.Key(k); act.Do {
	case palette.Close:
		return tea.Quit
	case palette.Run:
		return t.read(act.ID)
	}
	return nil
}

func (t *Traces) runKey(k tea.KeyPressMsg) tea.Cmd {
	p := t.sides[t.at].pane
	if p.Context() == keys.Replay {
		switch id, _ := t.opt.Keys.Match(keys.Traces, k); id {
		case keys.TracesOther:
			p.Stop() // the other one leads now
			t.at = (t.at + 1) % len(t.sides)
			return nil
		case keys.TracesTurn:
			t.turn()
			return nil
		case keys.TracesDiffer:
			t.differ()
			return nil
		case keys.OpenHelp:
			t.help = help.New(t.opt.Keys, t.th, keys.Traces, nil)
			return nil
		}
	}
	act := p.Key(k)
	t.follow()
	switch act.Do {
	case replay.Back:
		if t.sides = nil; t.list == nil {
			return tea.Quit
		}
	case replay.Play:
		return play(p)
	case replay.Model:
		t.sides[t.at].prompt(act.Seq)
	case replay.Allow, replay.Export, replay.Feedback, replay.Case:
		t.say = "This run is in a report, not in vise's database: there it can only be looked at."
	}
	return nil
}

// follow brings the other side to the step of the one that has the keyboard.
func (t *Traces) follow() {
	for i, s := range t.sides {
		if i != t.at {
			s.pane.Go(t.sides[t.at].pane.Step())
		}
	}
}

// turn goes to the next turn of the case, in both.
func (t *Traces) turn() {
	turns := 0
	for _, s := range t.sides {
		turns = max(turns, len(s.from.Runs))
	}
	if turns < 2 {
		t.say = "The case has one turn."
		return
	}
	for _, s := range t.sides {
		s.show((s.turn+1)%turns, t.th, t.opt.Keys, t.opt.Zone)
	}
}

// differ goes to the next step at which not the same happened.
func (t *Traces) differ() {
	if len(t.sides) < 2 {
		t.say = "There is only one run of this case."
		return
	}
	a, b := t.sides[0], t.sides[1]
	for i := t.sides[t.at].pane.Step(); i < max(a.pane.Len(), b.pane.Len()); i++ {
		if a.gist(i) != b.gist(i) {
			a.pane.Go(i + 1)
			b.pane.Go(i + 1)
			return
		}
	}
	t.say = "Nothing differs from here on."
}

// beside is the width from which both runs are shown.
const beside = 120

// View draws the screen.
func (t *Traces) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: "vise eval compare"}
	if t.w < 1 || t.h < 1 {
		return v
	}
	lines := t.lines()
	for i, l := range lines {
		lines[i] = theme.Agreed(l)
	}
	v.Content = strings.Join(lines, "\n")
	return v
}

func (t *Traces) lines() []string {
	h := t.h
	var foot []string
	if t.say != "" && h > 3 {
		foot = []string{t.th.Accent.Render(theme.Cut(" "+theme.InertWords(t.say), t.w))}
		h--
	}
	var out []string
	switch {
	case len(t.sides) == 2 && t.w >= beside:
		left := t.w / 2
		out = rows.Beside(t.side(0, left, h), t.side(1, t.w-left, h))
	case len(t.sides) > 0:
		out = t.side(t.at, t.w, h)
	default:
		out = make([]string, h)
		if t.list != nil {
			out = theme.Overlay(out, strings.Split(t.list.View(t.w, h), "\n"), t.w)
		}
	}
	out = append(out, foot...)
	if t.help != nil {
		out = theme.Overlay(out, strings.Split(t.help.View(t.w, t.h), "\n"), t.w)
	}
	return out
}

// side draws one run under a line that says which it is.
func (t *Traces) side(i, w, h int) []string {
	s := t.sides[i]
	words := fmt.Sprintf("%c  %s", 'A'+i, s.head())
	right := ""
	if len(t.sides) > 1 && i == t.at {
		right = t.opt.Keys.Label(keys.TracesOther) + " the other · " + t.opt.Keys.Label(keys.TracesDiffer) + " what differs "
	}
	style, mark := t.th.Dim, "  "
	if i == t.at {
		style, mark = t.th.Strong, "▸ "
	}
	room := max(w-theme.Width(right)-1, 1)
	head := theme.Between(style.Render(theme.Cut(mark+words, room)), t.th.Dim.Render(right), w)
	if h < 2 {
		return []string{theme.Fit(head, w)}
	}
	out := []string{theme.Fit(head, w)}
	for l := range strings.SplitSeq(s.pane.View(w, h-1), "\n") {
		out = append(out, theme.Fit(l, w))
	}
	return out
}

// StartTraces shows the traces until the person leaves. It needs a terminal.
func StartTraces(ctx context.Context, rows []TraceRow, open string, opt Options, opts ...tea.ProgramOption) error {
	return show(ctx, NewTraces(rows, open, opt), opts...)
}
