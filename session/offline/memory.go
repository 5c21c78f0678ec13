package offline

import (
	"encoding/json"
	"strings"
	"time"

	"vise/session"
)

// exchange is one call with what came of it; result is nil while it runs.
type exchange struct {
	tool   string
	args   json.RawMessage
	result *session.Observation
}

// userTurn is a person's message with the calls made for it.
type userTurn struct {
	words string
	done  []exchange
}

// split groups messages by the person's messages.
func split(ms []session.ChatMessage) []userTurn {
	var turns []userTurn
	byID := map[string]int{}
	for _, m := range ms {
		if m.Role == session.RoleUser {
			if len(turns) > 0 && isNote(m) {
				continue
			}
			words := m.Words
			if words == "" && !strings.HasPrefix(m.Text, "\n\n(vise: ") { // a request without words has vise's note only
				words = m.Text
			}
			turns = append(turns, userTurn{words: words})
			byID = map[string]int{}
			continue
		}
		if len(turns) == 0 {
			continue
		}
		t := &turns[len(turns)-1]
		switch m.Role {
		case session.RoleAssistant:
			for _, c := range m.Calls {
				if c.ID != "" {
					byID[c.ID] = len(t.done)
				}
				t.done = append(t.done, exchange{tool: c.Name, args: c.Args})
			}
		case session.RoleTool:
			t.observe(m, byID)
		}
	}
	return turns
}

// isNote reports a message in vise's own words only, such as that the person
// changed the arguments of a call: it is no request.
func isNote(m session.ChatMessage) bool {
	return m.Words == "" && strings.HasPrefix(m.Text, "(vise: ")
}

// observe files a result under its call: by id, else the first that waits.
func (t *userTurn) observe(m session.ChatMessage, byID map[string]int) {
	if m.Result == nil {
		return
	}
	i, ok := byID[m.CallID]
	if !ok {
		for i = 0; i < len(t.done) && t.done[i].result != nil; i++ {
		}
	}
	if i >= len(t.done) {
		return
	}
	t.done[i].result = m.Result
	if m.Result.Tool != "" {
		t.done[i].tool = m.Result.Tool
	}
}

// todoItem is a todo as the tools return it.
type todoItem struct {
	ID     string     `json:"id"`
	Title  string     `json:"title"`
	DueAt  *time.Time `json:"due_at"`
	Status string     `json:"status"`
	DoneAt *time.Time `json:"done_at,omitempty"`
}

// fields are the parts of results that answers are made of.
type fields struct {
	Todos     []todoItem `json:"todos"`
	Todo      *todoItem  `json:"todo"`
	Now       string     `json:"now"`
	Timezone  string     `json:"timezone"`
	Weekday   string     `json:"weekday"`
	Text      string     `json:"text"`
	End       int        `json:"end_line"`
	Next      int        `json:"next_start_line"`
	Entries   []entry    `json:"entries"`
	Total     int        `json:"total"`
	Cursor    string     `json:"next_cursor"`
	Created   *bool      `json:"created"`
	Truncated bool       `json:"truncated"`
	Withheld  int        `json:"withheld"`
}

// entry is one name in a folder.
type entry struct {
	Name string `json:"name"`
	Dir  bool   `json:"dir"`
	Type string `json:"type"`
	Kind string `json:"kind"`
}

// UnmarshalJSON also takes an entry that is only its name.
func (e *entry) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &e.Name)
	}
	type plain entry
	return json.Unmarshal(b, (*plain)(e))
}

// fieldsOf reads what it can of a result's fields: each on its own, so that
// one in an unexpected form doesn't lose the others.
func fieldsOf(o *session.Observation) fields {
	var f fields
	if o == nil || len(o.Fields) == 0 {
		return f
	}
	if json.Unmarshal(o.Fields, &f) == nil {
		return f
	}
	f = fields{}
	var raw map[string]json.RawMessage
	if json.Unmarshal(o.Fields, &raw) != nil {
		return f
	}
	for key, dst := range map[string]any{"todos": &f.Todos, "todo": &f.Todo, "now": &f.Now, "timezone": &f.Timezone, "weekday": &f.Weekday,
		"text": &f.Text, "next_start_line": &f.Next, "entries": &f.Entries, "total": &f.Total, "next_cursor": &f.Cursor,
		"truncated": &f.Truncated, "end_line": &f.End, "withheld": &f.Withheld} {
		_ = json.Unmarshal(raw[key], dst) // what can't be read stays empty
	}
	return f
}

// window is how many earlier turns are looked at.
const window = 8

// remember works out what earlier turns left to refer to.
func (g *grammar) remember(turns []userTurn, opt session.ChatOptions) *memory {
	mem := &memory{}
	if len(turns) > window {
		turns = turns[len(turns)-window:]
	}
	for i, t := range turns {
		mem.pending, mem.skip = nil, 0
		var p plan
		if i == len(turns)-1 || len(t.done) == 0 || g.goesOn(t.words) {
			p = g.understand(t.words, mem, opt)
			mem.lang = p.lang
			mem.ask(p, t)
		}
		for _, x := range t.done {
			mem.keep(x)
		}
		mem.several(t)
	}
	return mem
}

// goesOn says that words only ask for more of what was told.
func (g *grammar) goesOn(words string) bool {
	if len(words) > 100 {
		return false
	}
	_, ok := g.reader().whole("readmore", lex(words).toks)
	return ok
}

