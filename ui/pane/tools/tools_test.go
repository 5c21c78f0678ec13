package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

const searchSchema = `{"type":"object","additionalProperties":false,"required":["query"],"properties":{
"query":{"type":"string","description":"what to look for","minLength":1},
"root":{"type":"string","enum":["work","notes"]},
"max_results":{"type":"integer","minimum":1,"maximum":50,"default":20},
"where":{"type":"object","properties":{"glob":{"type":["string","null"],"pattern":"^[a-z*]+$"}}},
"tags":{"type":"array","items":{"type":"string"}}}}`

func tool(server, name, description, schema string, level policy.Level, status policy.Status) policy.Tool {
	def, _ := json.Marshal(map[string]any{"name": name, "description": description, "inputSchema": json.RawMessage(schema)})
	return policy.Tool{Server: server, Name: name, Definition: def, Pin: "sha256:0123", Status: status, Level: level, Scope: "files:read"}
}

// approvedBefore is what was approved of the tool that changed.
var approvedBefore = map[string]json.RawMessage{"github/search_issues": json.RawMessage(`{"name":"search_issues","description":"Search issues.","inputSchema":{"properties":{"q":{"type":"string"}}}}`)}

func catalogue() policy.Catalogue {
	off := tool("github", "list_repos", "Lists repositories.", `{}`, policy.ReadsOutside, policy.StatusApproved)
	off.Off = true
	return policy.Catalogue{
		Offered: []policy.Tool{
			tool(policy.BuiltinServer, "file.search", "Searches names and contents of files.\nNot for reading one: use file.read.", searchSchema, policy.ReadsHere, policy.StatusApproved),
			tool(policy.BuiltinServer, "todo.create", "Creates a todo.", `{"type":"object"}`, policy.Writes, policy.StatusApproved),
			off,
		},
		Held: []policy.Held{
			{Tool: tool("github", "search_issues", "Search.\x1b[2J 搜索 \u202e", `{"properties":{"q\u202e":{"type":"string"}}}`, policy.ReadsOutside, policy.StatusChanged), Reason: "its description changed since you approved it"},
			{Tool: policy.Tool{Server: "github", Name: "broken", Definition: json.RawMessage("{\"name\": \x1b[2J"), Status: policy.StatusInvalid, Level: policy.Dangerous}, Reason: "its definition can't be read"},
			{Tool: tool("github", "create_issue", "Creates.", `{}`, policy.Writes, policy.StatusNew), Reason: "never reviewed"},
		},
		Servers: []policy.ServerState{
			{Name: policy.BuiltinServer, State: "ready", Transport: "in-memory", Offered: 2},
			{Name: "github", State: "ready", Transport: "http", Protocol: "2025-06-18", Title: "GitHub\x1b[2J 1.0", Reached: "https://mcp.example.org/github", Source: "~/.config/vise/mcp.json:3",
				Since: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC), Restarts: 1, Offered: 1, Held: 3, Notes: []string{"its prompts can't be listed"}},
			{Name: "notes", State: "failed", Transport: "stdio", Reached: "npx -y @example/notes", LastError: "exited with status 1: \x1b[31mno such file",
				Try: "install Node, or change the command", Log: "/home/ann/.local/state/vise/notes.log", Tail: []string{"starting", "no such file\x1b[31m"}},
			{Name: "project", State: "stopped", Transport: "stdio", Reached: "./tools/server --port 1", Need: policy.NeedApproval, Source: "/home/ann/work/.mcp.json:2"},
		},
	}
}

func open() *Pane {
	p := New(theme.New(true), keys.Default(), nil)
	p.SetCatalogue(catalogue(), approvedBefore)
	return p
}

func press(p *Pane, names ...string) Action {
	var a Action
	for _, n := range names {
		a = p.Key(uitest.Key(n))
	}
	return a
}

func TestScreens(t *testing.T) {
	p := open()
	press(p, "down")
	for _, s := range [][2]int{{120, 40}, {80, 24}} {
		uitest.Golden(t, fmt.Sprintf("builtin-%dx%d", s[0], s[1]), p.View(s[0], s[1]), s[0], s[1])
	}
	press(p, "down", "down", "down", "down")
	uitest.Golden(t, "held-120x40", p.View(120, 40), 120, 40)
	press(p, "down")
	uitest.Golden(t, "broken-80x24", p.View(80, 24), 80, 24)
	for name, keys := range map[string][]string{"server": {"home", "down", "down", "down"}, "failed": {"end", "up"}, "waits": {"end"}} {
		press(p, keys...)
		uitest.Golden(t, name+"-120x40", p.View(120, 40), 120, 40)
		uitest.Golden(t, name+"-80x24", p.View(80, 24), 80, 24)
	}
	for range 8 {
		for _, k := range []string{"v", "tab", "end", "tab", "up"} {
			press(p, k)
			for _, s := range [][2]int{{120, 40}, {100, 12}, {80, 24}, {40, 10}, {20, 4}, {3, 2}, {1, 1}} {
				v := p.View(s[0], s[1])
				uitest.Fits(t, v, s[0], s[1])
				if strings.ContainsAny(uitest.Plain(v), "\x1b\u202e") {
					t.Errorf("after %q: not inert", k)
				}
			}
		}
	}
}

