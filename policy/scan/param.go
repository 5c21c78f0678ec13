package scan

import (
	"fmt"
	"strings"
	"sync"
)

// tool is what is known of a definition before its texts are looked at.
type tool struct {
	name     string
	about    string          // name, title and description, in lower case
	texts    map[string]bool // parameters that take any text
	required map[string]bool
	takes    bool // arguments: it is a tool, and no prompt or template
}

const inputs = "/inputSchema/properties/"

func summarise(leaves []leaf) tool {
	t := tool{texts: map[string]bool{}, required: map[string]bool{}}
	limited := map[string]bool{}
	for _, l := range leaves {
		t.takes = t.takes || strings.HasPrefix(l.where, "/inputSchema")
		switch {
		case l.key:
			if name, ok := strings.CutPrefix(parent(l.where), inputs); ok && (l.text == "enum" || l.text == "format" || l.text == "pattern" || l.text == "const") {
				limited[name] = true
			}
		case l.where == "/name":
			t.name = l.text
			t.about += " " + strings.ToLower(l.text)
		case l.where == "/title" || l.where == "/description":
			t.about += " " + strings.ToLower(l.text)
		case strings.HasPrefix(l.where, "/inputSchema/required/"):
			t.required[l.text] = true
		default:
			name, ok := strings.CutPrefix(l.where, inputs)
			if name, isType := strings.CutSuffix(name, "/type"); ok && isType && l.text == "string" && !strings.Contains(name, "/") {
				t.texts[name] = true
			}
		}
	}
	for name := range limited {
		delete(t.texts, name)
	}
	return t
}

func parent(pointer string) string {
	return pointer[:max(0, strings.LastIndexByte(pointer, '/'))]
}

// Names of parameters: the first ask for what only the host has; the second
// are everyday words, and odd only where a tool can't do without them and
// doesn't say why.
const (
	oddParams   = " sidenote sidenotes conversation conversationhistory chathistory messagehistory systemprompt chainofthought userintent userprompt originalprompt userrequest fullcontext conversationsummary "
	plainParams = " note notes context reasoning thoughts history memo feedback metadata extra debug debuginfo additionalinfo auditlog justification "
)

// parameter reports a parameter that takes any text and that the tool has no
// business with, and one whose description asks for the conversation or for
// files.
func (t tool) parameter(p *page, s *sink) {
	rest, ok := strings.CutPrefix(p.where, inputs)
	if !ok {
		return
	}
	name, inner, _ := strings.Cut(rest, "/")
	if p.key && inner == "" {
		t.paramName(p, s, name)
	}
	if !p.key && (inner == "description" || inner == "title") {
		t.paramText(p, s)
	}
}

func (t tool) paramName(p *page, s *sink, name string) {
	plain := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, string(p.norm))
	odd := strings.Contains(oddParams, " "+plain+" ")
	everyday := strings.Contains(plainParams, " "+plain+" ") && t.required[name]
	if !t.texts[name] || !odd && !everyday || t.speaksOf(plain) {
		return
	}
	p.add(s, CodeAnyText, Low, 0, len(p.text), fmt.Sprintf("takes any text as %q, and the tool doesn't say what for", cut(p.text)))
}

// speaksOf says that the description is about what the parameter is named
// after, or about talk with models, where such things belong.
func (t tool) speaksOf(plain string) bool {
	stem := plain[:min(len(plain), 5)]
	return strings.Contains(t.about, stem) || t.aboutTalk()
}

func (t tool) aboutTalk() bool {
	for _, w := range [...]string{"conversation", "chat", "dialog", "message", "llm", "language model", "prompt", "transcript", "диалог", "переписк", "чат", "对话", "聊天", "会话", "消息", "提示词"} {
		if strings.Contains(t.about, w) {
			return true
		}
	}
	return false
}

// wanted are what a parameter's text may ask for though no tool needs it.
var wanted = [...]string{"whole 2 convo", "convo 2 in 2 whole", "everything 1 you 1 know", "your 2 sysprompt", "sysprompt", "saidall", "prior 2 toolword 2 contents"}

var wantedSteps = sync.OnceValue(func() (all [][]step) {
	for _, w := range wanted {
		all = append(all, parse(words(), w))
	}
	return all
})

func (t tool) paramText(p *page, s *sink) {
	if t.aboutTalk() {
		return
	}
	for _, steps := range wantedSteps() {
		for i := range p.tokens {
			if last := p.matches(steps, i); last >= 0 {
				p.addNorm(s, CodeAsksElsewhere, High, int(p.tokens[i].start), int(p.tokens[last].end), "asks for what was said or read elsewhere")
			}
		}
	}
}
