package builtin_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/builtin"
)

func TestSearchFinds(t *testing.T) {
	w := newWorld(t, map[string]string{
		"a/camel.go":     "x := retryTimeout\n",
		"a/snake.py":     "RETRY_TIMEOUT = 5\n",
		"a/kebab.yaml":   "retry-timeout: 5\n",
		"a/apart.txt":    "retry the timeout\n",
		"b/phrase.md":    "The Write Buffer is\n",
		"b/other.md":     "writeBuffer\n",
		"c/cafe.txt":     "one\ncafe\u0301 au lait\n", // decomposed
		"c/ru.txt":       "Увеличь Таймаут\nещё\n",
		"c/zh.txt":       "把重试超时调大\n",
		"c/kelvin.txt":   "42 \u212Aelvin zürich\n",
		"d/needle.bin":   "needle\x00",
		"d/inside.txt":   "needle in hay\r\n",
		"d/Needle Dir/":  "",
		"d/Straße.txt":   "",
		"e/bom.txt":      "\ufefffirst word\n",
		"e/last":         "no newline at the end",
		"e/path/to/f.go": "",
	})
	for _, c := range []struct{ query, want, match string }{
		{"retry timeout", "a/camel.go:1 a/kebab.yaml:1 a/snake.py:1", "separators_vary"},
		{"Retry  Timeout", "a/camel.go:1 a/kebab.yaml:1 a/snake.py:1", "separators_vary"},
		{"write buffer", "b/phrase.md:1 b/other.md:1", "separators_vary"}, // what was typed comes first
		{"the write buffer is", "b/phrase.md:1", "exact"},
		{"retrytimeout", "a/camel.go:1", "exact"},
		{"café", "c/cafe.txt:2", "exact"},
		{"CAFE\u0301 AU", "c/cafe.txt:2", "exact"},
		{"таймаут", "c/ru.txt:1", "exact"},
		{"ЕЩЁ", "c/ru.txt:2", "exact"},
		{"увеличь таймаут", "c/ru.txt:1", "exact"},
		{"重试", "c/zh.txt:1", "exact"},
		{"重试 超时", "c/zh.txt:1", "separators_vary"},
		{"ZÜRICH", "c/kelvin.txt:1", "exact"},
		{"needle", "d/Needle Dir d/inside.txt:1 d/needle.bin", "exact"},
		{"straße", "d/Straße.txt", "exact"},
		{"first", "e/bom.txt:1", "exact"},
		{"the end", "e/last:1", "exact"},
		{"to/f.go", "e/path/to/f.go", "exact"},
		{"nowhere", "", "exact"},
		{"retry nowhere", "", "separators_vary"},
	} {
		r := w.ok("file.search", fmt.Sprintf(`{"query":%q}`, c.query))
		if got := r.names(); got != c.want || r.Result.Match != c.match {
			t.Errorf("%q: got %q (%s), want %q (%s)", c.query, got, r.Result.Match, c.want, c.match)
		}
	}
}

// A phrase that stands somewhere as it was typed doesn't hide where the same
// words are one name: where it leaves room on the first page, those follow,
// page by page.
func TestSearchGoesOnToOtherSeparators(t *testing.T) {
	w := newWorld(t, map[string]string{
		"README.md": "The retry timeout is set in the configuration.\n",
		"a.go":      "retryTimeout\nretryTimeout\n",
		"b.yaml":    "retry_timeout: 5\nretry timeout\n",
	})
	for size := 1; size <= 6; size++ {
		var got []string
		cursor := ""
		for range 6 {
			r := w.ok("file.search", fmt.Sprintf(`{"query":"retry timeout","max_results":%d%s}`, size, cursor))
			if names := r.names(); names != "" {
				got = append(got, names)
			}
			if cursor = ""; r.Result.NextCursor == "" {
				break
			}
			cursor = fmt.Sprintf(`,"cursor":%q`, r.Result.NextCursor)
		}
		want := "README.md:1 b.yaml:2"
		if size > 2 {
			want += " a.go:1 a.go:2 b.yaml:1"
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("pages of %d: got %s, want %s", size, all, want)
		}
	}
}

func TestSearchSources(t *testing.T) {
	long := strings.Repeat("é", 5000) + " needle " + strings.Repeat("x", 1<<20)
	w := newWorld(t, map[string]string{"a b/c.txt": "\n\t needle here  \n" + long + "\n" + long})
	r := w.ok("file.search", `{"query":"needle"}`)
	if len(r.Result.Sources) != 3 || r.names() != "a b/c.txt:2 a b/c.txt:3 a b/c.txt:4" {
		t.Fatalf("got %s", r.names())
	}
	s := r.Result.Sources[0]
	if s.URI != "file://"+strings.ReplaceAll(w.dir, " ", "%20")+"/a%20b/c.txt#L2" || s.Excerpt != "needle here" || s.Version == "" {
		t.Errorf("source %+v", s)
	}
	for _, s := range r.Result.Sources[1:] {
		if !strings.Contains(s.Excerpt, "é needle x") || len(s.Excerpt) > 260 || strings.Contains(s.Excerpt, "\uFFFD") {
			t.Errorf("excerpt of %d bytes: %s", len(s.Excerpt), s.Excerpt)
		}
	}
}

