package policy

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// standing is a yes made from a call with these holds.
func standing(t *testing.T, tool Tool, args string, holds map[string]Hold) Grant {
	t.Helper()
	list, err := Holds(json.RawMessage(args), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if h, ok := holds[list[i].Name]; ok {
			list[i].Hold = h
		}
	}
	s, err := NewStanding(tool, tool.Level, json.RawMessage(args), list)
	if err != nil {
		t.Fatal(err)
	}
	s.ID = "always-1"
	return s.Grant()
}

func TestAStandingYesCoversWhatItSays(t *testing.T) {
	search := externalTool("search", ReadsOutside)
	const made = `{"repo":"vise/vise","n":3,"deep":{"a":[1,-2,"x"]},"path":"docs/a.md","url":"https://api.example/v1?q=1","q":"a\u0001\"b","none":null}`
	for name, c := range map[string]struct {
		holds map[string]Hold
		args  string
		want  Outcome
	}{
		"the same":              {nil, made, Allow},
		"another value":         {nil, strings.Replace(made, "vise/vise", "vise/other", 1), Approval},
		"another number":        {nil, strings.Replace(made, `"n":3`, `"n":4`, 1), Approval},
		"another type":          {nil, strings.Replace(made, `"n":3`, `"n":"3"`, 1), Approval},
		"something deep":        {nil, strings.Replace(made, `-2`, `-3`, 1), Approval},
		"one more":              {nil, strings.Replace(made, `{"repo"`, `{"more":1,"repo"`, 1), Approval},
		"one less":              {nil, strings.Replace(made, `"n":3,`, ``, 1), Approval},
		"any number":            {map[string]Hold{"n": HoldAny}, strings.Replace(made, `"n":3`, `"n":4`, 1), Allow},
		"any, left out":         {map[string]Hold{"n": HoldAny}, strings.Replace(made, `"n":3,`, ``, 1), Allow},
		"same folder":           {map[string]Hold{"path": HoldBegins}, strings.Replace(made, "docs/a.md", "docs/b/c.md", 1), Allow},
		"out of the folder":     {map[string]Hold{"path": HoldBegins}, strings.Replace(made, "docs/a.md", "docs/../b.md", 1), Approval},
		"another folder":        {map[string]Hold{"path": HoldBegins}, strings.Replace(made, "docs/a.md", "doc/b.md", 1), Approval},
		"no text at all":        {map[string]Hold{"path": HoldBegins}, strings.Replace(made, `"docs/a.md"`, `["docs/a.md"]`, 1), Approval},
		"same host":             {map[string]Hold{"url": HoldBegins}, strings.Replace(made, "/v1?q=1", "/v2", 1), Allow},
		"host that begins so":   {map[string]Hold{"url": HoldBegins}, strings.Replace(made, "api.example", "api.example.evil", 1), Approval},
		"host with a user part": {map[string]Hold{"url": HoldBegins}, strings.Replace(made, "api.example/", "api.example@evil/", 1), Approval},
	} {
		t.Run(name, func(t *testing.T) {
			call := callOf(search, c.args)
			call.Grants = []Grant{standing(t, search, made, c.holds)}
			d := compiled(t, Config{}).Decide(call)
			if d.Outcome != c.want {
				t.Errorf("%s by %s (%s) under %s", d.Outcome, d.Rule, d.Reason, call.Grants[0].When)
			}
			if c.want == Allow && (d.Grant != "always-1" || !strings.Contains(d.Remedy, "vise policy revoke always-1")) {
				t.Errorf("%+v", d)
			}
		})
	}
}

func TestAStandingYesIsNarrow(t *testing.T) {
	search, create := externalTool("search", ReadsOutside), builtinTool("todo.create")
	g := standing(t, search, `{"q":"x"}`, nil)
	changed := search
	changed.Pin = "sha256:other"
	flags := callOf(search, `{"q":"x"}`)
	flags.Flags = Flags{PrivateRead: true, UntrustedSeen: true}
	over := g
	over.Over = true
	for name, c := range map[string]struct {
		call  Call
		cfg   Config
		grant Grant
		want  Outcome
	}{
		"the tool changed":       {callOf(changed, `{"q":"x"}`), Config{}, g, Approval},
		"another tool":           {callOf(create, `{"q":"x"}`), Config{}, g, Approval},
		"raised to dangerous":    {callOf(search, `{"q":"x"}`), Config{Rules: []Rule{{Tool: "*", Risk: Dangerous, Decision: Approval}}}, over, Approval},
		"dangerous by default":   {callOf(search, `{"q":"x"}`), Config{Rules: []Rule{{Tool: "*", Risk: Dangerous}}}, over, Deny},
		"the three flags":        {flags, Config{}, over, Approval},
		"a machine rule asks":    {callOf(search, `{"q":"x"}`), Config{Machine: []Rule{{Tool: "*", Decision: Approval}}}, over, Approval},
		"a machine rule denies":  {callOf(search, `{"q":"x"}`), Config{Machine: []Rule{{Tool: "*", Decision: Deny}}}, over, Deny},
		"a rule denies":          {callOf(search, `{"q":"x"}`), Config{Rules: []Rule{{Tool: "*", Decision: Deny}}}, g, Deny},
		"made against that rule": {callOf(search, `{"q":"x"}`), Config{Rules: []Rule{{Tool: "*", Decision: Deny}}}, over, Allow},
		"a broken pattern":       {callOf(search, `{"q":"x"}`), Config{}, Grant{ID: "a", Tool: search.ID(), Pin: search.Pin, When: "args.(", Standing: true}, Approval},
		"no pattern":             {callOf(search, `{"q":"x"}`), Config{}, Grant{ID: "a", Tool: search.ID(), Pin: search.Pin, Standing: true}, Approval},
	} {
		t.Run(name, func(t *testing.T) {
			c.call.Grants = []Grant{c.grant}
			if d := compiled(t, c.cfg).Decide(c.call); d.Outcome != c.want {
				t.Errorf("%s by %s (%s)", d.Outcome, d.Rule, d.Reason)
			}
		})
	}
}

