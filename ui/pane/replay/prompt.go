package replay

import (
	"fmt"
	"maps"
	"slices"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// prompt is one request as the model was sent it; doc is nil until it has been
// fetched.
type prompt struct {
	seq   int
	title string
	doc   *rows.Doc
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
	p.prompt.doc = rows.NewDoc(p.th)
	if err != nil {
		p.prompt.doc.Text(theme.InertWords("This request can't be shown: " + err.Error()))
		return
	}
	request(p.prompt.doc, r)
}

func request(d *rows.Doc, r session.ChatRequest) {
	heading(d, "system", len(r.System))
	d.Quote(r.System)
	for _, t := range r.Tools {
		heading(d, "tool "+t.Alias+" ("+t.ID+")", len(t.Description)+len(t.Schema))
		d.Quote(t.Description)
		d.Quote(string(t.Schema))
	}
	for i, m := range r.Messages {
		name := fmt.Sprintf("message %d · %s", i+1, m.Role)
		if m.Alias != "" {
			name += " · " + m.Alias
		}
		heading(d, name, len(m.Text))
		d.Quote(m.Text)
		for _, c := range m.Calls {
			d.Quote("call " + c.Name + " " + string(c.Args))
		}
	}
	heading(d, "options", 0)
	if !r.Options.Now.IsZero() {
		d.Quote("now " + r.Options.Now.Format("2006-01-02 15:04:05 -07:00") + " " + r.Options.Timezone)
	}
	for _, k := range slices.Sorted(maps.Keys(r.Options.Values)) {
		d.Quote(k + " = " + r.Options.Values[k])
	}
}

// heading adds a line in vise's own words; bytes is how much stands under it.
func heading(d *rows.Doc, words string, bytes int) {
	if bytes > 0 {
		words += " · about " + eventline.Count((bytes+3)/4, "token")
	}
	d.Heading(theme.InertWords(words))
}

func (q *prompt) view(th theme.Theme, w, h int) []string {
	box := theme.Box{Title: q.title, Focus: true}
	if q.doc == nil {
		return th.Draw(box, []string{" reading …"}, w, h)
	}
	return q.doc.Box(box, w, h)
}

// promptKey handles keys while the request is shown.
func (p *Pane) promptKey(id string) Action {
	switch id {
	case keys.Back, keys.ReplayModel:
		p.prompt = nil
	case keys.ReplayPlay:
		id = keys.PageDown
		fallthrough
	case keys.Up, keys.Down, keys.PageUp, keys.PageDown, keys.First, keys.Last:
		if p.prompt.doc != nil {
			p.prompt.doc.Key(id)
		}
	case keys.ReplayBack, keys.ReplayForward, keys.ReplayNext, keys.ReplayPrev, keys.ReplayRaw, keys.ReplayExport, keys.Feedback, keys.SaveCase, keys.Find, keys.NextPane, keys.PrevPane:
	default:
		return Action{}
	}
	return Action{Do: Handled}
}
