package palette

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var commands = []Command{
	{"new", "/new", "a new conversation; grants end", ""},
	{"retry", "/retry", "send the last request again", ""},
	{"model", "/model", "the model in use", "ctrl+l"},
	{"tools", "/tools", "every tool, and what the model is told of it", ""},
	{"todos", "/todos", "your todos", ""},
	{"prompt", "/notes:plan\x1b[2J", "\u202eevil help", ""},
	{"quit", "/quit", "leave", "ctrl+d"},
}

func open() *Palette { return New(keys.Default(), theme.New(true), commands) }

func TestFind(t *testing.T) {
	for _, tc := range []struct{ typed, want string }{
		{"", "new"},
		{"mod", "model"},
		{"MODEL", "model"},
		{"/tds", "todos"},
		{"again", "retry"},     // in the help
		{"ьщву", "model"},      // "mode" on a Cyrillic layout
		{"／quit", "quit"},      // full width
		{"  quit ", "quit"},    // spaces around
		{"tool", "tools"},      // the name before the help
		{"leave", "quit"},      // the help
		{"xyzzy", ""},          // nothing
		{"notes:pl", "prompt"}, // a server's prompt
	} {
		p := open()
		p.Paste(tc.typed)
		got := p.Key(uitest.Key("enter"))
		if got.ID != tc.want || (got.Do == Run) != (tc.want != "") {
			t.Errorf("%q: %+v, want %q", tc.typed, got, tc.want)
		}
	}
}

func TestKeys(t *testing.T) {
	p := open()
	for _, k := range []string{"down", "down", "up", "down"} {
		p.Key(uitest.Key(k))
	}
	if got := p.Key(uitest.Key("enter")); got.ID != "model" {
		t.Errorf("%+v", got)
	}
	p.Key(uitest.Key("q"))
	if got := p.Key(uitest.Key("enter")); got.ID != "quit" {
		t.Errorf("typing goes back to the first: %+v", got)
	}
	if got := p.Key(uitest.Key("esc")); got.Do != Close {
		t.Errorf("%+v", got)
	}
}

func TestGolden(t *testing.T) {
	for _, s := range []struct{ w, h int }{{120, 40}, {80, 24}, {40, 7}} {
		t.Run(fmt.Sprintf("%dx%d", s.w, s.h), func(t *testing.T) {
			p := open()
			p.Paste("o")
			p.Key(uitest.Key("down"))
			got := p.View(s.w, s.h)
			uitest.Fits(t, got, s.w, s.h)
			golden.RequireEqual(t, uitest.Plain(got))
		})
	}
}

func TestNothingIsLive(t *testing.T) {
	p := open()
	p.Paste("n\x1b[31m")
	for range 3 {
		if got := p.View(80, 24); strings.Contains(got, "\x1b[2J") || strings.Contains(got, "\u202e") || strings.Contains(uitest.Plain(got), "\x1b") {
			t.Errorf("%q", got)
		}
		p.Key(uitest.Key("backspace"))
	}
}
