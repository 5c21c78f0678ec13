package ui

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// editedMsg brings what was written in the person's editor.
type editedMsg struct {
	text string
	err  error
}

// edit opens the line in the person's editor.
func (m *Model) edit() tea.Cmd {
	name := m.opt.Getenv("VISUAL")
	if name == "" {
		name = m.opt.Getenv("EDITOR")
	}
	if name == "" {
		m.say("No editor is set: set EDITOR, for example EDITOR=vi.")
		return nil
	}
	e := &editor{command: name, text: m.composer.Value()}
	return tea.Exec(e, func(err error) tea.Msg { return editedMsg{e.text, err} })
}

func (m *Model) edited(msg editedMsg) {
	if msg.err != nil {
		m.say("The editor failed, and the line is as it was: " + msg.err.Error())
		return
	}
	m.composer.SetValue(strings.TrimRight(msg.text, "\n"))
}

// editor runs an editor on a file with the text; tea gives it the terminal.
type editor struct {
	command        string
	text           string
	in             io.Reader
	out, errOutput io.Writer
}

func (e *editor) SetStdin(r io.Reader)  { e.in = r }
func (e *editor) SetStdout(w io.Writer) { e.out = w }
func (e *editor) SetStderr(w io.Writer) { e.errOutput = w }

// Run writes the file, runs the editor and reads the file back.
func (e *editor) Run() error {
	f, err := os.CreateTemp("", "vise-*.md")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // a file left behind does no harm
	_, err = f.WriteString(e.text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	words := strings.Fields(e.command) // "code --wait"
	if len(words) == 0 {
		return fmt.Errorf("no editor: EDITOR is %q", e.command)
	}
	c := exec.Command(words[0], append(words[1:], f.Name())...)
	if tty, ok := e.in.(*os.File); ok { // anything else would be read until its end
		c.Stdin = tty
	}
	c.Stdout, c.Stderr = e.out, e.errOutput
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", e.command, err)
	}
	b, err := os.ReadFile(f.Name())
	if err != nil {
		return err
	}
	e.text = string(b)
	return nil
}
