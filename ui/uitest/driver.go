// Package uitest drives a screen as a person would: it presses keys, types,
// pastes and reads what is on the terminal. A driven program is the real
// tea.Program, writing into a terminal emulator.
package uitest

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
)

// Patience is how long WaitFor waits before it fails the test.
const Patience = 30 * time.Second

// escTakes is how long nothing must follow an escape, or the next key would
// make it alt+key: twice the 50 ms that the program waits, because where the
// clock is exact it finds at the first look that they aren't over yet.
const escTakes = 110 * time.Millisecond

// Driver is a running program and its terminal.
type Driver struct {
	tb   testing.TB
	prog *tea.Program
	keys *Keyboard // what the person types, to the program
	done chan error

	begin sync.Once
	began chan struct{} // closed when the program has drawn something

	mu  sync.Mutex // guards em: its own methods aren't safe together
	em  *vt.Emulator
	raw strings.Builder // everything the program wrote
	now *string         // what the terminal shows; nil: it must be looked at
}

// Start runs model in a terminal of w columns and h rows until the test ends.
// A model with a method Stop is stopped then.
func Start(tb testing.TB, model tea.Model, w, h int, opts ...tea.ProgramOption) *Driver {
	tb.Helper()
	keys := NewKeyboard()
	d := &Driver{tb: tb, keys: keys, done: make(chan error, 1), began: make(chan struct{}), em: vt.NewEmulator(w, h)}
	// Without a tty nothing turns line feeds into new lines, so the terminal does.
	_, _ = d.em.WriteString("\x1b[20h")
	env := []string{"TERM=xterm-256color", "COLORTERM=truecolor", "TTY_FORCE=1"}
	opts = append([]tea.ProgramOption{
		tea.WithInput(keys), tea.WithOutput(d), tea.WithWindowSize(w, h), tea.WithEnvironment(env),
		tea.WithoutSignalHandler(), tea.WithFPS(120),
	}, opts...)
	d.prog = tea.NewProgram(model, opts...)
	go d.replies()
	go func() {
		_, err := d.prog.Run()
		d.done <- err
	}()
	tb.Cleanup(func() {
		// Bubble Tea's Kill and the start of its renderer aren't safe together.
		select {
		case <-d.began:
		case err := <-d.done:
			d.done <- err
		case <-time.After(Patience):
			tb.Error("the program drew nothing")
		}
		d.prog.Kill()
		select {
		case err := <-d.done:
			d.done <- err
		case <-time.After(Patience):
			tb.Error("the program didn't end when it was killed")
		}
		if m, ok := model.(interface{ Stop() }); ok {
			m.Stop()
		}
		keys.Close()
		if c, ok := d.em.InputPipe().(io.Closer); ok {
			_ = c.Close() // not d.em.Close, which races with reading
		}
	})
	return d
}

// Write is the program's output: it goes to the terminal.
func (d *Driver) Write(p []byte) (int, error) {
	d.begin.Do(func() { close(d.began) })
	d.mu.Lock()
	defer d.mu.Unlock()
	d.raw.Write(p)
	d.now = nil
	return d.em.Write(p)
}

