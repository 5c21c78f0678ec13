package app

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"vise/policy"
)

// A lock file is what people have said about the tools of servers, as text that
// can be kept beside the code and compared line by line: a block for each tool,
// sorted, and nothing in it that differs from one machine to the next. It
// approves nothing by itself; whoever takes it over is shown what it says.

// lockHead is the first line of every lock file, with its version.
const lockHead = "vise tools 1"

// Bounds on a lock file.
const (
	maxLock   = 8 << 20 // bytes
	maxLocked = 10_000  // tools
	maxLine   = 64 << 10
)

// Locked is what a lock file says about one tool, or about what is reviewed
// like one.
type Locked struct {
	Identity string    `json:"reached"` // of the server, as config.Server.Identity has it
	Server   string    `json:"server"`
	Kind     string    `json:"kind,omitempty"`
	Tool     string    `json:"tool"`
	Pin      string    `json:"pin"`
	Blocked  bool      `json:"blocked,omitempty"`
	Reads    bool      `json:"free_reads,omitempty"` // it may read without asking
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// ID is the tool's, as policy.Tool.ID has it.
func (l Locked) ID() string { return policy.Tool{Server: l.Server, Kind: l.Kind, Name: l.Tool}.ID() }

// Says is what was said, in words.
func (l Locked) Says() string {
	switch {
	case l.Blocked:
		return "blocked"
	case l.Reads:
		return "approved, may read without asking"
	}
	return "approved"
}

// WriteLock writes a lock file.
func WriteLock(w io.Writer, list []Locked) error {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Locked) int {
		return cmp.Or(cmp.Compare(a.Server, b.Server), cmp.Compare(a.Identity, b.Identity), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Tool, b.Tool))
	})
	var b bytes.Buffer
	b.WriteString(lockHead + "\n")
	for _, l := range list {
		fmt.Fprintf(&b, "\ntool %s\n", lockWord(l.ID()))
		for _, f := range l.fields() {
			if f[1] != "" {
				fmt.Fprintf(&b, "  %-8s %s\n", f[0], lockWord(f[1]))
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (l Locked) fields() [][2]string {
	return [][2]string{{"server", l.Server}, {"reached", l.Identity}, {"kind", l.Kind}, {"name", l.Tool}, {"pin", l.Pin},
		{"said", l.Says()}, {"by", l.By}, {"on", l.At.UTC().Format(time.DateOnly)}}
}

// lockWord is text as one line; what isn't plain is quoted as in Go.
func lockWord(s string) string {
	if s == "" || s != strings.TrimSpace(s) || s[0] == '"' || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) {
		return strconv.QuoteToASCII(s)
	}
	return s
}

// ReadLock reads a lock file. Errors name the line: nothing in it is taken
// where one line isn't understood.
func ReadLock(r io.Reader) ([]Locked, error) {
	in := bufio.NewScanner(io.LimitReader(r, maxLock))
	in.Buffer(nil, maxLine)
	var list []Locked
	for n := 1; in.Scan(); n++ {
		err := lockLine(&list, n, strings.TrimRight(in.Text(), " \t\r"))
		if err != nil {
			return nil, fmt.Errorf("line %d of the lock file: %w", n, err)
		}
	}
	switch {
	case in.Err() != nil:
		return nil, fmt.Errorf("the lock file can't be read: %w", in.Err())
	case len(list) == 0:
		return nil, errors.New("the lock file names no tool")
	}
	seen := map[[3]string]bool{}
	for _, l := range list {
		key := [3]string{l.Identity, l.Kind, l.Tool}
		switch {
		case l.Identity == "" || l.Server == "" || l.Pin == "" && !l.Blocked || l.By == "" || l.At.IsZero():
			return nil, fmt.Errorf("the lock file doesn't say all about %s: it needs server, reached, pin, said, by and on", l.ID())
		case seen[key]:
			return nil, fmt.Errorf("the lock file has two blocks about %s", l.ID())
		}
		seen[key] = true
	}
	return list, nil
}

func lockLine(list *[]Locked, n int, line string) error {
	name, value, _ := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	value = strings.TrimLeft(value, " ")
	if strings.HasPrefix(value, `"`) {
		plain, err := strconv.Unquote(value)
		if err != nil {
			return fmt.Errorf("the quoted text %.80s can't be read", value)
		}
		value = plain
	}
	switch {
	case n == 1 && line != lockHead:
		return fmt.Errorf("it has to be %q; this is something else, or was written by a newer vise", lockHead)
	case n == 1 || line == "" || strings.HasPrefix(line, "#"):
		return nil
	case name == "tool" && len(*list) >= maxLocked:
		return fmt.Errorf("more than %d tools", maxLocked)
	case name == "tool":
		*list = append(*list, Locked{})
		return nil
	case len(*list) == 0:
		return errors.New(`a block begins with "tool"`)
	}
	return (*list)[len(*list)-1].set(name, value)
}

func (l *Locked) set(name, value string) (err error) {
	switch name {
	case "server":
		l.Server = value
	case "reached":
		l.Identity = value
	case "kind":
		l.Kind = value
	case "name":
		l.Tool = value
	case "pin":
		l.Pin = value
	case "by":
		l.By = value
	case "on":
		if l.At, err = time.Parse(time.DateOnly, value); err != nil {
			return fmt.Errorf("%.40q is no day: use 2026-11-18", value)
		}
	case "said":
		l.Blocked, l.Reads = value == Locked{Blocked: true}.Says(), value == Locked{Reads: true}.Says()
		if value != l.Says() {
			return fmt.Errorf("%.80q isn't known", value)
		}
	default:
		return fmt.Errorf("%.40q isn't known", name)
	}
	return nil
}
