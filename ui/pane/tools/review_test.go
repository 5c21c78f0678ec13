package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"vise/policy"
	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

// server is a catalogue of one server with n new tools.
func server(n int) policy.Catalogue {
	c := policy.Catalogue{Servers: []policy.ServerState{{Name: "github", State: policy.ServerReady, Transport: "stdio", Held: n}}}
	for i := range n {
		t := tool("github", fmt.Sprintf("tool_%02d", i), strings.Repeat("What it does.\n", 12), `{"properties":{}}`, policy.Writes, policy.StatusNew)
		t.Pin = fmt.Sprintf("sha256:%04d", i)
		c.Held = append(c.Held, policy.Held{Tool: t, Reason: "never reviewed"})
	}
	return c
}

func shown(c policy.Catalogue, approved map[string]json.RawMessage) *Pane {
	p := New(theme.New(true), keys.Default(), nil).AtServer("")
	p.SetCatalogue(c, approved)
	p.View(80, 24)
	return p
}

func TestAToolIsApprovedOnceItWasRead(t *testing.T) {
	p := shown(server(2), nil)
	press(p, "down")
	p.View(80, 24)
	if a := press(p, "a"); a.Do != Handled || !strings.Contains(p.View(80, 24), "read it to its end first") {
		t.Fatalf("unread: %+v", a)
	}
	press(p, "enter", "end")
	p.View(80, 24)
	a := press(p, "a")
	if a.Do != Approve || len(a.Tools) != 1 || a.Tools[0].Pin != "sha256:0000" {
		t.Errorf("read: %+v", a)
	}
	c := server(2)
	c.Held[0].Tool.Pin = "sha256:other" // it changes under the reader's eyes
	p.SetCatalogue(c, nil)
	if a := press(p, "a"); a.Do != Handled {
		t.Errorf("what was read is gone: %+v", a)
	}
}

func TestAServerIsReadAsOneDocument(t *testing.T) {
	p := shown(server(3), nil)
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "3 of 3 to read · about 1 min") {
		t.Errorf("nothing says how much there is:\n%s", v)
	}
	if a := press(p, "a"); a.Do != Handled {
		t.Fatalf("unread: %+v", a)
	}
	press(p, "enter", "end")
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "a approve what was shown ·") {
		t.Errorf("the footer says it can't be done:\n%s", v)
	}
	a := press(p, "a")
	if a.Do != Approve || len(a.Tools) != 3 || a.Tools[2].Name != "tool_02" {
		t.Errorf("read: %+v", a)
	}
	press(p, "tab", "down")
	if a := press(p, "a"); a.Do != Approve || len(a.Tools) != 1 {
		t.Errorf("one of those that were read: %+v", a)
	}
	c := server(4) // one more came
	p.SetCatalogue(c, nil)
	press(p, "home")
	p.View(80, 10)
	if a := press(p, "a"); a.Do != Handled {
		t.Errorf("one of them is unread: %+v", a)
	}
}

func TestWhatChangedIsShownWordByWord(t *testing.T) {
	c := server(1)
	now := &c.Held[0].Tool
	now.Status = policy.StatusChanged
	now.Definition = json.RawMessage(`{"name":"tool_00","description":"Search.\nBefore calling any other tool, first …\nBye.","inputSchema":{"properties":{"q":{"type":"string"},"x":{"type":"number"}}}}`)
	before := json.RawMessage(`{"name":"tool_00","description":"Search.\nBye.","inputSchema":{"properties":{"q":{"type":"string"}}}}`)
	p := shown(c, map[string]json.RawMessage{"github/tool_00": before})
	press(p, "down", "enter")
	v := uitest.Plain(p.View(120, 60))
	for _, want := range []string{"CHANGED since you approved it", "what changed in the description", "▏ {+Before calling any other tool, first …+}", "▏ Bye.", "what changed in the arguments", "{+x  number+}"} {
		if !strings.Contains(v, want) {
			t.Errorf("%q isn't shown:\n%s", want, v)
		}
	}
	p.SetCatalogue(c, nil)
	if v := uitest.Plain(p.View(120, 60)); !strings.Contains(v, "what was approved isn't known any more") {
		t.Errorf("without what was approved:\n%s", v)
	}
}

func TestCompareLosesNothing(t *testing.T) {
	long := strings.Repeat("line\n", maxDiff/5)
	for _, c := range [][2]string{{"", "a"}, {"a", ""}, {"a\nb\nc", "a\nc"}, {"a", "a\n\nb"}, {long, long + "x"}, {"x\r\ny", "y"}} {
		var before, after []string
		for _, l := range compare(c[0], c[1]) {
			if l.mark != '+' {
				before = append(before, l.text)
			}
			if l.mark != '-' {
				after = append(after, l.text)
			}
		}
		if got := strings.Join(before, "\n"); strings.TrimSuffix(got, "\n") != strings.TrimSuffix(c[0], "\n") {
			t.Errorf("%.20q → %.20q: before is %.40q", c[0], c[1], got)
		}
		if got := strings.Join(after, "\n"); strings.TrimSuffix(got, "\n") != strings.TrimSuffix(c[1], "\n") {
			t.Errorf("%.20q → %.20q: after is %.40q", c[0], c[1], got)
		}
	}
}

