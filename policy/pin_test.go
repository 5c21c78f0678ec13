package policy

import (
	"encoding/json"
	"testing"
)

const pinnedTool = `{"name":"search","title":"Search","description":"Finds <things>","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10}}},"annotations":{"readOnlyHint":true}}`

func pinOf(t *testing.T, definition string) string {
	t.Helper()
	pin, err := Pin(json.RawMessage(definition))
	if err != nil {
		t.Fatal(err)
	}
	return pin
}

func TestPin(t *testing.T) {
	pin := pinOf(t, pinnedTool)
	for name, same := range map[string]string{
		"order, space, escapes": `{ "annotations":{"readOnlyHint":true}, "inputSchema":{"properties":{"q":{"maxLength":1e1,"type":"string"}},"type":"object"}, "description":"Finds \u003cthings\u003e", "title":"Search", "name":"search" }`,
		"meta and icons":        pinnedTool[:len(pinnedTool)-1] + `,"_meta":{"a":1},"icons":[{"src":"x"}]}`,
		"null":                  pinnedTool[:len(pinnedTool)-1] + `,"outputSchema":null}`,
	} {
		if got := pinOf(t, same); got != pin {
			t.Errorf("%s: another pin", name)
		}
	}
	for name, other := range map[string]string{
		"name":         `{"name":"search2"}`,
		"outputSchema": pinnedTool[:len(pinnedTool)-1] + `,"outputSchema":{"type":"object"}}`,
		"nothing":      `{}`,
	} {
		if got := pinOf(t, other); got == pin {
			t.Errorf("%s: the same pin", name)
		}
	}
}

func TestPinRefuses(t *testing.T) {
	for _, bad := range []string{`[]`, `{"name":"a","name":"b"}`, `{"name":`, "{\"name\":\"\xff\"}", `{"inputSchema":{"maximum":1e999}}`} {
		if pin, err := Pin(json.RawMessage(bad)); err == nil {
			t.Errorf("%s has the pin %s", bad, pin)
		}
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		server, definition string
		level              Level
		scope              string
	}{
		{BuiltinServer, `{"name":"file.search"}`, ReadsHere, "files:read"},
		{BuiltinServer, `{"name":"file.read"}`, ReadsHere, "files:read"},
		{BuiltinServer, `{"name":"todo.list"}`, ReadsHere, "todo:read"},
		{BuiltinServer, `{"name":"todo.create","annotations":{"readOnlyHint":true}}`, Writes, "todo:write"},
		{BuiltinServer, `{"name":"todo.update"}`, Writes, "todo:write"},
		{BuiltinServer, `{"name":"time.now"}`, ReadsHere, "time:read"},
		{BuiltinServer, `{"name":"other"}`, Dangerous, "server:builtin"},
		{"x", `{"name":"file.read"}`, Dangerous, "server:x"},
		{"x", `{"annotations":{"readOnlyHint":true}}`, ReadsOutside, "server:x"},
		{"x", `{"annotations":{"readOnlyHint":true,"destructiveHint":false}}`, ReadsOutside, "server:x"},
		{"x", `{"annotations":{"readOnlyHint":true,"destructiveHint":true}}`, Dangerous, "server:x"},
		{"x", `{"annotations":{"destructiveHint":false}}`, Writes, "server:x"},
		{"x", `{"annotations":{"readOnlyHint":false}}`, Dangerous, "server:x"},
		{"x", `not JSON`, Dangerous, "server:x"},
	} {
		level, scope := Classify(c.server, json.RawMessage(c.definition))
		if level != c.level || scope != c.scope {
			t.Errorf("%s %s: %s %s, want %s %s", c.server, c.definition, level, scope, c.level, c.scope)
		}
	}
}

func TestEffect(t *testing.T) {
	for _, c := range []struct {
		tool Tool
		args string
		want string
	}{
		{builtinTool("todo.create"), `{"title":"x"}`, "add 1 todo; nothing else changes"},
		{builtinTool("todo.update"), `{"id":"1","status":"done"}`, "mark 1 todo as done; can be undone"},
		{builtinTool("todo.update"), `{"id":"1","title":"x"}`, "change 1 todo: its title; can be undone"},
		{builtinTool("todo.update"), `{"id":"1","title":"x","due_at":""}`, "change 1 todo: its title, no due time; can be undone"},
		{builtinTool("todo.update"), `{"id":"1","status":"cancelled","due_at":"x"}`, "cancel 1 todo, change when it is due; can be undone"},
		{builtinTool("todo.update"), `{"id":"1","undo":true}`, "take back the last change of 1 todo"},
		{builtinTool("todo.update"), `not JSON`, "change 1 todo; can be undone"},
		{builtinTool("file.read"), `{}`, "read files in the allowed folders; nothing changes"},
		{externalTool("create_issue", Writes), `{}`, "whatever github/create_issue does with it; vise can't undo it"},
		{Tool{Server: "x", Name: "\x1b]0;"}, `{}`, "whatever this tool does with it; vise can't undo it"},
	} {
		if got := Effect(c.tool, json.RawMessage(c.args)); got != c.want {
			t.Errorf("%s: %q, want %q", c.tool.ID(), got, c.want)
		}
	}
}

// The pin of what is no tool covers what is shown of it, and is none of a
// tool's.
func TestPinText(t *testing.T) {
	pin := func(def string) string {
		t.Helper()
		p, err := PinText(json.RawMessage(def))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const prompt = `{"kind":"prompt","name":"triage","description":"Sorts","arguments":[{"name":"repo","required":true}]}`
	if pin(prompt) != pin(`{"arguments":[{"required":true,"name":"repo"}],"name":"triage","kind":"prompt","description":"Sorts","icons":[]}`) {
		t.Error("order and icons matter")
	}
	seen := map[string]string{pinOf(t, prompt): "as a tool"}
	for _, def := range []string{
		prompt,
		`{"kind":"prompt","name":"triage","description":"Sorts","arguments":[{"name":"repo"}]}`,
		`{"kind":"prompt","name":"triage","description":"Sorts all","arguments":[{"name":"repo","required":true}]}`,
		`{"kind":"template","name":"triage","description":"Sorts","arguments":[{"name":"repo","required":true}]}`,
		`{"kind":"instructions","instructions":"Sorts"}`,
		`{"kind":"instructions","instructions":"Sorts all"}`,
		`{"kind":"template","uriTemplate":"x://{a}"}`,
		`{"kind":"template","uriTemplate":"x://{b}"}`,
	} {
		if was, ok := seen[pin(def)]; ok {
			t.Errorf("%s has the pin of %s", def, was)
		}
		seen[pin(def)] = def
	}
}
