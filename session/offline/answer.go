package offline

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"vise/session"
)

// How much of what came back goes into an answer.
const (
	maxHits    = 5
	maxExcerpt = 160 // characters of one hit
	maxShown   = 40  // lines of one file
	maxLine    = 200 // characters of one line
	maxTodos   = 30
	maxNames   = 60
)

// found answers a search: each hit with its place and citation.
func (t *turn) found(a action, o *session.Observation) string {
	if !o.OK {
		return t.failed(o, "search")
	}
	if len(o.Sources) == 0 {
		return t.say("nohits", code(a.query))
	}
	var b strings.Builder
	b.WriteString(t.say("hits", code(a.query)))
	shown := min(len(o.Sources), max(maxHits, min(a.max, 20)))
	for _, s := range o.Sources[:shown] {
		b.WriteString("\n- " + code(oneLine(s.Name, maxExcerpt)))
		if text := oneLine(s.Excerpt.Raw(), maxExcerpt); text != "" {
			b.WriteString(": " + code(text))
		}
		b.WriteString(cite(s))
	}
	rest := len(o.Sources) - shown
	switch f := fieldsOf(o); {
	case rest > 0:
		b.WriteString("\n- " + t.say("more", strconv.Itoa(rest)))
	case f.Cursor != "":
		b.WriteString("\n- " + t.say("moreleft"))
	}
	return b.String()
}

// cite is a citation of s, to stand after what it supports.
func cite(s session.Source) string {
	for _, r := range s.Evidence {
		if r != '_' && (r < '0' || r > '9' && r < 'a' || r > 'z') {
			return ""
		}
	}
	if s.Evidence == "" {
		return ""
	}
	return " [" + s.Evidence + "]"
}

func citeAll(o *session.Observation) string {
	if len(o.Sources) == 0 {
		return ""
	}
	return cite(o.Sources[0])
}

// contents answers a read: a file's lines or a folder's names.
func (t *turn) contents(a action, o *session.Observation) string {
	if !o.OK {
		return t.failed(o, "read")
	}
	f := fieldsOf(o)
	var b strings.Builder
	if a.explain && len(f.Entries) == 0 {
		b.WriteString(t.say("noexplain") + "\n")
	}
	if len(f.Entries) > 0 {
		b.WriteString(t.folder(a, o, f.Entries))
		return b.String()
	}
	body := f.Text
	if body == "" {
		body = o.Text.Raw()
	}
	if body == "" && len(o.Sources) > 0 {
		body = o.Sources[0].Excerpt.Raw()
	}
	if strings.TrimSpace(body) == "" {
		return b.String() + t.say("fileempty", code(a.path)) + citeAll(o)
	}
	shown, cut := firstLines(body, max(maxShown, min(a.lines, 200)))
	b.WriteString(t.say("filehead", code(a.path), strings.TrimSpace(citeAll(o))) + "\n" + fence(shown))
	switch {
	case cut:
		b.WriteString("\n" + t.say("filecut"))
	case f.Next > 0:
		b.WriteString("\n" + t.say("filemore", strconv.Itoa(f.Next)))
	}
	return b.String()
}

func (t *turn) folder(a action, o *session.Observation, es []entry) string {
	var b strings.Builder
	b.WriteString(t.say("filehead", code(a.path), strings.TrimSpace(citeAll(o))))
	for _, e := range es[:min(len(es), maxNames)] {
		name := oneLine(e.Name, maxExcerpt)
		if (e.Dir || e.Type == "dir" || e.Type == "folder" || e.Kind == "dir" || e.Kind == "folder") && !strings.HasSuffix(name, "/") {
			name += "/"
		}
		b.WriteString("\n- " + code(name))
	}
	if len(es) > maxNames {
		b.WriteString("\n" + t.say("filecut"))
	}
	return b.String()
}

// firstLines cuts a text to n lines, each to a bearable length.
func firstLines(s string, n int) (out string, cut bool) {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		if len(lines) == n {
			return strings.Join(lines, "\n"), true
		}
		lines = append(lines, clip(strings.TrimRight(line, "\r"), maxLine))
	}
	return strings.Join(lines, "\n"), false
}

func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:n]) + "…"
}

// oneLine brings foreign text to one short line.
func oneLine(s string, n int) string {
	if len(s) > 8*n {
		s = s[:8*n]
	}
	return clip(strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " "), n)
}

// code puts text into a code span that its own backticks can't end.
func code(s string) string {
	if s == "" {
		return ""
	}
	s = strings.Join(strings.Fields(s), " ")
	ticks := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// fence puts text into a code block that its own backticks can't end.
func fence(s string) string {
	ticks := strings.Repeat("`", max(3, longestRun(s)+1))
	return ticks + "\n" + strings.ToValidUTF8(s, "\ufffd") + "\n" + ticks
}

func longestRun(s string) int {
	best, run := 0, 0
	for _, r := range s {
		if r == '`' {
			run++
			best = max(best, run)
		} else {
			run = 0
		}
	}
	return best
}

// failed says truthfully that a call did not do what was asked, and why.
func (t *turn) failed(o *session.Observation, what string) string {
	write := "other"
	if what == "create" || what == "update" {
		write = what
	}
	if o.Error == nil {
		return t.say("failed_"+what, "")
	}
	reason := ""
	if s := oneLine(o.Error.Message.Raw(), 300); s != "" {
		reason = ": " + code(s)
	}
	if s := oneLine(o.Error.Hint.Raw(), 300); s != "" {
		reason += " (" + code(s) + ")"
	}
	switch {
	case o.Error.Code == "no_result" || o.Error.Code == "unknown_outcome":
		return t.say("unknown_" + write)
	case o.Ran:
		return t.say("failed_"+what, reason)
	case o.Error.Code == "refused_by_person":
		return t.say("denied_" + write)
	}
	return t.say("notrun_"+write, reason)
}