// replies carries what the terminal answers to queries back to the program.
func (d *Driver) replies() {
	buf := make([]byte, 4096)
	for {
		n, err := d.em.Read(buf)
		if n > 0 {
			_, _ = d.keys.Write(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

// Type types text, one key at a time.
func (d *Driver) Type(text string) *Driver {
	d.tb.Helper()
	for _, r := range text {
		d.bytes(string(r))
	}
	return d
}

// Press presses keys by name: "enter", "ctrl+c", "alt+enter", "up", "x".
// An escape takes a moment, as it does at a terminal.
func (d *Driver) Press(names ...string) *Driver {
	d.tb.Helper()
	for _, name := range names {
		seq, ok := sequence(name)
		if !ok {
			d.tb.Fatalf("no key is called %q", name)
		}
		d.bytes(seq)
		if name == "esc" {
			time.Sleep(escTakes)
		}
	}
	return d
}

// Paste pastes text as a terminal with bracketed paste does.
func (d *Driver) Paste(text string) *Driver {
	d.tb.Helper()
	d.bytes("\x1b[200~" + text + "\x1b[201~")
	return d
}

// Burst sends text at once, as a terminal without bracketed paste does.
func (d *Driver) Burst(text string) *Driver {
	d.tb.Helper()
	d.bytes(strings.ReplaceAll(text, "\n", "\r"))
	return d
}

func (d *Driver) bytes(s string) {
	d.tb.Helper()
	if _, err := d.keys.Write([]byte(s)); err != nil {
		d.tb.Fatalf("typing: %v", err)
	}
}

// Send hands a message to the program.
func (d *Driver) Send(msg tea.Msg) { d.prog.Send(msg) }

// Resize changes the size of the terminal. What the program draws for the old
// size until it hears of the new one finds room, which the emulator needs: it
// takes margins outside of it for good.
func (d *Driver) Resize(w, h int) *Driver {
	d.size(func(oldW, oldH int) (int, int) { return max(w, oldW), max(h, oldH) })
	d.prog.Send(tea.WindowSizeMsg{Width: w, Height: h})
	d.prog.Send(nil) // is taken after the program has heard
	d.size(func(int, int) (int, int) { return w, h })
	return d
}

func (d *Driver) size(of func(w, h int) (int, int)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.em.Resize(of(d.em.Width(), d.em.Height()))
	d.now = nil
}

// Screen is what the terminal shows, without styles or trailing spaces.
func (d *Driver) Screen() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.now == nil {
		d.now = new(d.look())
	}
	return *d.now
}

func (d *Driver) look() string {
	lines := make([]string, d.em.Height())
	for y := range lines {
		var b strings.Builder
		for x := 0; x < d.em.Width(); x++ {
			c := d.em.CellAt(x, y)
			switch {
			case c == nil:
				b.WriteByte(' ')
			case c.Width > 0:
				b.WriteString(c.Content)
			}
		}
		lines[y] = strings.TrimRight(b.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// Raw is every byte that the program has written so far.
func (d *Driver) Raw() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.raw.String()
}

// WaitFor waits until every text is on the screen, and returns the screen.
func (d *Driver) WaitFor(texts ...string) string {
	d.tb.Helper()
	return d.Until("all of "+strings.Join(texts, " | ")+" to be on the screen", func(s string) bool {
		for _, t := range texts {
			if !strings.Contains(s, t) {
				return false
			}
		}
		return true
	})
}

// WaitGone waits until text isn't on the screen any more.
func (d *Driver) WaitGone(text string) string {
	d.tb.Helper()
	return d.Until(text+" to leave the screen", func(s string) bool { return !strings.Contains(s, text) })
}

// Until waits until ok holds for the screen, and returns the screen. what says
// in words what is waited for.
func (d *Driver) Until(what string, ok func(screen string) bool) string {
	d.tb.Helper()
	var s string
	for end := time.Now().Add(Patience); ; time.Sleep(4 * time.Millisecond) {
		if s = d.Screen(); ok(s) {
			return s
		}
		if time.Now().After(end) {
			d.tb.Fatalf("waited %v for %s; the screen is:\n%s", Patience, what, s)
		}
	}
}

// Stays fails when ok stops holding within the duration.
func (d *Driver) Stays(what string, dur time.Duration, ok func(screen string) bool) {
	d.tb.Helper()
	for end := time.Now().Add(dur); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if s := d.Screen(); !ok(s) {
			d.tb.Fatalf("%s didn't stay so; the screen is:\n%s", what, s)
		}
	}
}

// WaitExit waits until the program has ended by itself, and returns its error.
func (d *Driver) WaitExit() error {
	d.tb.Helper()
	select {
	case err := <-d.done:
		d.done <- err
		return err
	case <-time.After(Patience):
		d.tb.Fatalf("the program didn't end; the screen is:\n%s", d.Screen())
		return errors.New("still running")
	}
}