// ask keeps the question that a turn ended with.
func (mem *memory) ask(p plan, t userTurn) {
	for _, a := range p.actions {
		if a.verb == doSearch {
			mem.skip = a.skip
		}
		if a.verb == doAsk {
			mem.pending = &a
		}
		if a.verb == doUpdate && len(t.done) > 0 && !updated(t) {
			known := a
			mem.pending = &action{verb: doAsk, why: "which", wants: doUpdate, known: &known}
		}
		if a.topic != "" && a.verb != doRefuse {
			mem.topic = a.topic
		}
	}
}

func updated(t userTurn) bool {
	for _, x := range t.done {
		if sameTool(x.tool, toolUpdate) {
			return true
		}
	}
	return false
}

// several drops the question which todo was meant where there was none to
// choose from.
func (mem *memory) several(userTurn) {
	if mem.pending != nil && mem.pending.why == "which" && mem.pending.known.pick == 0 && len(mem.todos) == 0 && mem.last == doList {
		mem.pending = nil
	}
}

// sameTool compares a tool's id with a name that may be an alias.
func sameTool(name, id string) bool {
	return name == id || strings.ReplaceAll(name, "_", ".") == id
}

// keep files one call's arguments and result.
func (mem *memory) keep(x exchange) {
	var args struct {
		Query string `json:"query"`
		Path  string `json:"path"`
		Title string `json:"title"`
	}
	_ = json.Unmarshal(x.args, &args) // arguments of ours; others stay empty
	f := fieldsOf(x.result)
	ok := x.result != nil && x.result.OK
	switch {
	case sameTool(x.tool, toolSearch):
		mem.last = doSearch
		if bareTopic(mem.topic) != args.Query {
			mem.topic = args.Query
		}
		mem.hits, mem.search = nil, nil
		if ok {
			mem.hits, mem.search = x.result.Sources, searchAgain(x, mem.skip, f.Cursor)
		}
	case sameTool(x.tool, toolRead):
		mem.last, mem.path, mem.next, mem.topic = doRead, args.Path, readOn(x, f), args.Path
	case sameTool(x.tool, toolList):
		mem.last = doList
		mem.todos, mem.todo, mem.folded = f.Todos, nil, ok && len(x.result.Fields) == 0
	case sameTool(x.tool, toolCreate) && ok:
		mem.last = doCreate
		mem.topic, mem.todo = args.Title, f.Todo
		if f.Todo != nil {
			mem.topic = f.Todo.Title // an approval may have changed it
		}
	case sameTool(x.tool, toolUpdate) && ok:
		mem.last = doUpdate
		if f.Todo != nil {
			mem.todo, mem.topic = f.Todo, f.Todo.Title
		}
	case sameTool(x.tool, toolTime):
		mem.last = doTime
	}
}

// readOn is the line at which the telling of a file stopped; 0 at its end. Of
// a long text that was cut since then the end isn't known: then it may be that
// no such line is there.
func readOn(x exchange, f fields) int {
	var args struct {
		Start int `json:"start_line"`
		Lines int `json:"max_lines"`
	}
	_ = json.Unmarshal(x.args, &args) // of ours
	told := max(1, args.Start) + linesShown(args.Lines)
	switch {
	case x.result == nil || !x.result.OK:
		return 0
	case len(x.result.Fields) == 0 && x.result.Text.Len() > 0:
		text := x.result.Text.Raw()
		if !strings.Contains(text[max(0, len(text)-200):], "[the rest was left out") && strings.Count(text, "\n") < told {
			return 0
		}
		return told
	case f.End >= told, strings.Count(f.Text, "\n") >= told:
		return told
	}
	return f.Next
}

// searchAgain is the search that goes on where an answer stopped, skip hits of
// it having been told before; nil where all were told.
func searchAgain(x exchange, skip int, cursor string) *action {
	var args struct {
		Query  string `json:"query"`
		Root   string `json:"root"`
		Glob   string `json:"glob"`
		Max    int    `json:"max_results"`
		Cursor string `json:"cursor"`
	}
	if json.Unmarshal(x.args, &args) != nil {
		return nil
	}
	a := &action{verb: doSearch, query: args.Query, root: args.Root, glob: args.Glob, max: args.Max, cursor: args.Cursor, skip: skip, topic: args.Query}
	switch told := skip + a.page(); {
	case told < len(x.result.Sources):
		a.skip = told
	case cursor != "":
		a.skip, a.cursor = 0, cursor
	default:
		return nil
	}
	return a
}

// matchTodos gives the open todos that a text names: those that hold it, else
// those that share all its words up to their endings.
func matchTodos(ts []todoItem, text string) []todoItem {
	var exact, holds, words []todoItem
	want := stems(text)
	for _, t := range ts {
		title := fold(t.Title)
		switch {
		case title == fold(text):
			exact = append(exact, t)
		case strings.Contains(title, fold(text)):
			holds = append(holds, t)
		case len(want) > 0 && hasStems(stems(title), want):
			words = append(words, t)
		}
	}
	for _, found := range [][]todoItem{exact, holds, words} {
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// stems cuts a text into words without their endings.
func stems(text string) []string {
	var out []string
	for _, t := range lex(text).toks {
		w := t.low
		if t.kind == kindQuote {
			w = fold(t.raw)
		}
		if oneOf(w, "the a an to of my with в на с за о и") {
			continue
		}
		r := []rune(w)
		if len(r) > 4 {
			r = r[:max(4, len(r)-3)]
		}
		out = append(out, string(r))
	}
	return out
}

func hasStems(have, want []string) bool {
	for _, w := range want {
		found := false
		for _, h := range have {
			found = found || strings.HasPrefix(h, w) || strings.HasPrefix(w, h) && len(h) > 3
		}
		if !found {
			return false
		}
	}
	return true
}
