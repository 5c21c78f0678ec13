// Package list shows a long list of items of different heights, and renders
// only those that are on the screen.
package list

// Item is one item: a message, a part of a long one, a row of the trace.
type Item struct {
	// Version grows with every change of what Lines returns.
	Version int
	// Lines renders the item at a width; no line may be wider.
	Lines func(w int) []string
}

// keep is how many rendered items are kept beyond those on the screen.
const keep = 200

// List is a scrolled window on items. The zero value is an empty list that
// follows its end.
type List struct {
	items []Item
	cache map[int]entry
	w, h  int
	top   int  // the first item on the screen …
	skip  int  // … and how many of its lines are above the screen
	away  bool // the person scrolled away from the end
}

type entry struct {
	version int
	lines   []string
}

// SetItems replaces the items; what was rendered of those with the same place
// and version is kept, so an item's version must say all of what it is.
func (l *List) SetItems(items []Item) {
	l.items = items
	for i := range l.cache {
		if i >= len(items) {
			delete(l.cache, i)
		}
	}
	l.settle()
}

// Forget drops everything that was rendered: the theme changed.
func (l *List) Forget() { l.cache = nil }

// Size sets the window: w cells, h lines.
func (l *List) Size(w, h int) {
	if w != l.w {
		if l.away {
			l.skip = 0 // heights differ now: keep the item, not the line
		}
		l.cache = nil
	}
	l.w, l.h = max(w, 1), max(h, 0)
	l.settle()
}

// Lines is what is in the window: at most h lines.
func (l *List) Lines() []string {
	out := make([]string, 0, l.h)
	for i, skip := l.top, l.skip; i < len(l.items) && len(out) < l.h; i, skip = i+1, 0 {
		lines := l.render(i)
		lines = lines[min(skip, len(lines)):]
		out = append(out, lines[:min(len(lines), l.h-len(out))]...)
	}
	l.evict()
	return out
}

// Range is the first and the last item in the window; an empty list gives 0, -1.
func (l *List) Range() (first, last int) {
	left := l.h + l.skip
	for last = l.top; last < len(l.items); last++ {
		if left -= l.height(last); left <= 0 {
			return l.top, last
		}
	}
	return l.top, len(l.items) - 1
}

// Scroll moves the window by n lines, up for a negative n; nothing where there
// is no window yet, or nothing in it.
func (l *List) Scroll(n int) {
	if l.blank() {
		return
	}
	for ; n < 0; n++ {
		if l.skip > 0 {
			l.skip--
		} else if l.top > 0 {
			l.top--
			l.skip = max(l.height(l.top)-1, 0)
		} else {
			break
		}
		l.away = true
	}
	for ; n > 0 && l.away; n-- {
		if l.skip++; l.skip >= l.height(l.top) && l.top < len(l.items)-1 {
			l.top, l.skip = l.top+1, 0
		}
		l.settle()
	}
}

// Home shows the first item.
func (l *List) Home() { l.top, l.skip, l.away = 0, 0, true; l.settle() }

// End shows the last line, and follows the end from then on.
func (l *List) End() { l.away = false; l.settle() }

// AtEnd reports that the window follows the end.
func (l *List) AtEnd() bool { return !l.away }

// Show scrolls as little as needed to have item i in the window: all of it
// where it fits, else its beginning.
func (l *List) Show(i int) {
	if i < 0 || i >= len(l.items) || l.h == 0 {
		return
	}
	first, last := l.Range()
	switch {
	case i < first, i == first && l.skip > 0:
		l.top, l.skip, l.away = i, 0, true
	case i >= last:
		l.bottomAt(i)
	}
	l.settle()
}

// bottomAt puts the last line of item i on the last line of the window, or
// its first on the first where it is higher than the window.
func (l *List) bottomAt(i int) {
	l.away = true
	if l.height(i) >= l.h {
		l.top, l.skip = i, 0
		return
	}
	left := l.h
	for l.top = i; ; l.top-- {
		left -= l.height(l.top)
		if left <= 0 {
			l.skip = -left
			return
		}
		if l.top == 0 {
			l.skip = 0
			return
		}
	}
}

// Whole reports that the last line of the last item is in the window.
func (l *List) Whole() bool { return l.h > 0 && l.pastEnd() }

// settle keeps the window inside the items, and at the end where it follows.
func (l *List) settle() {
	if l.blank() {
		l.top, l.skip = 0, 0
		return
	}
	if l.away && l.top < len(l.items) && !l.pastEnd() {
		return
	}
	l.away = false
	left := l.h
	for i := len(l.items) - 1; i >= 0; i-- {
		if left -= l.height(i); left <= 0 {
			l.top, l.skip = i, -left
			return
		}
	}
	l.top, l.skip = 0, 0
}

// blank reports that there is nothing to show, or no window to show it in.
func (l *List) blank() bool { return l.h == 0 || l.w == 0 || len(l.items) == 0 }

// pastEnd reports that the window reaches to the end of the items or beyond.
func (l *List) pastEnd() bool {
	left := l.h + l.skip
	for i := l.top; i < len(l.items); i++ {
		if left -= l.height(i); left < 0 {
			return false
		}
	}
	return true
}

func (l *List) height(i int) int { return len(l.render(i)) }

func (l *List) render(i int) []string {
	it := l.items[i]
	if e, ok := l.cache[i]; ok && e.version == it.Version {
		return e.lines
	}
	if l.cache == nil {
		l.cache = make(map[int]entry)
	}
	lines := it.Lines(l.w)
	l.cache[i] = entry{it.Version, lines}
	return lines
}

// evict forgets rendered items that are far from the window.
func (l *List) evict() {
	if len(l.cache) <= 2*keep {
		return
	}
	first, last := l.Range()
	for i := range l.cache {
		if i < first-keep/2 || i > last+keep/2 {
			delete(l.cache, i)
		}
	}
}
