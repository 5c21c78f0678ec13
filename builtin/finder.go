package builtin

import (
	"bytes"
)

// finder finds an anchor in a buffer, from left to right. It looks for single
// bytes, which the runtime does many at a time, and checks the rest only
// where one is.
type finder struct {
	anchor *anchor
	buf    []byte
	pos    int   // nothing before it is looked at any more
	next   []int // where each way to write the anchor is next, or -1 if that isn't known
}

func newFinder(a *anchor) *finder {
	return &finder{anchor: a, next: make([]int, max(2, len(a.forms)))}
}

// reset starts anew on buf.
func (f *finder) reset(buf []byte) {
	f.buf, f.pos = buf, 0
	for i := range f.next {
		f.next[i] = -1
	}
}

// skip leaves out everything before pos.
func (f *finder) skip(pos int) { f.pos = max(f.pos, pos) }

// find returns where the anchor is next, or -1.
func (f *finder) find() int {
	if f.anchor.needle == nil {
		return f.findForms()
	}
	a := f.anchor
	for {
		at := f.nextByte(0, a.lo)
		if a.hi != a.lo {
			at = min(at, f.nextByte(1, a.hi))
		}
		if at == len(f.buf) {
			return -1
		}
		f.pos = at + 1
		if start := at - a.at; start >= 0 && hasPrefixFold(f.buf[start:], a.needle) {
			return start
		}
	}
}

// nextByte is where c is at or after pos, or the length of the buffer.
func (f *finder) nextByte(i int, c byte) int {
	if f.next[i] < f.pos {
		at := bytes.IndexByte(f.buf[f.pos:], c)
		if at < 0 {
			f.next[i] = len(f.buf)
		} else {
			f.next[i] = f.pos + at
		}
	}
	return f.next[i]
}

func (f *finder) findForms() int {
	at := len(f.buf)
	for i, form := range f.anchor.forms {
		if f.next[i] < f.pos {
			f.next[i] = len(f.buf)
			if found := bytes.Index(f.buf[f.pos:], form); found >= 0 {
				f.next[i] = f.pos + found
			}
		}
		at = min(at, f.next[i])
	}
	if at == len(f.buf) {
		return -1
	}
	f.pos = at + 1
	return at
}
