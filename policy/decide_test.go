package policy

import (
	"encoding/json"
	"strings"
	"testing"
)

func builtinTool(name string) Tool {
	def := json.RawMessage(`{"name":"` + name + `"}`)
	level, scope := Classify(BuiltinServer, def)
	return Tool{Server: BuiltinServer, Name: name, Definition: def, Pin: "sha256:b", Status: StatusApproved, Level: level, Scope: scope}
}

func externalTool(name string, level Level) Tool {
	return Tool{Server: "github", Name: name, Pin: "sha256:e", Status: StatusApproved, Level: level, Scope: "server:github"}
}

// callOf is an attended call that has every scope.
func callOf(t Tool, args string) Call {
	return Call{Tool: t, Args: json.RawMessage(args), Attended: true,
		Scopes: []string{"files:read", "todo:read", "todo:write", "time:read", "server:github", "server:builtin"}}
}

func compiled(t *testing.T, c Config) *Policy {
	t.Helper()
	p, err := Compile(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDefaults(t *testing.T) {
	p := compiled(t, Config{})
	for _, c := range []struct {
		tool   Tool
		want   Outcome
		reason string
	}{
		{builtinTool("file.read"), Allow, "reading here is allowed (default rule)"},
		{builtinTool("todo.create"), Approval, "writes need approval (default rule)"},
		{externalTool("search", ReadsOutside), Approval, "reading outside needs approval (default rule)"},
		{externalTool("drop", Dangerous), Deny, "default rule"},
		{externalTool("odd", 0), Deny, "default rule"},
		{externalTool("odd", 9), Deny, "default rule"},
	} {
		d := p.Decide(callOf(c.tool, `{}`))
		if d.Outcome != c.want || !strings.Contains(d.Reason, c.reason) {
			t.Errorf("%s: %s, %q", c.tool.ID(), d.Outcome, d.Reason)
		}
		if d.Outcome != Allow && d.Remedy == "" {
			t.Errorf("%s: no remedy", c.tool.ID())
		}
	}
}

func TestRules(t *testing.T) {
	create, search := builtinTool("todo.create"), externalTool("search", ReadsOutside)
	for name, c := range map[string]struct {
		rules []Rule
		call  Call
		want  Outcome
		rule  string
	}{
		"last match wins":      {[]Rule{{Tool: "*", Decision: Deny}, {Tool: "todo.create", Decision: Allow}}, callOf(create, `{}`), Allow, "policy.rules[1]"},
		"order matters":        {[]Rule{{Tool: "todo.create", Decision: Allow}, {Tool: "*", Decision: Deny}}, callOf(create, `{}`), Deny, "policy.rules[1]"},
		"whole server":         {[]Rule{{Tool: "github/*", Decision: Allow}}, callOf(search, `{}`), Allow, "policy.rules[0]"},
		"other server":         {[]Rule{{Tool: "gitlab/*", Decision: Allow}}, callOf(search, `{}`), Approval, "default: reads outside"},
		"built-in by server":   {[]Rule{{Tool: "builtin/*", Decision: Deny}}, callOf(create, `{}`), Deny, "policy.rules[0]"},
		"no prefix matching":   {[]Rule{{Tool: "todo/create", Decision: Deny}}, callOf(create, `{}`), Approval, "default: writes"},
		"condition holds":      {[]Rule{{Tool: "*", Decision: Allow, When: `args.n > 2 && args.big == 9007199254740993`}}, callOf(create, `{"n":3,"big":9007199254740993}`), Allow, "policy.rules[0]"},
		"condition doesn't":    {[]Rule{{Tool: "*", Decision: Allow, When: `args.title startsWith "Buy"`}}, callOf(create, `{"title":"Sell"}`), Approval, "default: writes"},
		"provenance":           {[]Rule{{Tool: "*", Decision: Deny, When: `provenance.title == "model"`}}, withOrigin(callOf(create, `{}`)), Deny, "policy.rules[0]"},
		"counts and names":     {[]Rule{{Tool: "*", Decision: Deny, When: `calls >= 1 && writes == 0 && tool == "todo.create" && server == "builtin" && attended && !flags.can_send`}}, withOrigin(callOf(create, `{}`)), Deny, "policy.rules[0]"},
		"risk raised":          {[]Rule{{Tool: "github/*", Risk: Dangerous}}, callOf(search, `{}`), Deny, "default: dangerous"},
		"risk lowered":         {[]Rule{{Tool: "github/search", Risk: ReadsHere}}, callOf(search, `{}`), Allow, "default: reads here"},
		"risk seen below":      {[]Rule{{Tool: "*", Risk: Dangerous}, {Tool: "*", Decision: Approval, When: `risk == "L4"`}}, callOf(search, `{}`), Approval, "policy.rules[1]"},
		"dangerous, asked":     {[]Rule{{Tool: "*", Decision: Approval}}, callOf(externalTool("drop", Dangerous), `{}`), Approval, "policy.rules[0]"},
		"dangerous, never let": {[]Rule{{Tool: "*", Decision: Allow}}, callOf(externalTool("drop", Dangerous), `{}`), Approval, "policy.rules[0]"},
	} {
		t.Run(name, func(t *testing.T) {
			d := compiled(t, Config{Rules: c.rules}).Decide(c.call)
			if d.Outcome != c.want || d.Rule != c.rule {
				t.Errorf("%s by %s (%s), want %s by %s", d.Outcome, d.Rule, d.Reason, c.want, c.rule)
			}
		})
	}
}

func withOrigin(c Call) Call {
	c.Origins, c.Calls = []Origin{{Argument: "title", Source: FromModel}}, 2
	return c
}

func TestReasonOfARule(t *testing.T) {
	p := compiled(t, Config{Rules: []Rule{{Tool: "todo.create", Decision: Deny, Reason: "no todos on Sundays"}}})
	if d := p.Decide(callOf(builtinTool("todo.create"), `{}`)); d.Reason != "no todos on Sundays (policy.rules[0])" {
		t.Error(d.Reason)
	}
}

func TestBrokenConditionFailsClosed(t *testing.T) {
	const broken = `args.missing.deeper == 1`
	for name, c := range map[string]struct {
		rules []Rule
		want  Outcome
	}{
		"allow":                     {[]Rule{{Tool: "*", Decision: Allow, When: broken}}, Approval},
		"deny":                      {[]Rule{{Tool: "*", Decision: Deny, When: broken}}, Deny},
		"after a deny":              {[]Rule{{Tool: "*", Decision: Deny}, {Tool: "*", Decision: Allow, When: broken}}, Deny},
		"before an allow":           {[]Rule{{Tool: "*", Decision: Approval, When: broken}, {Tool: "*", Decision: Allow}}, Approval},
		"deny, then another breaks": {[]Rule{{Tool: "*", Decision: Deny, When: broken}, {Tool: "*", Decision: Allow, When: broken}}, Deny},
		"raises the risk":           {[]Rule{{Tool: "*", Risk: Dangerous, When: broken}}, Deny},
		"doesn't lower it":          {[]Rule{{Tool: "*", Risk: ReadsHere, When: broken}}, Approval},
	} {
		t.Run(name, func(t *testing.T) {
			call := callOf(builtinTool("todo.create"), `{}`)
			d := compiled(t, Config{Rules: c.rules}).Decide(call)
			if d.Outcome != c.want {
				t.Errorf("own rule: %s (%s), want %s", d.Outcome, d.Reason, c.want)
			}
			m := compiled(t, Config{Rules: []Rule{{Tool: "*", Decision: Allow}}, Machine: c.rules}).Decide(call)
			if m.Outcome == Allow {
				t.Errorf("machine rule: %s (%s)", m.Outcome, m.Reason)
			}
			call.Grants = []Grant{{ID: "g1", Tool: "todo.create", Pin: "sha256:b"}}
			if d := compiled(t, Config{Rules: c.rules}).Decide(call); d.Outcome == Allow {
				t.Errorf("a grant allowed it: %s", d.Reason)
			}
		})
	}
	d := compiled(t, Config{Rules: []Rule{{Tool: "*", Decision: Allow, When: broken}}}).Decide(callOf(builtinTool("file.read"), `{}`))
	if d.Outcome != Approval || !strings.Contains(d.Reason, "condition of policy.rules[0] couldn't be worked out") || strings.Contains(d.Reason, "\n") {
		t.Errorf("%s: %q", d.Outcome, d.Reason)
	}
}

func TestInadmissible(t *testing.T) {
	p := compiled(t, Config{Rules: []Rule{{Tool: "*", Decision: Allow}}})
	for name, c := range map[string]struct {
		change func(*Call)
		says   string
	}{
		"unknown":      {func(c *Call) { c.Tool = Tool{} }, "no server offers"},
		"new":          {func(c *Call) { c.Tool.Status = StatusNew }, "read the description"},
		"changed":      {func(c *Call) { c.Tool.Status = StatusChanged }, "has changed"},
		"blocked":      {func(c *Call) { c.Tool.Status = StatusBlocked }, "blocked"},
		"invalid":      {func(c *Call) { c.Tool.Status = StatusInvalid }, "can't be offered"},
		"no status":    {func(c *Call) { c.Tool.Status = "" }, "approved"},
		"odd status":   {func(c *Call) { c.Tool.Status = "fine" }, "approved"},
		"off":          {func(c *Call) { c.Tool.Off = true }, "switched off"},
		"scope":        {func(c *Call) { c.Scopes = []string{"files:read"} }, `scope "todo:write"`},
		"no scope":     {func(c *Call) { c.Tool.Scope = ""; c.Scopes = append(c.Scopes, "") }, "scope"},
		"refused":      {func(c *Call) { c.Refused = []string{"todo.create"} }, "you refused todo.create in this run"},
		"bad args":     {func(c *Call) { c.Args = json.RawMessage(`{"a":1,"a":2}`) }, "twice"},
		"hostile name": {func(c *Call) { c.Tool.Server, c.Tool.Name, c.Tool.Off = "x", "\x1b[2J", true }, "this tool is switched off"},
	} {
		t.Run(name, func(t *testing.T) {
			call := callOf(builtinTool("todo.create"), `{}`)
			call.Grants = []Grant{{ID: "g", Tool: "todo.create", Pin: "sha256:b"}}
			c.change(&call)
			d := p.Decide(call)
			if d.Outcome != Deny || !strings.Contains(d.Reason, c.says) || d.Level < ReadsHere || d.Level > Dangerous {
				t.Errorf("%s %s: %q", d.Outcome, d.Level, d.Reason)
			}
		})
	}
}

func TestGrants(t *testing.T) {
	grant := func(tool, pin string) []Grant { return []Grant{{ID: "g1", Tool: tool, Pin: pin}} }
	for name, c := range map[string]struct {
		tool    Tool
		grants  []Grant
		machine []Rule
		want    Outcome
	}{
		"matches":         {builtinTool("todo.create"), grant("todo.create", "sha256:b"), nil, Allow},
		"other pin":       {builtinTool("todo.create"), grant("todo.create", "sha256:x"), nil, Approval},
		"other tool":      {builtinTool("todo.create"), grant("todo.update", "sha256:b"), nil, Approval},
		"dangerous":       {externalTool("drop", Dangerous), grant("github/drop", "sha256:e"), []Rule{{Tool: "*", Decision: Approval}}, Deny},
		"machine says no": {builtinTool("todo.create"), grant("todo.create", "sha256:b"), []Rule{{Tool: "*", Decision: Approval}}, Approval},
	} {
		call := callOf(c.tool, `{}`)
		call.Grants = c.grants
		d := compiled(t, Config{Machine: c.machine}).Decide(call)
		if d.Outcome != c.want || (d.Outcome == Allow) != (d.Grant == "g1") {
			t.Errorf("%s: %s, grant %q (%s)", name, d.Outcome, d.Grant, d.Reason)
		}
	}
}

func TestMachineOnlyNarrows(t *testing.T) {
	create := builtinTool("todo.create")
	for name, c := range map[string]struct {
		own, machine Rule
		want         Outcome
	}{
		"stricter wins":      {Rule{Tool: "*", Decision: Allow}, Rule{Tool: "*", Decision: Deny}, Deny},
		"laxer doesn't":      {Rule{Tool: "*", Decision: Deny}, Rule{Tool: "*", Decision: Allow}, Deny},
		"nor for a default":  {Rule{Tool: "time.now", Decision: Deny}, Rule{Tool: "*", Decision: Allow}, Approval},
		"risk is raised":     {Rule{Tool: "time.now", Decision: Deny}, Rule{Tool: "*", Risk: Dangerous}, Deny},
		"risk stays raised":  {Rule{Tool: "*", Risk: ReadsHere, Decision: Allow}, Rule{Tool: "*", Risk: Dangerous}, Approval},
		"risk isn't lowered": {Rule{Tool: "time.now", Decision: Deny}, Rule{Tool: "*", Risk: ReadsHere}, Approval},
		"own may lower":      {Rule{Tool: "*", Risk: ReadsHere}, Rule{Tool: "time.now", Decision: Deny}, Allow},
	} {
		d := compiled(t, Config{Rules: []Rule{c.own}, Machine: []Rule{c.machine}}).Decide(callOf(create, `{}`))
		if d.Outcome != c.want {
			t.Errorf("%s: %s (%s), want %s", name, d.Outcome, d.Reason, c.want)
		}
	}
}

func TestThreeFlags(t *testing.T) {
	p := compiled(t, Config{Rules: []Rule{{Tool: "*", Decision: Allow}}})
	all := Flags{PrivateRead: true, UntrustedSeen: true, CanSend: true}
	for name, c := range map[string]struct {
		tool     Tool
		flags    Flags
		attended bool
		want     Outcome
	}{
		"external read": {externalTool("search", ReadsOutside), all, true, Approval},
		"write":         {builtinTool("todo.create"), all, true, Approval},
		"nobody":        {externalTool("search", ReadsOutside), all, false, Deny},
		"reading here":  {builtinTool("file.read"), all, false, Allow},
		"two flags":     {externalTool("search", ReadsOutside), Flags{PrivateRead: true, CanSend: true}, false, Allow},
	} {
		call := callOf(c.tool, `{}`)
		call.Flags, call.Attended = c.flags, c.attended
		call.Grants = []Grant{{ID: "g", Tool: c.tool.ID(), Pin: c.tool.Pin}}
		if d := p.Decide(call); d.Outcome != c.want || d.Flags != c.flags {
			t.Errorf("%s: %s (%s), want %s", name, d.Outcome, d.Reason, c.want)
		}
	}
	call := callOf(builtinTool("todo.create"), `{}`)
	call.Attended = false
	if d := compiled(t, Config{}).Decide(call); d.Outcome != Approval {
		t.Errorf("nobody there: %s, want the loop to leave it for later", d.Outcome)
	}
}

func TestPanicDenies(t *testing.T) {
	var p *Policy
	if d := p.Decide(callOf(builtinTool("file.read"), `{}`)); d.Outcome != Deny || d.Reason == "" {
		t.Errorf("%s %q", d.Outcome, d.Reason)
	}
}
