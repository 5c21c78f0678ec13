package app

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows are the packages that each package may import directly, of ours. A
// package that isn't named takes the line of the longest path above it, and
// may import what lies below its own.
var arrows = map[string][]string{
	"vise":                  {"vise/ui/cli"},
	"vise/ui/cli":           {"vise/session/app", "vise/ui", "vise/evals", "vise/session", "vise/policy", "vise/policy/scan", "vise/builtin/todo", "vise/ui/keys", "vise/ui/dialog", "vise/ui/dialog/search", "vise/ui/theme", "vise/ui/pane/eventline", "vise/ui/pane/tools/folds", "vise/ui/pane/tools/worddiff"},
	"vise/ui/cli/fixture":   {"vise/mcpclient/stdio"}, // a program of the tests
	"vise/evals":            {"vise/session/app", "vise/session", "vise/session/scripted", "vise/policy"},
	"vise/ui":               {"vise/session", "vise/policy", "vise/policy/scan", "vise/builtin/todo"},
	"vise/ui/uitest":        {"vise/ui", "vise/ui/...", "vise/session", "vise/policy", "vise/policy/scan", "vise/builtin/todo"},
	"vise/store":            {"vise/session", "vise/policy", "vise/builtin/todo"},
	"vise/session/app":      {"vise/builtin", "vise/builtin/todo", "vise/mcpclient", "vise/mcpclient/...", "vise/policy", "vise/policy/...", "vise/session", "vise/session/offline", "vise/session/ollama", "vise/session/redact", "vise/store"},
	"vise/session/ollama":   {"vise/session"},
	"vise/session/offline":  {"vise/session"},
	"vise/session/scripted": {"vise/session"},
	"vise/session":          {"vise/policy", "vise/session/redact"},
	"vise/session/redact":   {},
	"vise/mcpclient":        {"vise/policy", "vise/session/redact"},
	"vise/builtin":          {"vise/policy", "vise/builtin/todo"},
	"vise/builtin/todo":     {},
	"vise/policy":           {},
}

// kept are modules that only one part of the tree may import.
var kept = map[string]string{
	"charm.land/bubbletea":     "vise/ui",
	"charm.land/bubbles":       "vise/ui",
	"charm.land/lipgloss":      "vise/ui",
	"charm.land/fang":          "vise/ui/cli",
	"github.com/spf13/cobra":   "vise/ui/cli",
	"github.com/ollama/ollama": "vise/session/ollama",
	"go.etcd.io/bbolt":         "vise/store",
}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "vise/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var ps []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return ps
		} else if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
}

// rule finds the line that holds for a package.
func rule(path string) (home string, allowed []string) {
	for p := path; ; p = p[:strings.LastIndex(p, "/")] {
		if a, ok := arrows[p]; ok {
			return p, a
		}
		if !strings.Contains(p, "/") {
			return "", nil
		}
	}
}

func TestArrows(t *testing.T) {
	ps := packages(t)
	if len(ps) < 15 {
		t.Fatalf("only %d packages were listed", len(ps))
	}
	for _, p := range ps {
		home, allowed := rule(p.ImportPath)
		if home == "" {
			t.Errorf("%s has no place in the design", p.ImportPath)
		}
		for _, imp := range p.Imports {
			if ours := imp == "vise" || strings.HasPrefix(imp, "vise/"); ours {
				below := home != "vise" && strings.HasPrefix(imp, home+"/")
				inside := strings.HasPrefix(p.ImportPath, home+"/") && imp == home && home != "vise/ui"
				within := slices.ContainsFunc(allowed, func(a string) bool {
					dir, ok := strings.CutSuffix(a, "...")
					return ok && strings.HasPrefix(imp, dir)
				})
				if !slices.Contains(allowed, imp) && !below && !inside && !within {
					t.Errorf("%s imports %s: no such arrow", p.ImportPath, imp)
				}
			}
			for module, only := range kept {
				if strings.HasPrefix(imp, module) && p.ImportPath != only && !strings.HasPrefix(p.ImportPath, only+"/") {
					t.Errorf("%s imports %s, which belongs in %s alone", p.ImportPath, imp, only)
				}
			}
			if strings.HasPrefix(imp, "vise/ui") && strings.HasPrefix(p.ImportPath, "vise/session") {
				t.Errorf("%s imports the screen (%s)", p.ImportPath, imp)
			}
		}
	}
}
