// Package form edits the arguments of a call in a form made from the tool's
// JSON Schema.
package form

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/jsonschema-go/jsonschema"

	"vise/ui/keys"
	"vise/ui/theme"
)

// MaxText is the longest text of one field, in bytes.
const MaxText = 1 << 20

// Do is what a key made of the form.
type Do int

const (
	None Do = iota
	Back    // without a change
	Use     // Action.Args is the edited call
)

// Action is what to do after a key.
type Action struct {
	Do   Do
	Args json.RawMessage // of Use: compact, untouched values byte for byte
}

// Options are what the form needs besides the schema.
type Options struct {
	Keys  *keys.Map
	Theme theme.Theme
	Tool  string                      // name of the tool, for the title
	Title string                      // instead of "Edit TOOL"; inert
	Note  string                      // beside the title; empty: that the call is decided again
	Now   time.Time                   // for the words beside times
	Zone  *time.Location              // nil: UTC
	Keep  []string                    // arguments that aren't edited: vise filled them in
	Check func(json.RawMessage) error // last word on the whole; nil: none. Its error is shown
	Use   string                      // the last line; empty: "use these values". Inert
	AsIs  bool                        // values that nobody changed can be used; fields stand in the schema's order
	About string                      // others' words above the fields
	// Complete says that the texts can be completed: see Written and Offer.
	Complete bool
}

// Form is the dialog. It is used from one goroutine.
type Form struct {
	opt    Options
	root   *jsonschema.Resolved // nil: the schema can't be resolved
	was    json.RawMessage
	all    []*field
	focus  int // index into all; len(all) is the last line
	say    string
	off    int
	cx, cy int
}

// New makes a form for an object schema and the arguments as they are. It
// fails when either can't be read.
func New(schema, args json.RawMessage, opt Options) (*Form, error) {
	if opt.Keys == nil {
		opt.Keys = keys.Default()
	}
	if opt.Zone == nil {
		opt.Zone = time.UTC
	}
	if opt.Use == "" {
		opt.Use = "use these values"
	}
	have, err := members(args)
	if err != nil {
		return nil, fmt.Errorf("these arguments can't be edited: %w", err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(schema, &s); err != nil {
		return nil, fmt.Errorf("the tool's schema can't be read, so there is no form for it: %w", err)
	}
	f := &Form{opt: opt, was: args}
	f.root, _ = s.Resolve(nil) // a schema that can't be resolved leaves the check to opt.Check
	var lead []string          // of the order of the fields
	if opt.AsIs {
		lead = properties(schema)
	}
	f.all = fields(&s, lead, properties(schema), have)
	f.focus = -1
	f.move(1) // over what is kept
	return f, nil
}

// properties are the names of a schema's properties in the order of its bytes.
func properties(schema json.RawMessage) []string {
	var s struct {
		Properties json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(schema, &s) // New has read it before
	ms, _ := members(s.Properties) // none is a form without fields
	var out []string
	for _, m := range ms {
		out = append(out, m.name)
	}
	return out
}

// kept reports a field that is named but not edited.
func (f *Form) kept(x *field) bool { return slices.Contains(f.opt.Keep, x.name) }

// Paste puts text into the field at hand.
func (f *Form) Paste(s string) {
	if x := f.at(); x != nil && x.line != nil {
		f.edit(x, func() { x.line.Insert(s) })
	}
}

// at is the field that has the cursor; nil on the last line.
func (f *Form) at() *field {
	if f.focus >= len(f.all) || f.kept(f.all[f.focus]) {
		return nil
	}
	return f.all[f.focus]
}

// Key takes one key press.
func (f *Form) Key(msg tea.KeyPressMsg) Action {
	f.say = ""
	id, _ := f.opt.Keys.Match(keys.Form, msg)
	switch id {
	case keys.FormBack:
		return Action{Do: Back}
	case keys.FormNext:
		if msg.Code == tea.KeyTab && f.take(false) {
			break
		}
		f.move(1)
	case keys.FormPrev:
		f.move(-1)
	case keys.FormEnter:
		if f.focus == len(f.all) {
			return f.submit()
		}
		f.move(1)
	default:
		f.change(id, msg)
	}
	return Action{}
}

// change hands a key to the field at hand.
func (f *Form) change(id string, msg tea.KeyPressMsg) {
	x := f.at()
	switch {
	case x == nil:
	case id == keys.FormOmit:
		x.omit()
	case x.kind == choice:
		switch msg.Code {
		case tea.KeyRight, tea.KeySpace:
			x.cycle(1)
		case tea.KeyLeft:
			x.cycle(-1)
		}
	case x.kind == several:
		switch msg.Code {
		case tea.KeySpace:
			x.mark()
		case tea.KeyRight:
			x.hand(1)
		case tea.KeyLeft:
			x.hand(-1)
		}
	case msg.Code == tea.KeyRight && x.line.AtEnd() && f.take(true):
	case id == keys.FormNewLine && x.line.Lines:
		f.edit(x, func() { x.line.Insert("\n") })
	default:
		f.edit(x, func() { x.line.Key(f.opt.Keys, keys.Form, msg) })
	}
}

// edit runs a change of a field's text, and takes it back when it is too long.
func (f *Form) edit(x *field, change func()) {
	before := *x.line
	x.line.Changed = false
	change()
	if len(x.line.Text()) > MaxText {
		*x.line = before
		f.say = "a value has at most 1 MB"
		return
	}
	if x.line.Changed {
		x.keepOffers()
		x.edited()
	}
}

// move goes to another field, over those that are kept.
func (f *Form) move(step int) {
	n := len(f.all) + 1
	for range n {
		f.focus = (f.focus + step + n) % n
		if f.focus == len(f.all) || !f.kept(f.all[f.focus]) {
			return
		}
	}
}

// submit checks everything. What is wrong gets the cursor.
func (f *Form) submit() Action {
	args, bad := f.value()
	if bad >= 0 {
		f.focus = bad
		f.say = theme.InertWords(f.all[bad].name) + ": " + f.all[bad].problem
		return Action{}
	}
	if !f.opt.AsIs && bytes.Equal(args, f.was) {
		f.say = "nothing is changed: " + f.opt.Keys.Label(keys.FormBack) + " goes back to the call"
		return Action{}
	}
	if err := f.whole(args); err != nil {
		f.say = strings.TrimSpace(plainer(err))
		return Action{}
	}
	return Action{Do: Use, Args: args}
}

// value is the edited object, or the index of the first field that is wrong.
func (f *Form) value() (json.RawMessage, int) {
	var ms []member
	for i, x := range f.all {
		if !f.kept(x) {
			x.validate()
			if x.problem != "" {
				return nil, i
			}
		}
		if v, _ := x.value(); v != nil {
			ms = append(ms, member{name: x.name, raw: v})
		}
	}
	return join(ms), -1
}

// whole is the check over all fields together.
func (f *Form) whole(args json.RawMessage) error {
	if f.root != nil {
		var v any
		if err := json.Unmarshal(args, &v); err != nil {
			return err
		}
		if err := f.root.Validate(v); err != nil {
			return err
		}
	}
	if f.opt.Check != nil {
		return f.opt.Check(args)
	}
	return nil
}