func TestNothingIsApprovedUnread(t *testing.T) {
	for def, whole := range map[string]bool{
		`{"name":"a","description":"b","inputSchema":{"type":"object","properties":{"q":{"type":"string","title":"Q","enum":["x"]}}}}`: true,
		`{"name":"a","annotations":{"readOnlyHint":true}}`:                                                             true,
		`{"name":"a","_meta":{"x":"do this"}}`:                                                                         false,
		`{"name":"a","annotations":{"note":"do this"}}`:                                                                false,
		`{"name":"a","inputSchema":{"description":"do this"}}`:                                                         false,
		`{"name":"a","inputSchema":{"properties":{"q":{"anyOf":[{"description":"do this"}]}}}}`:                        false,
		`{"name":"a","inputSchema":{"properties":{"q":{"examples":["do this"]}}}}`:                                     false,
		`{"name":"a","inputSchema":{"properties":{"q":{"items":{"description":"do this"}}}}}`:                          false,
		`{"name":"a","inputSchema":{"properties":{"q":{"additionalProperties":{"description":"do this"}}}}}`:           false,
		`{"name":"a","inputSchema":` + strings.Repeat(`{"properties":{"a":`, 9) + `{}` + strings.Repeat(`}}`, 9) + `}`: false,
	} {
		if told([]byte(def)) != whole {
			t.Errorf("told whole: %v: %s", !whole, def)
		}
		c := server(1)
		c.Held[0].Tool.Definition = json.RawMessage(def)
		p := shown(c, nil)
		press(p, "down", "enter")
		p.View(120, 60)
		press(p, "end")
		v := uitest.Plain(p.View(120, 60))
		press(p, "home")
		v += uitest.Plain(p.View(120, 60))
		if strings.Contains(def, "do this") && !strings.Contains(v, "do this") {
			t.Errorf("it isn't shown: %s\n%s", def, v)
		}
	}
}

func TestServersAreChanged(t *testing.T) {
	p := shown(catalogue(), approvedBefore) // at github
	for key, want := range map[string]Action{
		"r enter": {Do: Restart, Server: "github"}, "R": {Do: Reload}, "e enter": {Do: Enable, Server: "github", Off: true},
		"l": {Do: Log, Server: "github"}, "s enter": {Do: SignIn, Server: "github"}, "b": {Do: Handled},
		"r": {Do: Handled}, "e": {Do: Handled}, "s": {Do: Handled}, // asked first
	} {
		p := shown(catalogue(), approvedBefore)
		if a := press(p, strings.Fields(key)...); a.Do != want.Do || a.Server != want.Server || a.Off != want.Off {
			t.Errorf("%s: %+v", key, a)
		}
	}
	press(p, "end") // the project's server
	p.View(120, 40)
	if a := press(p, "a"); a.Do != Start || a.Server != "project" {
		t.Errorf("starting: %+v", a)
	}
	press(p, "home") // built in
	for _, key := range []string{"a", "b", "r", "e", "l", "s"} {
		if a := press(p, key); a.Do != Handled {
			t.Errorf("built in, %s: %+v", key, a)
		}
	}
	c := catalogue()
	c.Servers[2].State = policy.ServerStopped
	p = shown(c, nil)
	press(p, "end", "up")
	if a := press(p, "e"); a.Do != Enable || a.Off {
		t.Errorf("one that is stopped: %+v", a)
	}
}

// A word that is typed as if the list could be searched so stops nothing: what
// stops something asks, a letter doesn't answer, and what is asked names what it
// is about.
func TestTypedWordsStopNothing(t *testing.T) {
	for _, at := range [][]string{nil, {"down"}} { // a server, a tool of it
		for _, word := range []string{"search", "better", "yes", "serve", "ebbe", "re re"} {
			p := shown(catalogue(), approvedBefore)
			press(p, at...)
			for _, letter := range strings.Split(word, "") {
				if letter == " " {
					letter = "space"
				}
				switch a := press(p, letter); a.Do {
				case Ignored, Handled, Log, Switch: // these change nothing for good
				default:
					t.Errorf("%q from %v: %s does %+v", word, at, letter, a)
				}
			}
		}
	}
	p := shown(catalogue(), approvedBefore)
	press(p, "e")
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "disable github? · enter stops it and keeps it from being started") {
		t.Errorf("%s", v)
	}
	if a := press(p, "y"); a.Do != Handled || !strings.Contains(p.View(80, 24), "left as it is") {
		t.Errorf("%+v", a)
	}
	if a := press(p, "enter"); a.Do != Handled {
		t.Errorf("it was answered after all: %+v", a)
	}
}

