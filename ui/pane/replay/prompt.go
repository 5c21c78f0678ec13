package replay

import (
	"fmt"
	"maps"
	"slices"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/list"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// prompt is one request as the model was sent it.
type prompt struct {
	seq   int
	title string
	list  list.List
	ready bool
}

// wantPrompt asks for the request that the model was sent last at this step.
func (p *Pane) wantPrompt() Action {
	p.playing = false
	for i := p.steps.at - 1; i >= 0; i-- {
		r, ok := p.steps.events[i].Payload.(session.ModelRequest)
		if !ok {
			continue
		}
		seq := p.steps.events[i].Seq
		p.prompt = &prompt{seq: seq, title: fmt.Sprintf("What the model saw · request of step %d · %s", r.Step, eventline.Count(r.Messages, "message"))}
		return Action{Do: Model, Seq: seq}
	}
	p.note = "the model had not been asked yet at this step"
	return Action{Do: Handled}
}

// SetPrompt gives the pane the request of the event seq that a Model action had
// asked for, or says why there is none.
func (p *Pane) SetPrompt(seq int, r session.ChatRequest, err error) {
	if p.prompt == nil || p.prompt.seq != seq {
		return // it was closed meanwhile
	}
	q := p.prompt
	q.ready = true
	var items []list.Item
	if err != nil {
		items = q.words(nil, "This request can't be shown: "+err.Error())
	} else {
		items = q.request(p.th, r)
	}
	q.list.SetItems(items)
	q.list.Home()
}

func (q *prompt) request(th theme.Theme, r session.ChatRequest) []list.Item {
	items := q.heading(th, nil, "system", len(r.System))
	items = q.quoted(th, items, r.System)
	for _, t := range r.Tools {
		items = q.heading(th, items, "tool "+t.Alias+" ("+t.ID+")", len(t.Description)+len(t.Schema))
		items = q.quoted(th, items, t.Description)
		items = q.quoted(th, items, string(t.Schema))
	}
	for i, m := range r.Messages {
		name := fmt.Sprintf("message %d · %s", i+1, m.Role)
		if m.Alias != "" {
			name += " · " + m.Alias
		}
		items = q.heading(th, items, name, len(m.Text))
		items = q.quoted(th, items, m.Text)
		for _, c := range m.Calls {
			items = q.quoted(th, items, "call "+c.Name+" "+string(c.Args))
		}
	}
	items = q.heading(th, items, "options", 0)
	items = q.quoted(th, items, fmt.Sprintf("now %s · %s · nonce %s", r.Options.Now.Format("2006-01-02 15:04:05 -07:00"), r.Options.Timezone, r.Options.Nonce))
	for _, k := range sortedKeys(r.Options.Values) {
		items = q.quoted(th, items, k+" = "+r.Options.Values[k])
	}
	return items
}

// heading adds a line in vise's own words; bytes is how much stands under it.
func (q *prompt) heading(th theme.Theme, items []list.Item, words string, bytes int) []list.Item {
	if bytes > 0 {
		words += " · about " + eventline.Count((bytes+3)/4, "token")
	}
	if items != nil {
		items = append(items, list.Item{Lines: func(int) []string { return []string{""} }})
	}
	words = theme.InertWords(words)
	return append(items, list.Item{Lines: func(w int) []string { return []string{th.Strong.Render(theme.Cut(words, w))} }})
}

// quoted adds text behind a bar, so that none of it passes for a heading.
func (q *prompt) quoted(th theme.Theme, items []list.Item, text string) []list.Item {
	if text == "" {
		return items
	}
	for _, line := range lines(theme.InertBlock(text)) {
		items = append(items, list.Item{Lines: func(w int) []string {
			out := theme.Wrap(line, max(w-2, 2))
			for i := range out {
				out[i] = theme.Cut(th.Quote.Render("▏")+" "+out[i], w)
			}
			return out
		}})
	}
	return items
}

func (q *prompt) words(items []list.Item, text string) []list.Item {
	text = theme.InertWords(text)
	return append(items, list.Item{Lines: func(w int) []string { return theme.Wrap(text, w) }})
}

func (q *prompt) view(th theme.Theme, w, h int) []string {
	q.list.Size(max(w-4, 1), max(h-2, 0))
	lines := []string{" reading …"}
	if q.ready {
		lines = q.list.Lines()
		for i := range lines {
			lines[i] = " " + lines[i]
		}
	}
	return th.Draw(theme.Box{Title: q.title, Focus: true}, lines, w, h)
}

// promptKey handles keys while the request is shown.
func (p *Pane) promptKey(id string) Action {
	q := p.prompt
	page := 10
	switch id {
	case keys.Back, keys.ReplayModel:
		p.prompt = nil
	case keys.Up:
		q.list.Scroll(-1)
	case keys.Down:
		q.list.Scroll(1)
	case keys.PageUp:
		q.list.Scroll(-page)
	case keys.PageDown, keys.ReplayPlay:
		q.list.Scroll(page)
	case keys.First:
		q.list.Home()
	case keys.Last:
		q.list.End()
	case keys.ReplayBack, keys.ReplayForward, keys.ReplayNext, keys.ReplayPrev, keys.ReplayRaw, keys.ReplayExport, keys.Find, keys.NextPane, keys.PrevPane:
	default:
		return Action{}
	}
	return Action{Do: Handled}
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
