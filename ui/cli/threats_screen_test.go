package cli

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"vise/ui"
	"vise/ui/uitest"
)

// eyes are a person before the whole workbench of a victim. Every frame that
// it draws is looked at, also those that the terminal is too slow to show, and
// at the end every byte that the terminal got.
type eyes struct {
	t       *testing.T
	d       *uitest.Driver
	secrets []string // parts of what may not be seen
	walks   bool     // they walk through everything

	mu    sync.Mutex
	where string // what was opened last
	last  string // the frame that was drawn last
	bad   map[string]bool
	seen  strings.Builder // the texts of all frames
}

// watched is the workbench with somebody who looks at what it draws.
type watched struct {
	*ui.Model
	look func(tea.View)
}

func (w watched) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := w.Model.Update(msg)
	return w, cmd
}

func (w watched) View() tea.View {
	v := w.Model.View()
	w.look(v)
	return v
}

// watch opens the workbench in a terminal, at the victim's last conversation.
func (v *victim) watch(t *testing.T) *eyes {
	t.Helper()
	// Screens are looked through for races elsewhere, and a walk through all of
	// them takes ten times as long then.
	e := &eyes{t: t, walks: !raceBuild, where: "the start", bad: map[string]bool{}}
	for _, s := range append([]string{serversSecret, someToken}, v.secrets...) {
		for n := len(s) / 4; len(s) >= n; s = s[n:] { // a wrapped line holds one of the quarters whole
			e.secrets = append(e.secrets, s[:n])
		}
	}
	ctx, leave := context.WithCancel(t.Context())
	a, dark := newAdapter(ctx, v.Plan), true
	a.w, a.conv, a.settled = v.Workbench, v.NewConversation(), true
	close(a.ready)
	v.Desk().Attend(true)
	watching := make(chan struct{})
	go func() { a.watch(ctx); close(watching) }()
	t.Cleanup(func() { leave(); <-watching; v.Desk().Attend(false) })
	began := time.Now()
	quick := func() time.Time { return began.Add(20 * time.Since(began)) } // boxes that are deaf at first hear sooner
	m := ui.New(a.deps(), ui.Options{Now: quick, Zone: time.UTC, Dark: &dark, Conversation: lastConversation, Getenv: func(string) string { return "" }})
	e.d = uitest.Start(t, watched{m, e.look}, 120, 40)
	t.Cleanup(func() { e.terminal(e.d.Raw()) })
	e.d.Until("a conversation, or that there is none", func(s string) bool {
		return strings.Contains(s, "─ Trace ─") || strings.Contains(s, "there is no conversation yet")
	})
	return e
}

// press presses keys, one after the other; each is drawn.
func (e *eyes) press(keys ...string) *eyes {
	for _, k := range keys {
		e.d.Send(uitest.Key(k))
	}
	return e
}

// frame is what was drawn last, after all keys that were pressed.
func (e *eyes) frame() string {
	e.d.Send(nil) // each is taken when the one before has been drawn
	e.d.Send(nil)
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last
}

// over presses keys at each row of a list, from the present one on in steps of
// a key until that changes nothing.
func (e *eyes) over(step string, keys ...string) {
	for range 60 {
		e.press(keys...)
		was := e.frame()
		if e.press(step).frame() == was {
			return
		}
	}
}

// see waits for a screen, and names it in what is found.
func (e *eyes) see(where string, texts ...string) string {
	e.t.Helper()
	e.mu.Lock()
	e.where = where
	e.mu.Unlock()
	return e.d.WaitFor(texts...)
}

// open runs a command of the line, and waits for a screen.
func (e *eyes) open(command string, texts ...string) string {
	e.t.Helper()
	e.d.Send(tea.PasteMsg{Content: command})
	e.d.WaitFor("▌ " + command)
	e.press("enter")
	return e.see(command, texts...)
}

func (e *eyes) fault(what, text string) {
	key := e.where + what
	if !e.bad[key] {
		e.bad[key] = true
		e.t.Errorf("%s: %s: %.400q", e.where, what, text)
	}
}

