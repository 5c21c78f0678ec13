package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/ui/theme"
)

// heldTexts counts what a server says of one kind that waits to be read, so that
// it stands in no menu.
type heldTexts struct {
	server, kind string
	n            int
}

// heldBack are those of the servers that are reached now; none where that isn't
// known.
func (m *Model) heldBack(kind string) (out []heldTexts) {
	c, err := m.deps.Tools.Catalogue(m.ctx)
	if err != nil {
		return nil // it is said where tools are wanted
	}
	for _, t := range c.Texts {
		if t.Kind != kind || t.Status != policy.StatusNew && t.Status != policy.StatusChanged {
			continue
		}
		if i := len(out) - 1; i >= 0 && out[i].server == t.Server {
			out[i].n++
		} else {
			out = append(out, heldTexts{t.Server, kind, 1})
		}
	}
	return out
}

// heldFor says for the servers that word begins to name, or names, what of them
// is held back. Taking such a line opens what is to be read.
func heldFor(held []heldTexts, word string) []option {
	var out []option
	for _, h := range held {
		of := strings.ToLower(h.server) + ":"
		if word = strings.ToLower(word); word == "" || !strings.HasPrefix(of, word) && !strings.HasPrefix(word, of) {
			continue
		}
		what := "a " + kindWords[h.kind]
		if h.n > 1 {
			what = fmt.Sprintf("%d %ss", h.n, kindWords[h.kind])
		}
		out = append(out, option{name: theme.InertWords(h.server) + ":", command: "/servers " + h.server,
			about: what + " held back until you have read " + them(h.n) + ": enter opens /tools there"})
	}
	return out
}

var kindWords = map[string]string{policy.KindPrompt: "prompt", policy.KindTemplate: "resource template"}

func them(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// openHeld opens what an option says is to be read. What is being written stays,
// but for the beginning of a command.
func (m *Model) openHeld(o option) tea.Cmd {
	if !m.menu.paths {
		m.composer.Clear()
	}
	m.menu.close()
	return m.command(o.command)
}
