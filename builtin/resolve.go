package builtin

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks is how many symbolic links one path may go through.
const maxLinks = 40

// place is a path in a root, without symbolic links.
type place struct {
	root *root
	rel  string // "." is the root itself
}

// locate finds what a path means: absolute ones by their relation to the
// roots, relative ones in the root of that name, or without a name in the
// first root that has it. What it returns exists and isn't denied.
func (s *rootSet) locate(path, rootName string) (place, error) {
	roots, err := s.choose(rootName)
	if err != nil {
		return place{}, err
	}
	path = plainPath(path)
	if filepath.IsAbs(path) {
		p, err := s.relate(roots, filepath.Clean(path))
		if err != nil {
			return place{}, err
		}
		return s.resolve(p.root, p.rel)
	}
	rel := filepath.Clean(path)
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return place{}, &failure{Code: "path_escape", Message: fmt.Sprintf("%q leads out of the root with ..", path), Hint: "give a path inside " + s.described(roots)}
	}
	return s.first(roots, rel)
}

// first tries the roots in turn, then the path as one that begins with a
// root's name, as labels do.
func (s *rootSet) first(roots []*root, rel string) (place, error) {
	var missing error
	for _, r := range roots {
		p, err := s.resolve(r, rel)
		if !isCode(err, codeNotFound) {
			return p, err
		}
		if missing == nil {
			missing = err
		}
	}
	name, rest, _ := strings.Cut(rel, "/")
	for _, r := range roots {
		if r.name == name {
			p, err := s.resolve(r, filepath.Clean(rest))
			if !isCode(err, codeNotFound) {
				return p, err
			}
		}
	}
	return place{}, missing
}

func isCode(err error, code string) bool {
	var f *failure
	return errors.As(err, &f) && f.Code == code
}

// choose returns the root of that name, or all.
func (s *rootSet) choose(name string) ([]*root, error) {
	if len(s.all) == 0 {
		return nil, &failure{Code: "no_roots", Message: "no folder is allowed, so there is nothing to read", Hint: "the person can allow one with --root NAME=DIR"}
	}
	if name == "" {
		return s.all, nil
	}
	if r, ok := s.find(name); ok {
		return []*root{r}, nil
	}
	return nil, &failure{Code: "unknown_root", Message: fmt.Sprintf("there is no root %q", name), Hint: "the roots are: " + list(s.names()) + "; leave root out to use all"}
}

// plainPath takes the other ways in which models write paths: file: URIs and
// the home folder.
func plainPath(path string) string {
	if strings.HasPrefix(path, "file:") {
		if u, err := url.Parse(path); err == nil && (u.Host == "" || u.Host == "localhost") && u.Path != "" {
			path = u.Path
		}
	}
	if path == "~" || strings.HasPrefix(path, "~/") {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, path[1:])
		}
	}
	return path
}

// relate finds the innermost root that an absolute path is in.
func (s *rootSet) relate(roots []*root, path string) (place, error) {
	var best place
	for _, r := range roots {
		for _, dir := range []string{r.dir, r.real} {
			if rel, ok := inside(dir, path); ok && (best.root == nil || len(rel) < len(best.rel)) {
				best = place{r, rel}
			}
		}
	}
	if best.root == nil {
		return place{}, &failure{Code: "outside_roots", Message: fmt.Sprintf("%q is outside the allowed folders", path), Hint: "only files in " + s.described(roots) + " can be read; the person can allow more with --root NAME=DIR"}
	}
	return best, nil
}

func (s *rootSet) described(roots []*root) string {
	dirs := make([]string, len(roots))
	for i, r := range roots {
		dirs[i] = r.name + " (" + r.dir + ")"
	}
	return list(dirs)
}

