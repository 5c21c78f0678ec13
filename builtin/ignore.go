package builtin

import (
	"bytes"
	"strings"
)

// maxIgnoreFile is how much of an ignore file is read, in bytes.
const maxIgnoreFile = 1 << 20

// ignoreRules are the rules of one folder's .gitignore and .ignore. Those of
// the folders above it apply where its own say nothing.
type ignoreRules struct {
	parent *ignoreRules
	base   int // length of the folder's path in the root, with its slash
	rules  []ignoreRule
}

type ruleKind uint8

const (
	ruleName   ruleKind = iota // text is the whole name
	ruleSuffix                 // the name ends with text
	rulePrefix                 // the name begins with text
	ruleGlob                   // text is a glob for the name
	rulePath                   // segments are globs for the path below the folder
)

type ignoreRule struct {
	kind     ruleKind
	negated  bool
	onlyDirs bool
	text     string
	segments []string
}

// ignored reports whether a file or folder is ignored; dir is its folder's
// path in the root, "" or with a slash at its end. The last rule that fits
// wins, in the innermost folder that has one.
func (g *ignoreRules) ignored(dir, name string, isDir bool) bool {
	for ; g != nil; g = g.parent {
		for i := len(g.rules) - 1; i >= 0; i-- {
			if r := &g.rules[i]; r.fits(dir, name, isDir, g.base) {
				return !r.negated
			}
		}
	}
	return false
}

func (r *ignoreRule) fits(dir, name string, isDir bool, base int) bool {
	if r.onlyDirs && !isDir {
		return false
	}
	switch r.kind {
	case ruleName:
		return name == r.text
	case ruleSuffix:
		return strings.HasSuffix(name, r.text)
	case rulePrefix:
		return strings.HasPrefix(name, r.text)
	case ruleGlob:
		return globMatch(r.text, name)
	}
	return matchSegments(r.segments, dir[base:], name)
}

// parseIgnore reads an ignore file.
func parseIgnore(text []byte) []ignoreRule {
	var rules []ignoreRule
	text = bytes.TrimPrefix(text, []byte(utf8BOM))
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if r, ok := parseRule(strings.TrimSuffix(string(line), "\r")); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

func parseRule(line string) (r ignoreRule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line = trimSpaces(line)
	if rest, found := strings.CutPrefix(line, "!"); found {
		r.negated, line = true, rest
	}
	if rest, found := strings.CutSuffix(line, "/"); found {
		r.onlyDirs, line = true, rest
	}
	if line == "" {
		return r, false
	}
	if strings.Contains(line, "/") {
		r.kind = rulePath
		r.segments = strings.Split(strings.TrimPrefix(line, "/"), "/")
		return r.simplified(), true
	}
	return r.named(line), true
}

// trimSpaces takes off spaces at the end that no backslash keeps.
func trimSpaces(line string) string {
	for strings.HasSuffix(line, " ") {
		short := strings.TrimSuffix(line, " ")
		slashes := len(short) - len(strings.TrimRight(short, `\`))
		if slashes%2 == 1 {
			break
		}
		line = short
	}
	return line
}

// simplified makes a rule for names of **/name.
func (r ignoreRule) simplified() ignoreRule {
	if len(r.segments) == 2 && r.segments[0] == "**" && r.segments[1] != "**" {
		named := r.named(r.segments[1])
		named.segments = nil
		return named
	}
	return r
}

// named chooses the quickest way to compare a name.
func (r ignoreRule) named(glob string) ignoreRule {
	r.kind, r.text = ruleGlob, glob
	special := strings.Count(glob, "*") + strings.Count(glob, "?") + strings.Count(glob, "[") + strings.Count(glob, `\`)
	switch {
	case special == 0:
		r.kind = ruleName
	case special == 1 && glob[0] == '*':
		r.kind, r.text = ruleSuffix, glob[1:]
	case special == 1 && glob[len(glob)-1] == '*':
		r.kind, r.text = rulePrefix, glob[:len(glob)-1]
	}
	return r
}

// readIgnore reads the rules of an ignore file in an open folder; one that
// can't be read has none.
func readIgnore(dir *handle, name string) []ignoreRule {
	h, err := openIn(dir.fd, name, openFile)
	if err != nil {
		return nil
	}
	defer h.close()
	if !h.info.regular {
		return nil
	}
	text := make([]byte, min(h.info.size, maxIgnoreFile))
	n := 0
	for n < len(text) {
		m, err := h.read(text[n:])
		if err != nil || m == 0 {
			break
		}
		n += m
	}
	return parseIgnore(text[:n])
}
