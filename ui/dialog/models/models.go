// Package models chooses the model, installs one and says how it thinks.
package models

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Choice is one model that could be chosen.
type Choice struct {
	Name          string // ollama/qwen3:8b, offline
	Bytes         int64
	Family        string
	Params        string // 8.2B
	ContextTokens int
	Loaded        bool
	Tools         bool
	Thinking      bool
	Installed     bool
	About         string
}

// Do is what a key made of the dialog.
type Do int

const (
	None Do = iota
	Close
	Use  // Action.Name from the next request on
	Get  // pull Action.Name
	Stop // the pull that goes on
	Think
)

// Action is what to do after a key.
type Action struct {
	Do    Do
	Name  string
	Think string // of Think: on, off, auto
}

// Models is the dialog. It is used from one goroutine.
type Models struct {
	keys *keys.Map
	th   theme.Theme

	list   []Choice
	note   string // where the list comes from, or why there is none
	listed bool
	fail   string

	current string // the model of the next run
	down    string // why it can't be used
	context string // of the model in use, and why it is that much
	think   string
	pull    *dialog.Pull
	said    string // about the last key

	line   *dialog.Line // the filter
	typing bool         // the filter has the keyboard
	found  []Choice
	at     int
	moved  bool // by the person: the cursor stays where it is
	off    int
	cx, cy int
}

// New opens the dialog before the list is there.
func New(m *keys.Map, th theme.Theme) *Models {
	return &Models{keys: m, th: th, line: dialog.NewLine(""), think: "auto"}
}

// SetContext says how much context the model in use has here, and why.
func (d *Models) SetContext(tokens int, why string) {
	d.context = ""
	if tokens > 0 && why != "" {
		d.context = fmt.Sprintf("has %s here: %s", dialog.Tokens(tokens), theme.InertWords(why))
	}
}

// SetNow says which model is in use, why it can't be (empty when it can) and
// how it thinks.
func (d *Models) SetNow(current, down, think string) {
	if current != d.current {
		d.moved = false
	}
	d.current, d.down, d.think = current, down, think
	d.filter()
}

// SetList shows the models that there are. The cursor stays on its model.
func (d *Models) SetList(list []Choice, note string, err error) {
	d.listed, d.fail = true, ""
	if err != nil {
		d.fail = theme.InertWords(err.Error())
		return
	}
	d.list, d.note = list, theme.InertWords(note)
	d.filter()
}

// SetPull says how far a pull has come; nil when none goes on.
func (d *Models) SetPull(p *dialog.Pull) { d.pull = p }

// Say shows words until the next key.
func (d *Models) Say(words string) { d.said = theme.InertWords(words) }

// Paste puts text into the filter.
func (d *Models) Paste(text string, _ time.Time) {
	d.typing = true
	d.line.Insert(strings.TrimSpace(text))
	d.moved = false
	d.filter()
}

// Answers reports that a letter would answer: none does by accident.
func (d *Models) Answers() bool { return false }

// Key takes one key press.
func (d *Models) Key(msg tea.KeyPressMsg) Action {
	d.said = ""
	if d.typing {
		return d.typed(msg)
	}
	switch id, _ := d.keys.Match(keys.Models, msg); id {
	case keys.ModelsUp:
		d.move(-1)
	case keys.ModelsDown:
		d.move(1)
	case keys.ModelsUse:
		return d.use()
	case keys.ModelsPull:
		return d.get()
	case keys.ModelsThink:
		return d.cycle()
	case keys.Find:
		d.typing = true
	case keys.OpenModel:
		return Action{Do: Close}
	case keys.ModelsClose:
		return d.back()
	}
	return Action{}
}

// back is esc: one thing at a time.
func (d *Models) back() Action {
	switch {
	case d.pull != nil:
		return Action{Do: Stop}
	case d.line.Text() != "":
		d.clear()
		return Action{}
	}
	return Action{Do: Close}
}

func (d *Models) clear() {
	d.line, d.typing, d.moved = dialog.NewLine(""), false, false
	d.filter()
}

// typed takes a key while the filter is being written.
func (d *Models) typed(msg tea.KeyPressMsg) Action {
	switch id, _ := d.keys.Match(keys.Palette, msg); id {
	case keys.ListClose:
		d.clear()
	case keys.ListUp:
		d.move(-1)
	case keys.ListDown:
		d.move(1)
	case keys.ListTake:
		d.typing = false
		if c, ok := d.on(); ok && c.Installed {
			return d.use()
		}
	default:
		d.line.Changed = false
		d.line.Key(d.keys, keys.Palette, msg)
		if d.line.Changed {
			d.moved = false
			d.filter()
		}
	}
	return Action{}
}

func (d *Models) move(by int) {
	d.moved = true
	d.at = max(0, min(len(d.found)-1, d.at+by))
}

// on is the model under the cursor.
func (d *Models) on() (Choice, bool) {
	if d.at >= len(d.found) {
		return Choice{}, false
	}
	return d.found[d.at], true
}

func (d *Models) use() Action {
	c, ok := d.on()
	switch {
	case !ok:
		return Action{}
	case !c.Installed && c.Name != d.current:
		d.said = dialog.ModelName(c.Name) + " isn't installed: " + d.keys.Label(keys.ModelsPull) + " pulls it"
		return Action{}
	}
	return Action{Do: Use, Name: c.Name}
}

func (d *Models) get() Action {
	c, ok := d.on()
	switch {
	case !ok:
	case d.pull != nil:
		d.said = "One at a time: " + dialog.ModelName(d.pull.Name) + " is being pulled"
	case c.Name == offline:
		d.said = "The offline model is a part of vise: there is nothing to pull"
	case c.Installed:
		d.said = dialog.ModelName(c.Name) + " is installed already"
	default:
		return Action{Do: Get, Name: c.Name}
	}
	return Action{}
}

// cycle goes on to the next way of thinking of the model in use.
func (d *Models) cycle() Action {
	if d.said = CantThink(d.list, d.current); d.said != "" {
		return Action{}
	}
	next := map[string]string{"auto": "on", "on": "off"}[d.think]
	if next == "" {
		next = "auto"
	}
	return Action{Do: Think, Name: d.current, Think: next}
}

// CantThink says that the model called name can't think, "" where it can or
// nothing is known of it.
func CantThink(list []Choice, name string) string {
	c, known := find(list, name)
	switch {
	case name == offline:
		return "The offline model doesn't think"
	case known && c.Installed && !c.Thinking:
		return dialog.ModelName(c.Name) + " can't think"
	}
	return ""
}

func find(list []Choice, name string) (Choice, bool) {
	for _, c := range list {
		if same(c.Name, name) {
			return c, true
		}
	}
	return Choice{}, false
}
