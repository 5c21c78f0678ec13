package form

import (
	"encoding/json"

	"vise/ui/dialog"
	"vise/ui/theme"
)

// Defaults is an object of the values that an object schema proposes for its
// properties; of a schema that can't be read it is empty.
func Defaults(schema json.RawMessage) json.RawMessage {
	var s struct {
		Properties json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(schema, &s) // New says what is wrong with it
	props, _ := members(s.Properties)
	var out []member
	for _, p := range props {
		var one struct {
			Default json.RawMessage `json:"default"`
		}
		if json.Unmarshal(p.raw, &one) == nil && len(one.Default) > 0 && string(one.Default) != "null" {
			out = append(out, member{p.name, one.Default})
		}
	}
	return join(out)
}

// Use checks everything and gives the values, as the last line does; what is
// wrong gets the cursor.
func (f *Form) Use() Action { return f.submit() }

// Problem is what keeps the values from being used, empty when nothing does.
func (f *Form) Problem() string {
	for _, x := range f.all {
		if p := x.wrong(); p != "" && !f.kept(x) {
			return theme.InertWords(x.name) + ": " + p
		}
	}
	return ""
}

// Summary are all fields with their values, w columns wide, to be read.
func (f *Form) Summary(w int) []string {
	var out []string
	for _, x := range f.all {
		if f.kept(x) {
			continue
		}
		out = append(out, f.opt.Theme.Strong.Render(theme.Cut(theme.InertWords(x.name), w)))
		for _, said := range []string{x.schema.Title, x.schema.Description} {
			if said != "" && said != x.name {
				out = append(out, indent(dialog.Foreign(f.opt.Theme, said, w-4))...)
			}
		}
		for _, r := range dialog.Rows("takes "+x.hint(), max(1, w-4)) {
			out = append(out, "    "+f.opt.Theme.Dim.Render(r))
		}
		out = append(out, indent(f.plainValue(x, w-4))...)
	}
	return out
}

// plainValue is a field's value without a cursor.
func (f *Form) plainValue(x *field, w int) []string {
	switch {
	case x.kind == choice:
		return dialog.Flow(x.choices(w), " ", w)
	case x.kind == several:
		return dialog.Flow(x.marks(false, w), " ", w)
	case x.omitted:
		return []string{f.opt.Theme.Dim.Render("left out")}
	}
	rows, more := x.line.Head(w-2, 20)
	for i := range rows {
		rows[i] = "> " + rows[i]
	}
	if more {
		rows = append(rows, "  …")
	}
	return rows
}

func indent(rows []string) []string {
	for i := range rows {
		rows[i] = "    " + rows[i]
	}
	return rows
}
