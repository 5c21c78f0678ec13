package stdio

import (
	"encoding/json"
	"fmt"
	"strings"
)

const (
	maxStray      = 20      // lines of a session
	maxStrayBytes = 8 << 10 // bytes of them
)

// stray counts lines on stdout that aren't messages: banners, log lines,
// prints left in by mistake. MCP forbids them, and servers that people have write them
// all the same. A few are passed over in a session; a line after the first message that begins as
// one and is broken isn't: something is lost.
type stray struct {
	spoken bool // a message has come
	lines  int
	bytes  int
}

// quoted is a line as a quotation whose end it can't forge.
func quoted(line []byte) string {
	return `"` + strings.ReplaceAll(inert(string(line), shown), `"`, `\"`) + `"`
}

// add counts a line; the error ends the session.
func (s *stray) add(line []byte) error {
	s.lines++
	s.bytes += len(line)
	switch {
	case s.spoken && line[0] == '{' && !json.Valid(line):
		return fmt.Errorf("the server sent a broken message: %s", quoted(line))
	case s.lines > maxStray || s.bytes > maxStrayBytes:
		return fmt.Errorf("the server prints other things than messages on stdout (it belongs on stderr), the last: %s", quoted(line))
	}
	return nil
}
