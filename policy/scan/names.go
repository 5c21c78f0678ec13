package scan

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// names are the tools and servers that a text may mention.
type names struct {
	owners  map[string][]string // servers that have a tool of that name; "" is vise itself
	servers map[string]bool
	bones   map[string][]named // tools by what their names look like
	whole   map[string][]named // and by what these look like with their servers' names
}

// indexNames takes tools by id ("server/name", or the name of one of vise's
// own) and by bare name. A bare name that a server's tool has is that tool,
// unless it is one of own: those are vise's whoever else has the name.
func indexNames(tools, servers, own []string) *names {
	n := &names{owners: make(map[string][]string, 2*len(tools)), servers: make(map[string]bool, len(servers)), bones: map[string][]named{}, whole: map[string][]named{}}
	for _, t := range tools {
		if server, name, ok := strings.Cut(t, "/"); ok {
			n.add(named{server, name})
			n.own(strings.ToLower(name), strings.ToLower(server))
			n.own(strings.ToLower(t), strings.ToLower(server))
		}
	}
	for _, t := range own {
		n.add(named{"", t})
		n.owners[strings.ToLower(t)] = []string{""}
	}
	for _, t := range tools {
		if t = strings.ToLower(t); !strings.Contains(t, "/") && len(n.owners[t]) == 0 {
			n.own(t, "")
		}
	}
	for _, s := range servers {
		n.servers[strings.ToLower(s)] = true
	}
	return n
}

func (n *names) own(name, server string) {
	if !slices.Contains(n.owners[name], server) {
		n.owners[name] = append(n.owners[name], server)
	}
}

// findNames finds names of tools that aren't the writing server's. A name that
// is an everyday word is one only in quotes, before "()" or "tool".
func (p *page) findNames() []place {
	if len(p.others.owners) == 0 && len(p.others.servers) == 0 {
		return nil
	}
	var out []place
	for i := 0; i < len(p.norm); {
		if !nameByte(p.norm[i]) {
			i++
			continue
		}
		start := i
		for i < len(p.norm) && nameByte(p.norm[i]) {
			i++
		}
		end := i
		for end > start && strings.IndexByte("./-", p.norm[end-1]) >= 0 {
			end--
		}
		if end-start > 1 && p.foreign(start, end) {
			out = append(out, place{start, end, atTool})
		}
	}
	return out
}

func nameByte(b byte) bool { return alnum(b) || b == '_' || b == '-' || b == '.' || b == '/' }

func (p *page) foreign(start, end int) bool {
	name := string(p.norm[start:end])
	self, server := strings.ToLower(p.self), strings.ToLower(p.server)
	if owners := p.others.owners[name]; len(owners) > 0 && name != self && !slices.Contains(owners, server) {
		return p.distinctive(start, end) || p.calledTool(start, end, "tool", "function", "инструмент", "工具")
	}
	if p.others.servers[name] && name != server {
		return p.calledTool(start, end, "server", "mcp", "сервер", "服务器")
	}
	return false
}

// distinctive says that nobody writes such a name for another reason.
func (p *page) distinctive(start, end int) bool {
	for i := start + 1; i < end; i++ {
		if b := p.norm[i]; b < 'a' && b != '-' || b == '_' || p.upper(i) && !p.upper(i-1) {
			return true
		}
	}
	return bytes.IndexByte(p.norm[start:end], '-') >= 0 && p.inQuotes(start, end)
}

func (p *page) inQuotes(start, end int) bool {
	return start > 0 && end < len(p.norm) && quote(p.norm[start-1]) && quote(p.norm[end])
}

// calledTool says that a word is quoted, or called a tool by the word after
// or before it.
func (p *page) calledTool(start, end int, what ...string) bool {
	if p.inQuotes(start, end) {
		return true
	}
	after := bytes.TrimLeft(p.norm[end:], " ")
	before := bytes.TrimRight(p.norm[:start], " ")
	for _, w := range what {
		if bytes.HasPrefix(after, []byte(w)) || bytes.HasSuffix(before, []byte(w)) {
			return true
		}
	}
	return bytes.HasPrefix(p.norm[end:], []byte("()"))
}

// mentions reports those names; one that comes with a command is worse.
func (p *page) mentions(s *sink) {
	v := words()
	tool := v.class(atTool)
	command := v.class("must").with(v.class("always")).with(v.class("before")).with(v.class("first")).with(v.class("instead")).with(v.class("neg")).with(v.class("ignore"))
	for i, t := range p.tokens {
		if !t.classes.meets(tool) {
			continue
		}
		sev := Low
		if p.sentenceHas(i, command) {
			sev = High
		}
		p.addNorm(s, CodeOtherTool, sev, int(t.start), int(t.end), fmt.Sprintf("names another tool or server: %s", p.norm[t.start:t.end]))
	}
}

// sentenceHas looks at the words around i, in its sentence.
func (p *page) sentenceHas(i int, c class) bool {
	const around = 25
	for j := max(0, i-around); j < min(len(p.tokens), i+around); j++ {
		if t := &p.tokens[j]; t.sentence == p.tokens[i].sentence && t.classes.with(t.more).meets(c) {
			return true
		}
	}
	return false
}
