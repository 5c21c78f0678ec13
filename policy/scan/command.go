package scan

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Command looks at the command line that starts a server for a package that
// isn't fixed to one version, so that tomorrow's start may run something else.
// Where is "argument N", from 0, the program being one; Start and End are
// offsets in it.
func Command(line []string) []Finding {
	for i, arg := range line {
		if i > 0 && strings.ContainsAny(arg, " \t\n") { // sh -c "npx …"
			words := strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune(" \t\n\"'", r) })
			if n, about := unpinned(words); about != "" {
				return []Finding{loose(i, arg, offsetOf(arg, words, n), words[n], about)}
			}
		}
	}
	if n, about := unpinned(line); about != "" {
		return []Finding{loose(n, line[n], 0, line[n], about)}
	}
	return nil
}

func loose(n int, arg string, at int, what, about string) Finding {
	return Finding{Kind: Unpinned, Code: CodeLoose, Severity: Low, Where: fmt.Sprintf("argument %d", n), Start: at, End: at + len(what), Text: arg[at : at+len(what)], About: about}
}

// offsetOf is where the n-th of the words stands that text was cut into.
func offsetOf(text string, words []string, n int) int {
	at := 0
	for _, w := range words[:n] {
		at += strings.Index(text[at:], w) + len(w)
	}
	return at + strings.Index(text[at:], words[n])
}

// A launcher fetches a package and runs it.
type launcher struct {
	start  string // its words
	fixed  func(spec string) bool
	values string // options that take a value
	names  string // options whose value is the package
}

var launchers = [...]launcher{
	{"npx", npmFixed, " -c --call --cache --registry --prefix -w --workspace ", " -p --package "},
	{"bunx", npmFixed, "", " -p --package "},
	{"pnpx", npmFixed, "", " --package "},
	{"npm exec", npmFixed, " -c --call --cache --registry --prefix ", " -p --package "},
	{"npm x", npmFixed, " -c --call --cache --registry --prefix ", " -p --package "},
	{"pnpm dlx", npmFixed, "", " --package "},
	{"yarn dlx", npmFixed, "", " -p --package "},
	{"bun x", npmFixed, "", " -p --package "},
	{"uvx", pythonFixed, " -p --python --with --index --index-url --directory --env-file ", " --from --spec "},
	{"uv tool run", pythonFixed, " -p --python --with --index --index-url --directory --env-file ", " --from "},
	{"pipx run", pythonFixed, " --python --index-url --pip-args ", " --spec "},
	{"docker run", imageFixed, dockerValues, ""},
	{"podman run", imageFixed, dockerValues, ""},
	{"go run", goFixed, " -C -tags -ldflags -mod -p ", ""},
	{"deno run", denoFixed, " --import-map -c --config ", ""},
}

const dockerValues = " -e --env --env-file -v --volume --mount --name -p --publish --network --net -u --user -w --workdir --entrypoint -h --hostname --add-host --memory -m --cpus --platform --label -l --pull --tmpfs --security-opt --cap-add --cap-drop --device --gpus --ulimit "

// unpinned gives the argument that names a package without a version, and
// what is wrong with it.
func unpinned(line []string) (n int, about string) {
	for i := range line {
		for _, l := range launchers {
			if m := l.begins(line[i:]); m > 0 {
				n = l.spec(line, i+m)
				if n < 0 || l.fixed(packageOf(line[n])) {
					return 0, ""
				}
				return n, "no fixed version: what runs may be another program at every start"
			}
		}
	}
	return 0, ""
}

// begins is how many of the first words are the launcher's, or 0.
func (l launcher) begins(line []string) int {
	start := strings.Fields(l.start)
	if len(line) <= len(start) || program(line[0]) != start[0] || !slices.Equal(line[1:len(start)], start[1:]) {
		return 0
	}
	return len(start)
}

func program(arg string) string {
	name := strings.ToLower(path.Base(strings.ReplaceAll(arg, `\`, "/")))
	return strings.TrimSuffix(strings.TrimSuffix(name, ".exe"), ".cmd")
}

// spec is the argument from i on that names the package, or -1.
func (l launcher) spec(line []string, i int) int {
	for ; i < len(line); i++ {
		option, _, joined := strings.Cut(line[i], "=")
		switch {
		case strings.Contains(l.names, " "+option+" ") && joined:
			return i
		case strings.Contains(l.names, " "+option+" ") && i+1 < len(line):
			return i + 1
		case strings.Contains(l.values, " "+option+" ") && !joined:
			i++
		case !strings.HasPrefix(line[i], "-"):
			return i
		}
	}
	return -1
}

func packageOf(arg string) string {
	if strings.HasPrefix(arg, "-") {
		_, arg, _ = strings.Cut(arg, "=")
	}
	return arg
}

// local says that a package is a file of this machine.
func local(spec string) bool {
	return strings.HasPrefix(spec, ".") || strings.HasPrefix(spec, "/") || strings.HasPrefix(spec, "~") || strings.HasPrefix(spec, "file:")
}

// npmFixed: name@1.2.3, @scope/name@1.2.3, or a commit of a repository.
func npmFixed(spec string) bool {
	if local(spec) {
		return true
	}
	if _, ref, ok := strings.Cut(spec, "#"); ok {
		return commit(ref)
	}
	at := strings.LastIndexByte(spec, '@')
	return at > 0 && exact(spec[at+1:])
}

// pythonFixed: name==1.2.3, name@1.2.3, or a commit of a repository.
func pythonFixed(spec string) bool {
	if local(spec) {
		return true
	}
	if _, version, ok := strings.Cut(spec, "=="); ok {
		return version != "" && !strings.Contains(version, "*")
	}
	at := strings.LastIndexByte(spec, '@')
	return at > 0 && (exact(spec[at+1:]) || commit(spec[at+1:]))
}

// imageFixed: a digest, or a tag other than latest.
func imageFixed(spec string) bool {
	if strings.Contains(spec, "@sha256:") {
		return true
	}
	_, tag, ok := strings.Cut(spec[strings.LastIndexByte(spec, '/')+1:], ":")
	return ok && tag != "latest" && tag != ""
}

// goFixed: a package of this module, or path@v1.2.3.
func goFixed(spec string) bool {
	at := strings.LastIndexByte(spec, '@')
	return at < 0 || exact(strings.TrimPrefix(spec[at+1:], "v"))
}

// denoFixed: a local file, or npm:, jsr: with a version.
func denoFixed(spec string) bool {
	bare, ok := strings.CutPrefix(spec, "npm:")
	if !ok {
		bare, ok = strings.CutPrefix(spec, "jsr:")
	}
	return !ok || npmFixed(bare)
}

// exact says that a version is one version: three numbers, and what follows.
func exact(version string) bool {
	core, _, _ := strings.Cut(strings.ReplaceAll(version, "+", "-"), "-")
	parts := strings.Split(core, ".")
	if len(parts) < 3 {
		return false
	}
	for _, p := range parts {
		if p == "" || strings.Trim(p, "0123456789") != "" && !strings.ContainsAny(p, "abcr") || strings.ContainsAny(p, "x*^~") {
			return false
		}
	}
	return true
}

func commit(ref string) bool {
	return len(ref) == 40 && strings.Trim(strings.ToLower(ref), "0123456789abcdef") == ""
}
