package config

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tailscale/hujson"
)

// switches reads what applies to every transport.
func (e *entry) switches() {
	if v, ok := e.is("disabled", "tf", "true or false"); ok {
		e.server.Disabled = v.Value.Kind() == 't'
	}
	if v, ok := e.is("enabled", "tf", "true or false"); ok && v.Value.Kind() == 'f' {
		e.server.Disabled = true
	}
	v, ok := e.is("timeout", "0", "a number of milliseconds")
	if !ok {
		return
	}
	ms, err := strconv.ParseFloat(v.Value.(hujson.Literal).String(), 64)
	switch {
	case err != nil || ms <= 0 || ms > math.MaxInt32:
		e.wrong(e.fail(v.StartOffset, `"timeout" is out of range`, "it is a number of milliseconds, such as 30000 for half a minute"))
	case ms < 1000:
		// Cline and Roo Code count in seconds; Claude Code ignores these too.
		e.note(fmt.Sprintf(`"timeout": %v is less than a second and is left out: it is in milliseconds`, ms))
	default:
		e.server.Timeout = time.Duration(ms) * time.Millisecond
	}
}

// transport works out how the server is reached; false where it can't be.
func (e *entry) transport(at int) bool {
	_, program := e.fields["command"]
	_, remote := e.address()
	for _, key := range []string{"type", "transport", "transportType"} {
		if v, ok := e.is(key, `"`, "text"); ok {
			return e.typed(v, program, remote, at)
		}
	}
	switch {
	case program && remote:
		e.wrong(e.fail(at, `this server has both a "command" and a URL`, `keep one of them, or add "type": "stdio" or "http"`))
	case !program && !remote:
		e.wrong(e.fail(at, `this server has neither a "command" nor a "url"`, "name the program to start, or the address to call"))
	case remote:
		e.server.Transport = HTTP
		_, streamable := e.fields["httpUrl"]
		e.server.Auto = !streamable
		return true
	default:
		return true
	}
	return false
}

// typed is transport for an entry that names it.
func (e *entry) typed(v hujson.Value, program, remote bool, at int) bool {
	word := v.Value.(hujson.Literal).String()
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(word)) {
	case "stdio", "local":
		if e.server.Transport = Stdio; !program {
			e.wrong(e.fail(at, fmt.Sprintf(`its type is %q, and there is no "command"`, word), `add a "command", or make the type "http"`))
		}
		return program
	case "http", "streamablehttp", "httpstream", "remote":
		e.server.Transport = HTTP
	case "sse":
		e.server.Transport = SSE
	case "ws", "websocket":
		e.wrong(e.fail(v.StartOffset, "WebSocket isn't a transport of MCP's specification, and vise doesn't speak it", `use "http" where the server can`))
		return false
	default:
		hint := `use "stdio", "http" or "sse"`
		if near := nearest(word, []string{"stdio", "http", "streamable-http", "sse"}); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		e.wrong(e.fail(v.StartOffset, "there is no type "+shown(word), hint))
		return false
	}
	if !remote {
		e.wrong(e.fail(at, fmt.Sprintf(`its type is %q, and there is no "url"`, word), `add a "url", or make the type "stdio"`))
	}
	return remote
}

// program reads how a program is started.
func (e *entry) program() {
	if e.server.Transport != Stdio {
		return
	}
	if cwd, ok := e.text("cwd"); ok {
		e.server.Cwd = e.path(e.base, cwd.text)
	} else if e.project {
		e.server.Cwd = e.base
	}
	if v := e.fields["command"]; v.Value != nil && v.Value.Kind() == '[' {
		e.wrong(e.fail(v.StartOffset, `"command" has to be text, found a list`, `put the program into "command" and the rest into "args"`))
	} else if command, ok := e.text("command"); ok {
		e.command(v, command.text)
	}
	e.args()
	e.server.Env = e.env()
}

func (e *entry) command(v hujson.Value, command string) {
	switch {
	case strings.TrimSpace(command) == "":
		e.wrong(e.fail(v.StartOffset, `"command" is empty`, "name the program to start"))
		return
	case strings.ContainsAny(command, "/"):
		from := e.server.Cwd
		if from == "" {
			from = e.base
		}
		command = e.path(from, command)
	case strings.Contains(command, " ") && e.fields["args"].Value == nil:
		e.note(`"command" is the name of one program with a space in it; arguments go into "args"`)
	}
	e.server.Command = command
}

// path makes a path absolute; ~ is the home folder, as people expect.
func (e *entry) path(from, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, ok := e.lookup("HOME"); ok {
			return filepath.Join(home, rest)
		}
	}
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(from, path)
}

func (e *entry) args() {
	v, ok := e.is("args", "[", `a list such as ["-y", "name"]`)
	if !ok {
		return
	}
	for i, a := range v.Value.(*hujson.Array).Elements {
		if arg, ok := e.plain(fmt.Sprintf(`argument %d of "args"`, i+1), a); ok {
			e.server.Args = append(e.server.Args, arg.text)
		}
	}
	e.secrets.inArgs(e.server.Args)
}

// env reads the server's environment.
func (e *entry) env() map[string]string {
	env := map[string]string{}
	for _, m := range e.table("env", false) {
		n := name(m)
		if n == "" || strings.ContainsAny(n, "=\x00") {
			e.wrong(e.fail(m.Name.StartOffset, shown(n)+" can't be the name of a variable", ""))
			continue
		}
		value, ok := e.pair("env", m)
		if !ok {
			continue
		}
		env[n] = value.text
		e.secrets.named(n, value.text, value.used)
		if loads(n) {
			e.note(n + " changes which code the program runs")
		}
	}
	return env
}

// loads are variables by which a program is made to run other code.
func loads(name string) bool {
	switch name {
	case "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "NODE_OPTIONS",
		"PYTHONSTARTUP", "PYTHONPATH", "BASH_ENV", "ENV", "PERL5OPT", "RUBYOPT", "JAVA_TOOL_OPTIONS", "PATH":
		return true
	}
	return false
}

// table is the members of an object of texts. Names that are there already are
// errors; fold says that case doesn't tell them apart.
func (e *entry) table(key string, fold bool) []hujson.ObjectMember {
	v, ok := e.is(key, "{", `an object such as {"NAME": "value"}`)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	var out []hujson.ObjectMember
	for _, m := range v.Value.(*hujson.Object).Members {
		n := name(m)
		if fold {
			n = strings.ToLower(n)
		}
		if seen[n] {
			e.wrong(e.fail(m.Name.StartOffset, fmt.Sprintf("%s is in %q a second time", shown(name(m)), key), "keep one of them"))
			continue
		}
		seen[n] = true
		out = append(out, m)
	}
	return out
}

// pair is the value of one name of a table. Text that is nothing but $NAME is
// filled in as Gemini CLI does where NAME is set; false: there is no value.
func (e *entry) pair(key string, m hujson.ObjectMember) (expanded, bool) {
	label := fmt.Sprintf("%s in %q", shown(name(m)), key)
	if m.Value.Value.Kind() == 'n' {
		e.note(label + " is null and is left out")
		return expanded{}, false
	}
	value, ok := e.plain(label, m.Value)
	if n := dollar(value.text); ok && n != "" && len(value.used) == 0 {
		if _, set := e.lookup(n); set {
			v := hujson.Value{StartOffset: m.Value.StartOffset, Value: hujson.String("${" + n + "}")}
			return e.fill(label, v)
		}
		e.note(fmt.Sprintf("%s is %s, and there is no such variable; it is passed on as it stands", label, shown(value.text)))
	}
	return value, ok
}
