package builtin

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ignoreFiles are .gitignore files and what they are tried on. Names with a
// slash at the end are empty folders.
var ignoreFiles = map[string]string{
	".gitignore": strings.Join([]string{
		"# comment", `\#hash`, `\!bang`, "*.log", "!keep.log", "build/", "/top.txt", "docs/*.tmp", "**/deep.txt",
		"a/**/z.txt", "logs/**", "!logs/keep/", "trail   ", `space\ `, "[abc].c", "[!x]y.h", "f?o", `esc\*`, "[[:digit:]]*.n",
		"x[", "**/m/n", "foo**bar", "/q/*/r", "cr\r", "*~", ".#*", "vendor", "!vendor", "[]-]k", "[a-c-]w", "abs/**/", "pre*", "mid*dle",
	}, "\n"),
	"sub/.gitignore":         "!*.log\n/only-here\nnested/*.q\n*.x\n!*.x\n",
	"sub/inner/.gitignore":   "*\n!.gitignore\n!yes.txt\n",
	"sub/inner/no.txt":       "",
	"sub/inner/yes.txt":      "",
	"sub/only-here":          "",
	"sub/deeper/only-here":   "",
	"sub/nested/a.q":         "",
	"sub/nested/more/a.q":    "",
	"sub/a.log":              "",
	"sub/a.x":                "",
	"a.log":                  "",
	"keep.log":               "",
	"build/x":                "",
	"src/build/x":            "",
	"other/build":            "",
	"top.txt":                "",
	"src/top.txt":            "",
	"docs/a.tmp":             "",
	"docs/sub/a.tmp":         "",
	"x/docs/a.tmp":           "",
	"x/y/deep.txt":           "",
	"deep.txt":               "",
	"a/z.txt":                "",
	"a/b/c/z.txt":            "",
	"b/a/z.txt":              "",
	"logs/a":                 "",
	"logs/keep/b":            "",
	"trail":                  "",
	"space ":                 "",
	"#hash":                  "",
	"!bang":                  "",
	"a.c":                    "",
	"d.c":                    "",
	"xy.h":                   "",
	"zy.h":                   "",
	"foo":                    "",
	"fooo":                   "",
	"esc*":                   "",
	"escx":                   "",
	"7a.n":                   "",
	"x[":                     "",
	"p/m/n":                  "",
	"m/n/o":                  "",
	"fooxbar":                "",
	"q/1/r":                  "",
	"q/1/2/r":                "",
	"cr":                     "",
	"edit~":                  "",
	".#lock":                 "",
	"vendor/x":               "",
	"]k":                     "",
	"-k":                     "",
	"-w":                     "",
	"bw":                     "",
	"abs/x/y":                "",
	"prefix.txt":             "",
	"middle":                 "",
	"mid.dle":                "",
	"ünï/deep.txt":           "",
	".github/workflows/c.ym": "",
}

// TestIgnoreIsGits compares the walk with what git itself ignores.
func TestIgnoreIsGits(t *testing.T) {
	dir := t.TempDir()
	for name, text := range ignoreFiles {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := wantIgnore(t, dir)
	set, err := openRoots([]Root{{Name: "r", Dir: dir}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	var got []string
	w := &walker{set: set, send: func(j job) bool {
		for _, i := range j.items {
			if !i.isDir {
				got = append(got, i.dir.rel+i.name)
			}
		}
		j.release()
		return true
	}}
	w.walk(set.all)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		for _, name := range got {
			if !slices.Contains(want, name) {
				t.Errorf("%q should be ignored", name)
			}
		}
		for _, name := range want {
			if !slices.Contains(got, name) {
				t.Errorf("%q should not be ignored", name)
			}
		}
	}
}

// wantIgnore asks git which files are not ignored; where there is no git, it
// knows what git 2.39 says.
func wantIgnore(t *testing.T, dir string) []string {
	t.Helper()
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.excludesFile=/dev/null"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
		return cmd.Output()
	}
	if _, err := git("init", "-q", "."); err != nil {
		return strings.Split(strings.TrimSpace(gitSays), "\n")
	}
	if err := os.WriteFile(filepath.Join(dir, ".git/info/exclude"), []byte("/excluded\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "excluded"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := git("ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	slices.Sort(files)
	if text := strings.Join(files, "\n"); text != strings.TrimSpace(gitSays) {
		t.Logf("this git differs from 2.39; it says:\n%s", text)
	}
	return files
}

func TestIgnoreFileOfOtherTools(t *testing.T) {
	rules := parseIgnore([]byte("\xef\xbb\xbf*.a\r\n!b.a\n"))
	g := &ignoreRules{rules: rules}
	if !g.ignored("", "x.a", false) || g.ignored("", "b.a", false) {
		t.Error("a byte-order mark or CRLF disturbs")
	}
}

func TestHostileGlobsAreQuick(t *testing.T) {
	glob := strings.Repeat("*a", 1000) + "b"
	name := strings.Repeat("a", 4000)
	if globMatch(glob, name) {
		t.Error("matches")
	}
	segments := strings.Split(strings.Repeat("**/a/", 500)+"b", "/")
	if matchSegments(segments, strings.Repeat("a/", 1000), "c") {
		t.Error("matches")
	}
}

func FuzzParseIgnore(f *testing.F) {
	f.Add([]byte("*.log\n!a/**/b\n[a-\n\\"), "a/b/c.log")
	f.Fuzz(func(t *testing.T, text []byte, path string) {
		g := &ignoreRules{rules: parseIgnore(bytes.Clone(text))}
		dir, name := filepath.Split(path)
		g.ignored(dir, name, false)
		g.ignored(dir, name, true)
	})
}

// gitSays is what git 2.39 lists.
const gitSays = `.github/workflows/c.ym
.gitignore
b/a/z.txt
d.c
docs/sub/a.tmp
escx
fooo
keep.log
other/build
q/1/2/r
src/top.txt
sub/.gitignore
sub/a.log
sub/a.x
sub/deeper/only-here
sub/inner/.gitignore
sub/inner/yes.txt
sub/nested/more/a.q
vendor/x
x/docs/a.tmp
x[
xy.h
`