func TestSearchGlob(t *testing.T) {
	w := newWorld(t, map[string]string{"a.go": "needle", "x/b.go": "needle", "x/c.yml": "needle", "x/y/d.yaml": "needle", "needle/": ""})
	for glob, want := range map[string]string{
		"*.go": "a.go:1 x/b.go:1", "**/*.go": "a.go:1 x/b.go:1", "x/*": "x/b.go:1 x/c.yml:1", "x/": "x/b.go:1 x/c.yml:1 x/y/d.yaml:1",
		"**/*.{yml,yaml}": "x/c.yml:1 x/y/d.yaml:1", "?.go": "a.go:1 x/b.go:1", "/a.go": "a.go:1", "./x/y/**": "x/y/d.yaml:1", "*.rs": "",
	} {
		if got := w.ok("file.search", fmt.Sprintf(`{"query":"needle","glob":%q}`, glob)).names(); got != want {
			t.Errorf("%s: got %q, want %q", glob, got, want)
		}
	}
}

// pages reads a search to its end, in pages of n.
func (w *world) pages(query string, n int) []string {
	w.t.Helper()
	var all []string
	for cursor := ""; ; {
		r := w.ok("file.search", fmt.Sprintf(`{"query":%q,"max_results":%d,"cursor":%q}`, query, n, cursor))
		for _, s := range r.Result.Sources {
			all = append(all, s.Name)
		}
		if r.Result.Truncated != (r.Result.NextCursor != "") || (r.Result.Truncated && len(r.Result.Sources) != n) {
			w.t.Fatalf("page %+v", r.Result)
		}
		if cursor = r.Result.NextCursor; cursor == "" {
			return all
		}
	}
}

// forest has hits in names and contents, in two writings, at many depths.
func forest() map[string]string {
	files := map[string]string{}
	for i := range 40 {
		dir := []string{"", "a/", "a/b/", "a.b/", "a/needle/", "z/y/x/"}[i%6]
		files[fmt.Sprintf("%sf%d.txt", dir, i)] = strings.Repeat("hay\nneedle pin\nneedlePin\n", i%4)
		files[fmt.Sprintf("%sneedle%d", dir, i)] = "hay"
	}
	return files
}

func TestPagesAreTheWholeList(t *testing.T) {
	w := newWorld(t, forest())
	for _, query := range []string{"needle", "needle pin", "needlepin", "ay"} {
		all := w.pages(query, 50)
		if len(all) < 15 {
			t.Fatalf("%s: only %d hits", query, len(all))
		}
		sorted := slices.Clone(all)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(all) {
			t.Errorf("%s: hits come twice", query)
		}
		for _, n := range []int{smallest, 3, 7} {
			if got := w.pages(query, n); !slices.Equal(got, all) {
				t.Errorf("%s in pages of %d:\n%v\nwant\n%v", query, n, got, all)
			}
		}
	}
}

func TestCursorIsForOneQuery(t *testing.T) {
	w := newWorld(t, forest())
	cursor := w.ok("file.search", `{"query":"needle","max_results":1}`).Result.NextCursor
	for _, args := range []string{`{"query":"hay","cursor":%q}`, `{"query":"needle","glob":"*.txt","cursor":%q}`, `{"query":"needle","root":"proj","cursor":%q}`} {
		w.refused("file.search", fmt.Sprintf(args, cursor), "invalid_arguments")
	}
}

func TestSeveralRoots(t *testing.T) {
	w := newWorld(t, map[string]string{"a.txt": "needle", "sub/b.txt": "needle"}, func(c *builtin.Config) {
		c.Roots = append(c.Roots, builtin.Root{Name: "sub", Dir: c.Roots[0].Dir + "/sub"}, builtin.Root{Name: "again", Dir: c.Roots[0].Dir})
	})
	if got := w.ok("file.search", `{"query":"needle"}`).names(); got != "proj/a.txt:1 sub/b.txt:1" {
		t.Errorf("got %s", got)
	}
	if got := w.pages("needle", 1); len(got) != 2 {
		t.Errorf("pages %v", got)
	}
	if got := w.ok("file.search", `{"query":"needle","root":"sub"}`).names(); got != "sub/b.txt:1" {
		t.Errorf("got %s", got)
	}
	for _, path := range []string{"proj/a.txt:1", "sub/b.txt", "b.txt", "a.txt"} {
		w.ok("file.read", fmt.Sprintf(`{"path":%q}`, path))
	}
	w.refused("file.search", `{"query":"needle","root":"nope"}`, "unknown_root")
}

func TestNoRoots(t *testing.T) {
	w := newWorld(t, nil, func(c *builtin.Config) { c.Roots = nil })
	w.refused("file.search", `{"query":"x"}`, "no_roots")
	w.refused("file.read", `{"path":"x"}`, "no_roots")
}

func TestSearchStopsEarlyAndWhenCancelled(t *testing.T) {
	files := map[string]string{}
	for i := range 600 {
		files[fmt.Sprintf("d%02d/f%d.txt", i/20, i)] = "needle\n"
	}
	w := newWorld(t, files)
	r := w.ok("file.search", `{"query":"needle","max_results":50}`)
	if len(r.Result.Sources) != 50 || r.Result.Scanned > 150 {
		t.Errorf("%d hits after %d files", len(r.Result.Sources), r.Result.Scanned)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Microsecond)
	defer cancel()
	if _, err := w.client.CallTool(ctx, searchParams("needle")); err == nil {
		t.Error("a cancelled search gives a result")
	}
	w.ok("file.search", `{"query":"needle"}`)
}

func TestBigFile(t *testing.T) {
	lines := strings.Repeat("hay hay hay hay hay hay hay hay\n", 40_000)
	w := newWorld(t, map[string]string{"big.txt": lines + "needle\n" + lines + "Needle", "long.txt": strings.Repeat("hay ", 300_000) + "needle\nneedle"})
	want := "big.txt:40001 big.txt:80002 long.txt:1 long.txt:2"
	if got := w.ok("file.search", `{"query":"needle"}`).names(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
