package ui

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"vise/ui/keys"
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

	// what was found for the word; deeper are files of other folders
	files, resources, deeper []option
	failed                   string // why resources couldn't be listed, as it was said last
	preview                  preview
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
	// deeperMsg brings files of other folders.
	deeperMsg struct {
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
	if m.deps.Files == nil && m.deps.Resources == nil {
		if word == "" {
			m.say("Choosing files is not available here.")
		}
		return nil
	}
	fitting := m.menu.fitting(word)
	m.offerFound(fitting)
	p.forget()
	p.on, p.word = true, word
	p.files, p.resources, p.deeper = nil, nil, deeperOf(fitting)
	p.seq++
	seq := p.seq
	return tea.Tick(pathsPause, func(time.Time) tea.Msg { return pathsPauseMsg{seq} })
}

// fitting are the options on offer that word still fits.
func (u *menu) fitting(word string) []option {
	var out []option
	for _, o := range u.items {
		if u.paths && o.fits(word) {
			out = append(out, o)
		}
	}
	return out
}

func (o option) fits(word string) bool {
	if o.deeper {
		return searched(word) && len(fuzzy.Find(word, []string{o.name})) > 0
	}
	if o.res != nil {
		return strings.Contains(strings.ToLower(o.name+" "+o.res.Name), strings.ToLower(word))
	}
	rest, ok := cutFold(o.name, word)
	return ok && (rest != "" || !o.folder) && !strings.Contains(strings.TrimSuffix(rest, "/"), "/")
}

// cutFold is what follows a beginning whose case doesn't matter.
func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

// lookForPaths looks for files and for resources, which may take longer: each
// is offered when it is there.
func (m *Model) lookForPaths(seq int) tea.Cmd {
	p := &m.paths
	if !p.on || seq != p.seq {
		return nil
	}
	var ctx context.Context
	ctx, p.stop = context.WithCancel(m.ctx)
	word, files := p.word, m.deps.Files
	var cmds []tea.Cmd
	if files != nil {
		cmds = append(cmds, tea.Sequence(func() tea.Msg {
			hints, err := files.Paths(ctx, word, maxPaths)
			return pathsMsg{seq, hints, err}
		}, func() tea.Msg {
			if !searched(word) {
				return nil
			}
			hints, err := files.Deeper(ctx, word, maxPaths)
			return deeperMsg{seq, hints, err}
		}))
	}
	return tea.Batch(append(cmds, m.lookForResources(ctx, seq, word)...)...)
}

func (m *Model) pathsCame(msg pathsMsg) tea.Cmd {
	if !m.wantsPaths(msg.seq) {
		return nil
	}
	if msg.err != nil {
		m.say("The files can't be listed: " + msg.err.Error())
	}
	m.paths.files = nil
	for _, h := range msg.hints {
		if nameable(h.Path) {
			m.paths.files = append(m.paths.files, option{name: h.Path, folder: h.Folder, bytes: h.Bytes})
		}
	}
	return m.offerPaths()
}

// searched reports a word that files of other folders are looked for. One that
// is empty or ends in a folder lists that folder, no more.
func searched(word string) bool { return word != "" && !strings.HasSuffix(word, "/") }

func (m *Model) deeperCame(msg deeperMsg) tea.Cmd {
	if !m.wantsPaths(msg.seq) {
		return nil
	}
	if msg.err != nil {
		m.say("Files of other folders can't be looked for: " + msg.err.Error())
	}
	m.paths.deeper = nil
	for _, h := range msg.hints {
		if nameable(h.Path) {
			m.paths.deeper = append(m.paths.deeper, option{name: h.Path, bytes: h.Bytes, deeper: true})
		}
	}
	return m.offerPaths()
}

// deeperOf are the options that stand in other folders.
func deeperOf(items []option) (out []option) {
	for _, o := range items {
		if o.deeper {
			out = append(out, o)
		}
	}
	return out
}

// wantsPaths reports that what a search brings is still wanted.
func (m *Model) wantsPaths(seq int) bool {
	return m.paths.on && seq == m.paths.seq && m.composer.Value() != m.menu.dismissed
}

// offerPaths shows what was found so far.
func (m *Model) offerPaths() tea.Cmd {
	p := &m.paths
	items := slices.Concat(p.files, p.resources)
	for _, o := range p.deeper {
		if len(items) < maxPaths && !slices.ContainsFunc(p.files, func(f option) bool { return f.name == o.name }) {
			items = append(items, o)
		}
	}
	m.offerFound(items)
	return m.followPreview()
}

// offerFound shows options, and says which key takes the first where the cursor
// is on none.
func (m *Model) offerFound(items []option) {
	for i := range items {
		if o := &items[i]; o.deeper {
			o.about = ""
		}
	}
	if len(items) > 0 && items[0].deeper {
		items[0].about = m.opt.Keys.Label(keys.NextPane) + " takes it"
	}
	m.menu.offer(items, true)
}

// nameable reports paths that can stand in a request: a space would end them
// there, and what isn't shown as it is can't be sent as it is.
func nameable(path string) bool {
	return !strings.ContainsFunc(path, unicode.IsSpace) && theme.InertWords(path) == path
}

// takePath puts a path into the request; a folder goes on completing.
func (m *Model) takePath(o option) tea.Cmd {
	switch {
	case o.res != nil && o.res.Template:
		return m.fillTemplate(*o.res)
	case o.res != nil:
		m.takeResource(o.res.Server, o.res.URI, o.bytes)
		return nil
	case o.folder:
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
