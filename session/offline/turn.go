package offline

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vise/session"
)

// The tools, by their ids.
const (
	toolSearch = "file.search"
	toolRead   = "file.read"
	toolCreate = "todo.create"
	toolList   = "todo.list"
	toolUpdate = "todo.update"
	toolTime   = "time.now"
)

// turn carries out a plan. It is run from its beginning for every reply: calls
// that were made give their results again, the first that wasn't is wanted.
type turn struct {
	plan  plan
	done  []exchange
	tools map[string]string // id → alias
	now   time.Time
	zone  string
	roots []session.Root
	last  bool

	next int              // of done
	hits []session.Source // of the search before, narrowed to what it was for
	want *session.ToolCall
}

// call gives the result of the next call, or nil: then it is wanted, or can't
// be made and why says so.
func (t *turn) call(tool string, args map[string]any) (o *session.Observation, why string) {
	for t.next < len(t.done) {
		x := t.done[t.next]
		t.next++
		if neverRan(x.result) || resultLost(x.result) {
			continue // of an earlier run of the same request: asked for again
		}
		if x.result == nil {
			return &session.Observation{Tool: tool, Error: &session.ToolError{Code: "no_result"}}, ""
		}
		if x.result.Tool != tool {
			continue // of a file that the person attached, which this plan doesn't read
		}
		return x.result, ""
	}
	alias, ok := t.tools[tool]
	switch {
	case !ok:
		return nil, t.say("notool", tool)
	case t.last:
		return nil, t.undone(tool, args)
	}
	b, err := inOrder(args)
	if err != nil {
		return nil, t.undone(tool, args)
	}
	t.want = &session.ToolCall{Name: alias, Args: b}
	return nil, ""
}

// undone says what wasn't done because no step of the run is left for it.
func (t *turn) undone(tool string, args map[string]any) string {
	what := ""
	for _, name := range []string{"title", "query", "path"} {
		if s, ok := args[name].(string); ok {
			what = ": " + code(oneLine(s, maxLine))
			break
		}
	}
	key := "other"
	switch tool {
	case toolCreate:
		key = "create"
	case toolUpdate:
		key = "update"
	case toolSearch:
		key = "search"
	case toolRead:
		key = "read"
	}
	return t.say("left_"+key, what)
}

// inOrder writes arguments as a person would say them, what it is about first:
// they are shown in the order in which they are sent.
func inOrder(args map[string]any) ([]byte, error) {
	names := slices.Sorted(maps.Keys(args))
	for i, name := range names {
		if slices.Contains([]string{"id", "title", "query", "path", "text"}, name) {
			names = slices.Insert(slices.Delete(names, i, i+1), 0, name)
		}
	}
	b := []byte{'{'}
	for i, name := range names {
		value, err := json.Marshal(args[name])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(strconv.AppendQuote(b, name), ':'), value...)
	}
	return append(b, '}'), nil
}

// neverRan reports a call that was left over when an earlier run ended.
func neverRan(o *session.Observation) bool {
	return o != nil && !o.OK && !o.Ran && o.Error != nil && (o.Error.Code == "not_run" || o.Error.Code == "needs_approval")
}

// resultLost reports a call that was under way when an earlier run was
// interrupted, and that only reads: nobody has its result.
func resultLost(o *session.Observation) bool {
	return o != nil && o.Error != nil && unknown(o.Error.Code) && o.Tool != toolCreate && o.Tool != toolUpdate
}

// unknown says of an error that it tells nothing of what a call came to.
func unknown(code string) bool {
	return code == "no_result" || code == "unknown_outcome" || code == "result_not_kept"
}

// run carries out the plan and gives the answer; it is without meaning where
// a call is wanted.
func (t *turn) run() string {
	var out []string
	for _, a := range t.plan.actions {
		text := t.act(a)
		if t.want != nil {
			return ""
		}
		if text != "" {
			out = append(out, text)
		}
	}
	return joinParts(out)
}

func (t *turn) act(a action) string {
	if a.tooLong() {
		return t.say("long", t.say("can"))
	}
	switch a.verb {
	case doSearch:
		return t.search(a)
	case doRead:
		return t.read(a)
	case doCreate:
		return t.create(a)
	case doList:
		return t.list(a)
	case doUpdate:
		return t.update(a)
	case doTime:
		return t.clock(a)
	case doAsk:
		return t.ask(a)
	}
	return t.refuse(a)
}

func (t *turn) search(a action) string {
	for _, dir := range []string{a.root, a.glob} {
		if outside(dir) && !t.isRoot(dir) && !t.within(&a, dir) {
			return t.onlyRoots(dir)
		}
	}
	args := map[string]any{"query": a.query}
	put(args, "root", a.root)
	put(args, "glob", a.glob)
	put(args, "cursor", a.cursor)
	if a.max > 0 {
		args["max_results"] = a.max
	}
	o, why := t.call(toolSearch, args)
	if o == nil {
		return why
	}
	t.hits = hitsFor(a.query, o)
	if o.OK || !o.Ran || a.root == "" || t.isRoot(a.root) {
		return t.found(a, o)
	}
	return t.inFolder(a, args)
}

