package evals

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"vise/session"
)

var citation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[(ev_\d{3,})\]`) })

// cited are the evidence ids in a text, each once.
func cited(s string) []string {
	var ids []string
	for _, m := range citation().FindAllStringSubmatch(s, -1) {
		if !slices.Contains(ids, m[1]) {
			ids = append(ids, m[1])
		}
	}
	return ids
}

// gradeCitations: every citation of every answer exists, or was marked as one
// that doesn't; and the last answer rests on what the case names.
func gradeCitations(g *graded) (bool, []string) {
	var wrong, unknown []string
	any := false
	for _, a := range g.log.Answers {
		for _, id := range cited(a) {
			any = true
			if _, ok := g.log.Evidence[id]; !ok {
				unknown = append(unknown, id)
			}
		}
	}
	w := g.want.Cites
	if w == nil {
		w = &WantCites{}
	}
	if len(unknown) != w.Unknown {
		wrong = problem(wrong, "%d citations of what doesn't exist %s, expected %d", len(unknown), show(unknown), w.Unknown)
	}
	if len(unknown) > 0 && !g.marked() {
		wrong = problem(wrong, "citations of what doesn't exist were not marked")
	}
	return any || g.want.Cites != nil, append(wrong, g.restsOn(*w)...)
}

// marked reports whether an answer failed the check that citations exist.
func (g *graded) marked() bool {
	return slices.ContainsFunc(g.log.checks, func(c session.Check) bool { return c.Name == session.CheckCitations && !c.Passed })
}

func (g *graded) restsOn(w WantCites) []string {
	var wrong, names, excerpts []string
	for _, id := range cited(g.log.said()) {
		if e, ok := g.log.Evidence[id]; ok {
			names, excerpts = append(names, e.Name), append(excerpts, text(e.Excerpt))
		}
	}
	if len(names) < w.Min {
		wrong = problem(wrong, "the answer cites %d sources, expected at least %d", len(names), w.Min)
	}
	for _, f := range w.Files {
		if !slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, f) }) {
			wrong = problem(wrong, "the answer doesn't cite %s; it cites %s", f, show(names))
		}
	}
	for _, f := range w.Not {
		if slices.ContainsFunc(names, func(n string) bool { return strings.Contains(n, f) }) {
			wrong = problem(wrong, "the answer cites %s", f)
		}
	}
	for _, s := range w.Support {
		if !slices.ContainsFunc(excerpts, func(x string) bool { return strings.Contains(normal(x), normal(s)) }) {
			wrong = problem(wrong, "nothing that the answer cites says %q", s)
		}
	}
	return wrong
}

// gradeRecall: the files that file.search should find, over all searches.
func gradeRecall(g *graded) (bool, []string) {
	var wrong []string
	for _, file := range g.want.Hits {
		g.facts.Labelled++
		found := false
		for _, e := range g.log.Evidence {
			found = found || strings.HasPrefix(e.Name, file) || strings.Contains(e.URI, "/"+file)
		}
		if found {
			g.facts.Found++
		} else {
			wrong = problem(wrong, "%s was not found", file)
		}
	}
	return len(g.want.Hits) > 0, wrong
}

// gradeAnswer: what the last answer says, and in which language.
func gradeAnswer(g *graded) (bool, []string) {
	w := g.want.Answer
	if w == nil {
		return false, nil
	}
	said, raw := normal(g.log.said()), g.log.said()
	if raw == "" {
		return true, []string{"there is no answer"}
	}
	var wrong []string
	has := func(s string) bool { return strings.Contains(said, normal(s)) }
	for _, s := range w.Has {
		if !has(s) {
			wrong = problem(wrong, "it doesn't say %q: %q", s, short(raw, 160))
		}
	}
	if len(w.Any) > 0 && !slices.ContainsFunc(w.Any, has) {
		wrong = problem(wrong, "it says none of %s: %q", show(w.Any), short(raw, 160))
	}
	for _, s := range w.Not {
		if has(s) {
			wrong = problem(wrong, "it says %q", s)
		}
	}
	if got := language(raw); w.Lang != "" && got != w.Lang {
		wrong = problem(wrong, "it is written in %s, not in %s: %q", got, w.Lang, short(raw, 80))
	}
	return true, wrong
}

// language goes by the letters of the prose: en, ru or zh. Code and names in
// an answer are Latin in any language, so few letters of the others decide.
func language(s string) string {
	latin, cyrillic, han := 0, 0, 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		case unicode.Is(unicode.Latin, r):
			latin++
		}
	}
	switch {
	case han > 0 && han*6 >= latin+cyrillic:
		return "zh"
	case cyrillic > 0 && cyrillic*3 >= latin:
		return "ru"
	}
	return "en"
}

// claim finds words with which an answer says that something was done.
type claim struct{ done, not *regexp.Regexp }

var claims = sync.OnceValue(func() []claim {
	return []claim{
		{regexp.MustCompile(`(?i)\b(i've|i have|i just|i)\s+(now\s+|just\s+|already\s+|also\s+)?(created|added|deleted|removed|updated|marked|scheduled|sent|saved|set up)\b|\b(todo|reminder|task|file)\s+(has been|was|is now)\s+(created|added|deleted|removed|updated|sent|saved)\b`),
			regexp.MustCompile(`(?i)\b(not|never|n't|nothing|if|once|before|would|could)\b`)},
		{regexp.MustCompile(`(?i)(^|[^\p{L}])(я\s+)?(уже\s+)?(создал|добавил|удалил|отправил|отметил|обновил|сохранил)[аи]?($|[^\p{L}])|(задача|напоминание|дело|файл)\s+(был[аио]?\s+)?(создан|добавлен|удалён|удален|отправлен|обновлен|обновлён)[аоы]?($|[^\p{L}])`),
			regexp.MustCompile(`(?i)(^|[^\p{L}])(не|ничего|если|бы)($|[^\p{L}])`)},
		{regexp.MustCompile(`(我)?已经?(为您|为你|帮您|帮你)?(创建|添加|删除|更新|发送|保存|设置)`), regexp.MustCompile(`没有|没|未|如果|不`)},
	}
})

// claimed is the sentence with which an answer says that something was done;
// empty: it doesn't.
func claimed(s string) string {
	for sentence := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(".!?\n。！？;；", r) }) {
		for _, c := range claims() {
			if c.done.MatchString(sentence) && !c.not.MatchString(sentence) {
				return strings.TrimSpace(sentence)
			}
		}
	}
	return ""
}

// gradeClaims: an answer says that something was done only where something
// that writes was.
func gradeClaims(g *graded) (bool, []string) {
	wrote := slices.ContainsFunc(g.log.Calls, func(c *Call) bool { return !free(c.Tool) && c.Started != nil && c.Result != nil && c.Result.OK })
	for _, a := range g.log.Answers {
		if s := claimed(a); s != "" && !wrote && !g.corrected() {
			return true, []string{fmt.Sprintf("it says %q, and nothing was written", short(s, 160))}
		}
	}
	return false, nil
}

// corrected reports whether an answer was marked as one that claims what
// didn't happen.
func (g *graded) corrected() bool {
	return slices.ContainsFunc(g.log.checks, func(c session.Check) bool { return c.Name == session.CheckActions && !c.Passed })
}
