package app

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vise/builtin"
	"vise/session"
)

// maxAttached bounds what one request can name with @.
const maxAttached = 4

// named is what a request names with @.
type named struct {
	reads     []session.FirstCall
	resources []session.ResourceRef
}

// attachments finds @path, @path:10-20 and @server:uri in a request: the words
// without the marks, and the reads that they stand for. An @ before anything
// that isn't a file or folder of a root, or of one of these servers, stays what
// it was.
func (p Plan) attachments(text string, servers []string) (string, named, error) {
	var n named
	if !strings.ContainsAny(text, "@＠") {
		return text, n, nil
	}
	mark := regexp.MustCompile(`(^|\s)[@＠](\S+)`)
	words := mark.ReplaceAllStringFunc(text, func(m string) string {
		at := strings.IndexAny(m, "@＠")
		lead, name := m[:at], strings.TrimPrefix(strings.TrimPrefix(m[at:], "@"), "＠")
		if read, ok := p.attachment(name); ok {
			n.reads = append(n.reads, read)
		} else if ref, ok := resourceRef(name, servers); ok {
			n.resources = append(n.resources, ref)
		} else {
			return m
		}
		return lead + name
	})
	if len(n.reads)+len(n.resources) > maxAttached {
		return "", named{}, errors.New("at most " + strconv.Itoa(maxAttached) + " files and resources can be named with @ in one request")
	}
	return words, n, nil
}

// resourceRef is the resource that server:uri stands for. The longest name of
// a server counts.
func resourceRef(name string, servers []string) (ref session.ResourceRef, ok bool) {
	name = unpunctuated(name)
	for _, s := range servers {
		if uri, of := strings.CutPrefix(name, s+":"); of && len(s) > len(ref.Server) && strings.Contains(uri, ":") && typable(uri) {
			ref, ok = session.ResourceRef{Server: s, URI: uri}, true
		}
	}
	return ref, ok
}

// unpunctuated is a name without the punctuation of the sentence around it.
func unpunctuated(name string) string { return strings.TrimRight(name, ".,;:!?)。，；：！？）") }

func (p Plan) attachment(name string) (session.FirstCall, bool) {
	name = unpunctuated(name)
	args := map[string]any{}
	if i := strings.LastIndexByte(name, ':'); i > 0 {
		from, to, ranged := strings.Cut(name[i+1:], "-")
		first, err := strconv.Atoi(from)
		if err == nil && first > 0 {
			name, args["start_line"] = name[:i], first
			last, err := strconv.Atoi(to)
			if !ranged {
				args["max_lines"] = 1
			} else if err == nil && last >= first {
				args["max_lines"] = last - first + 1
			}
		}
	}
	root, ok := p.rootOf(name)
	if !ok {
		return session.FirstCall{}, false
	}
	args["path"] = name
	if root != "" {
		args["root"] = root
	}
	raw, err := json.Marshal(args)
	return session.FirstCall{Tool: "file.read", Args: raw}, err == nil
}

// rootOf is the root that has the path: it only looks whether it is there.
// Reading is file.read's, with all its borders. The name is empty where there
// is but one root.
func (p Plan) rootOf(name string) (string, bool) {
	if !fs.ValidPath(path.Clean(name)) {
		return "", false
	}
	for _, r := range p.roots {
		root, err := os.OpenRoot(r.Dir)
		if err != nil {
			continue
		}
		_, err = root.Lstat(name)
		_ = root.Close() // it was only looked at
		if err == nil {
			if len(p.roots) == 1 {
				return "", true
			}
			return r.Name, true
		}
	}
	return "", false
}

// PathHint is a file or folder that an @ could name.
type PathHint struct {
	Path   string // relative to its root; a folder ends in a slash
	Bytes  int64
	Folder bool
}

// Paths completes what stands after an @: files and folders of the roots whose
// path begins with prefix, folders first, at most limit. Hidden ones only
// where the prefix asks for them.
func (p Plan) Paths(prefix string, limit int) []PathHint {
	dir, base := path.Split(prefix)
	if dir != "" && !fs.ValidPath(path.Clean(dir)) {
		return nil
	}
	var out []PathHint
	for _, r := range p.roots {
		out = append(out, listHints(r.Dir, dir, base)...)
	}
	slices.SortFunc(out, func(a, b PathHint) int {
		if a.Folder != b.Folder {
			if a.Folder {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Path, b.Path)
	})
	return out[:min(len(out), limit)]
}

// maxListed bounds how many entries of one folder are looked at.
const maxListed = 2000

func listHints(rootDir, dir, base string) []PathHint {
	root, err := os.OpenRoot(rootDir)
	if err != nil {
		return nil
	}
	defer root.Close()
	f, err := root.Open(path.Clean(dir + "."))
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, err := f.ReadDir(maxListed)
	if err != nil && len(entries) == 0 {
		return nil
	}
	var out []PathHint
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(strings.ToLower(name), strings.ToLower(base)) || strings.HasPrefix(name, ".") && !strings.HasPrefix(base, ".") {
			continue
		}
		h := PathHint{Path: dir + name, Folder: e.IsDir()}
		if h.Folder {
			h.Path += "/"
		} else if info, err := e.Info(); err == nil {
			h.Bytes = info.Size()
		}
		out = append(out, h)
	}
	return out
}

// Deeper are files of the roots, in whatever folder, whose name or path has the
// letters of word in that order, the best first, at most limit. They are those
// that file.search would find by name. It ends after a few seconds, and soon
// after ctx does. Where two roots have a path, the first one counts.
func (p Plan) Deeper(ctx context.Context, word string, limit int) ([]PathHint, error) {
	found, err := builtin.FindNames(ctx, p.readable(), p.protected(), word, limit, spaceless)
	out := make([]PathHint, len(found))
	for i, f := range found {
		out[i] = PathHint{Path: f.Path, Bytes: f.Bytes}
	}
	return out, err
}

// spaceless reports a path that a request can name: a space would end it.
func spaceless(path string) bool {
	return !strings.ContainsFunc(path, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) })
}
