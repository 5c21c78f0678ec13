package scan

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Names of tags that only a host, or an attack, writes; those of the other lists
// need an end tag too, since people write <secret> for a secret to be filled in,
// and those of the last one are in documents and data, too.
const (
	surelyTags = " important system assistant system-reminder system_reminder system-prompt system_prompt systemprompt override im_start im_end "
	maybeTags  = " instructions instruction tool_result tool_response function_results function_calls tool_call mandatory urgent важно система инструкция инструкции скрыто ассистент критично 重要 系统 指令 注意 秘密 "
	plainTags  = " secret hidden critical user human admin developer context rules warning note "
)

// markers are other signs by which models tell who speaks.
var markers = [...]string{
	"[inst]", "[/inst]", "<<sys>>", "<</sys>>", "[system]", "[/system]", "[system:", "[assistant]", "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|system|>", "<|user|>", "<|assistant|>",
	"<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|begin_of_text|>", "<start_of_turn>", "<end_of_turn>", "<|channel|>", "<|start|>", "<|end|>", "<|tool|>", "{{#system",
}

// markup finds imitations of the tags of a conversation, and comments.
func (p *page) markup(s *sink) {
	p.fixed(s, "<<end", CodeEnvelopeEnd, "imitates the end of what vise wraps around data")
	p.fixed(s, "<<data", CodeEnvelopeStart, "imitates the start of what vise wraps around data")
	if bytes.IndexByte(p.norm, '<') >= 0 || bytes.IndexByte(p.norm, '[') >= 0 || bytes.IndexByte(p.norm, '{') >= 0 {
		for _, m := range markers {
			p.fixed(s, m, CodeSpeaker, "imitates a sign that tells a model who speaks")
		}
		p.tagNames(s)
	}
	p.roles(s)
	p.headings(s)
}

// roles finds messages of a conversation as data has them: role: system.
func (p *page) roles(s *sink) {
	for from := 0; ; {
		i := bytes.Index(p.norm[from:], []byte("role"))
		if i < 0 {
			return
		}
		from += i + len("role")
		rest := bytes.TrimLeft(p.norm[from:min(len(p.norm), from+20)], "\"' ")
		if len(rest) == 0 || rest[0] != ':' {
			continue
		}
		rest = bytes.TrimLeft(rest[1:], "\"' ")
		for _, who := range [...]string{"system", "developer"} {
			if bytes.HasPrefix(rest, []byte(who)) {
				p.addNorm(s, CodeRole, Low, from-len("role"), from, "looks like a message of the host's in a conversation")
			}
		}
	}
}

func (p *page) fixed(s *sink, piece string, code Code, about string) {
	for from := 0; ; {
		i := bytes.Index(p.norm[from:], []byte(piece))
		if i < 0 {
			return
		}
		from += i + len(piece)
		p.addNorm(s, code, High, from-len(piece), from, about)
	}
}

func (p *page) tagNames(s *sink) {
	commented := 0
	for i := 0; i < len(p.norm); i++ {
		if p.norm[i] != '<' {
			continue
		}
		if bytes.HasPrefix(p.norm[i:], []byte("<!--")) && i >= commented {
			commented = p.comment(s, i) // what stands in it may imitate tags too
			continue
		}
		start := i + 1
		for start < len(p.norm) && (p.norm[start] == ' ' || p.norm[start] == '/') {
			start++
		}
		end := start
		for end < len(p.norm) && end-start < 40 && tagByte(p.norm[end]) {
			end++
		}
		after := bytes.TrimLeft(p.norm[end:min(len(p.norm), end+80)], " ")
		if end == start || len(after) == 0 || after[0] != '>' && !(p.norm[end] == ' ' && bytes.IndexByte(after, '>') >= 0) {
			continue
		}
		name := string(p.norm[start:end])
		if code := p.tagCode(name); code != "" {
			p.addNorm(s, code, High, i, end+1, "imitates a tag that speaks to the assistant: "+name)
		}
	}
}

// tagCode is the code of a tag of that name; empty where it is none.
func (p *page) tagCode(name string) Code {
	word := " " + name + " "
	switch {
	case strings.Contains(surelyTags, word):
		return CodeTag
	case strings.Contains(maybeTags, word) && p.hasEnd(name):
		return CodeTag
	case strings.Contains(plainTags, word) && p.hasEnd(name):
		return CodeDocumentTag
	}
	return ""
}

func tagByte(b byte) bool { return alnum(b) || b == '_' || b == '-' || b >= utf8.RuneSelf }

func (p *page) hasEnd(name string) bool {
	has, known := p.ends[name]
	if !known {
		has = bytes.Contains(p.norm, []byte("</"+name+">"))
		if p.ends == nil {
			p.ends = map[string]bool{}
		}
		p.ends[name] = has
	}
	return has
}

// comment finds what a rendered page doesn't show, and gives its end.
func (p *page) comment(s *sink, i int) int {
	end := bytes.Index(p.norm[i:], []byte("-->"))
	if end < 0 {
		end = len(p.norm)
	} else {
		end += i + 3
	}
	if p.where != KindResult {
		p.addNorm(s, CodeComment, Low, i, end, "a comment, which a rendered page doesn't show")
	}
	return end
}

// headings finds "SYSTEM INSTRUCTION:" and lines that begin as a speaker's.
func (p *page) headings(s *sink) {
	for _, who := range [...]string{"system", "系统", "система", "системн"} {
		for from := 0; ; {
			i := bytes.Index(p.norm[from:], []byte(who))
			if i < 0 {
				break
			}
			i += from
			from = i + len(who)
			if end := p.heading(i, from); end > 0 {
				p.addNorm(s, CodeSystemHeading, High, i, end, "imitates a message of the system")
			}
		}
	}
}

// heading gives the end of one that begins at i, behind who at end; 0 for none.
func (p *page) heading(i, end int) int {
	rest := p.norm[end:min(len(p.norm), end+60)]
	colon := bytes.IndexByte(rest, ':')
	if colon < 0 || bytes.IndexByte(rest[:colon], '\n') >= 0 {
		return 0
	}
	between := bytes.TrimSpace(rest[:colon])
	for _, w := range [...]string{"instruction", "instructions", "override", "note", "alert", "directive", "notice", "ое сообщение", "ая инструкция", "ое указание", "指令", "消息", "通知"} {
		if string(between) == w {
			return end + colon + 1
		}
	}
	head := bytes.TrimRight(p.norm[max(0, i-10):i], "# \t*")
	lineStart := len(head) == 0 || head[len(head)-1] == '\n' || bytes.HasSuffix(head, []byte("<!--"))
	shouted := p.upper(i) && end-i == 6 && p.upper(i+1) || bytes.HasSuffix(head, []byte("<!--")) || bytes.HasSuffix(bytes.TrimRight(p.norm[max(0, i-5):i], " "), []byte("##"))
	if len(between) == 0 && lineStart && shouted {
		return end + colon + 1
	}
	return 0
}
