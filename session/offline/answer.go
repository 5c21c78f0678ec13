package offline

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vise/session"
)

// How much of what came back goes into an answer.
const (
	maxHits    = 5
	maxMore    = 20  // hits, where more of them are asked for
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
	hits := o.Sources[min(a.skip, len(o.Sources)):]
	if len(hits) == 0 && (a.skip > 0 || a.cursor != "") {
		return t.say("nomorehits")
	}
	if len(hits) == 0 {
		return t.say("nohits", code(a.query))
	}
	var b strings.Builder
	b.WriteString(t.say("hits", code(a.query)))
	shown := min(len(hits), a.page())
	for _, s := range hits[:shown] {
		b.WriteString("\n- " + code(oneLine(s.Name, maxExcerpt)))
		if text := around(s.Excerpt.Raw(), a.query, maxExcerpt); text != "" && text != s.Name {
			b.WriteString(": " + code(text))
		}
		b.WriteString(cite(s))
	}
	rest := len(hits) - shown
	switch f := fieldsOf(o); {
	case f.Cursor != "":
		b.WriteString("\n- " + t.say("moreleft"))
	case f.Truncated:
		b.WriteString("\n- " + t.say("narrow"))
	case rest > 0:
		b.WriteString("\n- " + t.say("more", strconv.Itoa(rest)))
	}
	return b.String()
}

// page is how many hits are told at once: few at first.
func (a action) page() int {
	if a.skip > 0 || a.cursor != "" {
		return maxMore
	}
	return max(maxHits, min(a.max, maxMore))
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
	if len(f.Entries) > 0 || isFolder(o, f) {
		return t.folder(a, o, f)
	}
	if a.explain {
		b.WriteString(t.say("noexplain") + "\n")
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
	shown, cut := firstLines(body, linesShown(a.lines))
	b.WriteString(t.say("filehead", code(a.path), strings.TrimSpace(citeAll(o))) + "\n" + fence(shown))
	switch {
	case cut:
		b.WriteString("\n" + t.say("filemore", strconv.Itoa(max(1, a.start)+linesShown(a.lines))))
	case f.Next > 0:
		b.WriteString("\n" + t.say("filemore", strconv.Itoa(f.Next)))
	}
	return b.String()
}

// linesShown is how many lines of a file are told where so many were asked for.
func linesShown(asked int) int { return max(maxShown, min(asked, 200)) }

// isFolder reports a folder whose entries didn't come with the result: it has
// none, or too many.
func isFolder(o *session.Observation, f fields) bool {
	return f.Text == "" && o.Text.IsZero() && strings.HasPrefix(o.Summary.Raw(), "folder ")
}

func (t *turn) folder(a action, o *session.Observation, f fields) string {
	var b strings.Builder
	es := f.Entries
	switch {
	case len(es) == 0 && strings.HasSuffix(o.Summary.Raw(), ": 0 entries"):
		return t.say("fileempty", code(a.path)) + citeAll(o)
	case len(es) == 0: // withheld, or too many for a result
		return t.say("filehead", code(a.path), strings.TrimSpace(citeAll(o))) + " " + code(oneLine(o.Summary.Raw(), maxLine))
	}
	b.WriteString(t.say("filehead", code(a.path), strings.TrimSpace(citeAll(o))))
	for _, e := range es[:min(len(es), maxNames)] {
		name := oneLine(e.Name, maxExcerpt)
		if (e.Dir || e.Type == "dir" || e.Type == "folder" || e.Kind == "dir" || e.Kind == "folder") && !strings.HasSuffix(name, "/") {
			name += "/"
		}
		b.WriteString("\n- " + code(name))
	}
	if len(es) > maxNames || f.Next > 0 {
		b.WriteString("\n" + t.say("filecut"))
	}
	if f.Withheld > 0 {
		b.WriteString("\n" + t.say("withheld", strconv.Itoa(f.Withheld)))
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

// around brings foreign text to one short line that keeps what was looked for
// in sight, and never starts in the middle of a character.
func around(s, needle string, n int) string {
	at, size := locate(s, needle)
	from := 0
	if at+size > n {
		from = max(0, at-n/2)
		for from < at && !utf8.RuneStart(s[from]) {
			from++
		}
	}
	if from == 0 {
		return oneLine(s, n)
	}
	return "…" + oneLine(s[from:], n)
}

// locate finds where a text holds what was looked for as a search takes it: in
// any case, with any separators between its words. It returns bytes; 0, 0 for
// none.
func locate(s, needle string) (at, size int) {
	want := letters(needle, nil)
	if want == "" {
		return 0, 0
	}
	places := make([]int, 0, len(s))
	i := strings.Index(letters(s, &places), want)
	if i < 0 {
		return 0, 0
	}
	return places[i], places[i+len(want)-1] - places[i] + 1
}

// letters is a text without separators and without case; places gets where
// each of its bytes comes from.
func letters(s string, places *[]int) string {
	var b strings.Builder
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		n := b.Len()
		b.WriteString(fold(string(r)))
		for ; places != nil && n < b.Len(); n++ {
			*places = append(*places, i)
		}
	}
	return b.String()
}

// uncited takes away the look of a citation: only vise cites.
func uncited(s string) string { return strings.ReplaceAll(s, "[ev_", "[ev-") }

// code puts text into a code span that its own backticks can't end.
func code(s string) string {
	if s == "" {
		return ""
	}
	s = strings.Join(strings.Fields(uncited(s)), " ")
	ticks := strings.Repeat("`", longestRun(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// fence puts text into a code block that its own backticks can't end.
func fence(s string) string {
	s = uncited(s)
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
	reason := t.reason(o.Error)
	switch {
	case unknown(o.Error.Code):
		return t.say("unknown_" + write)
	case o.Ran:
		return t.say("failed_"+what, reason)
	case o.Error.Code == "refused_by_person":
		return t.say("denied_" + write)
	}
	return t.say("notrun_"+write, reason)
}

// reason is why a call failed: in the person's language where its code is
// known, then what the tool said.
func (t *turn) reason(e *session.ToolError) string {
	message, hint := oneLine(e.Message.Raw(), 300), oneLine(e.Hint.Raw(), 300)
	if gist := t.say("err_" + e.Code); gist != "" && message != "" {
		return ": " + gist + " (" + code(message) + ")"
	} else if gist != "" {
		return ": " + gist
	}
	reason := ""
	if message != "" {
		reason = ": " + code(message)
	}
	if hint != "" {
		reason += " (" + code(hint) + ")"
	}
	return reason
}