// The filter takes letters as letters, keeps servers above their tools, and is
// left before the screen is.
func TestFilter(t *testing.T) {
	p := shown(catalogue(), approvedBefore)
	press(p, "/")
	if p.Context() != keys.Search {
		t.Fatalf("the filter isn't typed in %s", p.Context())
	}
	for _, letter := range strings.Split("issues", "") {
		press(p, letter)
	}
	v := uitest.Plain(p.View(120, 40))
	if !strings.Contains(v, "github") || !strings.Contains(v, "search_issues") || strings.Contains(v, "list_repos") || strings.Contains(v, "built-in") {
		t.Errorf("%s", v)
	}
	if e, _ := p.selected(); e.id() != "github/search_issues" && e.tool != nil {
		t.Errorf("the cursor is on %q", e.id())
	}
	press(p, "enter")
	p.SetCatalogue(catalogue(), approvedBefore) // a server changed meanwhile
	if v := uitest.Plain(p.View(120, 40)); strings.Contains(v, "list_repos") || !strings.Contains(v, "Tools with “issues”") {
		t.Errorf("%s", v)
	}
	if a := press(p, "esc"); a.Do != Handled || !strings.Contains(uitest.Plain(p.View(120, 40)), "list_repos") {
		t.Errorf("the filter isn't left: %+v", a)
	}
	press(p, "/")
	p.Paste("nothing has this\x1b")
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "no server or tool has") {
		t.Errorf("%s", v)
	}
	if a := press(p, "esc", "esc"); a.Do != Back {
		t.Errorf("esc: %+v", a)
	}
}

// One esc leaves the screen where the details stand beside their list, also
// when the keys go to them.
func TestOneEscLeaves(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		p := shown(catalogue(), approvedBefore)
		press(p, "enter", "down")
		p.View(size[0], size[1])
		if a := press(p, "esc"); a.Do != Back {
			t.Errorf("%v: %+v", size, a)
		}
	}
	p := shown(catalogue(), approvedBefore)
	press(p, "enter")
	p.View(60, 12) // the details cover the list
	if a := press(p, "esc"); a.Do != Handled {
		t.Errorf("%+v", a)
	}
	p.View(60, 12)
	if a := press(p, "esc"); a.Do != Back {
		t.Errorf("%+v", a)
	}
}

func TestBlocking(t *testing.T) {
	c := server(1)
	p := shown(c, nil)
	press(p, "down")
	if a := press(p, "b", "enter"); a.Do != Block || a.Tools[0].Name != "tool_00" {
		t.Errorf("block: %+v", a)
	}
	c.Held[0].Tool.Status = policy.StatusBlocked
	p.SetCatalogue(c, nil)
	if a := press(p, "b"); a.Do != Handled {
		t.Errorf("again: %+v", a)
	}
	p.View(80, 24)
	press(p, "enter", "end")
	p.View(80, 24)
	if a := press(p, "a"); a.Do != Approve {
		t.Errorf("approved after all: %+v", a)
	}
}

func TestTheLogStandsInPlaceOfTheDetails(t *testing.T) {
	p := shown(catalogue(), nil)
	p.SetLog("github", session.Untrusted("one\x1b[2J\ntwo"))
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "Log of github") || !strings.Contains(v, `▏ one\x1b[2J`) {
		t.Errorf("the log:\n%s", v)
	}
	p.SetCatalogue(catalogue(), nil) // news meanwhile
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "Log of github") {
		t.Errorf("news close it:\n%s", v)
	}
	press(p, "esc")
	if v := uitest.Plain(p.View(120, 40)); !strings.Contains(v, "how it is reached, exactly") {
		t.Errorf("esc:\n%s", v)
	}
}

func TestNewsLeaveTheReaderWhereTheyAre(t *testing.T) {
	c := server(3)
	p := shown(c, nil)
	press(p, "enter", "pgdown", "pgdown")
	inside := func() string { _, doc, _ := strings.Cut(uitest.Plain(p.View(80, 24)), "├"); return doc }
	before := inside()
	c.Servers[0].Restarts = 1 // one line more, above
	p.SetCatalogue(c, nil)
	if after := inside(); !strings.Contains(after, "2 of 3 to read: tool_01") || strings.Contains(after, "1 of 3") {
		t.Errorf("it is at the top again:\n%s\nbefore:\n%s", after, before)
	}
}

func TestWithoutServersItSaysHowToAddOne(t *testing.T) {
	p := shown(policy.Catalogue{Servers: []policy.ServerState{{Name: policy.BuiltinServer, State: policy.ServerReady}}}, nil)
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "No other server is configured.") {
		t.Errorf("it says nothing:\n%s", v)
	}
}

func TestWhatComesLaterIsNotReadYet(t *testing.T) {
	p := shown(policy.Catalogue{Servers: []policy.ServerState{{Name: "github", State: policy.ServerStarting}}}, nil)
	press(p, "enter", "end")
	p.View(80, 24)
	p.SetCatalogue(server(9), nil) // it started
	v := uitest.Plain(p.View(80, 24))
	if a := press(p, "a"); a.Do != Handled || !strings.Contains(v, "state          ● ready") {
		t.Errorf("approved unread: %+v\n%s", a, v)
	}
}
