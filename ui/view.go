package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// wideFrom is the width in columns from which the trace stands beside the
// conversation.
const wideFrom = 100

// frame is how the screen is divided, and what was drawn last.
type frame struct {
	bodyH int // lines of the panes, borders included
	lineW int // cells of the composer's text
	lineH int // rows of the composer's text
	above []string
	below []string

	stale   bool
	view    tea.View
	chatBox drawn
	sideBox drawn
}

// drawn is a box that is drawn again only when something in it changed.
type drawn struct {
	key   boxKey
	lines []string
}

type boxKey struct {
	version, w, h int
	focus, dark   bool
	title         string
	mark          string // what is found in it
}

func (m *Model) wide() bool { return m.w >= wideFrom }

// traceVisible reports that the trace is on the screen as a pane.
func (m *Model) traceVisible() bool {
	return m.traceOn == traceShown || m.traceOn == traceAuto && m.wide() && m.trace.Len() > 0
}

// traceOver reports that the trace lies over the conversation.
func (m *Model) traceOver() bool { return m.traceVisible() && !m.wide() }

// arrange divides the screen. It runs before drawing, so that what is drawn is
// known when texts have to be fetched.
func (m *Model) arrange() {
	if !m.sized {
		return
	}
	f := &m.frame
	f.lineW = max(m.w-4, 4)
	f.lineH = min(m.composer.Height(f.lineW), max(m.h/3, 1))
	f.above = m.above()
	f.below = m.below()
	f.bodyH = max(m.h-len(f.above)-len(f.below), 0)
	cw, tw := m.split()
	m.fit(m.chat.Size, &f.chatBox, cw)
	m.fit(m.trace.Size, &f.sideBox, tw)
	if m.detail != nil {
		m.detail.Size(inside(m.w)-2, max(f.bodyH-2, 0))
	}
}

// fit sizes a pane, when its size changed.
func (m *Model) fit(size func(w, h int), d *drawn, w int) {
	if w > 0 && (d.key.w != w || d.key.h != m.frame.bodyH) {
		d.key.w, d.key.h, d.lines = w, m.frame.bodyH, nil
		size(inside(w), max(m.frame.bodyH-2, 0))
	}
}

// inside is the width inside a border.
func inside(w int) int { return max(w-2, 1) }

// split is how the width is shared by conversation and trace; 0 is not shown.
func (m *Model) split() (chat, trace int) {
	switch {
	case m.traceOver():
		return m.w, m.w
	case m.traceVisible():
		side := min(max(m.w*2/5, 44), 64)
		return m.w - side, side
	}
	return m.w, 0
}

// View draws the screen, or what was drawn last where nothing changed.
func (m *Model) View() tea.View {
	if !m.sized {
		return tea.View{AltScreen: true}
	}
	if m.frame.stale || m.frame.view.Content == "" {
		m.frame.view, m.frame.stale = m.draw(), false
	}
	return m.frame.view
}

func (m *Model) draw() tea.View {
	lines := append(append(make([]string, 0, m.h+1), m.frame.above...), m.body()...)
	body := len(lines)
	lines = append(lines, m.frame.below...)
	lines = lines[:min(len(lines), m.h)]
	v := tea.View{AltScreen: true, ReportFocus: true, WindowTitle: m.title()}
	if m.mouse() {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if m.modal != nil {
		box := strings.Split(m.modal.View(m.w, m.h), "\n")
		lines = theme.Overlay(lines, box, m.w)
		if x, y, ok := m.modal.Cursor(); ok {
			v.Cursor = tea.NewCursor(x+(m.w-theme.Width(box[0]))/2, y+max(len(lines)-len(box), 0)/2)
		}
	} else if m.onChatScreen() && m.focus == onComposer {
		v.Cursor = m.cursor(body)
	}
	if !m.counts {
		for i, l := range lines {
			lines[i] = theme.Agreed(l)
		}
	}
	v.Content = strings.Join(lines, "\n")
	return v
}

// mouse reports that the wheel is listened to. It isn't while the trace is
// hidden on a wide screen, so that the terminal can select text.
func (m *Model) mouse() bool { return m.traceOn != traceHidden }

// body are the panes, or what stands in their place.
func (m *Model) body() []string {
	h := m.frame.bodyH
	switch {
	case h <= 0:
		return nil
	case m.screen != nil:
		return m.th.Lines(m.screen.View(m.w, h), m.w, h)
	case m.detail != nil:
		return m.th.Draw(theme.Box{Title: m.detail.Title, Focus: true}, padded(m.marked(m.detail.Lines())), m.w, h)
	case m.traceOver():
		return m.traceBox(m.w, h)
	}
	cw, tw := m.split()
	left := m.chatBox(cw, h)
	if tw == 0 {
		return left
	}
	right := m.traceBox(tw, h)
	out := make([]string, h)
	for i := range out {
		out[i] = left[i] + right[i]
	}
	return out
}

func padded(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = " " + l
	}
	return out
}

