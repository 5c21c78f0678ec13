package builtin_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vise/builtin"
)

// refuseFiles are files that must not come out, and links to them.
var refuseFiles = map[string]string{
	"config/http.go":      "package config\n",
	".env":                "SECRET=1\n",
	".Env.Production":     "SECRET=1\n",
	".ssh/id_ed25519":     "SECRET\n",
	"deploy/server.PEM":   "SECRET\n",
	"home/.aws/config":    "SECRET\n",
	".docker/config.json": "SECRET\n",
	"own/policy.yaml":     "SECRET\n",
	"pic.png":             "\x89PNG\x00\x00",
	"wide.txt":            "\xff\xfea\x00b\x00",
	"latin.txt":           strings.Repeat("\xe9\xe8\xe0", 50),
	"out":                 "-> ../proj-evil/x.txt",
	"abs":                 "-> /etc/passwd",
	"up":                  "-> config/../../proj-evil",
	"loop":                "-> loop",
	"innocent.txt":        "-> .env",
	"keys":                "-> .ssh",
	"policy":              "-> own/policy.yaml",
	"hosts":               "-> config/http.go",
}

func TestRefusals(t *testing.T) {
	w := newWorld(t, refuseFiles, func(c *builtin.Config) {
		c.Protected = []string{filepath.Join(c.Roots[0].Dir, "own"), filepath.Join(c.Roots[0].Dir, "own/policy.yaml"), filepath.Join(c.Roots[0].Dir, "later")}
	})
	w.files(w.dir+"-evil", map[string]string{"x.txt": "SECRET\n"})
	if err := syscall.Mkfifo(filepath.Join(w.dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(filepath.Join(w.dir, "own/policy.yaml"), filepath.Join(w.dir, "hard.yaml")); err != nil {
		t.Fatal(err)
	}
	w.files(w.dir, map[string]string{"later/x": "SECRET"}) // didn't exist when the server started
	for path, code := range map[string]string{
		"/etc/passwd":             "outside_roots",
		"~/.bashrc":               "outside_roots",
		"file:///etc/passwd":      "outside_roots",
		"../x":                    "path_escape",
		"config/../../x":          "path_escape",
		"..":                      "path_escape",
		w.dir + "-evil/x.txt":     "outside_roots",
		w.dir + "/../proj-evil/x": "outside_roots",
		"out":                     "symlink_escape",
		"abs":                     "symlink_escape",
		"up/x.txt":                "symlink_escape",
		"loop":                    "symlink_loop",
		".env":                    "sensitive_file",
		"config/../.env":          "sensitive_file",
		w.dir + "/.env":           "sensitive_file",
		".Env.Production":         "sensitive_file",
		".ssh/id_ed25519":         "sensitive_file",
		".ſsh/id_ed25519":         "sensitive_file",
		"deploy/server.PEM":       "sensitive_file",
		"home/.aws/config":        "sensitive_file",
		".docker/config.json":     "sensitive_file",
		"innocent.txt":            "sensitive_file",
		"keys/id_ed25519":         "sensitive_file",
		"own/policy.yaml":         "protected_file",
		"own":                     "protected_file",
		"policy":                  "protected_file",
		"hard.yaml":               "protected_file",
		"later/x":                 "protected_file",
		"pic.png":                 "binary_file",
		"wide.txt":                "not_text",
		"latin.txt":               "not_text",
		"pipe":                    "special_file",
		"config/htpp.go":          "not_found",
		"config/http.go/x":        "not_found",
	} {
		r := w.refused("file.read", `{"path":"`+path+`"}`, code)
		if strings.Contains(r.Error.Message+r.Error.Hint, "SECRET") {
			t.Errorf("%s: the error shows the content", path)
		}
	}
	if hint := w.refused("file.read", `{"path":"config/htpp.go"}`, "not_found").Error.Hint; !strings.Contains(hint, "config/http.go") {
		t.Errorf("no near name in %q", hint)
	}
	w.refused("file.read", `{"path":"pic.png","root":"other"}`, "unknown_root")
	w.ok("file.read", `{"path":"hosts"}`) // a link that stays inside
	r := w.ok("file.search", `{"query":"SECRET"}`)
	if len(r.Result.Sources) != 0 {
		t.Errorf("found in files that are refused: %s", r.names())
	}
	if n := r.Result.Skipped["sensitive"]; n != 9 {
		t.Errorf("%d sensitive entries counted, want 9: %v", n, r.Result.Skipped)
	}
}
