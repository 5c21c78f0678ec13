// Package scan finds in what servers wrote the places that a person should
// look at before a model reads them: hidden characters, text that speaks to
// the assistant, requests to hide or to send something. It is pure: no I/O, no
// clock. A finding is a hint for the person, never proof; no finding is no
// proof either.
package scan

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Severity is how much a finding should worry.
type Severity string

const (
	High Severity = "high" // hardly ever has an honest reason
	Low  Severity = "low"  // worth a look; honest servers do it too
)

// Kinds of findings.
const (
	Invisible = "invisible" // characters that can't be seen, or data in variation selectors
	Bidi      = "bidi"      // characters that turn the direction of text
	Tags      = "tags"      // tag characters, U+E0000 and up
	Escape    = "escape"    // terminal escapes and other control characters
	Blank     = "blank"     // white space that moves text off the screen, comments
	Lookalike = "lookalike" // letters of several scripts inside one word
	Encoded   = "encoded"   // text in base64, hex, percent or entity encoding
	Address   = "address"   // text that speaks to the assistant
	Imitation = "imitation" // tags of a conversation, an end of vise's envelope
	Mention   = "mention"   // names another tool or server
	Twin      = "twin"      // is named like another tool
	Secret    = "secret"    // places where secrets are kept
	Conceal   = "conceal"   // asks to hide something from the person
	Send      = "send"      // asks to send data elsewhere
	Parameter = "parameter" // asks for what the tool has no need of
	URL       = "url"       // data: and javascript: addresses, addresses to fill with data
	Unpinned  = "unpinned"  // a package without a fixed version
	Unread    = "unread"    // what couldn't be looked at
)

// Bounds on the work for one tool or text. What is over them is a finding of
// kind Unread.
const (
	MaxText     = 1 << 20 // bytes of one definition or text
	MaxDepth    = 64      // levels of objects and arrays in a definition
	MaxFindings = 100     // of one tool or text
)

// Finding is one place that a person should look at.
type Finding struct {
	Kind     string   `json:"kind"`
	Code     Code     `json:"code"` // what was found, for programs
	Severity Severity `json:"severity"`
	// Where is the JSON pointer (RFC 6901) of the string in a tool's
	// definition, or the kind that Text was given.
	Where string `json:"where"`
	// Key says that the text is the name of the member at Where, not its value.
	Key bool `json:"key,omitempty"`
	// Start and End are byte offsets in the decoded text.
	Start int `json:"start"`
	End   int `json:"end"`
	// Decoded says that it was found in a text that is encoded at that place.
	Decoded bool `json:"decoded,omitempty"`
	// Text is the exact place, as the server wrote it: show it inert.
	Text string `json:"text"`
	// About says in plain words what was found. It may quote what was decoded:
	// show it inert too.
	About string `json:"about"`
}

// Context is what else there is, so that mentions of it can be found.
type Context struct {
	Server  string   // configured name of the server that wrote the text
	Tools   []string // ids and names of all tools, the server's own too
	Servers []string // configured names of all servers
	Own     []string // names of vise's own tools
	Max     int      // findings at most; 0: MaxFindings. The work grows with its square
	ready   *names
}

// Ready prepares a context for many texts; it may be kept with another Server.
func (c Context) Ready() Context {
	c.ready = indexNames(c.Tools, c.Servers, c.Own)
	return c
}

func (c Context) names() *names {
	if c.ready != nil {
		return c.ready
	}
	return indexNames(c.Tools, c.Servers, c.Own)
}

// Tool looks at every text of an MCP tool object that reaches the model: name,
// title, description, the texts and names in both schemas, annotations. The
// findings are in the order of the definition, high ones first.
func Tool(definition json.RawMessage, ctx Context) []Finding {
	s := newSink(ctx)
	if len(definition) > MaxText {
		s.unread("", fmt.Sprintf("%d bytes: too long to be looked at", len(definition)))
		return s.sorted()
	}
	leaves, err := leavesOf(definition)
	if err != nil {
		s.unread("", err.Error())
	}
	t := summarise(leaves)
	others := ctx.names()
	t.twins(s, ctx.Server, others)
	for _, l := range leaves {
		if dull(l.text) {
			continue
		}
		page := newPage(l, ctx.Server, t.name, others)
		page.scan(s)
		t.parameter(page, s)
	}
	return s.sorted()
}

// Text looks at one text: a server's instructions, a prompt, a resource
// template, project instructions, a result. kind becomes the findings' Where.
// KindResult is looked at less strictly, since results of honest tools hold
// colours, columns and whatever a page says; of KindProject it is no finding
// that it says what to do first and always.
func Text(kind, text string, ctx Context) []Finding {
	s := newSink(ctx)
	if len(text) > MaxText {
		s.unread(kind, fmt.Sprintf("%d bytes: only the first %d were looked at", len(text), MaxText))
		text = strings.ToValidUTF8(text[:MaxText], "")
	}
	newPage(leaf{where: kind, text: text}, ctx.Server, "", ctx.names()).scan(s)
	return s.sorted()
}

// Kinds of Text that are looked at less strictly.
const (
	KindResult  = "result"               // what a tool returned
	KindProject = "project instructions" // AGENTS.md and the like, which are there to tell an assistant what to do
)

// sink collects findings; those of one kind that overlap become one.
type sink struct {
	found []Finding
	left  bool // there were more than fit
	max   int
}

func newSink(ctx Context) *sink { return &sink{max: cmp.Or(ctx.Max, MaxFindings)} }

// add records a finding, which is a piece of text.
func (s *sink) add(f Finding, text string) {
	f.Text = text[f.Start:f.End]
	for i := range s.found {
		g := &s.found[i]
		if g.Kind != f.Kind || g.Where != f.Where || g.Key != f.Key || f.Start >= g.End || g.Start >= f.End {
			continue
		}
		switch {
		case rank(f) < rank(*g):
			*g = f
		case rank(f) == rank(*g):
			g.Start, g.End = min(f.Start, g.Start), max(f.End, g.End)
			g.Text = text[g.Start:g.End]
		}
		return
	}
	if len(s.found) < s.max-1 { // the last place is for saying so
		s.found = append(s.found, f)
		return
	}
	s.left = true
	if i := slices.IndexFunc(s.found, func(g Finding) bool { return g.Severity == Low }); i >= 0 && f.Severity == High {
		s.found[i] = f // a flood of harmless ones hides nothing
	}
}

func (s *sink) unread(where, about string) {
	s.add(Finding{Kind: Unread, Code: CodeNotRead, Severity: High, Where: where, About: about}, "")
}

func (s *sink) sorted() []Finding {
	if s.left {
		s.found = append(s.found, Finding{Kind: Unread, Code: CodeMoreFindings, Severity: High, Where: s.found[0].Where, About: fmt.Sprintf("more than %d findings: the rest isn't listed", s.max-1)})
	}
	slices.SortStableFunc(s.found, func(a, b Finding) int { return cmp.Compare(rank(a), rank(b)) })
	return s.found
}

func rank(f Finding) int {
	if f.Severity == High {
		return 0
	}
	return 1
}