func TestWhatCannotBeAllowedAlways(t *testing.T) {
	search := externalTool("search", ReadsOutside)
	unread := search
	unread.Status = StatusChanged
	for name, c := range map[string]struct {
		tool  Tool
		level Level
		args  string
	}{
		"dangerous":            {externalTool("drop", Dangerous), ReadsOutside, `{}`},
		"raised to dangerous":  {search, Dangerous, `{}`},
		"not approved":         {unread, ReadsOutside, `{}`},
		"a number out of size": {search, ReadsOutside, `{"n":1e999}`},
		"too long":             {search, ReadsOutside, `{"s":"` + strings.Repeat("x", maxCondition) + `"}`},
	} {
		holds, err := Holds(json.RawMessage(c.args), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewStanding(c.tool, c.level, json.RawMessage(c.args), holds); !errors.Is(err, ErrNoStanding) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestHoldsGetWider(t *testing.T) {
	for value, want := range map[string]string{
		`"docs/a.md"`:                  "same begins any same",
		`"https://a.example/x"`:        "same begins any same",
		`"https://a.example"`:          "same any same",
		`"https://u@a.example/x"`:      "same any same",
		`"/etc"`:                       "same any same",
		`"../x/y"`:                     "same any same",
		`"see docs/a.md for the rest"`: "same any same",
		`3`:                            "same any same",
	} {
		a, got := ArgHold{Name: "a", Value: json.RawMessage(value), Hold: HoldSame}, []string{"same"}
		for a = a.Wider(); ; a = a.Wider() {
			if got = append(got, string(a.Hold)); a.Hold == HoldSame {
				break
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
	holds, _ := Holds(json.RawMessage(`{"title":"x","key":"y"}`), []string{"key"})
	if got := WordsOf(holds); got != `title is "x", key: any` {
		t.Error(got)
	}
}

func TestInsisting(t *testing.T) {
	drop, create := externalTool("drop", Dangerous), builtinTool("todo.create")
	deny := Config{Rules: []Rule{{Tool: "*", Decision: Deny}}}
	flags := callOf(externalTool("search", ReadsOutside), `{}`)
	flags.Flags, flags.Attended = Flags{PrivateRead: true, UntrustedSeen: true}, false
	unread := callOf(create, `{}`)
	unread.Tool.Status = StatusChanged
	refused := callOf(create, `{}`)
	refused.Refused = []string{"todo.create"}
	noScope := callOf(create, `{}`)
	noScope.Scopes = nil
	for name, c := range map[string]struct {
		call Call
		cfg  Config
		can  bool
	}{
		"dangerous":      {callOf(drop, `{}`), Config{}, true},
		"own rule":       {callOf(create, `{}`), deny, true},
		"flags":          {flags, Config{}, true},
		"machine rule":   {callOf(create, `{}`), Config{Machine: deny.Rules}, false},
		"both":           {callOf(create, `{}`), Config{Rules: deny.Rules, Machine: deny.Rules}, false},
		"not approved":   {unread, Config{}, false},
		"refused by you": {refused, Config{}, false},
		"out of scope":   {noScope, Config{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := compiled(t, c.cfg)
			if d := p.Decide(c.call); d.Outcome != Deny || d.CanInsist != c.can {
				t.Errorf("%s, can insist %v, by %s", d.Outcome, d.CanInsist, d.Rule)
			}
			c.call.Insisted = true
			if d := p.Decide(c.call); (d.Outcome == Approval) != c.can || d.Outcome == Allow || d.CanInsist {
				t.Errorf("insisted: %s by %s (%s)", d.Outcome, d.Rule, d.Reason)
			}
		})
	}
}
