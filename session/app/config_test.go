package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/session"
)

func TestConfigErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown key":              {"modle: offline\n", `did you mean "model"?`},
		"unknown inner":            {"budget: {step: 3}\n", "step"},
		"not YAML":                 {"model: [\n", "vise.yaml"},
		"not a number":             {"budget: {steps: many}\n", "budget: [1:17] here belongs a whole number"},
		"not a list":               {"roots: 5\n", "a list"},
		"not names":                {"budget: 5\n", "names with values"},
		"not yes or no":            {"ui: {notify: maybe}\n", "true or false"},
		"bad zone":                 {"timezone: Mosocw\n", "IANA"},
		"bad model":                {"model: gpt-9\n", "ollama/NAME"},
		"negative":                 {"budget: {steps: -1}\n", "budget"},
		"bad rule":                 {"policy: {rules: [{tool: x, decision: maybe}]}\n", "rules"},
		"bad theme":                {"ui: {theme: pink}\n", "auto, dark, light"},
		"two documents of one key": {"model: offline\nmodel: offline\n", "model"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "vise.yaml"), c.text)
			_, err := Open(t.Context(), Config{ConfigDir: dir, DataDir: filepath.Join(dir, "data"), WorkDir: dir}, Parts{})
			if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q in it", err, c.want)
			}
			if _, err := os.Stat(filepath.Join(dir, "data")); err == nil {
				t.Error("a wrong configuration left a database behind")
			}
		})
	}
}

func TestConfigIsRead(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "vise.yaml"), "# mine\nmodel: offline\nbudget: {steps: 3}\nkeys: {trace: [ctrl+y]}\nui:\n")
	f, err := readFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if f.Model != "offline" || f.Budget.Steps != 3 || f.Budget.Calls != session.DefaultBudget.Calls || f.Keys["trace"][0] != "ctrl+y" {
		t.Errorf("%+v", f)
	}
	write(t, filepath.Join(dir, "windows", "vise.yaml"), "\ufeffmodel: offline\r\nbudget: {steps: 3}\r\n")
	if f, err := readFile(filepath.Join(dir, "windows")); err != nil || f.Model != "offline" || f.Budget.Steps != 3 {
		t.Errorf("written by an editor of Windows: %+v, %v", f, err)
	}
	if f, err := readFile(filepath.Join(dir, "none")); err != nil || f.Budget != session.DefaultBudget {
		t.Errorf("without a file: %+v, %v", f, err)
	}
}

func TestRoots(t *testing.T) {
	home := t.TempDir()
	project := filepath.Join(home, "project")
	write(t, filepath.Join(project, "a.txt"), "a")
	for name, c := range map[string]struct {
		cfg  Config
		file File
		want string // the error, or the first root's folder
	}{
		"the current folder": {Config{WorkDir: project, HomeDir: home}, File{}, project},
		"home":               {Config{WorkDir: home, HomeDir: home}, File{}, "everything you have"},
		"above home":         {Config{WorkDir: filepath.Dir(home), HomeDir: home}, File{}, "everything you have"},
		"the disk":           {Config{WorkDir: "/", HomeDir: home}, File{}, "everything you have"},
		"home, asked":        {Config{WorkDir: home, HomeDir: home, AllowBroad: true}, File{}, home},
		"configured":         {Config{WorkDir: home, HomeDir: home}, File{Roots: []rootConfig{{Name: "p", Dir: "~/project"}}}, project},
		"two of a name":      {Config{Roots: []session.Root{{Name: "p", Dir: project}, {Name: "p", Dir: home}}}, File{}, "two roots"},
		"a file":             {Config{Roots: []session.Root{{Name: "p", Dir: filepath.Join(project, "a.txt")}}}, File{}, "not a folder"},
		"gone":               {Config{Roots: []session.Root{{Name: "p", Dir: filepath.Join(project, "b")}}}, File{}, "no such file"},
	} {
		rs, err := c.cfg.roots(c.file)
		switch {
		case err != nil:
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		case rs[0].Dir != c.want:
			t.Errorf("%s: %+v", name, rs)
		}
	}
}
