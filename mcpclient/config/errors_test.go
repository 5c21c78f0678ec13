package config

import (
	"errors"
	"strings"
	"testing"
)

// What is wrong with a whole file: where, what was expected, what to do.
func TestErrorsOfAFile(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"comma missing", "{\"mcpServers\": {\n  \"a\": {\"command\": \"x\"}\n  \"b\": {\"command\": \"y\"}\n}}", `f.json:2:24: expected a comma or } after the value: is a comma missing here?`},
		{"comma missing in a list", `{"mcpServers": {"a": {"command": "x", "args": ["a" "b"]}}}`, `f.json:1:51: expected a comma or ] after the value: is a comma missing here?`},
		{"odd mark", `{"mcpServers": {"a": 1; }}`, `f.json:1:23: expected a comma or } after the value`},
		{"single quotes", "{\n 'mcpServers': {}}", "f.json:2:2: expected a value: use double quotes: \""},
		{"curly quotes", "{“mcpServers”: {}}", "f.json:1:2: expected a value: use double quotes: \""},
		{"bare key", `{mcpServers: {}}`, `f.json:1:2: "mcpServers" isn't a value: use true, false, null, a number, or text in double quotes`},
		{"number as key", `{1: {}}`, `f.json:1:2: expected a key in double quotes`},
		{"no colon", `{"mcpServers" {}}`, `f.json:1:15: expected a colon after the key`},
		{"no value", `{"mcpServers": }`, `f.json:1:16: expected a value: is a value missing before it?`},
		{"two commas", `{"mcpServers": {},, }`, `f.json:1:19: expected a value: is there one comma too many?`},
		{"Python's words", `{"mcpServers": {"a": {"command": "x", "disabled": True}}}`, `f.json:1:51: "True" isn't a value: use true, false, null, a number, or text in double quotes`},
		{"brace missing", "{\"mcpServers\": {\n  \"a\": {\"command\": \"x\"\n", `f.json:2:8: the file ends before what is opened here is closed: a closing } is missing`},
		{"bracket missing", `{"mcpServers": {"a": {"args": ["x"`, `f.json:1:31: the file ends before what is opened here is closed: a closing ] is missing`},
		{"quote missing", "{\"mcpServers\": {\"a\": {\"command\": \"x}}}", `f.json:1:34: the file ends before this text does: a closing " is missing`},
		{"quote missing on a line", "{\"mcpServers\": {\"a\": {\"command\": \"x,\n\"args\": []}}}", `f.json:1:34: this text isn't closed on its line: is a closing " missing?`},
		{"bad escape", `{"mcpServers": {"a": {"command": "C:\q"}}}`, `f.json:1:34: this text has a character or an escape in it that JSON doesn't allow: write \\ for a backslash, \t for a tab`},
		{"more after the end", `{"mcpServers": {}} {}`, `f.json:1:20: expected the end of the file: one { … } is all that may stand in it`},
		{"comment not closed", `{"mcpServers": {} /* x`, `f.json:1:1: the file ends before what is opened here is closed: a closing } is missing`},
		{"comment alone", `// nothing`, `f.json:1:11: the file ends too early`},
		{"not UTF-8", "{\"mcpServers\": {\"\xff\": {}}}", `f.json: this isn't text in UTF-8: save it as UTF-8`},
		{"a list", `[]`, `f.json:1:1: expected an object, found a list: the file looks like {"mcpServers": {"name": {"command": "…"}}}`},
		{"near key", `{"mcpServer": {}}`, `f.json:1:2: there is no "mcpServers" in this file: did you mean "mcpServers" instead of "mcpServer"?`},
		{"other case", `{"McpServers": {}}`, `f.json:1:2: there is no "mcpServers" in this file: did you mean "mcpServers" instead of "McpServers"?`},
		{"servers without a frame", "{\n\"a\": {\"command\": \"x\"}}", `f.json:2:1: there is no "mcpServers" in this file: put the servers into it: {"mcpServers": { … }}`},
		{"another file", `{"theme": "dark"}`, `f.json:1:1: there is no "mcpServers" in this file: servers stand in {"mcpServers": {"name": {"command": "…"}}}`},
		{"servers a list", `{"mcpServers": [{"name": "a"}]}`, `f.json:1:16: "mcpServers" has to be an object, found a list: it looks like {"name": {"command": "…"}}`},
		{"twice", "{\"mcpServers\": {},\n\"mcpServers\": {}}", `f.json:2:1: "mcpServers" is here a second time, after line 1: put all servers into one of them`},
		{"too large", strings.Repeat(" ", maxFile+1), `f.json: it is larger than 1024 KiB: keep only mcpServers in it`},
		{"too many values", "[" + strings.Repeat("1,", maxValues+1) + "1]", `f.json: it has more than 50000 values: keep only mcpServers in it`},
		{"too deep", `{"mcpServers": ` + strings.Repeat("[", 100000), `f.json:1:79: more than 64 objects and lists stand in each other here`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Parse("f.json", []byte(c.raw), false, environment)
			var bad *Error
			if !errors.As(err, &bad) {
				t.Fatalf("got %v, want an *Error", err)
			}
			if err.Error() != c.want {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
			if f.Path != "f.json" {
				t.Errorf("the file lost its path: %q", f.Path)
			}
		})
	}
}

