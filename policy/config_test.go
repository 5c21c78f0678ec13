package policy

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

func TestConfigFromYAML(t *testing.T) {
	var c Config
	err := yaml.UnmarshalWithOptions([]byte(`
rules:
  - tool: github/*
    decision: allow
    when: 'args.repo == "vise"'
    risk: L2
    reason: our own repository
  - {tool: "*", risk: L4}
`), &c, yaml.Strict())
	if err != nil {
		t.Fatal(err)
	}
	want := Rule{Tool: "github/*", Decision: Allow, When: `args.repo == "vise"`, Risk: ReadsOutside, Reason: "our own repository"}
	if len(c.Rules) != 2 || c.Rules[0] != want || c.Rules[1].Risk != Dangerous {
		t.Errorf("%+v", c.Rules)
	}
	if err := yaml.Unmarshal([]byte(`rules: [{tool: x, risk: L7}]`), &c); err == nil || !strings.Contains(err.Error(), "L7") {
		t.Errorf("a wrong level: %v", err)
	}
}

func TestCompileSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		rule Rule
		says string
	}{
		"no tool":          {Rule{Decision: Allow}, "no tool"},
		"prefix pattern":   {Rule{Tool: "file.*", Decision: Allow}, "whole name"},
		"two stars":        {Rule{Tool: "*/*", Decision: Allow}, "whole name"},
		"no such tool":     {Rule{Tool: "todo.crate", Decision: Deny}, "todo.create"},
		"nothing decided":  {Rule{Tool: "time.now"}, "decides nothing"},
		"unknown decision": {Rule{Tool: "time.now", Decision: "ask"}, `"ask"`},
		"unknown risk":     {Rule{Tool: "time.now", Risk: 9}, "L9"},
		"syntax":           {Rule{Tool: "time.now", Decision: Deny, When: "args.("}, `"args.("`},
		"unknown name":     {Rule{Tool: "time.now", Decision: Deny, When: "argz.a == 1"}, "argz"},
		"not a condition":  {Rule{Tool: "time.now", Decision: Deny, When: "calls + 1"}, "bool"},
		"the clock":        {Rule{Tool: "time.now", Decision: Deny, When: "now().Hour() > 8"}, "now"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Compile(Config{Rules: []Rule{{Tool: "*", Decision: Deny}, c.rule}})
			if err == nil {
				t.Fatal("accepted")
			}
			if msg := err.Error(); !strings.Contains(msg, c.says) || !strings.Contains(msg, "policy.rules[1] (rule 2") {
				t.Errorf("error %q", msg)
			}
		})
	}
	_, err := Compile(Config{Rules: []Rule{{}}, Machine: []Rule{{}}})
	if err == nil || !strings.Contains(err.Error(), "\nmachine policy.rules[0]") {
		t.Errorf("not every wrong rule is named: %v", err)
	}
}

func TestHash(t *testing.T) {
	rules := []Rule{{Tool: "*", Decision: Deny, When: "calls > 3"}, {Tool: "file.read", Risk: Writes}}
	a := compiled(t, Config{Rules: rules})
	b := compiled(t, Config{Rules: append([]Rule(nil), rules...)})
	if a.Hash() != b.Hash() || !strings.HasPrefix(a.Hash(), "sha256:") {
		t.Errorf("hashes %s, %s", a.Hash(), b.Hash())
	}
	for name, c := range map[string]Config{
		"empty":      {},
		"order":      {Rules: []Rule{rules[1], rules[0]}},
		"of machine": {Machine: rules},
	} {
		if compiled(t, c).Hash() == a.Hash() {
			t.Errorf("%s: the same hash", name)
		}
	}
}
