package session

import (
	"slices"
	"strings"
	"sync"

	"vise/policy"
)

// claim is a sentence that says that something was done.
type claim struct {
	action   string // create, change, …
	object   string // todo, file, …
	how      certainty
	sentence string
}

// actions are what a sentence can claim, and on what.
var actions = [...]struct {
	name    string
	objects []string
}{
	{"create", []string{"todo", "event"}},
	{"change", []string{"todo", "event"}},
	{"remove", []string{"todo", "event", "file", "mail"}},
	{"send", []string{"mail"}},
	{"write", []string{"file"}},
	{"run", []string{"cmd"}},
	{"look", []string{"file", "todo", "event"}},
}

// claimSequence is one way of claiming.
type claimSequence struct {
	sequence
	action, object string
	how            certainty
}

// maxClaims bounds how many claims of one answer are told of.
const maxClaims = 12

// certainty is how sure it is that vise's own doing is meant.
type certainty int

const (
	inPerson certainty = iota // I have done it
	told                      // it has been done
	bare                      // it was done, done it: may as well be a fact that was read somewhere
)

// claimer finds claims.
type claimer struct {
	*lexicon
	sequences []claimSequence
	silence   classes // words that make a claim none
	doubt     classes // those that do before it
	ago       classes
	somebody  classes
	objects   classes
	askedFor  map[string]classes
}

// claims is made when the first answer is looked at.
var claims = sync.OnceValue(newClaimer)

func newClaimer() *claimer {
	c := &claimer{lexicon: newLexicon(actionWords), askedFor: map[string]classes{}}
	c.silence, c.ago, c.somebody = c.named("neg").with(c.named("modal")), c.named("ago"), c.named("you")
	c.doubt = c.silence.with(c.named("maybe"))
	for _, o := range [...]string{"todo", "event", "file", "mail", "cmd"} {
		c.objects = c.objects.with(c.named(o))
	}
	for _, a := range actions {
		c.askedFor[a.name] = c.named(a.name + "I")
		for _, o := range a.objects {
			c.ways(a.name, o)
		}
	}
	c.way("create", "todo", inPerson, "promise")
	return c
}

// waysToClaim are the ways of saying that action a was done to object o.
var waysToClaim = [...]struct {
	seq string
	how certainty
}{
	{"me 4 aD 8 o", inPerson}, {"ya 4 aR 7 o", inPerson}, {"zme 8 aZ 1 le 12 o", inPerson}, {"zyou 6 aZ 1 le 12 o", inPerson}, {"^start 2 aD 6 o", inPerson},
	{"zdone 6 aZ 12 o", told}, {"zdone 10 o 6 aZ", told}, {"^start 6 aZ 1 le 12 o", told}, {"o 6 perf 1 aD", told}, {"o 8 zdone 4 aZ", told},
	{"^start 2 aR 6 o", bare}, {"^2 aR 6 o", bare}, {"^2 aZ 1 le 12 o", bare}, {"o 6 was 1 aD", bare}, {"o 5 aP", bare}, {"aP 4 o", bare},
	{"^1 o 3 aD", bare}, {"^2 aD 5 o", bare}, {"o 4 aZ 0 le", bare},
}

// ways are all ways of claiming to have done a to o. What was only read is
// claimed in person or not at all.
func (c *claimer) ways(a, o string) {
	in := strings.NewReplacer("aD", a+"D", "aR", a+"R", "aP", a+"P", "aZ", a+"Z", " o ", " "+o+" ")
	for _, w := range waysToClaim {
		if a == "look" && w.how != inPerson {
			continue
		}
		seq, start := strings.CutPrefix(w.seq, "^")
		if seq = strings.TrimSpace(in.Replace(" " + seq + " ")); start {
			seq = "^" + seq
		}
		c.way(a, o, w.how, seq)
	}
}

func (c *claimer) way(action, object string, how certainty, seq string) {
	q := c.sequence(seq)
	for i := range q.steps {
		if q.steps[i].classes.meets(c.objects) { // the first that is named is meant
			q.steps[i].over = c.objects
		}
	}
	c.sequences = append(c.sequences, claimSequence{q, action, object, how})
}

// find finds what a text claims to have been done. A sentence that names its
// source tells of that, unless it speaks in person.
func (c *claimer) find(text string) (found []claim) {
	for _, s := range c.sentences(text) {
		if len(found) >= maxClaims {
			break
		}
		if s.asks {
			continue
		}
		cited := strings.Contains(s.text, "[ev_")
		seen := map[string]bool{}
		for _, q := range c.sequences { // the surest come first
			if seen[q.action+q.object] || cited && q.how != inPerson || !s.find(c.lexicon, q.sequence, func(from, to int) bool { return c.meant(s, from, to) }) {
				continue
			}
			seen[q.action+q.object] = true
			found = append(found, claim{q.action, q.object, q.how, cutText(strings.TrimSpace(s.text), 160)})
		}
	}
	return found
}

// meant reports whether a sentence says what stands in [from, to] as a fact:
// not as one that isn't so, might be, was long ago, or was somebody else's.
func (c *claimer) meant(s sentence, from, to int) bool {
	part := s.partOf(c.lexicon, from)
	if s.has(c.doubt, part, from-1) || s.has(c.silence, from, to) || s.has(c.ago, from, to+4) {
		return false
	}
	return !s.has(c.somebody, from, to-1)
}

// asked are the actions that a person's words ask for.
func (c *claimer) asked(words string) map[string]bool {
	out := map[string]bool{}
	for _, s := range c.sentences(words) {
		for _, a := range actions {
			out[a.name] = out[a.name] || s.has(c.askedFor[a.name], 0, len(s.lexemes))
		}
	}
	return out
}

// act is one call, as a proof that something was done.
type act struct {
	tool    string
	level   policy.Level
	builtin bool
	ok      bool
}

// proves reports whether a call shows that what is claimed was done.
func (a act) proves(c claim) bool {
	switch {
	case c.action == "look":
		return true
	case !a.ok:
		return false
	case !a.builtin:
		return a.level >= policy.Writes || c.action == "run"
	case c.object != "todo":
		return false
	case c.action == "create":
		return a.tool == "todo.create"
	}
	return a.tool == "todo.update"
}

// falseClaims are the actions that an answer claims and that no call shows.
// words are the person's. Where something was read the answer may tell of
// that, unless the person asked for the action.
func falseClaims(answer, words string, acts []act) []claim {
	x := claims()
	read := slices.ContainsFunc(acts, func(a act) bool { return a.ok })
	asked := x.asked(words)
	return slices.DeleteFunc(x.find(answer), func(c claim) bool {
		sure := c.how == inPerson || c.how == told && c.object == "todo"
		return !sure && read && !asked[c.action] || slices.ContainsFunc(acts, func(a act) bool { return a.proves(c) })
	})
}