// What is no error: an empty file, one without servers yet, a byte order mark.
func TestFilesWithoutServers(t *testing.T) {
	for _, raw := range []string{"", " \n", "{}", `{"mcpServers": null}`, `{"mcpServers": {}}`, "\xef\xbb\xbf{}", "{} // end"} {
		if f, err := Parse("f.json", []byte(raw), false, nil); err != nil || len(f.Servers) > 0 {
			t.Errorf("%q: %v, %v", raw, f.Servers, err)
		}
	}
}

// What is wrong with one server is said of it, with its place, and the next
// one is fine.
func TestErrorsOfAServer(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, c := range []struct{ name, entry, want string }{
		{"misspelt", `"a": {"command": "x", "environment": {"A": "b"}}`, `f.json:2:23: there is no key "environment" for a server: did you mean "env"?`},
		{"misspelt twice over", `"a": {"command": "x", "enviroment": {"A": "b"}}`, `f.json:2:23: there is no key "enviroment" for a server: did you mean "env"?`},
		{"near", `"a": {"comand": "x"}`, `f.json:2:7: there is no key "comand" for a server: did you mean "command"?`},
		{"case", `"a": {"URL": "https://x.example"}`, `f.json:2:7: there is no key "URL" for a server: did you mean "url"?`},
		{"far", `"a": {"command": "x", "flavour": 1}`, `f.json:2:23: there is no key "flavour" for a server: remove it, or put it on a line of its own after //`},
		{"hostile key", `"a": {"command": "x", "\u001b[31m\u202e` + long + `": 1}`, `f.json:2:23: there is no key "\x1b[31m\u202e` + long[:54] + `…" for a server: remove it, or put it on a line of its own after //`},
		{"key twice", `"a": {"command": "x", "command": "y"}`, `f.json:2:23: "command" is here a second time, after line 2: keep one of them`},
		{"variable twice", `"a": {"command": "x", "env": {"A": "1", "A": "2"}}`, `f.json:2:41: "A" is in "env" a second time: keep one of them`},
		{"header twice", `"a": {"url": "https://x.example", "headers": {"X-A": "1", "x-a": "2"}}`, `f.json:2:59: "x-a" is in "headers" a second time: keep one of them`},
		{"name twice", `"a": {"command": "x"}, "a": {"command": "y"}`, `f.json:2:24: the server "a" is here a second time, after line 2: give one of them another name`},
		{"built-in", `"builtin": {"command": "x"}`, `f.json:2:1: "builtin" is the name of vise's own server: give this one another name`},
		{"empty name", `"": {"command": "x"}`, `f.json:2:1: the server name "" can't be used: use letters, digits and marks that can be seen`},
		{"invisible name", `"git\u200bhub": {"command": "x"}`, `f.json:2:1: the server name "git\u200bhub" can't be used: use letters, digits and marks that can be seen`},
		{"name of blanks", `" ": {"command": "x"}`, `f.json:2:1: the server name " " can't be used: use letters, digits and marks that can be seen`},
		{"vise's own, made", `"@builtin": {"command": "x"}`, `f.json:2:1: "@builtin" would be called "builtin" here, which is the name of vise's own server: give this one another name`},
		{"not an object", `"a": "npx x"`, `f.json:2:6: a server has to be an object, found text: it looks like {"command": "…"} or {"url": "…"}`},
		{"nothing to reach", `"a": {"args": []}`, `f.json:2:6: this server has neither a "command" nor a "url": name the program to start, or the address to call`},
		{"both", `"a": {"command": "x", "url": "https://x.example"}`, `f.json:2:6: this server has both a "command" and a URL: keep one of them, or add "type": "stdio" or "http"`},
		{"type without its key", `"a": {"type": "http", "command": "x"}`, `f.json:2:6: its type is "http", and there is no "url": add a "url", or make the type "stdio"`},
		{"stdio without a command", `"a": {"type": "stdio", "url": "https://x.example"}`, `f.json:2:6: its type is "stdio", and there is no "command": add a "command", or make the type "http"`},
		{"unknown type", `"a": {"type": "htpp", "url": "https://x.example"}`, `f.json:2:15: there is no type "htpp": did you mean "http"?`},
		{"type of the wrong kind", `"a": {"type": 1, "command": "x"}`, `f.json:2:15: "type" has to be text, found a number`},
		{"command a list", `"a": {"command": ["npx", "x"]}`, `f.json:2:18: "command" has to be text, found a list: put the program into "command" and the rest into "args"`},
		{"command empty", `"a": {"command": " "}`, `f.json:2:18: "command" is empty: name the program to start`},
		{"args text", `"a": {"command": "x", "args": "-y"}`, `f.json:2:31: "args" has to be a list such as ["-y", "name"], found text`},
		{"argument an object", `"a": {"command": "x", "args": ["y", {}]}`, `f.json:2:37: argument 2 of "args" has to be text, found an object`},
		{"env a list", `"a": {"command": "x", "env": ["A=b"]}`, `f.json:2:30: "env" has to be an object such as {"NAME": "value"}, found a list`},
		{"env value a list", `"a": {"command": "x", "env": {"A": []}}`, `f.json:2:36: "A" in "env" has to be text, found a list`},
		{"name of a variable", `"a": {"command": "x", "env": {"A=B": "c"}}`, `f.json:2:31: "A=B" can't be the name of a variable`},
		{"zero byte", `"a": {"command": "x\u0000y"}`, `f.json:2:18: command: this has a zero byte in it: remove it`},
		{"disabled text", `"a": {"command": "x", "disabled": "yes"}`, `f.json:2:35: "disabled" has to be true or false, found text`},
		{"timeout text", `"a": {"command": "x", "timeout": "30s"}`, `f.json:2:34: "timeout" has to be a number of milliseconds, found text`},
		{"timeout negative", `"a": {"command": "x", "timeout": -1}`, `f.json:2:34: "timeout" is out of range: it is a number of milliseconds, such as 30000 for half a minute`},
		{"timeout huge", `"a": {"command": "x", "timeout": 1e999}`, `f.json:2:34: "timeout" is out of range: it is a number of milliseconds, such as 30000 for half a minute`},
		{"unset", `"a": {"command": "x", "env": {"T": "${NOT_SET}"}}`, `f.json:2:36: "T" in "env": the variable NOT_SET isn't set: set it before starting vise, or give a default: ${NOT_SET:-…}`},
		{"unset in the command", `"a": {"command": "${NOT_SET}/x"}`, `f.json:2:18: command: the variable NOT_SET isn't set: set it before starting vise, or give a default: ${NOT_SET:-…}`},
		{"unset in a URL", `"a": {"url": "https://${NOT_SET}"}`, `f.json:2:14: url: the variable NOT_SET isn't set: set it before starting vise, or give a default: ${NOT_SET:-…}`},
		{"no scheme", `"a": {"url": "example.com/mcp"}`, `f.json:2:14: "url" has to begin with https:// or http:// and a host: it looks like https://example.com/mcp`},
		{"other scheme", `"a": {"type": "http", "url": "file:///etc/passwd"}`, `f.json:2:30: "url" has to begin with https:// or http:// and a host: it looks like https://example.com/mcp`},
		{"space in a URL", `"a": {"url": "https://x.example/ y"}`, `f.json:2:14: "url" isn't a URL: it looks like https://example.com/mcp`},
		{"header name", `"a": {"url": "https://x.example", "headers": {"X A": "1"}}`, `f.json:2:47: "X A" can't be the name of a header`},
		{"line break in a header", `"a": {"url": "https://x.example", "headers": {"X": "${LINES}"}}`, `f.json:2:52: the header "X" has a line break or another control character in it: remove it from the file, or from the variable`},
		{"oauth text", `"a": {"url": "https://x.example", "oauth": "me"}`, `f.json:2:44: "oauth" has to be an object such as {"clientId": "…"}, found text`},
		{"port", `"a": {"url": "https://x.example", "oauth": {"callbackPort": 70000}}`, `f.json:2:61: "callbackPort" in "oauth" isn't a port: it is a number from 1 to 65535`},
		{"column counts characters", `"a": {"description": "日本語", "comand": "x"}`, `f.json:2:29: there is no key "comand" for a server: did you mean "command"?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Parse("f.json", []byte("{\"mcpServers\": {\n"+c.entry+",\n\"fine\": {\"command\": \"x\"}}}"), false, environment)
			if err != nil || len(f.Servers) != 2 {
				t.Fatalf("%d servers, %v", len(f.Servers), err)
			}
			if s := f.Servers[1]; s.Name != "fine" || s.Err != nil {
				t.Errorf("the next server isn't fine: %+v", s)
			}
			var bad *Error
			if !errors.As(f.Servers[0].Err, &bad) {
				t.Fatalf("got %v, want an *Error", f.Servers[0].Err)
			}
			if bad.Error() != c.want {
				t.Errorf("got  %s\nwant %s", bad, c.want)
			}
		})
	}
}

// What is taken with a note, or without.
func TestTakenAsMeant(t *testing.T) {
	for _, c := range []struct{ name, entry, note string }{
		{"comment keys", `"a": {"//": "why", "_comment": "x", "$schema": "y", "command": "x"}`, ""},
		{"nulls", `"a": {"command": "x", "args": null, "env": null, "url": null}`, ""},
		{"null variable", `"a": {"command": "x", "env": {"A": null}}`, `"A" in "env" is null and is left out`},
		{"bare number", `"a": {"command": "x", "args": [8080]}`, `argument 1 of "args": "8080" is taken as text; put it in quotes for other programs`},
		{"not a variable", `"a": {"command": "sh", "args": ["-c", "echo ${X%.*} ${"]}`, `argument 2 of "args": "${X%.*}" is left as it stands, it isn't the name of a variable`},
		{"empty and default", `"a": {"command": "x${EMPTY:-y}"}`, ""},
		{"arguments in the command", `"a": {"command": "npx -y x"}`, `"command" is the name of one program with a space in it; arguments go into "args"`},
		{"plain http", `"a": {"url": "http://x.example"}`, `http:// isn't encrypted: others on the way can read and change everything`},
		{"loopback", `"a": {"url": "http://127.0.0.1:1/mcp"}`, ""},
		{"two addresses", `"a": {"httpUrl": "https://x.example", "url": "https://y.example"}`, `"httpUrl" is used, "url" isn't`},
		{"preload", `"a": {"command": "x", "env": {"LD_PRELOAD": "/tmp/x.so"}}`, `LD_PRELOAD changes which code the program runs`},
		{"oauth for a program", `"a": {"command": "x", "oauth": {"clientId": "y"}}`, `"oauth" is for servers with a "url", and isn't used`},
		{"oauth of another program", `"a": {"url": "https://x.example", "oauth": {"flavour": "y"}}`, `"flavour" in "oauth" isn't known and isn't used`},
		{"sandbox", `"a": {"command": "x", "sandboxEnabled": true}`, `"sandboxEnabled": vise has no sandbox: the server runs with your rights`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := Parse("f.json", []byte(`{"mcpServers": {`+c.entry+`}}`), false, environment)
			if err != nil || len(f.Servers) != 1 || f.Servers[0].Err != nil {
				t.Fatalf("%+v, %v", f.Servers, err)
			}
			if got := strings.Join(f.Servers[0].Notes, "|"); got != c.note {
				t.Errorf("got  %s\nwant %s", got, c.note)
			}
		})
	}
}

// Whatever the bytes, there is an answer, and it can be shown.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		``, `{}`, `{"mcpServers":{"a":{"command":"x","args":["${A:-b}"],}}}`, `{"servers":{"a":{"url":"https://x/?key=1"}}}`,
		"{\"mcpServers\":{\"\\u202e\":{\"command\":\"\\u001b\"}} // x", `{"mcpServers":{"a":{"url":"https://x","oauth":{"callbackPort":[]}}}}`,
		`{"mcp":{"servers":{"a/b":1},"excluded":[[],"a"]}}`, `{"mcpServers":{"a":{"timeout":1e3,"headers":{"A":"$HOME"}}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := Parse("f.json", raw, true, environment)
		var bad *Error
		if err != nil && !errors.As(err, &bad) {
			t.Fatalf("%T", err)
		}
		for _, s := range Merge(file) {
			for _, line := range []string{s.CommandLine(), s.Identity(Places{Home: "/home/ada"}), s.Fingerprint(), s.Name} {
				if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
					t.Errorf("%q isn't one plain line", line)
				}
			}
			if s.Err == nil && s.Command == "" && s.URL == "" {
				t.Errorf("%+v can't be reached, and says nothing", s)
			}
		}
	})
}
