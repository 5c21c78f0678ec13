package builtin

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"vise/policy"
)

// Limits of one passage.
const (
	defaultLines = 200
	maxLines     = 1000
	maxLineBytes = 2000
	maxTextBytes = 32 << 10
	maxPath      = 4096
	maxStart     = 1 << 40
	maxExcerpt   = 400 // bytes of a source's excerpt
)

type readResult struct {
	common
	Path       string  `json:"path"`
	Text       string  `json:"text,omitempty"` // numbered lines
	StartLine  int     `json:"start_line,omitempty"`
	EndLine    int     `json:"end_line,omitempty"`
	TotalLines int     `json:"total_lines,omitempty"` // where the end was reached
	SizeBytes  int64   `json:"size_bytes"`
	NextStart  int     `json:"next_start_line,omitempty"`
	Hint       string  `json:"hint,omitempty"` // how to go on
	Note       string  `json:"note,omitempty"`
	Entries    []entry `json:"entries,omitempty"` // of a folder
	Withheld   int     `json:"withheld,omitempty"`
}

func (s *Server) fileRead() tool {
	return tool{
		name: "file.read", title: "Read a file", level: policy.ReadsHere, hints: readOnly(),
		description: "Reads a text file in the allowed folders, as numbered lines; a folder gives its entries. Use it when the path is known. Not to look for something: file.search. Keys, .env and binary files are refused. To go on, start at next_start_line.",
		input: `{"type":"object","properties":{` +
			`"path":{"type":"string","minLength":1,"maxLength":4096,"description":"relative to the root, e.g. config/http.go"},` +
			`"start_line":{"type":"integer","minimum":1,"default":1},` +
			`"max_lines":{"type":"integer","minimum":1,"maximum":1000,"default":200},` +
			`"root":{"type":"string","maxLength":100,"description":"root's name; default: all"}},` +
			`"required":["path"],"additionalProperties":false}`,
		fields: []string{"path", "start_line", "max_lines", "root"},
		run:    s.runFileRead,
	}
}

// readArgs are the arguments of file.read.
type readArgs struct {
	path, root   string
	start, lines int
}

func (s *Server) runFileRead(ctx context.Context, c call) (any, error) {
	a := readArgs{
		path:  c.args.text("path", maxPath),
		root:  c.args.line("root", 100),
		start: c.args.integer("start_line", 1, 1, maxStart),
		lines: c.args.integer("max_lines", defaultLines, 1, maxLines),
	}
	if a.path == "" || strings.ContainsRune(a.path, 0) {
		c.args.fail(invalid("for example path: \"config/http.go\", or \".\" for the root itself", "path is required and can't have a NUL character"))
	}
	if err := c.args.failed(); err != nil {
		return nil, err
	}
	if id, ok := strings.CutPrefix(a.path, policy.ResultPath); ok {
		return s.readResult(ctx, c.proof.Run, id, a)
	}
	release, err := s.roots.use()
	if err != nil {
		return nil, err
	}
	defer release()
	p, err := s.roots.locate(a.path, a.root)
	if rest, line := splitLine(a.path); line > 0 && (isCode(err, codeNotFound) || strings.HasPrefix(rest, "file:")) {
		if !c.args.has("start_line") {
			a.start = line
		}
		p, err = s.roots.locate(rest, a.root)
	}
	if err != nil {
		return nil, err
	}
	return s.readPlace(ctx, p, a)
}

func (s *Server) readPlace(ctx context.Context, p place, a readArgs) (any, error) {
	// A device is refused before it is opened: opening can do something.
	fi, err := p.root.top.Lstat(p.rel)
	if err != nil {
		return nil, s.roots.openFailure(p.root, p.rel, err)
	}
	if !fi.IsDir() && !fi.Mode().IsRegular() {
		return nil, special(s.roots.label(p.root, p.rel))
	}
	h, err := s.roots.open(p)
	if err != nil {
		return nil, err
	}
	defer h.close()
	if h.info.folder {
		return s.readFolder(p, h, a)
	}
	if !h.info.regular {
		return nil, special(s.roots.label(p.root, p.rel))
	}
	t, err := readPassage(ctx, h, a.start, a.lines)
	if err != nil {
		return nil, s.passageFailure(p, h, err)
	}
	return s.passageResult(p, h, a, t)
}

// passageResult is the answer for a text file.
func (s *Server) passageResult(p place, h *handle, a readArgs, t passage) (any, error) {
	label := s.roots.label(p.root, p.rel)
	r := readResult{Path: label, Text: t.text, SizeBytes: h.info.size, TotalLines: t.total, NextStart: t.next}
	r.ObjectIDs = []string{}
	r.Note = t.note
	if t.lines == 0 {
		if a.start > 1 {
			return nil, &failure{Code: "past_end", Message: fmt.Sprintf("%q has only %s, so nothing is at line %d", label, count(t.total, "line", "lines"), a.start), Hint: "start at a smaller line"}
		}
		r.Summary = label + " is empty"
		return r, nil
	}
	r.StartLine, r.EndLine = a.start, a.start+t.lines-1
	r.Summary = fmt.Sprintf("%s, lines %d–%d", label, r.StartLine, r.EndLine)
	if t.total > 0 {
		r.Summary += fmt.Sprintf(" of %d", t.total)
	}
	if t.next > 0 {
		r.Hint = fmt.Sprintf("there is more: call again with start_line %d", t.next)
	}
	r.Sources = []source{{
		URI:     fmt.Sprintf("%s#L%d-L%d", p.root.uri(p.rel), r.StartLine, r.EndLine),
		Name:    fmt.Sprintf("%s:%d-%d", label, r.StartLine, r.EndLine),
		Version: h.info.version(), Excerpt: cutText(t.plain, maxExcerpt),
	}}
	return r, nil
}

func (s *Server) passageFailure(p place, h *handle, err error) error {
	label := s.roots.label(p.root, p.rel)
	switch err {
	case errBinary:
		return &failure{Code: "binary_file", Message: fmt.Sprintf("%q is a binary file of %d bytes", label, h.info.size), Hint: "only its name and size can be told; text files can be read"}
	case errTooFar:
		return &failure{Code: "too_far", Message: fmt.Sprintf("the lines asked for are more than %d MB into %q", maxScan>>20, label), Hint: "start at a smaller line"}
	case errEncoding:
		return &failure{Code: "not_text", Message: fmt.Sprintf("%q isn't UTF-8 text", label), Hint: "tell the person that it would have to be converted to UTF-8"}
	}
	return s.roots.openFailure(p.root, p.rel, err)
}

func special(label string) *failure {
	return &failure{Code: "special_file", Message: fmt.Sprintf("%q is a device, pipe or socket, not a file with text", label), Hint: "only regular files and folders can be read"}
}

// splitLine takes a line number off the end of a path, as sources' names and
// URIs have it: config/http.go:42, config/http.go:42-50, …#L42.
func splitLine(path string) (rest string, line int) {
	i := strings.LastIndexAny(path, ":#")
	if i < 0 {
		return path, 0
	}
	first, last, _ := strings.Cut(path[i+1:], "-")
	line, err := strconv.Atoi(strings.TrimPrefix(first, "L"))
	if err != nil || line < 1 || strings.Trim(last, "L0123456789") != "" {
		return path, 0
	}
	return path[:i], line
}
