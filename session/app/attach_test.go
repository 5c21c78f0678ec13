package app

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vise/session"
	"vise/session/scripted"
)

func TestAttachments(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "docs", "plan.md"), "plan")
	write(t, filepath.Join(dir, ".env"), "x=1")
	p := Plan{roots: []session.Root{{Name: "w", Dir: dir}}}
	for text, want := range map[string]struct {
		words string
		args  []string
	}{
		"sum up @docs/plan.md, please":     {"sum up docs/plan.md, please", []string{`{"path":"docs/plan.md"}`}},
		"what is in @docs?":                {"what is in docs?", []string{`{"path":"docs"}`}},
		"@docs/plan.md:10-20":              {"docs/plan.md:10-20", []string{`{"max_lines":11,"path":"docs/plan.md","start_line":10}`}},
		"line @docs/plan.md:3":             {"line docs/plan.md:3", []string{`{"max_lines":1,"path":"docs/plan.md","start_line":3}`}},
		"＠docs 里有什么":                       {"docs 里有什么", []string{`{"path":"docs"}`}},
		"mail ann@docs and @nobody":        {"mail ann@docs and @nobody", nil},
		"@../x @/etc/passwd @docs/none":    {"@../x @/etc/passwd @docs/none", nil},
		"the refusal is file.read's @.env": {"the refusal is file.read's .env", []string{`{"path":".env"}`}},
	} {
		words, n, err := p.attachments(text, []string{"builtin", "hello", "hello/sub"})
		reads := n.reads
		if err != nil || words != want.words || len(reads) != len(want.args) {
			t.Errorf("%q: %q, %v, %v", text, words, reads, err)
			continue
		}
		for i, r := range reads {
			if string(r.Args) != want.args[i] {
				t.Errorf("%q: %s", text, r.Args)
			}
		}
	}
	if _, _, err := p.attachments("@docs @docs @docs @docs @hello:motd://today", []string{"hello"}); err == nil {
		t.Error("five attachments were taken")
	}
}

func TestPathHints(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"docs/plan.md", "docs/notes.md", "Dockerfile", ".env"} {
		write(t, filepath.Join(dir, f), "12345678")
	}
	p := Plan{roots: []session.Root{{Name: "w", Dir: dir}}}
	for prefix, want := range map[string][]string{"": {"docs/", "Dockerfile"}, "do": {"docs/", "Dockerfile"}, "docs/": {"docs/notes.md", "docs/plan.md"}, ".": {".env"}, "../": nil, "/etc/": nil} {
		var got []string
		for _, h := range p.Paths(prefix, 10) {
			got = append(got, h.Path)
		}
		if len(got) != len(want) {
			t.Errorf("%q: %v", prefix, got)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: %v, want %v", prefix, got, want)
			}
		}
	}
}

func TestDeeperFiles(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for f, text := range map[string]string{
		"src/client.go": "12345678", "src/my client.go": "", "src/\x1bclient.go": "", "src/client.pem": "",
		".gitignore": "built\n", "built/client.go": "", "vise/client.yaml": "",
	} {
		write(t, filepath.Join(dir, f), text)
	}
	write(t, filepath.Join(other, "src/client.go"), "1")
	write(t, filepath.Join(other, "lib/client.go"), "1")
	p := Plan{roots: []session.Root{{Name: "w", Dir: dir}, {Name: "o", Dir: other}}, cfg: Config{ConfigDir: filepath.Join(dir, "vise")}}
	got, err := p.Deeper(t.Context(), "client", 10)
	want := []PathHint{{Path: "lib/client.go", Bytes: 1}, {Path: "src/client.go", Bytes: 8}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	p.roots[0].Dir = filepath.Join(dir, "gone")
	if _, err := p.Deeper(t.Context(), "client", 10); err == nil {
		t.Error("a root that is gone isn't told of")
	}
}

// A file named with @ is read on the same road as a model's call, before the
// model is asked; one that may not be read is refused, and the model hears so.
func TestAttachedFilesAreRead(t *testing.T) {
	b := newBench(t, scripted.Say("It sets the timeout [ev_001]."), scripted.Say("I may not."))
	st := b.run(Request{Text: "explain @config/http.go"})
	ms := b.model.Requests()[0].Messages
	if st.Status != session.StatusDone || len(ms) != 3 || ms[0].Words != "explain config/http.go" || ms[2].Result == nil || !ms[2].Result.OK {
		t.Errorf("ended %s; the model saw %+v", st.Status, ms)
	}
	if len(st.Evidence) != 1 || st.Calls[0].Tool != "file.read" || st.Calls[0].Phase != session.PhaseDone {
		t.Errorf("evidence %+v, calls %+v", st.Evidence, st.Calls)
	}
	write(t, filepath.Join(b.dirs.WorkDir, ".env"), "PASSWORD=x\n")
	st = b.run(Request{Text: "explain @.env"})
	if res := st.Calls[0].Result; res.OK || res.Error.Code != "sensitive_file" {
		t.Errorf("result %+v", res)
	}
}

func TestResourcesAreFoundInARequest(t *testing.T) {
	servers := []string{"builtin", "hello", "hello/sub"}
	for text, want := range map[string]session.ResourceRef{
		"what does @hello:motd://today say?":   {Server: "hello", URI: "motd://today"},
		"@hello/sub:file:///a/b.txt, please":   {Server: "hello/sub", URI: "file:///a/b.txt"},
		"@builtin:todo://list":                 {Server: "builtin", URI: "todo://list"},
		"mail me@hello:motd://today":           {},
		"@nobody:motd://today":                 {},
		"@hello:today":                         {},
		"@hello:":                              {},
		"@hello:motd://\u202etoday":            {},
		"@hello:" + strings.Repeat("x:", 3000): {},
	} {
		words, n, err := Plan{}.attachments(text, servers)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		switch {
		case want == session.ResourceRef{}:
			if len(n.resources) > 0 || words != text {
				t.Errorf("%q names %+v", text, n.resources)
			}
		case len(n.resources) != 1 || n.resources[0] != want || strings.Contains(words, "@"):
			t.Errorf("%q names %+v; the words are %q", text, n.resources, words)
		}
	}
}
