package form

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"vise/ui/theme"
	"vise/ui/uitest"
)

const todoSchema = `{"type":"object","additionalProperties":false,"required":["title"],"properties":{
	"title":{"type":"string","minLength":1,"maxLength":60,"description":"What is to be done."},
	"due_at":{"type":"string","format":"date-time"},
	"priority":{"type":"integer","minimum":1,"maximum":5},
	"weight":{"type":"number"},
	"urgent":{"type":"boolean"},
	"list":{"enum":["home","work",3]},
	"tags":{"type":"array","items":{"type":"string"}},
	"note":{"type":"string"},
	"code":{"type":"string","pattern":"^[A-Z]+$"},
	"idempotency_key":{"type":"string"}}}`

const todoArgs = `{"title":"Raise the retry timeout","due_at":"2026-12-01T09:00:00+03:00","idempotency_key":"k-01","priority":3.0,"tags":[ "a","\u0062"]}`

func open(t *testing.T, args string, opt Options) *Form {
	t.Helper()
	opt.Theme, opt.Tool, opt.Keep = theme.New(true), "todo.create", []string{"idempotency_key"}
	opt.Zone = time.FixedZone("Europe/Moscow", 3*3600)
	opt.Now = time.Date(2026, 11, 30, 10, 0, 0, 0, opt.Zone)
	f, err := New(json.RawMessage(todoSchema), json.RawMessage(args), opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// to moves to a field by name, "" to the last line.
func to(t *testing.T, f *Form, name string) {
	t.Helper()
	for range len(f.all) + 1 {
		if x := f.at(); f.focus == len(f.all) && name == "" || x != nil && x.name == name {
			return
		}
		f.Key(uitest.Key("tab"))
	}
	t.Fatalf("no field %q", name)
}

// story runs steps such as "title: ctrl+u n e w", then uses the values.
func story(t *testing.T, f *Form, steps ...string) Action {
	t.Helper()
	for _, s := range steps {
		name, ks, _ := strings.Cut(s, ": ")
		to(t, f, name)
		for _, k := range strings.Fields(ks) {
			f.Key(uitest.Key(k))
		}
	}
	to(t, f, "")
	return f.Key(uitest.Key("enter"))
}

func TestEdits(t *testing.T) {
	const tail = `,"due_at":"2026-12-01T09:00:00+03:00","idempotency_key":"k-01","priority":3.0,"tags":[ "a","\u0062"]`
	for _, tc := range []struct {
		name  string
		steps []string
		want  string
	}{
		{"a text; the others keep their bytes", []string{"title: ctrl+u n e w"}, `{"title":"new"` + tail + `}`},
		{"an added text", []string{"note: < &"}, `{"title":"Raise the retry timeout"` + tail + `,"note":"<&"}`},
		{"a line feed", []string{"note: a alt+enter b"}, `{"title":"Raise the retry timeout"` + tail + `,"note":"a\nb"}`},
		{"added and taken away again", []string{"note: a backspace", "title: ctrl+u x"}, `{"title":"x"` + tail + `}`},
		{"an optional one left out", []string{"due_at: ctrl+x"}, `{"title":"Raise the retry timeout","idempotency_key":"k-01","priority":3.0,"tags":[ "a","\u0062"]}`},
		{"emptied is left out", []string{"due_at: ctrl+u"}, `{"title":"Raise the retry timeout","idempotency_key":"k-01","priority":3.0,"tags":[ "a","\u0062"]}`},
		{"left out and back", []string{"due_at: ctrl+x ctrl+x", "title: ctrl+u x"}, `{"title":"x"` + tail + `}`},
		{"a number", []string{"priority: ctrl+u 5"}, `{"title":"Raise the retry timeout","due_at":"2026-12-01T09:00:00+03:00","idempotency_key":"k-01","priority":5,"tags":[ "a","\u0062"]}`},
		{"a number's text", []string{"weight: 1 . 5 0 e 3"}, `{"title":"Raise the retry timeout"` + tail + `,"weight":1.50e3}`},
		{"a boolean", []string{"urgent: right"}, `{"title":"Raise the retry timeout"` + tail + `,"urgent":true}`},
		{"a boolean, twice", []string{"urgent: space space"}, `{"title":"Raise the retry timeout"` + tail + `,"urgent":false}`},
		{"a boolean, round", []string{"urgent: space space space", "title: ctrl+u x"}, `{"title":"x"` + tail + `}`},
		{"the last of an enum", []string{"list: left"}, `{"title":"Raise the retry timeout"` + tail + `,"list":3}`},
		{"JSON", []string{`tags: ctrl+u [ " x " , space " y " ]`}, `{"title":"Raise the retry timeout","due_at":"2026-12-01T09:00:00+03:00","idempotency_key":"k-01","priority":3.0,"tags":["x","y"]}`},
		{"an empty text stays a text", []string{"title: ctrl+u x", "note: a"}, `{"title":"x"` + tail + `,"note":"a"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := open(t, todoArgs, Options{})
			got := story(t, f, tc.steps...)
			if got.Do != Use || string(got.Args) != tc.want {
				t.Errorf("got %v %s\nwant %s\n%s", got.Do, got.Args, tc.want, uitest.Plain(f.View(80, 40)))
			}
		})
	}
}

func TestWhatIsWrongIsSaidAndNotUsed(t *testing.T) {
	for _, tc := range []struct{ step, want string }{
		{"title: ctrl+u", "it can't be empty"},
		{"title: " + strings.Repeat("x ", 61), "at most 60 characters"},
		{"title: ctrl+x", "it is required"},
		{"due_at: ctrl+u t o m o r r o w", "write it as 2026-12-01T09:00:00+03:00"},
		{"priority: ctrl+u 9", "at most 5"},
		{"priority: ctrl+u 0", "at least 1"},
		{"priority: ctrl+u 2 . 5", "whole number"},
		{"priority: ctrl+u x", "write a number"},
		{"tags: ctrl+u [", "not JSON"},
		{"tags: ctrl+u [ 1 ]", "tags"},
		{"code: a", "pattern"},
	} {
		t.Run(tc.step, func(t *testing.T) {
			f := open(t, todoArgs, Options{})
			name, ks, _ := strings.Cut(tc.step, ": ")
			to(t, f, name)
			for _, k := range strings.Fields(ks) {
				f.Key(uitest.Key(k))
			}
			if got := uitest.Plain(f.View(100, 60)); !strings.Contains(got, "! ") || !strings.Contains(got, tc.want) {
				t.Errorf("while typing:\n%s\nwant %q", got, tc.want)
			}
			if tc.step == "title: ctrl+x" {
				return // it only says why it can't be left out
			}
			if got := story(t, f); got.Do != None || f.at() == nil || f.at().name != name {
				t.Errorf("used %s, the cursor on line %d", got.Args, f.focus)
			}
		})
	}
}

func TestWhyValuesArentUsedIsSaid(t *testing.T) {
	f := open(t, todoArgs, Options{})
	if got := story(t, f, "due_at: ctrl+u t o m o r r o w"); got.Do != None {
		t.Fatalf("used %s", got.Args)
	}
	if got := uitest.Plain(f.View(100, 60)); !strings.Contains(got, "due_at: write it as 2026-12-01T09:00:00+03:00") {
		t.Error(got)
	}
}

func TestWhatViseFilledInIsNoField(t *testing.T) {
	f := open(t, `{"idempotency_key":"k-01","title":"x"}`, Options{})
	if x := f.at(); x == nil || x.name != "title" {
		t.Errorf("the cursor is at %v", x)
	}
	got := uitest.Plain(f.View(100, 60))
	if strings.Contains(got, "k-01") || !strings.Contains(got, "vise filled in idempotency_key: it stays") {
		t.Error(got)
	}
	if got := story(t, f, "title: y"); string(got.Args) != `{"idempotency_key":"k-01","title":"xy"}` {
		t.Errorf("%s", got.Args)
	}
}

func TestAnEmptyTimeStaysAsItWas(t *testing.T) {
	f := open(t, `{"title":"x","due_at":""}`, Options{})
	if got := story(t, f, "title: y"); string(got.Args) != `{"title":"xy","due_at":""}` {
		t.Errorf("%v %s\n%s", got.Do, got.Args, uitest.Plain(f.View(100, 60)))
	}
}

func TestNothingChangedIsSaid(t *testing.T) {
	f := open(t, todoArgs, Options{})
	if got := story(t, f); got.Do != None || !strings.Contains(f.View(80, 40), "nothing is changed") {
		t.Errorf("%v %s", got.Do, got.Args)
	}
}

func TestTheLastWordIsTheOwners(t *testing.T) {
	var saw string
	f := open(t, todoArgs, Options{Check: func(args json.RawMessage) error {
		saw = string(args)
		return errors.New("a todo with that title exists\x1b[2J")
	}})
	if got := story(t, f, "title: ctrl+u x"); got.Do != None || !strings.Contains(saw, `"title":"x"`) {
		t.Errorf("%v; the check saw %s", got.Do, saw)
	}
	if got := uitest.Plain(f.View(80, 40)); !strings.Contains(got, `a todo with that title exists\x1b[2J`) {
		t.Error(got)
	}
}

func TestTheWholeIsChecked(t *testing.T) {
	schema := `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}}`
	f, err := New(json.RawMessage(schema), json.RawMessage(`{}`), Options{Theme: theme.New(true)})
	if err != nil {
		t.Fatal(err)
	}
	if got := story(t, f, "a: x"); got.Do != None || f.say == "" {
		t.Errorf("%v %s %q", got.Do, got.Args, f.say)
	}
	if got := story(t, f, "b: y"); got.Do != Use || string(got.Args) != `{"a":"x","b":"y"}` {
		t.Errorf("%v %s", got.Do, got.Args)
	}
}

func TestBackAndPaste(t *testing.T) {
	f := open(t, todoArgs, Options{})
	to(t, f, "title")
	f.Paste(" now\x1b[2J\nand then")
	got := story(t, f)
	if !strings.HasPrefix(string(got.Args), `{"title":"Raise the retry timeout now\u001b[2J\nand then"`) {
		t.Errorf("%s", got.Args)
	}
	if strings.Contains(f.View(80, 40), "\x1b[2J") {
		t.Error("pasted escape sequences are live")
	}
	if got := f.Key(uitest.Key("esc")); got.Do != Back {
		t.Errorf("esc: %v", got.Do)
	}
}

func TestBadInput(t *testing.T) {
	for _, tc := range []struct{ schema, args string }{
		{todoSchema, `[1]`}, {todoSchema, `{"a":1`}, {todoSchema, ``}, {`{"type":7}`, `{}`}, {`nope`, `{}`},
	} {
		if _, err := New(json.RawMessage(tc.schema), json.RawMessage(tc.args), Options{Theme: theme.New(true)}); err == nil {
			t.Errorf("%s with %s: no error", tc.schema, tc.args)
		}
	}
}

func TestOddSchemas(t *testing.T) {
	for _, tc := range []struct{ schema, args string }{
		{`{}`, `{"x":1}`},
		{`true`, `{"x":null}`},
		{`{"type":"object","properties":{"x":{"$ref":"#/$defs/t"}},"$defs":{"t":{"type":"string"}}}`, `{"x":"a"}`},
		{`{"type":"object","properties":{"x":{"$ref":"https://example.org/s.json"}}}`, `{"x":"a"}`},
		{`{"type":"object","properties":{"x":{"type":["string","null"]}}}`, `{"x":null}`},
		{`{"type":"object","properties":{"x":{"anyOf":[{"type":"string"},{"type":"number"}]}}}`, `{"x":2}`},
		{`{"type":"object","properties":{"x":{"type":"integer"}}}`, `{"x":"not an integer"}`},
	} {
		f, err := New(json.RawMessage(tc.schema), json.RawMessage(tc.args), Options{Theme: theme.New(true)})
		if err != nil {
			t.Errorf("%s: %v", tc.schema, err)
			continue
		}
		uitest.Fits(t, f.View(80, 24), 80, 24)
		if v, _ := f.value(); v != nil && string(v) != tc.args {
			t.Errorf("%s: %s became %s", tc.schema, tc.args, v)
		}
	}
}

func TestGolden(t *testing.T) {
	for _, s := range []struct{ w, h int }{{120, 40}, {80, 24}, {40, 10}} {
		t.Run(fmt.Sprintf("%dx%d", s.w, s.h), func(t *testing.T) {
			f := open(t, todoArgs, Options{})
			to(t, f, "priority")
			f.Key(uitest.Key("9"))
			got := f.View(s.w, s.h)
			uitest.Fits(t, got, s.w, s.h)
			golden.RequireEqual(t, uitest.Plain(got))
		})
	}
}

func TestTheCursorIsWhereTheTextIs(t *testing.T) {
	f := open(t, todoArgs, Options{})
	for _, name := range []string{"title", "due_at", "tags", "note"} {
		to(t, f, name)
		f.Key(uitest.Key("ctrl+u"))
		f.Paste("@@买")
		rows := strings.Split(uitest.Plain(f.View(60, 16)), "\n")
		x, y, ok := f.Cursor()
		if !ok || !strings.Contains(rows[y], "> @@买") || x != theme.Width("│     > @@买") {
			t.Errorf("%s: cursor at %d,%d,%v: %q", name, x, y, ok, rows[y])
		}
	}
	to(t, f, "urgent")
	if _, _, ok := f.Cursor(); ok {
		t.Error("a choice has a text cursor")
	}
}
