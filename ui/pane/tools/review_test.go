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
	press(p, "esc", "down")
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
		"r": {Do: Restart, Server: "github"}, "R": {Do: Reload}, "e": {Do: Enable, Server: "github", Off: true},
		"l": {Do: Log, Server: "github"}, "s": {Do: SignIn, Server: "github"}, "b": {Do: Handled},
	} {
		if a := press(p, key); a.Do != want.Do || a.Server != want.Server || a.Off != want.Off {
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

func TestBlocking(t *testing.T) {
	c := server(1)
	p := shown(c, nil)
	press(p, "down")
	if a := press(p, "b"); a.Do != Block || a.Tools[0].Name != "tool_00" {
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
