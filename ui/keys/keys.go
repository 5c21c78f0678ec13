// Package keys is the one key map of the workbench: it feeds the handling, the
// footers, the help screen and the table in the README.
package keys

import (
	"slices"
	"strings"
)

// Context is where a key is listened to.
type Context string

// Contexts. Composer, Browse, Global and Always are parts that others include;
// see Chain.
const (
	Always        Context = "always"         // everywhere, dialogs too
	Global        Context = "global"         // on every screen, not in dialogs
	Browse        Context = "browse"         // every screen or pane without a text line
	Composer      Context = "composer"       // the text line of the chat, empty or not
	ComposerEmpty Context = "composer_empty" // and only while it is empty
	ComposerText  Context = "composer_text"  // and only while it has text
	ChatList      Context = "chat_list"      // the conversation
	Trace         Context = "trace"
	Detail        Context = "detail" // an open event, evidence or text
	Replay        Context = "replay"
	Traces        Context = "traces" // two runs that are compared; each is a replay
	Runs          Context = "runs"
	Tools         Context = "tools"
	Todos         Context = "todos"
	Approval      Context = "approval"
	Batch         Context = "batch"    // several waiting reads, answered together
	Question      Context = "question" // what a server asks
	Note          Context = "note"     // the line that says why a call is denied
	Form          Context = "form"
	Palette       Context = "palette"
	Search        Context = "search"
	Models        Context = "models"
	Help          Context = "help"
	Confirm       Context = "confirm"
	Budget        Context = "budget"
	Judge         Context = "judge" // what a person says of an answer
)

// chains are the contexts that are live together, the nearest first.
var chains = map[Context][]Context{
	Always:        {Always},
	Global:        {Global, Always},
	Browse:        {Browse, Global, Always},
	Composer:      {Composer, Global, Always},
	ComposerEmpty: {ComposerEmpty, Composer, Global, Always},
	ComposerText:  {ComposerText, Composer, Global, Always},
	ChatList:      {ChatList, Browse, Global, Always},
	Trace:         {Trace, Browse, Global, Always},
	Detail:        {Detail, Browse, Global, Always},
	Replay:        {Replay, Browse, Global, Always},
	Traces:        {Traces, Replay, Browse, Global, Always},
	Runs:          {Runs, Browse, Global, Always},
	Tools:         {Tools, Browse, Global, Always},
	Todos:         {Todos, Browse, Global, Always},
	Approval:      {Approval, Always},
	Batch:         {Batch, Always},
	Question:      {Question, Always},
	Note:          {Note, Always},
	Form:          {Form, Always},
	Palette:       {Palette, Always},
	Search:        {Search, Always},
	Models:        {Models, Always},
	Help:          {Help, Always},
	Confirm:       {Confirm, Always},
	Budget:        {Budget, Always},
	Judge:         {Judge, Always},
}

// typing are the contexts in which a plain character is text.
var typing = map[Context]bool{Composer: true, ComposerText: true, Note: true, Form: true, Palette: true, Search: true}

// Chain returns the contexts whose keys are live in c, the nearest first. An
// unknown context has only Always.
func Chain(c Context) []Context {
	if ch, ok := chains[c]; ok {
		return ch
	}
	return []Context{Always}
}

// Binding is one thing that keys do.
type Binding struct {
	ID    string    // stable name, also in vise.yaml
	Where []Context // where it is listened to
	Keys  []string  // Bubble Tea key strings; the first one is shown
	Short string    // one or two words for a footer; empty: not in footers
	Help  string    // a line for the help screen
	Must  bool      // can be moved to another key but not left without one
}

// In reports whether b is listened to in context c itself.
func (b Binding) In(c Context) bool { return slices.Contains(b.Where, c) }

// Label is how b's first key is shown, such as "↑" or "ctrl+p"; empty without
// keys.
func (b Binding) Label() string {
	if len(b.Keys) == 0 {
		return ""
	}
	return Label(b.Keys[0])
}

// Labels are all of b's keys as shown.
func (b Binding) Labels() []string {
	out := make([]string, len(b.Keys))
	for i, k := range b.Keys {
		out[i] = Label(k)
	}
	return out
}

var labels = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "pgdown": "pgdn"}

// Label is how a key string is shown to a person.
func Label(key string) string {
	i := strings.LastIndex(key, "+")
	if i < 0 || i == len(key)-1 {
		i = -1
	}
	if l, ok := labels[key[i+1:]]; ok {
		return key[:i+1] + l
	}
	return key
}

// Map is a set of bindings. It is read from the screen's goroutine only.
type Map struct {
	all []Binding
}

// Default returns a fresh copy of the keys as they are without configuration.
func Default() *Map {
	all := slices.Clone(defaults)
	for i := range all {
		all[i].Keys = slices.Clone(all[i].Keys)
	}
	return &Map{all: all}
}

// All returns every binding, in the order of the help screen.
func (m *Map) All() []Binding { return m.all }

// Get returns the binding with that id.
func (m *Map) Get(id string) (Binding, bool) {
	i := m.index(id)
	if i < 0 {
		return Binding{}, false
	}
	return m.all[i], true
}

// Label is how the first key of id is shown; empty when it has none.
func (m *Map) Label(id string) string {
	b, _ := m.Get(id)
	return b.Label()
}

func (m *Map) index(id string) int {
	return slices.IndexFunc(m.all, func(b Binding) bool { return b.ID == id })
}

// Conflict is one key that does two things in one place.
type Conflict struct {
	Key  string
	A, B string  // binding ids
	In   Context // where both are live
}

// Conflicts returns every key bound twice among contexts that are live
// together.
func (m *Map) Conflicts() []Conflict {
	var out []Conflict
	seen := map[[3]string]bool{}
	for _, c := range order {
		at := map[string]string{}
		for _, b := range m.live(c) {
			for _, k := range b.Keys {
				other, taken := at[k]
				at[k] = b.ID
				if mark := [3]string{k, other, b.ID}; taken && !seen[mark] {
					seen[mark] = true
					out = append(out, Conflict{Key: k, A: other, B: b.ID, In: c})
				}
			}
		}
	}
	return out
}

// live returns the bindings that are live in c, the nearest context first.
func (m *Map) live(c Context) []Binding {
	var out []Binding
	for _, part := range Chain(c) {
		for _, b := range m.all {
			if b.In(part) && !slices.ContainsFunc(out, func(o Binding) bool { return o.ID == b.ID }) {
				out = append(out, b)
			}
		}
	}
	return out
}
