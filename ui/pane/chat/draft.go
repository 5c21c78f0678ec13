package chat

import (
	"fmt"
	"slices"
	"time"

	"vise/session"
	"vise/ui/list"
	"vise/ui/markdown"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// draft is the reply that is being streamed, below all messages.
type draft struct {
	Working
	stream markdown.Stream
}

// Working is what a run does now, for the line under the conversation.
type Working struct {
	Run     string
	Draft   session.Draft
	Waiting bool          // for the person: nothing is said
	Since   time.Duration // how long the model has been at it
}

// Work shows what a run is doing; nil when none goes on.
func (p *Pane) Work(w *Working) {
	switch {
	case w == nil && p.draft == nil:
		return
	case w == nil:
		p.draft = nil
	case p.draft == nil:
		p.draft = &draft{Working: *w}
	default:
		if w.Draft.Step != p.draft.Draft.Step {
			p.draft.stream = markdown.Stream{}
		}
		p.draft.Working = *w
	}
	p.layout(len(p.msgs))
}

func (p *Pane) layoutDraft() {
	if p.draft == nil || p.draft.Waiting {
		return
	}
	p.version += 2
	d := p.draft
	p.items = append(p.items, list.Item{Version: p.version, Lines: func(w int) []string { return d.lines(p, w) }})
	p.owner = append(p.owner, nil)
}

func (d *draft) lines(p *Pane, w int) []string {
	var out []string
	if n := len(p.msgs); n > 0 && p.msgs[n-1].side() == "you" {
		out = append(out, "", p.th.Accent.Render("vise"))
	}
	w = max(w-3, 1)
	text := d.Draft.Text
	if text.Len() == 0 {
		return indent(append(out, p.th.Dim.Render(d.doing(w))))
	}
	out = append(out, barLines(slices.Clone(d.stream.Draw(text, w, p.th).Lines), w, p.th)...)
	return indent(out)
}

// doing says what is awaited, in at most w cells.
func (d *draft) doing(w int) string {
	clock := fmt.Sprintf("%d:%02d", int(d.Since.Minutes()), int(d.Since.Seconds())%60)
	if d.Draft.Call != nil {
		tail := " … " + clock + " · esc cancels"
		return theme.Cut(eventline.Progress(*d.Draft.Call, max(w-theme.Width(tail), w/2))+tail, w)
	}
	return theme.Cut(d.awaited(clock), w)
}

func (d *draft) awaited(clock string) string {
	switch {
	case d.Draft.Loading != "":
		return "loading " + theme.InertWords(d.Draft.Loading) + " … " + clock + " · esc cancels"
	case d.Draft.Thinking.Len() > 0:
		return "thinking, " + size(d.Draft.Thinking.Len()) + " … " + clock + " · esc cancels"
	}
	return "working … " + clock + " · esc cancels"
}

func indent(lines []string) []string {
	for i, l := range lines {
		if l != "" {
			lines[i] = "  " + l
		}
	}
	return lines
}
