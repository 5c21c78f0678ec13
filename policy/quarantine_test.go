package policy

import (
	"strings"
	"testing"
)

func TestQuarantineIsSwitchedOffByName(t *testing.T) {
	read, search := Tool{Server: BuiltinServer, Name: "file.read"}, Tool{Server: BuiltinServer, Name: "file.search"}
	issue, page := Tool{Server: "github", Name: "get_issue"}, Tool{Server: "web", Name: "fetch"}
	for name, c := range map[string]struct {
		off, insisted []string
		kept          []Tool
		let           []Tool
	}{
		"as it is":           {nil, nil, []Tool{read, search, issue, page}, nil},
		"one tool":           {[]string{"file.read"}, nil, []Tool{search, issue, page}, []Tool{read}},
		"a server":           {[]string{"github/*"}, nil, []Tool{read, search, page}, []Tool{issue}},
		"all built-in":       {[]string{"builtin/*"}, nil, []Tool{issue, page}, []Tool{read, search}},
		"all":                {[]string{"*"}, nil, nil, []Tool{read, search, issue, page}},
		"the machine":        {[]string{"*"}, []string{"web/*", "file.read"}, []Tool{read, page}, []Tool{search, issue}},
		"the machine, alone": {nil, []string{"web/*"}, []Tool{read, search, issue, page}, nil},
		"the machine, all":   {[]string{"*"}, []string{"*"}, []Tool{read, search, issue, page}, nil},
	} {
		p, err := Compile(Config{QuarantineOff: c.off, MachineQuarantine: c.insisted})
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range c.kept {
			if !p.Quarantines(tool) {
				t.Errorf("%s: %s isn't quarantined", name, tool.ID())
			}
		}
		for _, tool := range c.let {
			if p.Quarantines(tool) {
				t.Errorf("%s: %s is quarantined", name, tool.ID())
			}
		}
	}
}

// A mistyped name would switch nothing off, or insist on nothing.
func TestQuarantineNamesAreChecked(t *testing.T) {
	for _, c := range []Config{{QuarantineOff: []string{"file.*"}}, {QuarantineOff: []string{""}}, {QuarantineOff: []string{"github/*", "file.reed"}}, {MachineQuarantine: []string{"web*"}}} {
		if _, err := Compile(c); err == nil || !strings.Contains(err.Error(), "policy.quarantine") {
			t.Errorf("%+v: %v", c, err)
		}
	}
	a, err := Compile(Config{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Compile(Config{QuarantineOff: []string{"*"}})
	if err != nil || a.Hash() == b.Hash() {
		t.Errorf("%v: two policies have one hash", err)
	}
	got := Changes(Config{}, Config{QuarantineOff: []string{"github/*"}, MachineQuarantine: []string{"web/*"}})
	if strings.Join(got, "\n") != "~ quarantine off for: nothing → github/*\n~ machine-wide: always quarantine: nothing → web/*" {
		t.Errorf("changes: %q", got)
	}
}
