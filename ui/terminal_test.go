package ui_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// script makes an executable that is first on the path.
func script(t *testing.T, name, body string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return dir
}

func TestCopyInsideTmux(t *testing.T) {
	for _, tc := range []struct{ name, exit, says string }{
		{"taken", "0", "Copied the message to tmux's buffer"},
		{"refused", "1", "Not in the clipboard: tmux didn't take it. Written the message to "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			dir := script(t, "tmux", `cat > "$(dirname "$0")/got"; echo "$@" >> "$(dirname "$0")/got"; exit `+tc.exit+"\n")
			w := fake.New()
			w.Story = func(r *fake.Run) { r.Answer("Some **bold** text") }
			dark := true
			m := ui.New(w.Deps(), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(map[string]string{"TMUX": "x", "TERM": "tmux"})})
			d := uitest.Start(t, m, 160, 30)
			request(d, "talk")
			d.WaitFor("Some bold text")
			d.Press("tab", "y")
			d.WaitFor(tc.says)
			got, _ := os.ReadFile(filepath.Join(dir, "got"))
			if string(got) != "Some **bold** textload-buffer -w -\n" {
				t.Errorf("tmux got %q", got)
			}
		})
	}
}

func TestCopyIntoAFileWhereThereIsNoClipboard(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	w := fake.New()
	w.Story = func(r *fake.Run) { r.Answer("Some **bold** text") }
	dark := true
	m := ui.New(w.Deps(), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(map[string]string{"TERM": "linux"})})
	d := uitest.Start(t, m, 200, 30)
	request(d, "talk")
	d.WaitFor("Some bold text")
	d.Press("tab", "y")
	s := d.WaitFor("Written the message to ")
	name := regexp.MustCompile(`vise-copy-\d+\.md`).FindString(s)
	got, err := os.ReadFile(filepath.Join(tmp, name))
	if err != nil || string(got) != "Some **bold** text" {
		t.Errorf("the file %q has %q (%v); the screen is:\n%s", name, got, err, s)
	}
}

func TestTheLineIsEditedInTheEditor(t *testing.T) {
	script(t, "ed", `printf ' and more\n' >> "$1"`+"\n")
	dark := true
	m := ui.New(fake.New().Deps(), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(map[string]string{"EDITOR": "ed"})})
	d := uitest.Start(t, m, 80, 24)
	d.WaitFor("Ask, or /")
	d.Type("first words")
	d.WaitFor("first words")
	d.Press("ctrl+g")
	d.WaitFor("first words and more")
}

// view draws the welcome in a terminal that says of itself what opts say.
func view(t *testing.T, answer tea.Msg, opts ...tea.ProgramOption) *uitest.Driver {
	t.Helper()
	d := uitest.Start(t, ui.New(fake.New().Deps(), ui.Options{Zone: time.UTC}), 80, 24, opts...)
	d.WaitFor("Ask, or /")
	if answer != nil {
		d.Send(answer)
	}
	d.Type("x").WaitFor("▌ x")
	return d
}

func TestNoColourMeansNone(t *testing.T) {
	d := view(t, nil, tea.WithColorProfile(colorprofile.ASCII))
	if c := regexp.MustCompile(`\x1b\[[0-9;]*\b(3[0-7]|9[0-7]|38|48)\b[0-9;]*m`).FindString(d.Raw()); c != "" {
		t.Errorf("there is a colour: %q", c)
	}
	d.WaitFor("Conversation", "qwen3:8b")
}

// broken panics when the word is typed.
type broken struct{ *ui.Model }

func (b broken) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.Text == "!" {
		panic("a bug")
	}
	_, cmd := b.Model.Update(msg)
	return b, cmd
}

func TestTheTerminalIsSoundAfterAPanic(t *testing.T) {
	stderr := os.Stderr
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	os.Stderr = null // the library prints the stack there
	defer func() { os.Stderr = stderr; _ = null.Close() }()
	dark := true
	d := uitest.Start(t, broken{ui.New(fake.New().Deps(), ui.Options{Zone: time.UTC, Dark: &dark})}, 80, 24)
	d.WaitFor("Ask, or /")
	d.Type("!")
	if err := d.WaitExit(); !errors.Is(err, tea.ErrProgramPanic) {
		t.Errorf("it ended with %v", err)
	}
	raw := d.Raw()
	for _, off := range []string{"\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l", "\x1b[?1004l"} {
		if strings.LastIndex(raw, off) < strings.LastIndex(raw, strings.NewReplacer("l", "h").Replace(off)) && off != "\x1b[?25h" {
			t.Errorf("%q was not sent at the end", off)
		}
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	k := uitest.NewKeyboard()
	defer k.Close()
	go func() {
		done <- ui.Start(ctx, fake.New().Deps(), ui.Options{}, tea.WithInput(k), tea.WithOutput(new(strings.Builder)), tea.WithWindowSize(80, 24))
	}()
	time.Sleep(50 * time.Millisecond)
	stop()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(uitest.Patience):
		t.Fatal("it goes on")
	}
}
