package help

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

func open(from keys.Context) *Help {
	return New(keys.Default(), theme.New(true), from, []Command{{"/new", "a new conversation"}, {"/notes:plan\x1b[2J", "\u202e"}})
}

func TestEveryBindingIsThere(t *testing.T) {
	h := open(keys.ComposerEmpty)
	all := strings.Join(h.rows(120), "\n")
	for _, b := range keys.Default().All() {
		if !strings.Contains(all, b.ID) || !strings.Contains(all, b.Label()) {
			t.Errorf("%s isn't there", b.ID)
		}
	}
}

func TestCommandsStandBetweenTheKeysThatAreLiveAndTheOthers(t *testing.T) {
	all := strings.Join(open(keys.ComposerEmpty).rows(120), "\n")
	here, cmds, other := strings.Index(all, "next pane"), strings.Index(all, `/notes:plan\x1b[2J`), strings.Index(all, "Approval")
	if here < 0 || cmds < here || other < cmds || !strings.Contains(all, "<U+202E>") {
		t.Errorf("keys at %d, commands at %d, other keys at %d", here, cmds, other)
	}
}

func TestItFollowsAPersonsKeys(t *testing.T) {
	m := keys.Default()
	if err := m.Override(map[string][]string{keys.ToggleTrace: {"f2"}}); err != nil {
		t.Fatal(err)
	}
	h := New(m, theme.New(true), keys.Global, nil)
	if got := strings.Join(h.rows(80), "\n"); strings.Contains(got, "ctrl+t") || !strings.Contains(got, "f2") {
		t.Error("the help shows the old key")
	}
}

func TestScrolling(t *testing.T) {
	h := open(keys.Replay)
	if got := uitest.Plain(h.View(80, 24)); !strings.Contains(got, "one step back") {
		t.Errorf("where one is isn't first:\n%s", got)
	}
	for range 50 {
		h.Key(uitest.Key("pgdown"))
		h.View(80, 24)
	}
	if got := uitest.Plain(h.View(80, 24)); strings.Contains(got, "↓ more") {
		t.Errorf("the end:\n%s", got)
	}
	h.Key(uitest.Key("up"))
	if got := uitest.Plain(h.View(80, 24)); !strings.Contains(got, "↓ more") {
		t.Errorf("one up from the end:\n%s", got)
	}
}

func TestClosing(t *testing.T) {
	for _, k := range []string{"esc", "q", "?", "й"} {
		if !open(keys.Global).Key(uitest.Key(k)) {
			t.Errorf("%s doesn't close it", k)
		}
	}
	if open(keys.Global).Key(uitest.Key("down")) {
		t.Error("down closes it")
	}
}

func TestGolden(t *testing.T) {
	for _, s := range []struct{ w, h int }{{120, 40}, {80, 24}, {40, 10}} {
		t.Run(fmt.Sprintf("%dx%d", s.w, s.h), func(t *testing.T) {
			got := open(keys.ComposerEmpty).View(s.w, s.h)
			uitest.Fits(t, got, s.w, s.h)
			golden.RequireEqual(t, uitest.Plain(got))
		})
	}
}
