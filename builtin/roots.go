package builtin

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// root is one folder that file tools may read.
type root struct {
	name   string
	dir    string // absolute, as it was given: what people see
	real   string // absolute, without symbolic links
	top    *os.Root
	handle *handle
	denied map[string]denial // paths in the root that no tool reads, whether they exist or not
}

// denial says why a path is denied.
type denial string

const (
	notDenied denial = ""
	viseOwn   denial = "protected_file"
	sensitive denial = "sensitive_file"
)

// rootSet is all roots, and what is denied in them.
type rootSet struct {
	mu        sync.RWMutex // held for reading by calls, so that no handle is closed under them
	closed    bool
	all       []*root
	sensitive sensitiveSet
	patience  time.Duration       // how long one call searches
	ids       map[identity]denial // denied files and folders that exist, under whatever name
}

// openRoots opens the roots. A folder that is given twice counts once.
func openRoots(roots []Root, protected []string) (*rootSet, error) {
	set := &rootSet{sensitive: newSensitiveSet(), patience: searchTime, ids: map[identity]denial{}}
	denied := set.denials(protected)
	for _, r := range roots {
		opened, err := set.openRoot(r, denied)
		if err != nil {
			set.Close()
			return nil, err
		}
		if opened != nil {
			set.all = append(set.all, opened)
		}
	}
	return set, nil
}

// denials maps absolute paths, both as given and without symbolic links, to
// why they are denied.
func (s *rootSet) denials(protected []string) map[string]denial {
	denied := map[string]denial{}
	add := func(path string, why denial) {
		abs, err := filepath.Abs(path)
		if err != nil {
			return // no current folder; then no relative path leads anywhere
		}
		denied[abs] = why
		denied[realPath(abs)] = why
		var st unix.Stat_t
		if unix.Stat(abs, &st) == nil {
			s.ids[infoOf(&st).id] = why
		}
	}
	for _, p := range systemFolders {
		add(p, sensitive)
	}
	for _, p := range protected {
		if p != "" {
			add(p, viseOwn)
		}
	}
	return denied
}

// realPath resolves the symbolic links in the part of the path that exists.
func realPath(abs string) string {
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	if parent := filepath.Dir(abs); parent != abs {
		return filepath.Join(realPath(parent), filepath.Base(abs))
	}
	return abs
}

func (s *rootSet) openRoot(cfg Root, denied map[string]denial) (*root, error) {
	abs, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("root %q: %w", cfg.Dir, err)
	}
	r := &root{name: cfg.Name, dir: abs, real: realPath(abs), denied: map[string]denial{}}
	if r.name == "" {
		r.name = filepath.Base(abs)
	}
	for path, why := range denied {
		if rel, ok := inside(path, r.real); ok && why != notDenied {
			return nil, fmt.Errorf("root %q is in %s, which no file tool may read: choose another folder (%s)", abs, path, rel)
		}
		if rel, ok := inside(r.real, path); ok {
			r.denied[rel] = why
		}
	}
	if s.sensitive.path(filepath.ToSlash(r.real)) {
		return nil, fmt.Errorf("root %q is a folder for keys or passwords: choose another one", abs)
	}
	if r.top, err = os.OpenRoot(abs); err != nil {
		return nil, fmt.Errorf("root %q can't be opened: %w", abs, err)
	}
	if err := r.openTop(); err != nil {
		r.top.Close()
		return nil, fmt.Errorf("root %q can't be opened: %w", abs, err)
	}
	for _, other := range s.all {
		if other.handle.info.id == r.handle.info.id {
			r.close()
			return nil, nil
		}
		if other.name == r.name {
			r.close()
			return nil, fmt.Errorf("two roots are named %q (%s and %s): name them NAME=DIR", r.name, other.dir, r.dir)
		}
	}
	return r, nil
}

// openTop takes a handle of the folder that top holds.
func (r *root) openTop() error {
	f, err := r.top.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	ctlErr := raw.Control(func(fd uintptr) { r.handle, err = openIn(int(fd), ".", openFolder) })
	return errors.Join(ctlErr, err)
}

func (r *root) close() {
	r.handle.close()
	r.top.Close()
}

// Close closes all roots, once the calls that use them are done.
func (s *rootSet) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	for _, r := range s.all {
		r.close()
	}
	return nil
}

// use keeps the roots open until release is called.
func (s *rootSet) use() (release func(), err error) {
	s.mu.RLock()
	if s.closed {
		s.mu.RUnlock()
		return nil, errors.New("the built-in server is closed")
	}
	return s.mu.RUnlock, nil
}

// find returns the root of that name.
func (s *rootSet) find(name string) (*root, bool) {
	for _, r := range s.all {
		if r.name == name {
			return r, true
		}
	}
	return nil, false
}

func (s *rootSet) names() []string {
	names := make([]string, len(s.all))
	for i, r := range s.all {
		names[i] = r.name
	}
	return names
}

// denial says whether the path in the root is denied by its name.
func (s *rootSet) denial(r *root, rel string) denial {
	for at := rel; len(r.denied) > 0; {
		if why := r.denied[at]; why != notDenied {
			return why
		}
		i := strings.LastIndexByte(at, '/')
		if i < 0 {
			break
		}
		at = at[:i]
	}
	if s.sensitive.path(rel) {
		return sensitive
	}
	return notDenied
}

// label is how a path in the root is named to people and models: relative, and
// where there are several roots, below the root's name. file.read takes it.
func (s *rootSet) label(r *root, rel string) string {
	if len(s.all) == 1 {
		return rel
	}
	return filepath.Join(r.name, rel)
}

// uri is the file: URI of a path in the root.
func (r *root) uri(rel string) string {
	u := url.URL{Scheme: "file", Path: filepath.Join(r.dir, rel)}
	return u.String()
}

// inside returns path relative to dir, if it is dir or in it.
func inside(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return "", false
	}
	return rel, true
}
