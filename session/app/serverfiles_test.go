package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vise/mcpclient/web"
)

// Nobody who isn't asked is signed in, and a server that wants no login says
// so; a program has none to make.
func TestSigningIn(t *testing.T) {
	g := newGreeter(t)
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="/nowhere"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(locked.Close)
	b := newBench(t)
	b.configure(fmt.Sprintf(`{"mcpServers": {"open": {"type": "http", "url": %q}, "locked": {"type": "http", "url": %q}, "program": {"command": "x", "disabled": true}}}`, g.URL, locked.URL))
	if wanted, err := b.SignIn(t.Context(), "open"); err != nil || wanted {
		t.Errorf("open: %v, %v", wanted, err)
	}
	for _, name := range []string{"locked", "program", "nobody"} {
		if _, err := b.SignIn(t.Context(), name); err == nil {
			t.Errorf("signed in to %s", name)
		}
	}
	if err := b.SignOut(t.Context(), "open"); err != nil {
		t.Error(err)
	}
}

// forgotten is a keyring that notes what it is to forget.
type forgotten []string

func (*forgotten) Get(string, string) (string, error)    { return "", web.ErrNoSecret }
func (*forgotten) Set(string, string, string) error      { return nil }
func (f *forgotten) Delete(_ string, login string) error { *f = append(*f, login); return nil }

// A login can be forgotten while the rest of the entry isn't in order: it goes
// by name and address alone.
func TestSigningOutOfAnEntryThatIsntWhole(t *testing.T) {
	signOut := func(entry string) (string, error) {
		dir, ring := t.TempDir(), &forgotten{}
		write(t, filepath.Join(dir, "mcp.json"), `{"mcpServers": {"s": `+entry+`}}`)
		w, err := Open(t.Context(), Config{ConfigDir: dir, DataDir: filepath.Join(dir, "data"), WorkDir: t.TempDir(), HomeDir: dir, LookupEnv: func(string) (string, bool) { return "", false }}, Parts{Keyring: ring})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := w.SignIn(t.Context(), "s"); err == nil {
			t.Errorf("signed in to %s", entry)
		}
		err = w.SignOut(t.Context(), "s")
		return strings.Join(*ring, " "), err
	}
	const at = `"type": "http", "url": "http://127.0.0.1:1/mcp"`
	want, err := signOut(`{` + at + `}`)
	if err != nil || !strings.HasPrefix(want, "mcp s 127.0.0.1:1 ") {
		t.Fatalf("%q, %v", want, err)
	}
	for _, more := range []string{`"headers": {"Authorization": "Bearer ${NOWHERE}"}`, `"headers": {"X-Key": "${NOWHERE}"}`, `"oauth": {"clientSecret": "${NOWHERE}"}`, `"timeout": "soon"`} {
		if got, err := signOut(`{` + at + `, ` + more + `}`); err != nil || got != want {
			t.Errorf("%s: forgot %q, %v", more, got, err)
		}
	}
	got, err := signOut(`{"type": "http", "url": "http://${NOWHERE}/mcp"}`)
	if got != "" || err == nil || !strings.Contains(err.Error(), "goes by the address of s, and that isn't known") || !strings.Contains(err.Error(), "NOWHERE isn't set") {
		t.Errorf("an address that isn't known: forgot %q, %v", got, err)
	}
}

// An entry with the name of vise's own server is never used, and never dropped
// without a word.
func TestTheNameOfTheBuiltinServer(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "mcp.json"), `{"mcpServers": {"builtin": {"command": "x"}, "b": {"command": "y"}}}`)
	p, err := Load(Config{ConfigDir: dir, DataDir: dir, WorkDir: t.TempDir(), HomeDir: "/home/ann"})
	if err != nil {
		t.Fatal(err)
	}
	r := p.readServers()
	if len(r.list) != 1 || r.list[0].Name != "b" || len(r.troubles) != 1 || !strings.Contains(r.troubles[0], `"builtin" is the name of vise's own server: give this one another name`) {
		t.Errorf("%+v", r)
	}
}

// The same server is the same one wherever vise is started, and with a new
// token; with another command it is another.
func TestIdentitiesDontDependOnTheFolder(t *testing.T) {
	identity := func(workDir, token, file string) string {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "mcp.json"), file)
		p, err := Load(Config{ConfigDir: dir, DataDir: dir, WorkDir: workDir, HomeDir: "/home/ann", LookupEnv: func(name string) (string, bool) {
			v, ok := map[string]string{"TOKEN": token}[name]
			return v, ok
		}})
		if err != nil {
			t.Fatal(err)
		}
		return p.identities(p.readServers().list)["files"]
	}
	file := `{"mcpServers": {"files": {"command": "npx", "args": ["server", "/home/ann/src", "--api-key=${TOKEN}"]}}}`
	here := identity(t.TempDir(), "first-secret-token", file)
	if there := identity(t.TempDir(), "other-secret-token", file); here != there || strings.Contains(here, "token") || !strings.Contains(here, "$HOME/src") {
		t.Errorf("%q and %q", here, there)
	}
	if other := identity(t.TempDir(), "first-secret-token", strings.ReplaceAll(file, "npx", "uvx")); other == here {
		t.Error("another command is the same server")
	}
}

// A project's file in the home folder, or on the whole disk, isn't a project's.
func TestHomeIsNoProject(t *testing.T) {
	home := t.TempDir()
	for dir, want := range map[string]int{home: 0, filepath.Join(home, "src"): 1} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		p, err := Load(Config{ConfigDir: home, DataDir: home, WorkDir: dir, HomeDir: home, NoFiles: true})
		if err != nil || len(p.projects) != want {
			t.Errorf("in %s: %v, %v", dir, p.projects, err)
		}
	}
}
