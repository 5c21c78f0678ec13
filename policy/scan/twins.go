package scan

import (
	"slices"
	"strings"
	"unicode"
)

// named is a tool by its server and name; vise's own has no server.
type named struct{ server, name string }

func (n named) String() string {
	if n.server == "" {
		return "vise's own " + n.name
	}
	return n.server + "/" + n.name
}

// bones is what is left of a name when what sets look-alikes apart is taken
// away: case, separators, letters of other scripts, digits like letters.
func bones(name string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if l, ok := latinTwin(r); ok {
			r = l
		}
		switch r {
		case '.', '_', '-', '/', ' ':
			return -1
		case '0':
			return 'o'
		case '1', '|':
			return 'l'
		}
		return r
	}, name)
}

// plain takes away only case and separators.
func plain(name string) string {
	return strings.NewReplacer(".", "", "_", "", "-", "", "/", "", " ", "").Replace(strings.ToLower(name))
}

// like says for which tool of others a tool of that server could be mistaken: by its name, or by its server's name and its own, which is how a model is
// told of it.
func (n *names) like(server, name string) (code Code, sev Severity, about string) {
	for _, o := range n.bones[bones(name)] {
		switch {
		case o.server == server:
		case o.server == "":
			return CodeSameName, High, "has the name of " + o.String()
		case plain(o.name) != plain(name):
			return CodeLikeName, High, "looks like " + o.String()
		case o.name == name && !joined(name): // everybody has a "search"
		default:
			code, sev, about = CodeSameName, Low, "has the name of "+o.String()
		}
	}
	for _, o := range n.whole[bones(server+name)] {
		if o.server != server {
			return CodeWholeName, High, "with its server's name it reads like " + o.String()
		}
	}
	return code, sev, about
}

// joined says that a name is made of several words.
func joined(name string) bool {
	return strings.ContainsAny(name, "._-/ ") || strings.ContainsFunc(name, unicode.IsUpper)
}

func (n *names) add(t named) {
	for index, key := range map[*map[string][]named]string{&n.bones: bones(t.name), &n.whole: bones(t.server + t.name)} {
		if !slices.Contains((*index)[key], t) {
			(*index)[key] = append((*index)[key], t)
		}
	}
}

// twins reports a tool that is named like another's.
func (t tool) twins(s *sink, server string, others *names) {
	if !t.takes || t.name == "" || len(t.name) > maxName {
		return
	}
	if code, sev, about := others.like(server, t.name); about != "" {
		s.add(Finding{Kind: Twin, Code: code, Severity: sev, Where: "/name", End: len(t.name), About: about}, t.name)
	}
}

// maxName is how long a name may be to be compared.
const maxName = 1 << 10
