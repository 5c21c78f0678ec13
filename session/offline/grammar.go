package offline

import (
	"path"
	"strings"
	"unicode/utf8"
)

// The grammar's notation. A line "name: production ; production" adds
// productions to a nonterminal. In a production, apart by spaces:
//
//	word      that word; Han words are matched character by character
//	stem-     a word that begins so
//	a|b_c     either; _ joins the words of one alternative
//	@name     a nonterminal
//	$q        any words, at least one, as few as fit; $q? may be none
//	%path     a token of that kind: see tokenIs
//	n=%num    what matched is kept under a name
//	x? x*     optional; any number
//	:         punctuation stands here
type grammar struct {
	at    *places
	rules map[string]*rule
	vocab map[string]bool // every whole word of the grammar
}

type rule struct {
	words map[string]bool // productions of one word
	prods [][]elem        // all others
	lazy  bool            // has a slot inside: takes as little as fits
}

type elem struct {
	alts      []alt
	opt, star bool
	keep      string
	slot      bool
}

type alt struct {
	what  byte     // w words, p prefix, r rule, k kind, : punctuation
	words []string // w
	name  string   // p, r, k
	rule  *rule    // r
}

func newGrammar(tables ...string) *grammar {
	g := &grammar{at: newPlaces(), rules: map[string]*rule{}, vocab: map[string]bool{}}
	for _, t := range tables {
		name := ""
		for line := range strings.Lines(t) {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			if head, body, ok := strings.Cut(line, ": "); ok && !strings.ContainsAny(head, " |@") {
				name, line = head, body
			}
			g.add(name, line)
		}
	}
	for _, r := range g.rules {
		for _, p := range r.prods {
			for _, e := range p {
				for i := range e.alts {
					e.alts[i].rule = g.rules[e.alts[i].name]
				}
			}
		}
	}
	for g.spreadLazy() {
	}
	return g
}

// spreadLazy marks rules that have a slot inside, and says whether it marked
// any.
func (g *grammar) spreadLazy() bool {
	more := false
	for _, r := range g.rules {
		for _, p := range r.prods {
			for k := range p {
				if !r.lazy && p[k].lazy() {
					r.lazy, more = true, true
				}
			}
		}
	}
	return more
}

func (e *elem) lazy() bool {
	for i := range e.alts {
		if r := e.alts[i].rule; r != nil && r.lazy {
			return true
		}
	}
	return e.slot
}

func (g *grammar) add(name, body string) {
	r := g.rules[name]
	if r == nil {
		r = &rule{words: map[string]bool{}}
		g.rules[name] = r
	}
	for prod := range strings.SplitSeq(body, ";") {
		var es []elem
		for f := range strings.FieldsSeq(prod) {
			es = append(es, g.elem(f))
		}
		if len(es) == 1 && es[0].plain() {
			for _, a := range es[0].alts {
				if a.what == 'w' && len(a.words) == 1 {
					r.words[a.words[0]] = true
				} else {
					r.prods = append(r.prods, []elem{{alts: []alt{a}}})
				}
			}
			continue
		}
		if len(es) > 0 {
			r.prods = append(r.prods, es)
		}
	}
}

func (e elem) plain() bool { return !e.opt && !e.star && e.keep == "" && !e.slot }

func (g *grammar) elem(f string) elem {
	var e elem
	if strings.HasSuffix(f, "?") {
		e.opt, f = true, f[:len(f)-1]
	} else if strings.HasSuffix(f, "*") && len(f) > 1 {
		e.star, f = true, f[:len(f)-1]
	}
	if _, more, ok := strings.Cut(f, "|"); ok && strings.Contains(more, "=") {
		// Alternatives that are kept under names of their own.
		name := "#" + f
		if g.rules[name] == nil {
			g.add(name, strings.ReplaceAll(f, "|", " ; "))
		}
		e.alts = []alt{{what: 'r', name: name}}
		return e
	}
	if head, rest, ok := strings.Cut(f, "="); ok {
		e.keep, f = head, rest
	}
	if strings.HasPrefix(f, "$") {
		e.slot, e.keep = true, f[1:]
		return e
	}
	for a := range strings.SplitSeq(f, "|") {
		switch {
		case a == "":
		case a == ":":
			e.alts = append(e.alts, alt{what: ':'})
		case a[0] == '@':
			e.alts = append(e.alts, alt{what: 'r', name: a[1:]})
		case a[0] == '%':
			e.alts = append(e.alts, alt{what: 'k', name: a[1:]})
		case strings.HasSuffix(a, "-"):
			e.alts = append(e.alts, alt{what: 'p', name: fold(a[:len(a)-1])})
		default:
			e.alts = append(e.alts, alt{what: 'w', words: g.literal(a)})
		}
	}
	return e
}

// literal gives the tokens that a written alternative stands for.
func (g *grammar) literal(a string) []string {
	var out []string
	for w := range strings.SplitSeq(fold(a), "_") {
		for w != "" {
			r, n := utf8.DecodeRuneInString(w)
			if !isHan(r) {
				n = len(w)
				if i := strings.IndexFunc(w, isHan); i > 0 {
					n = i
				}
			}
			g.vocab[w[:n]] = true
			out = append(out, w[:n])
			w = w[n:]
		}
	}
	return out
}

// tokenIs tests a token against a kind of the notation.
func tokenIs(t token, name string) bool {
	switch name {
	case "num":
		return t.kind == kindNum
	case "quote":
		return t.kind == kindQuote
	case "path":
		return t.kind == kindPath || t.kind == kindQuote && kindOf(t.raw) == kindPath
	case "glob":
		return t.kind == kindGlob || t.kind == kindQuote && kindOf(t.raw) == kindGlob
	case "ident":
		return t.kind == kindIdent
	case "code": // clearly not prose
		return t.kind == kindIdent || t.kind == kindQuote || t.kind == kindPath || t.kind == kindGlob ||
			t.kind == kindWord && len(t.raw) > 2 && t.raw == strings.ToUpper(t.raw) && t.raw[0] < 128
	case "latin":
		return (t.kind == kindWord || t.kind == kindIdent || t.kind == kindPath) && t.raw[0] < 128
	case "dir": // the look of a folder's name
		return t.kind == kindPath && !knownExt(strings.TrimPrefix(path.Ext(t.raw), ".")) || t.kind == kindIdent || t.kind == kindWord && (strings.ContainsAny(t.raw, "-_/") && t.raw[0] < 128 || folderName(t.low))
	case "ext": // .go
		return len(t.raw) > 1 && t.raw[0] == '.' && knownExt(t.raw[1:])
	case "ed": // a participle: cleared
		return t.kind == kindWord && len(t.low) > 4 && strings.HasSuffix(t.low, "ed")
	case "ruvp": // a Russian verb of what was done: купил
		return t.kind == kindWord && hasAnySuffix(t.low, "ил", "ал", "ел", "ял", "ила", "ала", "ела", "яла", "или", "али", "ели", "лся", "лась", "ес", "есла", "лась")
	case "word":
		return t.kind == kindWord
	}
	return false
}

func hasAnySuffix(s string, ends ...string) bool {
	for _, e := range ends {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

const folderNames = " logs log docs doc src config configs conf test tests internal cmd pkg lib libs vendor data scripts tools examples build dist bin assets static public templates migrations api app ui server client store session policy builtin evals mcpclient etc var backup backups archive inbox drafts "

func folderName(low string) bool { return strings.Contains(folderNames, " "+low+" ") }
