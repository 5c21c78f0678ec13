package builtin

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// namesTime is how long names are looked for before what is there is handed
	// back.
	namesTime = 3 * time.Second
	// maxNames is how many files are looked at.
	maxNames = 200_000
)

// Named is a file that was found by its name.
type Named struct {
	Path  string // relative to its root
	Bytes int64
}

// FindNames finds files that file.search would find by name, wherever they are
// in the roots: those whose name or path has the letters of word in that order,
// in any case. Names come before paths, whole words before scattered letters,
// short ones before long ones. It returns at most limit of those that keep
// takes, and fewer where it takes longer than a few seconds or ctx is done. It
// fails where a root can't be opened.
func FindNames(ctx context.Context, roots []Root, protected []string, word string, limit int, keep func(path string) bool) ([]Named, error) {
	if word == "" || limit <= 0 {
		return nil, nil
	}
	set, err := openRoots(roots, protected)
	if err != nil {
		return nil, err
	}
	defer set.Close()
	ctx, stop := context.WithTimeout(ctx, namesTime)
	defer stop()
	n := namesFound{word: fold(word), limit: limit, keep: keep}
	w := &walker{set: set, send: func(j job) bool {
		defer j.release()
		for _, i := range j.items {
			n.look(set, i)
		}
		return ctx.Err() == nil && n.looked < maxNames
	}}
	w.walk(set.all)
	return n.named(), nil
}

// namesFound are the best files so far, the best first.
type namesFound struct {
	word   string // folded
	limit  int
	keep   func(path string) bool
	looked int
	best   []nameFound
}

type nameFound struct {
	Named
	fit int // the smaller the better
}

func (n *namesFound) look(set *rootSet, i item) {
	if i.isDir {
		return
	}
	n.looked++
	rel := i.dir.rel + i.name
	fit, ok := nameFit(fold(rel), n.word)
	if !ok || !n.keep(rel) {
		return
	}
	f := nameFound{Named{Path: rel}, fit}
	at, twice := slices.BinarySearchFunc(n.best, f, nameFound.compare)
	if twice || at >= n.limit {
		return // of another root, where the first one counts; or worse than the others
	}
	h, ok := set.openItem(i, &counts{})
	if !ok {
		return
	}
	f.Bytes = h.info.size
	h.close()
	n.best = slices.Insert(n.best, at, f)
	n.best = n.best[:min(len(n.best), n.limit)]
}

func (n *namesFound) named() []Named {
	out := make([]Named, len(n.best))
	for i, f := range n.best {
		out[i] = f.Named
	}
	return out
}

func (f nameFound) compare(g nameFound) int {
	return cmp.Or(
		f.fit-g.fit,
		f.length()-g.length(),
		len(f.Path)-len(g.Path),
		strings.Compare(f.Path, g.Path),
	)
}

// length is that of what fits: the name or the path.
func (f nameFound) length() int {
	if f.fit >= fitsPath {
		return len(f.Path)
	}
	return len(path.Base(f.Path))
}

// How a file fits, the best first.
const (
	fitsNameStart = iota
	fitsName
	fitsNameLetters
	fitsPath
	fitsPathLetters
)

// nameFit says how a path fits the word; both are folded.
func nameFit(rel, word string) (fit int, ok bool) {
	name := path.Base(rel)
	switch {
	case strings.HasPrefix(name, word):
		return fitsNameStart, true
	case strings.Contains(name, word):
		return fitsName, true
	case inOrder(name, word):
		return fitsNameLetters, true
	case strings.Contains(rel, word):
		return fitsPath, true
	}
	return fitsPathLetters, inOrder(rel, word)
}

// inOrder reports whether s has the letters of word one after the other.
func inOrder(s, word string) bool {
	want, n := utf8.DecodeRuneInString(word)
	for _, r := range s {
		if r == want && n > 0 {
			word = word[n:]
			want, n = utf8.DecodeRuneInString(word)
		}
	}
	return word == ""
}
