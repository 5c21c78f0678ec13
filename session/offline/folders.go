package offline

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"vise/session"
)

// inFolder searches again where what was named as a root is a folder, or no
// folder at all: then everywhere, and says so.
func (t *turn) inFolder(a action, args map[string]any) string {
	delete(args, "root")
	if a.glob == "" {
		args["glob"] = strings.TrimPrefix(a.root, "./") + "/**"
		o, why := t.call(toolSearch, args)
		if o == nil {
			return why
		}
		t.hits = hitsFor(a.query, o)
		if o.OK && len(o.Sources) > 0 {
			return t.found(a, o)
		}
		delete(args, "glob")
	}
	o, why := t.call(toolSearch, args)
	if o == nil {
		return why
	}
	t.hits = hitsFor(a.query, o)
	return t.say("noroot", code(a.root)) + "\n\n" + t.found(a, o)
}

// outside reports a folder that can't be one in a root.
func outside(dir string) bool {
	return strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "~") || dir == ".." || strings.HasPrefix(dir, "../")
}

// within points a search at a folder that was named in full, where it is in a
// root; false where it isn't.
func (t *turn) within(a *action, dir string) bool {
	if rest, ok := strings.CutPrefix(dir, "~"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return false
		}
		dir = home + rest
	}
	for _, r := range t.roots {
		rel, err := filepath.Rel(r.Dir, filepath.Clean(dir))
		if err != nil || !filepath.IsAbs(dir) || rel == ".." || strings.HasPrefix(rel, "../") {
			continue
		}
		if strings.Contains(a.glob, "*") && a.glob != dir {
			rel += "/" + a.glob // the kind of file that was named beside the folder
		} else if a.root != "" && rel != "." {
			rel += "/**"
		}
		a.root, a.glob = r.Name, strings.TrimPrefix(strings.TrimPrefix(rel, "."), "/")
		return true
	}
	return false
}

// onlyRoots says that a folder isn't searched, and which are.
func (t *turn) onlyRoots(dir string) string {
	s := t.say("onlyroots", code(dir))
	var names []string
	for _, r := range t.roots {
		names = append(names, code(r.Name))
	}
	if len(names) > 0 {
		s += " " + t.say("folders", strings.Join(names, ", "))
	}
	return s
}

func (t *turn) isRoot(name string) bool {
	for _, r := range t.roots {
		if r.Name == name {
			return true
		}
	}
	return false
}

// hitsFor are the hits that a request to read what was found is about: where a
// file was looked for by its name, that file.
func hitsFor(query string, o *session.Observation) []session.Source {
	named := slices.DeleteFunc(slices.Clone(o.Sources), func(s session.Source) bool {
		file, _ := cutLine(s.Name)
		return !strings.EqualFold(path.Base(file), path.Base(query))
	})
	if len(named) > 0 {
		return named
	}
	return o.Sources
}

// ofSearch points a read at what the search before found: the hit that was
// named, or the only file there is. Otherwise it says why nothing is read;
// where nothing was found, the search has said so.
func (t *turn) ofSearch(a *action) string {
	n := a.found
	if n < 0 {
		n = len(t.hits)
	}
	if len(t.hits) == 0 {
		return ""
	}
	if n > len(t.hits) {
		return t.say("ask_path")
	}
	name, line := cutLine(t.hits[max(n, 1)-1].Name)
	for _, h := range t.hits {
		if other, _ := cutLine(h.Name); n == 0 && other != name {
			return t.say("whichhit")
		}
	}
	a.path = name
	if line > 10 {
		a.start = line - 10
	}
	return ""
}
