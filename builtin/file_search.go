package builtin

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"vise/policy"
)

// Limits of file.search.
const (
	maxQuery       = 200
	maxGlob        = 200
	maxBraces      = 4 // every {a,b} doubles the work of matching
	maxCursor      = 8192
	defaultResults = 20
	maxResults     = 50
)

type searchResult struct {
	common
	Truncated  bool   `json:"truncated"`
	NextCursor string `json:"next_cursor,omitempty"`
	Match      string `json:"match"` // exact, or separators_vary where some are so
	Scanned    int    `json:"files_scanned"`
	Skipped    counts `json:"skipped"`
	Hint       string `json:"hint,omitempty"`
}

func (s *Server) fileSearch() tool {
	return tool{
		name: "file.search", title: "Search files", level: policy.ReadsHere, hints: readOnly(),
		description: "Finds text in the files of the allowed folders and in their names, in any case. Use it to find where something is. Not to read a known file: file.read. Several words are one phrase; retry timeout finds retryTimeout and retry_timeout too. Returns path:line and the line.",
		input: `{"type":"object","properties":{` +
			`"query":{"type":"string","minLength":1,"maxLength":200,"description":"1-3 words as they stand in the file; no question, no regex"},` +
			`"glob":{"type":"string","maxLength":200,"description":"only these files, e.g. *.go or docs/**"},` +
			`"max_results":{"type":"integer","minimum":1,"maximum":50,"default":20},` +
			`"root":{"type":"string","maxLength":100,"description":"root's name; default: all"},` +
			`"cursor":{"type":"string","maxLength":8192,"description":"next_cursor; all else the same"}},` +
			`"required":["query"],"additionalProperties":false}`,
		fields: []string{"query", "root", "max_results", "glob", "cursor"},
		run:    s.runFileSearch,
	}
}

// filter says which files a search looks at.
type filter struct {
	glob     string // "" takes all
	suffix   string // instead of glob, for the plain *.go
	withDirs bool   // glob is for the path, not the name
}

func newFilter(glob string) (filter, error) {
	glob = strings.TrimPrefix(glob, "./")
	if glob == "" || glob == "*" || glob == "**" || glob == "**/*" {
		return filter{}, nil
	}
	if strings.Count(glob, "{") > maxBraces {
		return filter{}, invalid("search several times with simpler globs", "glob %q has more than %d choices in braces", glob, maxBraces)
	}
	if !doublestar.ValidatePattern(glob) {
		return filter{}, invalid("for example *.go, docs/** or **/*.{yml,yaml}", "glob %q is malformed", glob)
	}
	f := filter{glob: glob, withDirs: strings.Contains(glob, "/")}
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(glob, "**/"), "*"); ok && !strings.ContainsAny(rest, `*?[]{}\/`) {
		f.suffix = rest
	}
	if strings.HasSuffix(glob, "/") {
		f.glob += "**"
	}
	return f, nil
}

func (f filter) takes(dir, name string) bool {
	switch {
	case f.glob == "":
		return true
	case f.suffix != "":
		return strings.HasSuffix(name, f.suffix)
	case f.withDirs:
		return doublestar.MatchUnvalidated(strings.TrimPrefix(f.glob, "/"), dir+name)
	}
	return doublestar.MatchUnvalidated(f.glob, name)
}

func (s *Server) runFileSearch(ctx context.Context, c call) (any, error) {
	q := query{
		text: c.args.required("query", maxQuery, `"retry timeout"`),
		glob: c.args.line("glob", maxGlob),
		root: c.args.line("root", 100),
		max:  c.args.integer("max_results", defaultResults, 1, maxResults),
	}
	token := c.args.line("cursor", maxCursor)
	if err := c.args.failed(); err != nil {
		return nil, err
	}
	if token != "" {
		if err := q.resume(token); err != nil {
			return nil, err
		}
	}
	release, err := s.roots.use()
	if err != nil {
		return nil, err
	}
	defer release()
	found, err := s.roots.search(ctx, q)
	if err != nil {
		return nil, err
	}
	return s.searchResult(q, found), nil
}

func (s *Server) searchResult(q query, f findings) searchResult {
	r := searchResult{Truncated: f.next != nil, Match: "exact", Scanned: f.counts.Scanned, Skipped: f.counts}
	r.ObjectIDs = []string{}
	if f.tier == loose {
		r.Match = "separators_vary"
	}
	for _, h := range f.hits {
		r.Sources = append(r.Sources, s.hitSource(h))
	}
	r.Summary = count(len(f.hits), "hit", "hits") + fmt.Sprintf(" for %q in ", q.text) + count(f.counts.Scanned, "file", "files")
	if len(f.hits) == 0 {
		r.Hint = "try one word, another spelling, or no glob"
		if f.counts.Ignored > 0 {
			r.Hint += "; what .gitignore names isn't searched, but file.read can read it"
		}
	}
	if f.next != nil {
		r.NextCursor = q.cursor(*f.next, f.tier)
		r.Summary += ", more to come"
		r.Hint = "for the rest call again with cursor set to next_cursor, or narrow it with glob"
	}
	if f.timedOut {
		r.Hint = "it took too long, so the rest wasn't searched yet: call again with cursor set to next_cursor, or narrow it with glob or root"
	}
	return r
}

func (s *Server) hitSource(h hit) source {
	src := source{URI: h.root.uri(h.rel), Name: s.roots.label(h.root, filepath.Clean(h.rel)), Version: h.version, Excerpt: h.snippet}
	if h.line > 0 {
		src.URI += fmt.Sprintf("#L%d", h.line)
		src.Name += fmt.Sprintf(":%d", h.line)
	}
	return src
}
