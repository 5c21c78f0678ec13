package builtin

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// jobFiles is how many files a job has at most; the first jobs have less,
	// so that a search for something common is done soon.
	jobFiles = 32
	// maxDepth is how deep folders are followed; each level holds a folder
	// open.
	maxDepth = 100
)

// counts are what a search looked at and what it left out.
type counts struct {
	Scanned   int `json:"files_scanned"`
	Ignored   int `json:"ignored"`   // by .gitignore and the like; a folder counts once
	Sensitive int `json:"sensitive"` // keys, passwords, vise's own; a folder counts once
	Binary    int `json:"binary"`
	TooLarge  int `json:"too_large"`
	Other     int `json:"other"` // links, devices, unreadable files, folders too deep
}

func (c *counts) add(d counts) {
	c.Scanned += d.Scanned
	c.Ignored += d.Ignored
	c.Sensitive += d.Sensitive
	c.Binary += d.Binary
	c.TooLarge += d.TooLarge
	c.Other += d.Other
}

// folder is one folder of a walk. It stays open while it or a job needs it.
type folder struct {
	*handle
	root   *root
	rel    string // path in the root: "", or with a slash at its end
	ignore *ignoreRules
}

func (f *folder) hold() { f.refs.Add(1) }

func (f *folder) release() {
	if f.refs.Add(-1) == 0 {
		f.close()
	}
}

// item is a file to look at, or a folder whose name is to be looked at.
type item struct {
	dir   *folder
	name  string
	isDir bool
}

// job is some files that follow each other in the order of the walk.
type job struct {
	seq    int
	items  []item
	counts counts // what the walk left out since the job before
}

// walker walks the roots in order: roots as configured, in a folder by name.
type walker struct {
	set    *rootSet
	filter filter
	after  position // start behind it
	roots  map[identity]bool
	send   func(job) bool // false: stop
	job    job
	stop   bool
}

// walk goes through the roots and sends jobs until it is told to stop.
func (w *walker) walk(roots []*root) {
	w.roots = map[identity]bool{}
	for _, r := range roots {
		w.roots[r.handle.info.id] = true
	}
	started := w.after.root == ""
	for _, r := range roots {
		if !started && r.name != w.after.root {
			continue
		}
		h, err := openIn(r.handle.fd, ".", openFolder)
		if err != nil {
			w.job.counts.Other++
			started = true
			continue
		}
		dir := &folder{handle: h, root: r}
		dir.hold()
		w.folder(dir, 0, !started)
		dir.release()
		started = true
	}
	if len(w.job.items) > 0 || w.job.counts != (counts{}) {
		w.flush()
	}
}

// folder walks one folder. resume says that it is on the way to the position
// to start behind.
func (w *walker) folder(dir *folder, depth int, resume bool) {
	entries, err := dir.names(filepath.Join(dir.root.dir, dir.rel))
	if err != nil && len(entries) == 0 {
		w.job.counts.Other++
		return
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	dir.ignore = w.rules(dir, entries)
	from := ""
	if resume {
		from, _, _ = strings.Cut(strings.TrimPrefix(w.after.rel+"/", dir.rel), "/")
	}
	for _, e := range entries {
		if w.stop {
			return
		}
		if name := e.Name(); name >= from {
			w.entry(dir, e, depth, resume && name == from)
		}
	}
}

// entry takes one entry of a folder. onPath says that its name is the next
// element of the position to start behind.
func (w *walker) entry(dir *folder, e fs.DirEntry, depth int, onPath bool) {
	name, isDir := e.Name(), e.IsDir()
	switch {
	case isDir && isRepository(name):
		return
	case !isDir && !e.Type().IsRegular():
		w.job.counts.Other++
		return
	case dir.ignore.ignored(dir.rel, name, isDir):
		w.job.counts.Ignored++
		return
	case w.set.sensitive.entry(dir.rel, name), len(dir.root.denied) > 0 && dir.root.denied[dir.rel+name] != notDenied:
		w.job.counts.Sensitive++
		return
	}
	if !isDir {
		if w.filter.takes(dir.rel, name) {
			w.push(item{dir: dir, name: name})
		}
		return
	}
	if w.filter.glob == "" && !onPath {
		w.push(item{dir: dir, name: name, isDir: true})
	}
	w.enter(dir, name, depth+1, onPath)
}

// isRepository reports whether a folder holds a version control's own files.
func isRepository(name string) bool {
	return name == ".git" || name == ".hg" || name == ".svn" || name == ".jj" || name == ".bzr"
}

func (w *walker) enter(parent *folder, name string, depth int, resume bool) {
	if depth > maxDepth {
		w.job.counts.Other++
		return
	}
	h, err := openIn(parent.fd, name, openFolder)
	if err != nil {
		w.job.counts.Other++
		return
	}
	dir := &folder{handle: h, root: parent.root, rel: parent.rel + name + "/", ignore: parent.ignore}
	dir.hold()
	defer dir.release()
	if w.set.ids[h.info.id] != notDenied {
		w.job.counts.Sensitive++
		return
	}
	if w.roots[h.info.id] {
		return // a root of its own, walked by itself
	}
	w.folder(dir, depth, resume)
}

// rules adds a folder's own rules to those of the folders above. A repository
// in a repository starts with none.
func (w *walker) rules(dir *folder, entries []fs.DirEntry) *ignoreRules {
	own := ignoreRules{parent: dir.ignore, base: len(dir.rel)}
	for _, name := range []string{".git", ".gitignore", ".ignore"} {
		i, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		switch {
		case !found:
		case name == ".git":
			own.parent = nil
			own.rules = append(own.rules, readExclude(dir.handle)...)
		case entries[i].Type().IsRegular():
			own.rules = append(own.rules, readIgnore(dir.handle, name)...)
		}
	}
	if len(own.rules) == 0 && own.parent == dir.ignore {
		return dir.ignore
	}
	return &own
}

// readExclude reads .git/info/exclude.
func readExclude(dir *handle) []ignoreRule {
	git, err := openIn(dir.fd, ".git", openFolder)
	if err != nil {
		return nil // a file: a worktree or submodule
	}
	defer git.close()
	in, err := openIn(git.fd, "info", openFolder)
	if err != nil {
		return nil
	}
	defer in.close()
	return readIgnore(in, "exclude")
}

func (w *walker) push(i item) {
	i.dir.hold()
	w.job.items = append(w.job.items, i)
	if len(w.job.items) >= min(jobFiles, 2<<min(w.job.seq, 10)) {
		w.flush()
	}
}

func (w *walker) flush() {
	if w.stop || !w.send(w.job) {
		w.stop = true
		w.job.release()
	}
	w.job = job{seq: w.job.seq + 1, items: make([]item, 0, jobFiles)}
}

func (j job) release() {
	for _, i := range j.items {
		i.dir.release()
	}
}