func TestSwitching(t *testing.T) {
	p := open()
	if a := press(p, "space"); a.Do != Handled || !strings.Contains(p.View(80, 24), "a server has no switch") {
		t.Errorf("on a server: %v", a)
	}
	if a := press(p, "down", "space"); !reflect.DeepEqual(a, Action{Do: Switch, Tool: "file.search", Off: true}) {
		t.Errorf("on a tool: %v", a)
	}
	press(p, "down", "down", "down") // github's list_repos, which is off
	if a := press(p, "space"); !reflect.DeepEqual(a, Action{Do: Switch, Tool: "github/list_repos"}) {
		t.Errorf("on one that is off: %v", a)
	}
	if a := press(p, "down", "space"); a.Do != Handled || !strings.Contains(p.View(80, 24), "held back: its description changed") {
		t.Errorf("on one held back: %v", a)
	}
}

func TestTheCursorStaysOnItsTool(t *testing.T) {
	p := open()
	press(p, "end", "up", "up")
	c := catalogue()
	c.Offered = c.Offered[1:]
	p.SetCatalogue(c, nil)
	if e, _ := p.selected(); e.id() != "github/create_issue" {
		t.Errorf("it is on %q", e.id())
	}
	if a := press(p, "enter", "esc", "esc"); a.Do != Back {
		t.Errorf("esc: %v", a)
	}
}

func TestNothingIsSilentlyAbsent(t *testing.T) {
	p := New(theme.New(true), keys.Default(), nil)
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "reading …") {
		t.Errorf("before the catalogue:\n%s", v)
	}
	c := catalogue()
	c.Servers = c.Servers[:1] // github's tools are there, its server isn't listed
	p.SetCatalogue(c, nil)
	if v := uitest.Plain(p.View(80, 40)); !strings.Contains(v, "github  ? unknown") || !strings.Contains(v, "create_issue") {
		t.Errorf("an unlisted server:\n%s", v)
	}
	p.SetError(errors.New("locked\x1b"))
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, `can't be read: locked\x1b`) {
		t.Errorf("an error:\n%s", v)
	}
	for _, k := range []string{"space", "enter", "v", "tab", "down"} {
		press(p, k)
	}
}

func TestSchema(t *testing.T) {
	lines, others := Schema(json.RawMessage(searchSchema))
	got := strings.Join(lines, "\n")
	want := "query  text, required, characters: at least 1\n    what to look for\nroot  text, one of work|notes\nmax_results  whole number, 1 to 50, default 20\n" +
		"where  group\n  glob  text or nothing, like ^[a-z*]+$\ntags  list of text"
	if got != want || others {
		t.Errorf("got:\n%s", got)
	}
	for _, raw := range []string{`{"properties":[1]}`, `[]`, `{"type":7}`, `{"properties":{"a":true}}`, `{`, strings.Repeat(`{"properties":{"a":`, 500) + "{}" + strings.Repeat("}}", 500)} {
		if _, others := Schema(json.RawMessage(raw)); !others {
			t.Errorf("it seems to forbid other arguments: %.40s", raw)
		}
	}
}

// A server that is tried again by itself says when.
func TestNextTry(t *testing.T) {
	p := New(theme.New(true), keys.Default(), time.FixedZone("", 3*3600))
	s := policy.ServerState{Name: "web", State: policy.ServerFailed, Transport: "http", LastError: "connection refused", Next: time.Date(2026, 11, 30, 9, 0, 5, 0, time.UTC)}
	p.SetCatalogue(policy.Catalogue{Servers: []policy.ServerState{s}}, nil)
	if got := uitest.Plain(p.View(120, 40)); !strings.Contains(got, "next try       12:00:05, by itself") {
		t.Errorf("%s", got)
	}
	s.State, s.Next = policy.ServerReady, time.Time{}
	p.SetCatalogue(policy.Catalogue{Servers: []policy.ServerState{s}}, nil)
	if got := uitest.Plain(p.View(120, 40)); strings.Contains(got, "next try") {
		t.Errorf("%s", got)
	}
}
