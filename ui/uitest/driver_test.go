package uitest

import (
	"strings"
	"testing"

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
