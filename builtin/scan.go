package builtin

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"
)

const (
	// scanBuffer is how much of a file is looked at at once, in bytes. It fits
	// a core's cache.
	scanBuffer = 256 << 10
	// maxScan is the size of a file up to which its content is searched.
	maxScan = 256 << 20
	// maxSnippet is how much of a line is shown, in bytes.
	maxSnippet = 240
)

// hit is one place that fits the query.
type hit struct {
	root    *root
	rel     string
	line    int // 1, 2, …; 0: the name itself
	tier    tier
	snippet string
	version string
}

// scanner looks for a pattern in one file after another.
type scanner struct {
	pattern *pattern
	only    tier // noMatch: all tiers
	limit   int  // hits of each tier that are kept of one job
	finder  *finder
	buf     []byte
	scratch []byte
	hits    []hit
	counts  [loose + 1]int
}

func newScanner(p *pattern, only tier, limit int) *scanner {
	return &scanner{pattern: p, only: only, limit: limit, finder: newFinder(&p.anchor), buf: make([]byte, scanBuffer)}
}

// begin starts a job, with no hits.
func (s *scanner) begin() {
	s.hits = nil
	s.counts = [loose + 1]int{}
}

// wants reports whether hits of a tier are still kept.
func (s *scanner) wants(t tier) bool {
	return t != noMatch && (s.only == noMatch || s.only == t) && s.counts[t] < s.limit
}

// full reports whether no more hits are needed: loose ones don't count, as
// they give way to exact ones that may come.
func (s *scanner) full() bool {
	return s.counts[exact] >= s.limit || s.only == loose && s.counts[loose] >= s.limit
}

func (s *scanner) add(h hit) {
	s.counts[h.tier]++
	s.hits = append(s.hits, h)
}

// name looks at a file's own name.
func (s *scanner) name(r *root, rel, name string, after int, i info) {
	if after >= 0 {
		return // it was on an earlier page
	}
	if strings.IndexByte(string(s.pattern.phrase), '/') >= 0 {
		name = rel
	}
	if t := s.pattern.matchName(name, &s.scratch); s.wants(t) {
		h := hit{root: r, rel: rel, tier: t, snippet: rel}
		if i.regular {
			h.version = i.version()
		}
		s.add(h)
	}
}

// skipped says why a file's content was not searched; "" means that it was.
type skipped string

const (
	notSkipped skipped = ""
	skipBinary skipped = "binary"
	skipLarge  skipped = "too_large"
	skipError  skipped = "unreadable"
)

// content looks at the lines after line number after. The handle's file must
// be a regular one.
func (s *scanner) content(ctx context.Context, h *handle, r *root, rel string, after int) skipped {
	if h.info.size > maxScan {
		return skipLarge
	}
	w := window{scanner: s, root: r, rel: rel, after: after, info: h.info, line: 1}
	carried := 0
	total := int64(0)
	for first := true; ; first = false {
		n, err := h.read(s.buf[carried:])
		if err != nil {
			return skipError
		}
		total += int64(n)
		data := s.buf[:carried+n]
		end := n == 0 || len(data) < len(s.buf) && total >= h.info.size
		if first {
			if isBinary(data) {
				return skipBinary
			}
			data = bytes.TrimPrefix(data, []byte(utf8BOM))
		}
		whole := len(data)
		if !end {
			whole = wholeLines(data, len(s.pattern.phrase)+len(s.pattern.words)*maxGap)
		}
		if w.search(data[:whole]) || end || ctx.Err() != nil {
			return notSkipped
		}
		carried = copy(s.buf, data[whole:])
	}
}

// isBinary looks for NUL at the beginning of a file.
func isBinary(head []byte) bool {
	return bytes.IndexByte(head[:min(len(head), sniffBytes)], 0) >= 0
}

// wholeLines is the length of the whole lines in data; where one line fills
// it, all but an overlap in which a match could begin.
func wholeLines(data []byte, overlap int) int {
	if i := bytes.LastIndexByte(data, '\n'); i >= 0 {
		return i + 1
	}
	return max(len(data)-overlap*utf8.UTFMax, len(data)/2)
}

// window is the part of a file that is in the buffer.
type window struct {
	*scanner
	root  *root
	rel   string
	after int
	info  info
	line  int // number of the line that the part begins in
	last  int // line of the last hit
}

// search looks at one part and moves line behind it. It reports whether the
// file needs no further looking at.
func (w *window) search(part []byte) bool {
	w.finder.reset(part)
	counted := 0
	for {
		at := w.finder.find()
		if at < 0 {
			break
		}
		begin := bytes.LastIndexByte(part[:at], '\n') + 1
		end := len(part)
		if i := bytes.IndexByte(part[at:], '\n'); i >= 0 {
			end = at + i
		}
		w.finder.skip(end)
		t, where := exact, at-begin
		if !w.pattern.sure {
			t, where = w.pattern.matchLine(part[begin:end], &w.scratch)
		}
		if !w.wants(t) {
			continue
		}
		w.line += bytes.Count(part[counted:begin], []byte("\n"))
		counted = begin
		if w.line == w.last || w.line <= w.after || bytes.IndexByte(part[begin:end], 0) >= 0 {
			continue
		}
		w.last = w.line
		w.add(hit{root: w.root, rel: w.rel, line: w.line, tier: t, snippet: snippet(part[begin:end], where), version: w.info.version()})
		if w.full() {
			return true
		}
	}
	w.line += bytes.Count(part[counted:], []byte("\n"))
	return false
}

// snippet is the line without the space around it; of a long one, what is
// around byte at.
func snippet(line []byte, at int) string {
	line = bytes.TrimRight(line, "\r\n\t ")
	trimmed := bytes.TrimLeft(line, "\t ")
	at = min(max(at-(len(line)-len(trimmed)), 0), len(trimmed))
	if len(trimmed) <= maxSnippet {
		return strings.ToValidUTF8(string(trimmed), "\uFFFD")
	}
	from := max(0, at-maxSnippet/3)
	to := min(len(trimmed), from+maxSnippet)
	from = max(0, to-maxSnippet)
	for from > 0 && from < to && !utf8.RuneStart(trimmed[from]) {
		from++
	}
	text := strings.ToValidUTF8(string(wholeRunes(trimmed[from:to])), "\uFFFD")
	if from > 0 {
		text = "…" + text
	}
	if to < len(trimmed) {
		text += "…"
	}
	return text
}