// resolve follows the symbolic links of a path in a root, as long as they stay
// in it, and refuses what is denied under either name.
func (s *rootSet) resolve(r *root, rel string) (place, error) {
	if why := s.denial(r, rel); why != notDenied {
		return place{}, deniedFailure(why, rel)
	}
	todo := strings.Split(rel, "/")
	done := "."
	for links := 0; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		if name == "." || name == "" {
			continue
		}
		if name == ".." {
			if done == "." {
				return place{}, linkEscape(rel)
			}
			done = filepath.Dir(done)
			continue
		}
		next := filepath.Join(done, name)
		fi, err := r.top.Lstat(next)
		if err != nil {
			return place{}, s.openFailure(r, next, err)
		}
		if fi.Mode()&fs.ModeSymlink == 0 {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return place{}, &failure{Code: "symlink_loop", Message: fmt.Sprintf("%q goes through more than %d symbolic links", rel, maxLinks), Hint: "give the path of the file itself"}
		}
		target, err := r.top.Readlink(next)
		if err != nil {
			return place{}, s.openFailure(r, next, err)
		}
		if filepath.IsAbs(target) {
			p, err := s.relate([]*root{r}, filepath.Clean(target))
			if err != nil {
				return place{}, linkEscape(rel)
			}
			target, done = p.rel, "."
		}
		todo = append(strings.Split(target, "/"), todo...)
	}
	if why := s.denial(r, done); why != notDenied {
		return place{}, deniedFailure(why, rel)
	}
	return place{r, done}, nil
}

func linkEscape(rel string) *failure {
	return &failure{Code: "symlink_escape", Message: fmt.Sprintf("%q is a symbolic link that leads out of its root", rel), Hint: "only files inside the root can be read; the person can allow another folder with --root NAME=DIR"}
}

func deniedFailure(why denial, rel string) *failure {
	if why == viseOwn {
		return &failure{Code: string(why), Message: fmt.Sprintf("%q is one of vise's own files, which tools never read", rel), Hint: "tell the person to look at it themselves"}
	}
	return &failure{Code: string(why), Message: fmt.Sprintf("%q may hold keys or passwords, so tools never read it", rel), Hint: "go on without it, or ask the person for the part that is needed"}
}

// open opens a place that resolve found. Whatever was exchanged since then is
// refused, not followed.
func (s *rootSet) open(p place) (*handle, error) {
	at := p.root.handle
	names := strings.Split(p.rel, "/")
	for i, name := range names {
		flags := openFolder
		if i == len(names)-1 {
			flags = openFile
		}
		next, err := openIn(at.fd, name, flags)
		if i > 0 {
			at.close()
		}
		if err != nil {
			return nil, s.openFailure(p.root, p.rel, err)
		}
		if why := s.ids[next.info.id]; why != notDenied {
			next.close()
			return nil, deniedFailure(why, p.rel)
		}
		at = next
	}
	return at, nil
}

// openFailure says in words why a path can't be opened.
func (s *rootSet) openFailure(r *root, rel string, err error) error {
	label := s.label(r, rel)
	switch {
	case errors.Is(err, errExchanged):
		return &failure{Code: "symlink_escape", Message: fmt.Sprintf("%q: %v", label, err), Hint: "try again once nothing changes it any more", retryable: true}
	case errors.Is(err, fs.ErrNotExist), isNotFolder(err):
		return s.notFound(r, rel)
	case errors.Is(err, fs.ErrPermission):
		return &failure{Code: "permission_denied", Message: fmt.Sprintf("the system doesn't let vise read %q", label), Hint: "tell the person: its permissions would have to be changed"}
	}
	return &failure{Code: "unreadable", Message: fmt.Sprintf("%q can't be read: %v", label, unwrapped(err)), Hint: "tell the person", retryable: true}
}

func isNotFolder(err error) bool { return errors.Is(err, unix.ENOTDIR) }

// unwrapped leaves out the operation and path, which the message has already.
func unwrapped(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// notFound names files that may have been meant.
func (s *rootSet) notFound(r *root, rel string) error {
	dir, name := filepath.Split(rel)
	hint := "file.search finds files by name"
	if rel == "." {
		return &failure{Code: codeNotFound, Message: "the folder of root " + r.name + " is gone", Hint: "tell the person"}
	}
	if entries, _, err := s.entries(place{r, filepath.Clean(dir)}); err == nil {
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Name
		}
		if near := nearest(name, names, 3); len(near) > 0 {
			for i := range near {
				near[i] = s.label(r, filepath.Join(dir, near[i]))
			}
			hint = "did you mean " + strings.Join(near, " or ") + "? " + hint
		}
	}
	return &failure{Code: codeNotFound, Message: fmt.Sprintf("there is no %q in root %s", rel, r.name), Hint: hint}
}