func (t *turn) read(a action) string {
	if a.ofSearch {
		if why := t.ofSearch(&a); why != "" || a.path == "" {
			return why
		}
	}
	var out []string
	for _, path := range append([]string{a.path}, a.also...) {
		args := map[string]any{"path": path}
		if a.start > 0 {
			args["start_line"] = a.start
		}
		if a.lines > 0 {
			args["max_lines"] = a.lines
		}
		o, why := t.call(toolRead, args)
		if t.want != nil {
			return ""
		}
		if o == nil {
			out = append(out, why)
			continue
		}
		one := a
		one.path = path
		out = append(out, t.contents(one, o))
	}
	return joinParts(out)
}

func (t *turn) create(a action) string {
	args := map[string]any{"title": a.title}
	if a.due != nil {
		args["due_at"] = a.due.Format(time.RFC3339)
	}
	o, why := t.call(toolCreate, args)
	if o == nil {
		return why
	}
	return t.created(a, o)
}

func (t *turn) list(a action) string {
	o, why := t.call(toolList, listArgs(a))
	if o == nil {
		return why
	}
	return t.listed(a, o)
}

func listArgs(a action) map[string]any {
	args := map[string]any{}
	put(args, "status", a.status)
	put(args, "due", a.dueSet)
	put(args, "text", atMost(a.text, maxText))
	return args
}

// What the tools take at most, in characters.
const (
	maxText  = 100
	maxTitle = 200
	maxQuery = 200
)

// atMost cuts a text at a space so that n characters of it stay.
func atMost(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	s = string(r[:n])
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return s
}

// tooLong says that a part holds more text than its tool takes.
func (a action) tooLong() bool {
	return utf8.RuneCountInString(a.title) > maxTitle || utf8.RuneCountInString(a.newTitle) > maxTitle || utf8.RuneCountInString(a.query) > maxQuery
}

func put(args map[string]any, key, value string) {
	if value != "" {
		args[key] = value
	}
}

func (t *turn) update(a action) string {
	item := todoItem{ID: a.id, Title: a.text, DueAt: a.from}
	if a.id == "" {
		var why string
		if item, why = t.which(a); why != "" || t.want != nil {
			return why
		}
	}
	args := map[string]any{"id": item.ID}
	switch {
	case a.undo:
		args["undo"] = true
	case a.newTitle != "":
		args["title"] = a.newTitle
	case a.due != nil:
		args["due_at"] = a.due.Format(time.RFC3339)
	case a.shift != nil:
		due, why := t.shifted(a, item)
		if why != "" {
			return why
		}
		a.due = &due
		args["due_at"] = due.Format(time.RFC3339)
	default:
		args["status"] = a.status
	}
	o, why := t.call(toolUpdate, args)
	if o == nil {
		return why
	}
	return t.updated(a, item, o)
}

// shifted is a todo's due time moved by a distance, or why it can't be.
func (t *turn) shifted(a action, item todoItem) (time.Time, string) {
	if item.DueAt == nil {
		return time.Time{}, t.say("nodue", quote(item.Title, t.plan.lang))
	}
	due := item.DueAt.In(t.now.Location()).AddDate(0, a.shift.months, a.shift.days).Add(a.shift.d)
	if !due.After(t.now) {
		return due, t.say("ask_when_past")
	}
	return due, ""
}

// which finds the one todo that an update is about, or says why it can't.
func (t *turn) which(a action) (todoItem, string) {
	args := map[string]any{}
	if a.pick == 0 {
		put(args, "text", atMost(a.text, maxText))
	}
	if a.status == "open" {
		args["status"] = "all"
	}
	o, why := t.call(toolList, args)
	if o == nil {
		return todoItem{}, why
	}
	if !o.OK {
		return todoItem{}, t.failed(o, "list")
	}
	found := fieldsOf(o).Todos
	if a.pick != 0 {
		if item, ok := pickTodo(found, a.pick); ok {
			return item, ""
		}
		return todoItem{}, t.say("nonth")
	}
	match := matchTodos(found, a.text)
	if len(match) == 0 {
		match = found // the server found them by its own way
	}
	if len(found) == 0 && a.text != "" {
		// The words may have other endings in the list.
		delete(args, "text")
		all, why := t.call(toolList, args)
		if all == nil {
			return todoItem{}, why
		}
		match = matchTodos(fieldsOf(all).Todos, a.text)
	}
	switch len(match) {
	case 1:
		return match[0], ""
	case 0:
		return todoItem{}, t.say("notodo", quote(a.text, t.plan.lang))
	}
	return todoItem{}, t.say("whichof") + "\n" + t.items(match, true)
}

func (t *turn) clock(a action) string {
	args := map[string]any{}
	put(args, "timezone", a.zone)
	o, why := t.call(toolTime, args)
	if o == nil {
		return why
	}
	return t.timeIs(a, o)
}