// look looks at a frame before the terminal's library does, which would hide
// some of what it holds.
func (e *eyes) look(v tea.View) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if v.Content == e.last {
		return
	}
	e.last = v.Content
	text := styleless(v.Content)
	e.seen.WriteString(text)
	if bad := steering(text + v.WindowTitle); bad != "" {
		e.fault("a frame has "+bad, text)
	}
	for line := range strings.Lines(text) {
		for _, s := range e.secrets {
			if strings.Contains(line, s) {
				e.fault("a secret is seen", line)
			}
		}
		if forged(line) {
			e.fault("a line is forged", line)
		}
	}
}

// styleless is a frame without colours and the like, which are all that it may
// do to a terminal.
func styleless(frame string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(frame, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n := strings.IndexFunc(after, func(r rune) bool { return (r < '0' || r > '9') && r != ';' && r != ':' })
		if n < 0 || after[n] != 'm' {
			b.WriteString("\x1b[")
			frame = after
			continue
		}
		frame = after[n+1:]
	}
}

// shown reports which of the words were on no frame.
func (e *eyes) shown(words ...string) {
	e.t.Helper()
	if !e.walks {
		return
	}
	e.frame()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, w := range words {
		if !strings.Contains(e.seen.String(), w) {
			e.t.Errorf("%q was on no screen", w)
		}
	}
}

// forgery is a line in the words of vise, which hostile texts bring along:
// after an empty line, and so often that one begins where a line is wrapped.
const forgery = "\n\n⏸ 1 call waits for FORGED"

var forgeries = strings.Repeat(forgery[2:]+" ", 40)

// forged reports that such a line stands where vise writes its own: at the
// left edge of the screen or of a pane, without the mark of what others wrote.
func forged(line string) bool {
	before, _, found := strings.Cut(line, forgery[2:])
	if i := strings.LastIndexAny(before, "│┃"); i >= 0 {
		before = before[i:]
	}
	return found && len(before) < len("│   ") && strings.Trim(before, "│┃ ") == ""
}

// terminal looks at all that the terminal got: text, and what Bubble Tea itself
// sends to draw it.
func (e *eyes) terminal(raw string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var text strings.Builder
	for state := byte(0); len(raw) > 0; {
		seq, width, n, next := ansi.DecodeSequence(raw, state, nil)
		switch {
		case width > 0:
			text.WriteString(seq)
		case !renders(seq):
			e.fault("the terminal is sent", seq)
		}
		raw, state = raw[n:], next
	}
	if bad := steering(text.String()); bad != "" {
		e.fault("the terminal is sent "+bad, text.String())
	}
}

// renders reports a sequence that drawing needs, or that vise is known to send
// besides: it moves the cursor, erases, sets colours and the modes of a full
// screen, asks what the terminal can, titles the window and tells of what waits.
func renders(seq string) bool {
	switch ours, isOSC := strings.CutPrefix(seq, "\x1b]"); {
	case seq == "\r", seq == "\n", seq == "\b", seq == "\t", seq == "\a":
		return true
	case isOSC:
		kind, words, _ := strings.Cut(strings.TrimRight(ours, "\a\x1b\\"), ";")
		return (kind == "2" || kind == "9" || kind == "777") && strings.Contains(words, "vise") && !strings.Contains(words, "OWNED") && steering(words) == ""
	}
	return seq == "\x1bM" || csi().MatchString(seq)
}

// csi are Bubble Tea's sequences: those of text and cursor, the modes of
// synchronised output, widths, alternate screen, paste, focus, mouse and
// cursor, the shape of the cursor, and how keys are told.
var csi = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\x1b\[(?:[0-9;:]*[mKJHABCDGdXbPL@MrST]|\?(?:25|1000|1002|1003|1004|1006|1049|2004|2026|2027)[hl]|\?(?:2026|2027)\$p|[0-9]* q|>4(?:;[0-9])?m|[>=<][0-9;]*u|\?u)$`)
})
