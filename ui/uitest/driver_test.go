package uitest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// echo shows every message it gets, newest last.
type echo struct {
	seen []string
	w, h int
}

func (e *echo) Init() tea.Cmd { return nil }

func (e *echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		e.w, e.h = msg.Width, msg.Height
		e.seen = append(e.seen, "sized")
	case tea.KeyPressMsg:
		e.seen = append(e.seen, "key "+msg.String())
		if msg.String() == "ctrl+c" {
			return e, tea.Quit
		}
	case tea.PasteMsg:
		e.seen = append(e.seen, "paste "+strings.ReplaceAll(msg.Content, "\n", "|"))
	}
	return e, nil
}

func (e *echo) View() tea.View {
	v := tea.NewView(strings.Join(e.seen, "\n") + "\n宽 wide")
	v.AltScreen = true
	return v
}

func TestDriverReadsLikeAPerson(t *testing.T) {
	d := Start(t, &echo{}, 60, 30)
	d.WaitFor("sized", "宽 wide")
	d.Type("aя").Press("enter", "shift+enter", "alt+enter", "esc", "up", "alt+left", "ctrl+j").Paste("one\ntwo")
	d.WaitFor("key a", "key я", "key enter", "key shift+enter", "key alt+enter", "key esc", "key up", "key alt+left", "key ctrl+j", "paste one|two")
	d.Resize(50, 20).Until("two sizes", func(s string) bool { return strings.Count(s, "sized") == 2 })
	d.Press("ctrl+c")
	if err := d.WaitExit(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.Raw(), "\x1b[?1049l") {
		t.Error("the alternate screen was not left")
	}
}

func TestKeysByName(t *testing.T) {
	for _, name := range []string{"enter", "ctrl+c", "alt+enter", "shift+enter", "esc", "up", "x", "я", "?", "space", "shift+tab", "alt+esc", "+"} {
		if got := Key(name).String(); got != name {
			t.Errorf("Key(%q) reads as %q", name, got)
		}
	}
}

func TestPlainHasNoStyles(t *testing.T) {
	if got := Plain("\x1b[1mbold\x1b[0m  \nx"); got != "bold\nx\n" {
		t.Errorf("got %q", got)
	}
}

// list is a page of numbered lines, which moves on with every message.
type list struct{ from, w, h int }

type onward struct{}

func (l *list) Init() tea.Cmd { return nil }

func (l *list) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.w, l.h = msg.Width, msg.Height
	case onward:
		l.from++
	}
	return l, nil
}

func (l *list) View() tea.View {
	var b strings.Builder
	for i := range l.h - 3 { // what stands below doesn't move
		fmt.Fprintf(&b, "%d %s\n", l.from+i, strings.Repeat(string(rune('a'+(l.from+i)%26)), l.w/2))
	}
	v := tea.NewView(b.String() + "\nfoot")
	v.AltScreen = true
	return v
}

// What a program draws while the size changes is drawn for the old one.
func TestResizedWhileItScrolls(t *testing.T) {
	d := Start(t, &list{}, 120, 40)
	over := make(chan struct{})
	moved := make(chan struct{})
	go func() {
		defer close(moved)
		for {
			select {
			case <-over:
				return
			default:
				d.Send(onward{})
				time.Sleep(time.Millisecond)
			}
		}
	}()
	for range 10 {
		for _, s := range [][2]int{{80, 24}, {120, 40}, {60, 60}} {
			d.Resize(s[0], s[1])
			time.Sleep(10 * time.Millisecond)
		}
	}
	close(over)
	<-moved
	d.Resize(40, 10).Until("the last size", func(s string) bool { return strings.HasSuffix(strings.TrimRight(s, "\n "), "foot") })
}