func (m *Model) chatBox(w, h int) []string {
	title := "Conversation"
	if !m.chat.AtEnd() {
		title += " · more below"
	}
	if m.chat.Empty() {
		return m.th.Draw(theme.Box{Title: title, Focus: m.focus == onChat}, m.welcome(inside(w), h-2), w, h)
	}
	return m.drawBox(&m.frame.chatBox, title, m.focus == onChat, m.chat.Version(), m.chat.Lines)
}

func (m *Model) traceBox(_, _ int) []string {
	return m.drawBox(&m.frame.sideBox, "Trace", m.focus == onTrace, m.trace.Version(), m.trace.Lines)
}

// drawBox draws a box anew only where something in it changed.
func (m *Model) drawBox(d *drawn, title string, focus bool, version int, lines func() []string) []string {
	key := boxKey{version, d.key.w, d.key.h, focus, m.th.Dark, title, ""}
	if focus {
		key.mark = m.find.text
	}
	if d.key != key || d.lines == nil {
		d.key = key
		inner := lines()
		if focus {
			inner = m.marked(inner)
		}
		d.lines = m.th.Draw(theme.Box{Title: title, Focus: focus}, inner, key.w, key.h)
	}
	return d.lines
}

// above are the lines over the panes.
func (m *Model) above() []string {
	if m.h < 6 {
		return nil
	}
	return []string{m.topLine(m.w)}
}

// below are the lines under the panes: what waits, what is queued, the line
// being written, the keys. Where there is no room for all of it the first ones
// go; the line being written stays.
func (m *Model) below() []string {
	var line []string
	if m.onChatScreen() {
		line = m.composerLines()
	}
	if m.h >= 8 && m.screen == nil { // a screen tells its keys itself
		line = append(line, m.footer(m.w))
	}
	extra := m.extraLines()
	if room := max(m.h-len(m.frame.above)-len(line)-3, 0); len(extra) > room {
		extra = extra[len(extra)-room:]
	}
	if m.find.line != nil {
		extra = append(extra, rows.Input(m.th, "find", m.find.line, m.w))
	}
	return append(extra, line...)
}

// onChatScreen reports that the chat itself is on the screen.
func (m *Model) onChatScreen() bool { return m.screen == nil && m.detail == nil }

// extraLines are the lines that come and go, what matters least first.
func (m *Model) extraLines() []string {
	var out []string
	if m.onChatScreen() {
		if !m.traceVisible() && !m.wide() && m.trace.Len() > 0 {
			out = append(out, theme.Cut(m.trace.Last(m.w-1), m.w))
		}
		out = append(out, m.queueLines()...)
	}
	if m.onChatScreen() {
		out = append(out, m.modelLines()...)
	}
	if m.notice.text != "" {
		out = append(out, m.noticeLines()...)
	}
	if line := m.waitingLine(); line != "" {
		out = append(out, m.th.Warn.Render(theme.Cut(" "+line, m.w)))
	}
	if m.onChatScreen() {
		out = append(out, m.menu.lines(m.th, m.w, min(8, m.h/3))...)
		out = append(out, m.previewing()...)
	}
	return out
}

func (m *Model) noticeLines() []string {
	lines := theme.Wrap(m.notice.text, m.w-2)
	lines = lines[:min(len(lines), max(m.h/4, 1))]
	for i, l := range lines {
		lines[i] = m.th.Accent.Render(" " + l)
	}
	return lines
}

func (m *Model) queueLines() []string {
	var out []string
	for i, q := range m.queue {
		line := " ⧗ queued: " + theme.InertWords(q)
		if i == len(m.queue)-1 {
			line = theme.Between(theme.Cut(line, max(m.w-22, 8)), "esc takes it back", m.w-1)
		}
		out = append(out, m.th.Dim.Render(theme.Cut(line, m.w)))
	}
	if len(out) > 3 {
		out = out[len(out)-3:]
	}
	return out
}

func (m *Model) composerLines() []string {
	lines, _, _ := m.composer.View(m.th, m.frame.lineW, m.frame.lineH)
	bar := m.th.Dim.Render(" ▌ ")
	if m.focus == onComposer {
		bar = m.th.Accent.Render(" ▌ ")
	}
	for i, l := range lines {
		lines[i] = bar + l
	}
	return lines
}

// cursor is where the text cursor is; y is the first line under the panes.
func (m *Model) cursor(y int) *tea.Cursor {
	lines, cx, cy := m.composer.View(m.th, m.frame.lineW, m.frame.lineH)
	foot := 0
	if m.h >= 8 {
		foot = 1
	}
	return tea.NewCursor(3+cx, min(y+len(m.frame.below)-foot-len(lines)+cy, m.h-1))
}
