package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog/form"
	"vise/ui/theme"
)

const (
	// previewPause is how long the cursor must rest on a resource before its
	// server is asked for it.
	previewPause = 300 * time.Millisecond
	previewLines = 4
)

type (
	// resourcesMsg brings resources of servers.
	resourcesMsg struct {
		seq   int
		hints []ResourceHint
		held  []heldTexts
		err   error
	}
	// previewPauseMsg says that the cursor rests on a resource.
	previewPauseMsg struct{ name string }
	// previewMsg brings the beginning of a resource.
	previewMsg struct {
		name string
		text session.Foreign
		err  error
	}
)

// preview is the beginning of the resource under the cursor.
type preview struct {
	name  string // @server:uri without the @
	lines []string
	asked bool
}

func (m *Model) lookForResources(ctx context.Context, seq int, word string) []tea.Cmd {
	r := m.deps.Resources
	if r == nil {
		return nil
	}
	return []tea.Cmd{func() tea.Msg {
		hints, err := r.Resources(ctx, word, maxPaths)
		return resourcesMsg{seq, hints, m.heldBack(policy.KindTemplate), err}
	}}
}

// refreshResources looks again while an @ is being written: a server may have
// become ready.
func (m *Model) refreshResources() tea.Cmd {
	if !m.paths.on {
		return nil
	}
	return tea.Batch(m.lookForResources(m.ctx, m.paths.seq, m.paths.word)...)
}

func (m *Model) resourcesCame(msg resourcesMsg) tea.Cmd {
	if !m.wantsPaths(msg.seq) {
		return nil
	}
	if err := msg.err; err != nil && err.Error() != m.paths.failed && m.notice.text == "" {
		m.paths.failed = err.Error() // said once, not at every letter
		m.say("The resources can't be listed: " + m.paths.failed)
	}
	m.paths.resources = nil
	for _, h := range msg.hints {
		name := h.Server + ":" + h.URI
		if h.Template || nameable(name) {
			m.paths.resources = append(m.paths.resources, option{name: theme.InertWords(name), about: aboutResource(h), bytes: h.Bytes, res: &h})
		}
	}
	m.paths.resources = append(m.paths.resources, heldFor(msg.held, m.paths.word)...)
	return m.offerPaths()
}

// aboutResource is what the menu says of a resource: its server's words, in
// quotes, and what it is.
func aboutResource(h ResourceHint) string {
	var parts []string
	if h.Name != "" && h.Name != h.URI {
		parts = append(parts, "“"+theme.Cut(theme.InertWords(h.Name), 40)+"”")
	}
	if h.Template {
		parts = append(parts, "to be filled in")
	}
	if h.MIME != "" {
		parts = append(parts, theme.Cut(theme.InertWords(h.MIME), 40))
	}
	return strings.Join(parts, " · ")
}

// chosen is the option under the cursor, if it is a resource that can be read.
func (m *Model) chosen() (option, bool) {
	u := &m.menu
	if !u.open() || !u.paths || u.at < 0 || u.items[u.at].res == nil || u.items[u.at].res.Template {
		return option{}, false
	}
	return u.items[u.at], true
}

// followPreview asks for the beginning of the resource under the cursor once
// it rests there.
func (m *Model) followPreview() tea.Cmd {
	o, ok := m.chosen()
	if p := &m.paths.preview; !ok || p.name != o.name {
		*p = preview{}
	}
	if !ok || m.paths.preview.name != "" {
		return nil
	}
	m.paths.preview = preview{name: o.name}
	return tea.Tick(previewPause, func(time.Time) tea.Msg { return previewPauseMsg{o.name} })
}

func (m *Model) readPreview(name string) tea.Cmd {
	o, ok := m.chosen()
	if p := &m.paths.preview; !ok || o.name != name || p.name != name || p.asked {
		return nil
	}
	m.paths.preview.asked = true
	return func() tea.Msg {
		text, err := m.deps.Resources.Preview(m.ctx, o.res.Server, o.res.URI)
		return previewMsg{name, text, err}
	}
}

func (m *Model) previewCame(msg previewMsg) {
	p := &m.paths.preview
	switch {
	case p.name != msg.name:
	case msg.err != nil:
		p.lines = []string{"it can't be read: " + theme.InertWords(msg.err.Error())}
	case msg.text.Len() == 0:
		p.lines = []string{"it is empty"}
	default:
		lines := strings.SplitN(theme.Inert(msg.text), "\n", previewLines+1)
		p.lines = lines[:min(len(lines), previewLines)]
	}
}

// previewing draws the beginning of the resource under the cursor, behind a
// bar: it is its server's.
func (m *Model) previewing() []string {
	if o, ok := m.chosen(); !ok || m.h < 20 || m.paths.preview.name != o.name {
		return nil
	}
	out := make([]string, len(m.paths.preview.lines))
	for i, l := range m.paths.preview.lines {
		out[i] = "   " + m.th.Quote.Render("▏") + " " + m.th.Dim.Render(theme.Cut(l, max(m.w-6, 1)))
	}
	return out
}

// takeResource puts a resource into the request.
func (m *Model) takeResource(server, uri string, bytes int64) {
	name := server + ":" + uri
	if !nameable(name) {
		m.say("It can't be named in a request: a space or a character that isn't shown is in " + name)
		return
	}
	note := "resource"
	if bytes > 0 {
		note = tokens(bytes)
	}
	m.composer.Choose(name, note)
	m.paths.forget()
	m.menu.close()
}

// fillTemplate asks for the parameters of a template.
func (m *Model) fillTemplate(h ResourceHint) tea.Cmd {
	names := parameters(h.URI)
	if len(names) == 0 {
		m.takeResource(h.Server, h.URI, 0)
		return nil
	}
	p := PromptHint{}
	for i, n := range names {
		arg := PromptArg{Name: n, Required: true}
		if i == 0 {
			arg.About = h.About
		}
		p.Args = append(p.Args, arg)
	}
	title := fmt.Sprintf("Fill %s:%s", theme.InertWords(h.Server), theme.InertWords(h.URI))
	f, err := form.New(promptSchema(p), json.RawMessage("{}"), m.fields(title, "then it stands in your request"))
	if err != nil {
		m.say("It can't be filled here: " + err.Error())
		return nil
	}
	fill := &fillModal{Form: f, done: func(m *Model, args map[string]string) tea.Cmd {
		m.takeResource(h.Server, expandURI(h.URI, args), 0)
		return nil
	}}
	if c := m.deps.Completer; c != nil {
		fill.complete = func(ctx context.Context, arg, value string, known map[string]string) ([]string, error) {
			return c.CompleteURI(ctx, h.Server, h.URI, arg, value, known)
		}
	}
	m.modal = fill
	return fill.follow(m)
}
