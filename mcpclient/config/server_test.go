package config

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"npx", "-y", "@scope/name@1.2.3"}, "npx -y @scope/name@1.2.3"},
		{[]string{"x", "", "a b", "it's", "$HOME", "~", "a=b", "*"}, `x '' 'a b' 'it'\''s' '$HOME' '~' 'a=b' '*'`},
		{[]string{"x", "a\nb", "\x1b[31m", "\u202egpj", "é", "\u200b'\\"}, `x $'a\nb' $'\x1b[31m' $'\u202egpj' 'é' $'\u200b\'\\'`},
		{[]string{"x", "\xff\x9b", "\ufffd", "\U000e0041"}, `x $'\xff\x9b' '` + "\ufffd" + `' $'\U000e0041'`},
	} {
		if got := (Server{Command: c.args[0], Args: c.args[1:]}).CommandLine(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if got := (Server{Transport: HTTP, URL: "https://x.example/mcp?a=b&c='d e\u202e'"}).CommandLine(); got != `$'https://x.example/mcp?a=b&c=\'d e\u202e\''` {
		t.Errorf("URL: %s", got)
	}
}

// A shell reads the line as exactly the words that are started.
func TestCommandLineInAShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"%s\n", "a b", "", "'", `\`, "a\nb", "\x1b", "\t\r", "*", "$x", "é\u202e", "\xff\xfe", "-e", "!", "#", "`x`"}
	cmd := exec.Command(bash, "-c", (Server{Command: "printf", Args: append([]string{"--"}, args...)}).CommandLine())
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(out), strings.Join(args[1:], "\n")+"\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestIdentity(t *testing.T) {
	places := Places{Home: "/home/ada/", Root: "/home/ada/src/app", Caches: []string{"/home/ada/.npm", ""}}
	for _, c := range []struct {
		s    Server
		want string
	}{
		{Server{Name: "a", Command: "npx", Args: []string{"-y", "x"}}, "a npx -y x"},
		{Server{Name: "a", Command: "/home/ada/.npm/bin/x", Args: []string{"/home/ada/src/app/y", "/home/ada", "/home/ada/docs"}}, "a $CACHE/bin/x $ROOT/y $HOME $HOME/docs"},
		{Server{Name: "a", Command: "x", Args: []string{"--dir=/home/ada/x", "/home/ada/x:/data", "/home/adam", "/mnt/home/ada", "/home/ada/src/app2"}}, "a x '--dir=$HOME/x' $HOME/x:/data /home/adam /mnt/home/ada $HOME/src/app2"},
		{Server{Name: "a", Command: "x", Args: []string{"$HOME/y"}}, "a x $$HOME/y"},
		{Server{Name: "a", Command: "x", Args: []string{"--token=tok-0123456789"}, Secrets: []string{"tok-0123456789"}}, "a x '--token=$SECRET'"},
		{Server{Name: "a", Transport: HTTP, URL: "https://x.example/mcp?key=tok-0123456789", Secrets: []string{"tok-0123456789"}}, "a 'https://x.example/mcp?key=$SECRET'"},
		{Server{Name: "a", Transport: SSE, URL: "https://x.example/home/ada"}, "a https://x.example/home/ada"},
	} {
		if got := c.s.Identity(places); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	if got := (Server{Name: "a", Command: "/x"}).Identity(Places{Home: "/", Root: ""}); got != "a /x" {
		t.Errorf("the root of everything is no place: %s", got)
	}
	usual := UsualPlaces("/src", environment)
	if usual.Home != "/home/ada" || usual.Root != "/src" || !slices.Contains(usual.Caches, "/home/ada/.npm") {
		t.Errorf("%+v", usual)
	}
}

// An approval notices every change in how a server is started, and what is
// taken from the environment; not where it is configured.
func TestFingerprintAndEqual(t *testing.T) {
	read := func(entry string) Server {
		f, err := Parse("/src/.mcp.json", []byte(`{"mcpServers": {"a": `+entry+`}}`), true, environment)
		if err != nil || f.Servers[0].Err != nil {
			t.Fatal(err, f.Servers)
		}
		return f.Servers[0]
	}
	program := `{"command": "x", "args": ["a b"], "env": {"A": "1"}, "cwd": "y"}`
	remote := `{"url": "https://x.example", "headers": {"X-A": "1"}}`
	seen := map[string]string{}
	for _, entry := range []string{
		program, remote,
		`{"command": "x2", "args": ["a b"], "env": {"A": "1"}, "cwd": "y"}`,
		`{"command": "x", "args": ["a", "b"], "env": {"A": "1"}, "cwd": "y"}`,
		`{"command": "x", "args": ["a b"], "env": {"A": "2"}, "cwd": "y"}`,
		`{"command": "x", "args": ["a b"], "env": {"B": "1"}, "cwd": "y"}`,
		`{"command": "x", "args": ["a b"], "env": {}, "cwd": "y"}`,
		`{"command": "x", "args": ["a b", "A", "1"], "cwd": "y"}`,
		`{"command": "x", "args": ["a b"], "env": {"A": "1"}}`,
		`{"url": "https://y.example", "headers": {"X-A": "1"}}`,
		`{"url": "https://x.example", "headers": {"X-B": "1"}}`,
		`{"url": "https://x.example", "headers": {"X-A": "${API_TOKEN}"}}`,
		`{"url": "https://x.example", "headers": {"X-A": "1"}, "type": "sse"}`,
	} {
		s := read(entry)
		print := s.Fingerprint()
		if other, twice := seen[print]; twice {
			t.Errorf("%s has the fingerprint of %s", entry, other)
		}
		seen[print] = entry
		if again := read(entry); again.Fingerprint() != print || !again.Equal(s) {
			t.Errorf("%s isn't like itself", entry)
		}
		if entry != program && s.Equal(read(program)) || entry != remote && s.Equal(read(remote)) {
			t.Errorf("%s is taken for another", entry)
		}
	}
	token := func(value string) Server {
		f, err := Parse("f", []byte(`{"mcpServers": {"a": {"url": "https://x.example", "headers": {"Authorization": "Bearer ${T}"}}}}`), true,
			func(string) (string, bool) { return value, true })
		if err != nil {
			t.Fatal(err)
		}
		return f.Servers[0]
	}
	one, two := token("tok-one-111111"), token("tok-two-222222")
	if one.Fingerprint() != two.Fingerprint() {
		t.Error("a new token asks for a new approval")
	}
	if one.Equal(two) {
		t.Error("a new token isn't noticed by a reload")
	}
	base := Server{Name: "a", Transport: HTTP, URL: "u", OAuth: &OAuth{ClientID: "c"}}
	for what, change := range map[string]func(*Server){
		"off": func(s *Server) { s.Disabled = true }, "timeout": func(s *Server) { s.Timeout = time.Second },
		"error": func(s *Server) { s.Err = &Error{} }, "no oauth": func(s *Server) { s.OAuth = nil },
		"client": func(s *Server) { s.OAuth = &OAuth{ClientID: "d"} }, "auto": func(s *Server) { s.Auto = true },
	} {
		other := base
		if change(&other); base.Equal(other) || other.Equal(base) {
			t.Errorf("%s isn't noticed", what)
		}
	}
	moved := base
	moved.Source, moved.Notes = Source{File: "g", Line: 3}, []string{"x"}
	if !base.Equal(moved) {
		t.Error("a server that only moved is restarted")
	}
}

func TestMerge(t *testing.T) {
	file := func(path string, project bool, raw string) File {
		f, err := Parse(path, []byte(raw), project, environment)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	project := file("/p/.mcp.json", true, `{"mcpServers": {"both": {"command": "theirs"}, "only": {"command": "x"}, "gh": {"command": "x"}}}`)
	own := file("/c/mcp.json", false, `{"mcpServers": {"both": {"command": "mine", "disabled": true}, "twice": {"command": "first"}, "gh/own": {"command": "x"}}}`)
	flag := file("/f.json", false, `{"mcpServers": {"twice": {"command": "second"}}}`)
	for _, order := range [][]File{{project, own, flag}, {own, flag, project}} {
		got := map[string]Server{}
		for _, s := range Merge(order...) {
			if _, twice := got[s.Name]; twice {
				t.Errorf("%s is there twice", s.Name)
			}
			got[s.Name] = s
		}
		if len(got) != 5 || got["both"].Command != "mine" || !got["both"].Disabled || got["twice"].Command != "second" {
			t.Errorf("%+v", got)
		}
		if notes := got["both"].Notes; len(notes) != 1 || notes[0] != "the server of the same name in /p/.mcp.json, line 1, isn't used" {
			t.Errorf("notes %q", notes)
		}
		if got["gh/own"].Err != nil || got["gh"].Err == nil {
			t.Errorf("a project's server makes the person's one useless: %v, %v", got["gh/own"].Err, got["gh"].Err)
		}
	}
	if len(own.Servers[0].Notes) != 0 {
		t.Error("merging wrote into a file that was read")
	}
	nested := Merge(file("f", false, `{"mcpServers": {"a/b/c": {"command": "x"}, "a/b": {"command": "x"}, "ab": {"command": "x"}}}`))
	if nested[0].Err == nil || nested[1].Err != nil || nested[2].Err != nil {
		t.Errorf("%v", nested)
	}
}

// A name that was made of another is a name like every other between files: the
// person's server wins over a project's.
func TestMergeOfMadeNames(t *testing.T) {
	project, err := Parse("/p/.mcp.json", []byte(`{"mcpServers": {"My Server": {"command": "theirs"}}}`), true, nil)
	if err != nil {
		t.Fatal(err)
	}
	own, err := Parse("/c/mcp.json", []byte(`{"mcpServers": {"My-Server": {"command": "mine"}}}`), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := Merge(project, own)
	if len(got) != 1 || got[0].Command != "mine" || got[0].Err != nil {
		t.Fatalf("%+v", got)
	}
	want := `the server "My Server" in /p/.mcp.json, line 1, isn't used: it would have the same name`
	if !slices.Contains(got[0].Notes, want) {
		t.Errorf("notes %q, want %q", got[0].Notes, want)
	}
}

