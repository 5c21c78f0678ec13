package ui

import (
	"context"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"vise/ui/theme"
)

// pathsPause is how long nothing must have been typed before files are looked
// for.
const pathsPause = 50 * time.Millisecond

// maxPaths bounds how many files and folders are offered.
const maxPaths = 50

// paths is the search for what an @ may name. The latest one wins.
type paths struct {
	seq  int    // of the search that is wanted
	word string // what it looks for
	on   bool
	stop context.CancelFunc // of the one that goes on; nil: none
}

// forget ends the search: what it still brings isn't wanted.
func (p *paths) forget() {
	if !p.on {
		return
	}
	p.on = false
	p.seq++
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
}

type (
	// pathsPauseMsg says that nothing was typed for a while.
	pathsPauseMsg struct{ seq int }
	// pathsMsg brings files and folders.
	pathsMsg struct {
		seq   int
		hints []PathHint
		err   error
	}
)

// followPaths looks for what the word after an @ may become. What is offered
// already and still fits stays meanwhile.
func (m *Model) followPaths(word string) tea.Cmd {
	p := &m.paths
	if p.on && p.word == word {
		return nil
	}
	if m.deps.Files == nil {
		if word == "" {
			m.say("Choosing files is not available here.")
		}
		return nil
	}
	m.menu.offer(m.menu.fitting(word), true)
	p.forget()
	p.on, p.word = true, word
	p.seq++
	seq := p.seq
	return tea.Tick(pathsPause, func(time.Time) tea.Msg { return pathsPauseMsg{seq} })
}

// fitting are the paths on offer that begin with word.
func (u *menu) fitting(word string) []option {
	var out []option
	for _, o := range u.items {
		if rest, ok := cutFold(o.name, word); ok && u.paths && (rest != "" || !o.folder) && !strings.Contains(strings.TrimSuffix(rest, "/"), "/") {
			out = append(out, o)
		}
	}
	return out
}

// cutFold is what follows a beginning whose case doesn't matter.
func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

func (m *Model) lookForPaths(seq int) tea.Cmd {
	p := &m.paths
	if !p.on || seq != p.seq {
		return nil
	}
	ctx, stop := context.WithCancel(m.ctx)
	p.stop = stop
	word := p.word
	return func() tea.Msg {
		defer stop()
		hints, err := m.deps.Files.Paths(ctx, word, maxPaths)
		return pathsMsg{seq, hints, err}
	}
}

func (m *Model) pathsCame(msg pathsMsg) {
	if !m.paths.on || msg.seq != m.paths.seq || m.composer.Value() == m.menu.dismissed {
		return
	}
	if msg.err != nil {
		m.say("The files can't be listed: " + msg.err.Error())
	}
	var out []option
	for _, h := range msg.hints {
		if nameable(h.Path) {
			out = append(out, option{name: h.Path, folder: h.Folder, bytes: h.Bytes})
		}
	}
	m.menu.offer(out, true)
}

// nameable reports paths that can stand in a request: a space would end them
// there, and what isn't shown as it is can't be sent as it is.
func nameable(path string) bool {
	return !strings.ContainsFunc(path, unicode.IsSpace) && theme.InertWords(path) == path
}

// takePath puts a path into the request; a folder goes on completing.
func (m *Model) takePath(o option) tea.Cmd {
	if o.folder {
		m.menu.close()
		m.composer.Complete(o.name)
		return m.followMenu()
	}
	m.composer.Choose(o.name, tokens(o.bytes))
	m.paths.forget()
	m.menu.close()
	return nil
}

// tokens is about how much a text of so many bytes takes of the model's
// context.
func tokens(bytes int64) string {
	n := (bytes + 3) / 4
	if n > 10_000_000 {
		return "over 10M tokens"
	}
	return "~" + kilo(int(n)) + " tokens"
}
