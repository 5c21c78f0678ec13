// Package todos lists the todos: overdue, open, done. It writes nothing: what
// a key asks for becomes a call on the usual road.
package todos

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/builtin/todo"
	"vise/ui/keys"
	"vise/ui/pane/rows"
	"vise/ui/theme"
)

// Do is what the root has to do after a key.
type Do int

// What a key comes to.
const (
	Ignored Do = iota // not one of this screen's keys
	Handled           // done; draw again
	Back              // leave the screen
	Done              // mark the todo as done, through a call
	Reopen            // open it again, through a call
	OpenRun           // open the run that created it
)

// Action is what a key comes to, and the todo it is about.
type Action struct {
	Do   Do
	Todo todo.Todo
}

// Pane is the list of todos. Make one with New.
type Pane struct {
	th    theme.Theme
	keys  *keys.Map
	zone  *time.Location
	now   time.Time
	todos []todo.Todo // as they are listed
	pair  rows.Pair
	note  string
}

// New makes an empty list. Times are told in zone.
func New(th theme.Theme, km *keys.Map, zone *time.Location) *Pane {
	p := &Pane{th: th, keys: km, zone: zone}
	p.pair = rows.Pair{Th: th, ListAs: theme.Box{Title: "Todos"}, DocAs: theme.Box{Title: "Todo"}, Row: p.row, Empty: "reading …"}
	return p
}

// SetTheme draws everything anew in another theme.
func (p *Pane) SetTheme(th theme.Theme) {
	p.th, p.pair.Th = th, th
	p.details()
}

// SetTodos shows todos as of now: open ones by when they are due, those
// without a date behind them, then the done ones, newest first. The cursor
// stays on its todo where that is still there.
func (p *Pane) SetTodos(todos []todo.Todo, now time.Time) {
	was, had := p.Selected()
	p.now = now
	p.todos = slices.Clone(todos)
	slices.SortStableFunc(p.todos, compare)
	p.pair.Empty = "nothing to do: ask for a reminder, and it is listed here"
	p.pair.SetLen(len(p.todos))
	for i, t := range p.todos {
		if had && t.ID == was.ID {
			p.pair.To(i)
		}
	}
	p.details()
}

// SetError says why the todos can't be read.
func (p *Pane) SetError(err error) {
	p.todos = nil
	p.pair.SetLen(0)
	p.pair.Empty = theme.InertWords("The todos can't be read: " + err.Error())
	p.details()
}

func compare(a, b todo.Todo) int {
	if ra, rb := rank(a), rank(b); ra != rb {
		return ra - rb
	}
	if rank(a) == 0 {
		return a.DueAt.Compare(*b.DueAt)
	}
	return b.UpdatedAt.Compare(a.UpdatedAt)
}

// rank orders the groups: due, open, done, cancelled.
func rank(t todo.Todo) int {
	switch {
	case t.Status == todo.Open && t.DueAt != nil:
		return 0
	case t.Status == todo.Open:
		return 1
	case t.Status == todo.Done:
		return 2
	}
	return 3
}

// Selected is the todo under the cursor.
func (p *Pane) Selected() (todo.Todo, bool) {
	if len(p.todos) == 0 {
		return todo.Todo{}, false
	}
	return p.todos[p.pair.Sel()], true
}

// Context is where the keys of this screen are looked up.
func (p *Pane) Context() keys.Context { return keys.Todos }

// Key handles a key press.
func (p *Pane) Key(msg tea.KeyPressMsg) Action {
	p.note = ""
	id, _ := p.keys.Match(p.Context(), msg)
	t, ok := p.Selected()
	switch id {
	case keys.Back:
		return Action{Do: Back}
	case keys.TodoDone:
		if !ok {
			return Action{Do: Handled}
		}
		if t.Status == todo.Open {
			return Action{Done, t}
		}
		return Action{Reopen, t}
	case keys.Open:
		if ok && t.Run != "" {
			return Action{OpenRun, t}
		}
		p.note = "this todo wasn't made by a run"
		return Action{Do: Handled}
	}
	handled, moved := p.pair.Press(id)
	if moved {
		p.details()
	}
	if !handled {
		return Action{}
	}
	return Action{Do: Handled}
}

// View draws the screen: h lines of at most w cells.
func (p *Pane) View(w, h int) string {
	if w < 1 || h < 1 {
		return ""
	}
	p.pair.ListAs.Right = p.counts()
	foot := theme.Cut(" "+p.note, w)
	if p.note == "" {
		does := "done"
		if t, ok := p.Selected(); ok && t.Status != todo.Open {
			does = "open again"
		}
		foot = rows.Foot(p.th, p.keys, w,
			rows.Hint{Words: does, IDs: []string{keys.TodoDone}},
			rows.Hint{Words: "the run that made it", IDs: []string{keys.Open}},
			rows.Hint{Words: "details", IDs: []string{keys.NextPane}},
			rows.Hint{Words: "back", IDs: []string{keys.Back}})
	}
	return strings.Join(append(p.pair.View(w, h-1), foot), "\n")
}