func TestSecretsAndVariables(t *testing.T) {
	f, err := Parse("f", []byte(`{"mcpServers": {
		"args": {"command": "x", "args": ["--api-key", "sk-111111111", "--token=tk-222222222", "--key-file=/etc/key.pem", "--verbose", "plain-words"]},
		"env": {"command": "x", "env": {"HOME": "${HOME}", "MY_PASSWORD": "hunter2hunter2", "KEY_FILE": "/home/ada/k", "DB": "postgres://u:pw-33333333@h/d", "MODE": "production", "SHORT_TOKEN": "abc"}},
		"url": {"url": "https://u:pw-44444444@x.example/mcp?apiKey=ak-55555555&q=harmless-words", "headers": {"Authorization": "Basic YWxhZGRpbjpvcGVu", "X-Trace": "harmless-words"}},
		"sign": {"url": "https://x.example", "oauth": {"clientId": "harmless-words", "clientSecret": "cs-66666666"}}
	}}`), true, environment)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"args": "sk-111111111 tk-222222222",
		"env":  "hunter2hunter2 pw-33333333",
		"url":  "YWxhZGRpbjpvcGVu ak-55555555 pw-44444444",
		"sign": "cs-66666666",
	}
	for _, s := range f.Servers {
		if got := strings.Join(s.Secrets, " "); got != want[s.Name] || s.Err != nil {
			t.Errorf("%s: got %q, want %q (%v)", s.Name, got, want[s.Name], s.Err)
		}
	}
	if got := f.Servers[1].Variables; !slices.Equal(got, []string{"HOME"}) {
		t.Errorf("variables %v", got)
	}
}
