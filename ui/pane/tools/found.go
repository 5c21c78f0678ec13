package tools

import (
	"fmt"

	"vise/policy"
	"vise/policy/scan"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// findings tells what should be looked at in a tool, each with its exact place.
func (p *Pane) findings(d *rows.Doc, t policy.Tool) {
	for _, f := range p.found[t.ID()] {
		mark := p.th.Warn.Render("⚑ look at this: ")
		if f.Severity == scan.High {
			mark = p.th.Bad.Render("⚑ urgent: ")
		}
		d.Text(mark + theme.InertWords(f.About))
		before, place, after := policy.Around(t.Definition, f.Where, f.Key, f.Start, f.End)
		if place != "" {
			d.Quote(before + "»" + place + "«" + after)
		}
		d.Field("in", theme.InertWords(f.Where))
	}
}

// foundIn says at the top of a server in which of its tools something should be
// looked at, urgent ones first.
func (p *Pane) foundIn(d *rows.Doc, tools []policy.Tool) {
	var high, low []string
	for _, t := range tools {
		found := p.found[t.ID()]
		if len(found) == 0 {
			continue
		}
		words := fmt.Sprintf("⚑ %s: %s", textName(t), theme.InertWords(found[0].About))
		if n := len(found); n > 1 {
			words += fmt.Sprintf(" (and %d more)", n-1)
		}
		if found[0].Severity == scan.High {
			high = append(high, p.th.Bad.Render(words))
		} else {
			low = append(low, p.th.Warn.Render(words))
		}
	}
	if len(high)+len(low) == 0 {
		return
	}
	d.Heading("look at these first")
	for _, words := range append(high, low...) {
		d.Text(words)
	}
	d.Text("")
}

// textName names a tool, or what a server says beside its tools.
func textName(t policy.Tool) string {
	switch t.Kind {
	case "":
		return theme.InertWords(t.Name)
	case policy.KindInstructions: // there is one only
		return t.Kind
	case policy.KindProject:
		return theme.InertWords(t.Server)
	}
	return theme.InertWords(t.Kind + " " + t.Name)
}

// wholeName names it on its own, with its server.
func wholeName(t policy.Tool) string {
	if t.Kind == policy.KindProject {
		return t.Server
	}
	return t.ID()
}

func titleWord(kind string) string {
	if kind == "" {
		return "Tool"
	}
	return "Text"
}

// besideTools lays out what a server says that is no tool.
func besideTools(d *rows.Doc, t policy.Tool, def definition) {
	if t.Kind == policy.KindInstructions {
		d.Heading("its instructions: for you; they aren't given to the model")
		d.Quote(def.Instructions)
		return
	}
	if t.Kind == policy.KindProject {
		d.Heading("its own words, for models")
		d.Quote(def.Instructions)
		return
	}
	d.Heading("all of it, as the server sent it")
	d.Quote(pretty(t.Definition))
}
