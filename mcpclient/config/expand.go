package config

import (
	"fmt"
	"strings"
)

// variable is one variable of the environment that was filled in.
type variable struct{ name, value string }

// expanded is text with its variables filled in.
type expanded struct {
	text string
	used []variable
	odd  []string // what looks like a variable and was left as it stands
}

// expand fills in ${NAME} and ${NAME:-default}, VS Code's and Cursor's
// ${env:NAME}, ${workspaceFolder} and ${userHome}, and Claude Code's
// ${CLAUDE_PROJECT_DIR}, which it sets by itself. As in a shell the default
// also stands in for an empty variable. What isn't the name of a variable stays
// as it is. The second result says what can't be filled in, and what to do.
func (r *reader) expand(raw string) (expanded, *Error) {
	var out expanded
	var b strings.Builder
	for rest := raw; ; {
		before, after, found := strings.Cut(rest, "${")
		b.WriteString(before)
		inside, next, closed := strings.Cut(after, "}")
		if !found || !closed {
			if found {
				b.WriteString("${" + after)
			}
			out.text = b.String()
			return out, nil
		}
		rest = next
		value, used, bad := r.variable(inside)
		switch {
		case bad != nil:
			return out, bad
		case used == nil:
			out.odd = append(out.odd, "${"+inside+"}")
		case used.name != "":
			out.used = append(out.used, *used)
		}
		if r.budget -= len(value); r.budget < 0 {
			return out, &Error{What: fmt.Sprintf("its variables make the file larger than %d MiB", maxExpanded>>20), Hint: "use shorter values"}
		}
		b.WriteString(value)
	}
}

// variable is the value for what stands inside ${…}. used is nil for what
// isn't a variable, and has no name for a value that is not from the
// environment.
func (r *reader) variable(inside string) (value string, used *variable, bad *Error) {
	name, fallback, hasFallback := strings.Cut(inside, ":-")
	name = strings.TrimPrefix(name, "env:")
	if id, ok := strings.CutPrefix(name, "input:"); ok {
		return "", nil, &Error{
			What: fmt.Sprintf("it asks the editor for %s, which vise can't", shown(id)),
			Hint: "put the value into a variable of the environment and write ${NAME}",
		}
	}
	switch name {
	case "workspaceFolder":
		return r.base, &variable{}, nil
	case "userHome":
		name = "HOME"
	}
	if !variableName(name) {
		return "${" + inside + "}", nil, nil
	}
	v, ok := r.lookup(name)
	switch {
	case ok && (v != "" || !hasFallback):
		return v, &variable{name, v}, nil
	case name == "CLAUDE_PROJECT_DIR":
		return r.base, &variable{}, nil
	case hasFallback:
		return fallback, &variable{}, nil
	}
	return "", nil, &Error{
		What: fmt.Sprintf("the variable %s isn't set", name),
		Hint: fmt.Sprintf("set it before starting vise, or give a default: ${%s:-…}", name),
	}
}

// variableName reports whether s is a name as POSIX shells have them.
func variableName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// dollar is the name in text that is nothing but $NAME: Gemini CLI and Qwen
// Code fill that in. "" for any other text.
func dollar(s string) string {
	if rest, ok := strings.CutPrefix(s, "$"); ok && variableName(rest) {
		return rest
	}
	return ""
}
