package stdio

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEnviron(t *testing.T) {
	got, err := Environ([]string{
		"PATH=/bin", "HOME=/home/me", "LC_ALL=C.UTF-8", "XDG_CACHE_HOME=/c", "https_proxy=http://proxy:3128", "HTTP_PROXY=http://me:pw@proxy",
		"AWS_SECRET_ACCESS_KEY=x", "SSH_AUTH_SOCK=/s", "LD_PRELOAD=/l.so", "GODEBUG=x", "SHELL=() { :; }", "broken", "LANG=fr",
	}, map[string]string{"LANG": "de", "API_KEY": "k=v", "EMPTY": ""})
	want := []string{"API_KEY=k=v", "EMPTY=", "HOME=/home/me", "LANG=de", "LC_ALL=C.UTF-8", "PATH=/bin", "XDG_CACHE_HOME=/c", "https_proxy=http://proxy:3128"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
	for _, bad := range []map[string]string{{"": "x"}, {"A=B": "x"}, {"A\x00": "x"}, {"A": "x\x00"}} {
		if _, err := Environ(nil, bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// What a running server really has: its environment, its folder, no terminal.
func TestSurroundings(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	parent := func() []string { return []string{"PATH=/bin", "SECRET=s3cret", "LANG=\xff"} }
	p := run(t, Config{Env: parent}, Command{Dir: dir, Env: map[string]string{"OWN": "1"}}, "server", "", "")
	s := connect(t, p)
	env, err := call(t, s, "env", 0)
	vars := strings.Split(env, "\n")
	// bytes that aren't UTF-8 get through to the server; JSON is what changes them
	if want := []string{"LANG=\uFFFD", "OWN=1", "PATH=/bin"}; err != nil || !slices.Equal(vars, want) {
		t.Errorf("environment %q, %v; want %q", vars, err, want)
	}
	if got, err := call(t, s, "cwd", 0); got != dir || err != nil {
		t.Errorf("folder %q, %v; want %q", got, err, dir)
	}
	if _, err := os.Stat("/dev/tty"); err == nil {
		if got, err := call(t, s, "tty", 0); got == "<nil>" || err != nil {
			t.Errorf("the server can write to a terminal: %q, %v", got, err)
		}
	}
}
