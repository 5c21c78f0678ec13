package scan

import (
	"math/bits"
	"strings"
	"sync"
	"unicode/utf8"
)

// class is a set of word classes, a bit each.
type class [2]uint64

func (c class) meets(d class) bool { return c[0]&d[0]|c[1]&d[1] != 0 }

func (c class) with(d class) class { return class{c[0] | d[0], c[1] | d[1]} }

func (c class) none() bool { return c[0]|c[1] == 0 }

// each gives the numbers of the classes in the set.
func (c class) each(do func(n int)) {
	for i, w := range c {
		for ; w != 0; w &= w - 1 {
			do(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// entry is what the vocabulary knows of one word.
type entry struct {
	id      int32 // of the word itself, or 0
	stem    int32 // of its longest stem, the same for all its inflections, or 0
	classes class
}

// phrase is several words that mean something together.
type phrase struct {
	rest    []int32 // ids of the words after the first
	classes class   // none: these words mean nothing together, and nothing alone
}

// vocabulary is built from the word tables when the first text is looked at.
type vocabulary struct {
	naming  sync.Mutex // guards names: patterns name classes that have no words, too
	names   map[string]class
	exact   map[string]entry
	stems   map[string]entry // the longest that fits is taken
	phrases map[int32][]phrase
	heads   map[string]bool // how words begin: their first three letters
	longest int             // characters of the longest Han word
}

var words = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{names: map[string]class{}, exact: map[string]entry{}, stems: map[string]entry{}, phrases: map[int32][]phrase{}, heads: map[string]bool{}}
	for _, table := range [...]string{wordsEN, wordsRU, wordsZH} {
		for line := range strings.Lines(table) {
			if name, list, ok := strings.Cut(line, ":"); ok {
				v.define(v.class(strings.TrimSpace(name)), list)
			}
		}
	}
	return v
})

// Classes that aren't words but what stands at a place.
const (
	atURL   = "URL"
	atEmail = "EMAIL"
	atPhone = "PHONE"
	atPath  = "PATH"
	atTool  = "TOOL"
	atNote  = "QNOTE" // a word of class note in quotes
)

// class is the bit of a class's name; "-" is none.
func (v *vocabulary) class(name string) class {
	if name == "-" {
		return class{}
	}
	v.naming.Lock()
	defer v.naming.Unlock()
	c, ok := v.names[name]
	if n := len(v.names); !ok {
		c[n/64] = 1 << (n % 64)
		v.names[name] = c
	}
	return c
}

// define adds words, comma-separated: "word", "stem*", "several words".
func (v *vocabulary) define(c class, list string) {
	for item := range strings.SplitSeq(list, ",") {
		fields := strings.Fields(item)
		switch {
		case len(fields) == 1:
			v.word(fields[0], c)
		case len(fields) > 1:
			first := v.word(fields[0], class{})
			ph := phrase{classes: c}
			for _, f := range fields[1:] {
				ph.rest = append(ph.rest, v.word(f, class{}))
			}
			v.phrases[first] = append(v.phrases[first], ph)
		}
	}
}

func (v *vocabulary) word(text string, c class) int32 {
	into := v.exact
	if stem, ok := strings.CutSuffix(text, "*"); ok {
		text, into = stem, v.stems
	}
	e, ok := into[text]
	if !ok {
		e.id = int32(len(v.exact) + len(v.stems) + 1)
	}
	e.classes = e.classes.with(c)
	into[text] = e
	if letters := []rune(text); len(letters) >= 3 {
		v.heads[string(letters[:3])] = true
	}
	if r, _ := utf8.DecodeRuneInString(text); han(r) {
		v.longest = max(v.longest, utf8.RuneCountInString(text))
	}
	return e.id
}

// lookup knows a word by itself and by its longest stem.
func (v *vocabulary) lookup(word []byte) (entry, bool) {
	e, ok := v.exact[string(word)]
	if len(word) < 3 || len(word) > 60 {
		return e, ok
	}
	for n := len(word); n >= 3; n-- {
		if n == len(word) || utf8.RuneStart(word[n]) {
			if s, ok := v.stems[string(word[:n])]; ok {
				return entry{id: e.id, stem: s.id, classes: e.classes.with(s.classes)}, true
			}
		}
	}
	return e, ok
}
