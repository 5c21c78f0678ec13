package stdio

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	tailLines = 50
	tailBytes = 8 << 10
	lineBytes = 1 << 10 // of one line, in the tail and the log

	// A server may write this much in a second; of more, only the last is kept,
	// and it is read slowly, so that a flood doesn't take a processor.
	burst = 128 << 10 // bytes
	pause = time.Millisecond
)

// stderrLog reads a server's stderr for as long as there is any, so that the
// server never waits for a reader. It keeps the last lines, inert and without
// secrets, and writes all to a bounded file.
type stderrLog struct {
	redact func(string) string
	log    *logFile
	done   chan struct{}
	in     *os.File

	mu      sync.Mutex
	tail    []string
	size    int    // bytes in tail
	rest    []byte // of a line that hasn't ended, or of what a flood left
	skipped int    // bytes of a flood that rest doesn't have
	second  time.Time
	count   int // bytes in this second
}

func newStderr(in *os.File, cfg Config, name string) *stderrLog {
	s := &stderrLog{redact: cfg.Redact, log: openLog(cfg.LogDir, name), in: in, done: make(chan struct{})}
	go s.drain()
	return s
}

// finish gives the reader limit to come to the end.
func (s *stderrLog) finish(limit time.Duration) { _ = s.in.SetReadDeadline(time.Now().Add(limit)) }

func (s *stderrLog) drain() {
	defer close(s.done)
	buf := make([]byte, chunk)
	for {
		n, err := s.in.Read(buf)
		if s.add(buf[:n]) {
			time.Sleep(pause)
		}
		if err != nil {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flush()
	s.log.close()
	_ = s.in.Close()
}

// add takes what was read and tells whether it was too much.
func (s *stderrLog) add(data []byte) (flood bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.second) > time.Second {
		s.second, s.count = now, 0
		if s.skipped > 0 {
			s.flush()
		}
	}
	s.count += len(data)
	if s.count > burst {
		s.last(data)
		return true
	}
	s.rest = append(s.rest, data...)
	if end := bytes.LastIndexAny(s.rest, "\r\n"); end >= 0 {
		s.keep(string(s.rest[:end]))
		s.rest = append(s.rest[:0:0], s.rest[end+1:]...)
	}
	if len(s.rest) > tailBytes { // a line that long is cut anyway
		s.flush()
	}
	return false
}

// last drops all but the end of a flood.
func (s *stderrLog) last(data []byte) {
	if cut := len(data) - tailBytes; cut > 0 {
		s.skipped += len(s.rest) + cut
		s.rest, data = s.rest[:0], data[cut:]
	}
	s.rest = append(s.rest, data...)
	if cut := len(s.rest) - tailBytes; cut > 0 {
		s.skipped += cut
		s.rest = append(s.rest[:0], s.rest[cut:]...)
	}
}

// flush keeps what hasn't ended as if it had.
func (s *stderrLog) flush() {
	text := string(s.rest)
	if s.skipped > 0 {
		_, text, _ = strings.Cut(text, "\n") // the first line has no beginning
		s.line(fmt.Sprintf("… %s left out: too much at once …", size(s.skipped)))
	}
	s.rest, s.skipped = nil, 0
	s.keep(text)
}

// keep takes whole lines. They are redacted together: a key can have several.
func (s *stderrLog) keep(text string) {
	for line := range strings.FieldsFuncSeq(s.redact(text), func(r rune) bool { return r == '\n' || r == '\r' }) {
		s.line(inert(line, lineBytes))
	}
}

func (s *stderrLog) line(line string) {
	s.log.write(line)
	s.tail = append(s.tail, line)
	s.size += len(line)
	for len(s.tail) > tailLines || s.size > tailBytes {
		s.size -= len(s.tail[0])
		s.tail = s.tail[1:]
	}
}

// lines is the tail, with the begin of a line that hasn't ended.
func (s *stderrLog) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.skipped > 0 {
		s.flush()
	}
	lines, size := slices.Clone(s.tail), s.size
	if len(s.rest) > 0 {
		begin := inert(s.redact(string(s.rest)), lineBytes)
		lines, size = append(lines, begin), size+len(begin)
	}
	for len(lines) > tailLines || size > tailBytes {
		size -= len(lines[0])
		lines = lines[1:]
	}
	return lines
}

func (s *stderrLog) path() string { return s.log.path }

func (s *stderrLog) warnings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.log.err != nil {
		return []string{"its log can't be written: " + inert(s.log.err.Error(), shown)}
	}
	return nil
}
