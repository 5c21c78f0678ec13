package scan

import (
	"bytes"
	"fmt"
	"strings"
)

// findURLs finds what begins with a scheme and "://".
func (p *page) findURLs() []place {
	var out []place
	for from := 0; ; {
		i := bytes.Index(p.norm[from:], []byte("://"))
		if i < 0 {
			return out
		}
		i += from
		start, end := i, i+3
		for start > 0 && alnum(p.norm[start-1]) {
			start--
		}
		for end < len(p.norm) && urlByte(p.norm[end]) {
			end++
		}
		for end > i+3 && strings.IndexByte(".,;:!?'", p.norm[end-1]) >= 0 {
			end--
		}
		if start < i && end > i+3 {
			out = append(out, place{start, end, atURL})
		}
		from = end
	}
}

func urlByte(b byte) bool {
	return b > ' ' && b < 0x7F && strings.IndexByte("\"<>`|^\\)", b) < 0
}

// urls finds addresses that run something, that hold data, or that are to be
// filled with it.
func (p *page) urls(s *sink) {
	for _, scheme := range [...]string{"javascript:", "vbscript:", "data:text/", "data:application/", "data:image/svg"} {
		for from := 0; ; {
			i := bytes.Index(p.norm[from:], []byte(scheme))
			if i < 0 {
				break
			}
			i += from
			end := i + len(scheme)
			for end < len(p.norm) && urlByte(p.norm[end]) {
				end++
			}
			from = end
			if i > 0 && alnum(p.norm[i-1]) || end == i+len(scheme) {
				continue
			}
			if strings.HasPrefix(scheme, "data:") {
				p.addNorm(s, CodeDataAddress, Low, i, end, "an address that carries its own data")
			} else {
				p.addNorm(s, CodeScript, High, i, end, "an address that runs a script")
			}
		}
	}
	for _, pl := range p.found {
		if pl.class == atURL {
			p.url(s, pl)
		}
	}
}

func (p *page) url(s *sink, pl place) {
	u := string(p.norm[pl.start:pl.end])
	switch {
	case len(bytes.TrimSpace(p.norm)) == len(u): // a template by itself is what it is
	case pl.start > 1 && string(p.norm[pl.start-2:pl.start]) == "](" && image(p.norm[:pl.start]) && fillable(u):
		p.addNorm(s, CodeFilledPicture, High, pl.start, pl.end, "a picture whose address is to be filled with data")
	case fillable(u):
		p.addNorm(s, CodeFilledAddress, Low, pl.start, pl.end, "an address that is to be filled with data")
	case collector(u) != "":
		p.addNorm(s, CodeCollector, High, pl.start, pl.end, fmt.Sprintf("an address of %s, where anybody collects what is sent", collector(u)))
	}
}

// image says that a Markdown picture's address follows.
func image(before []byte) bool {
	line := before[max(0, len(before)-maxShown):]
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	open := bytes.LastIndexByte(line, '[')
	return open > 0 && line[open-1] == '!'
}

// fillable says that the query of an address has a value to be put in.
func fillable(u string) bool {
	_, query, ok := strings.Cut(u, "?")
	if !ok {
		return false
	}
	for _, sign := range [...]string{"={", "=[", "=$", "=%s", "=<", "=..."} {
		if strings.Contains(query, sign) {
			return true
		}
	}
	return strings.HasSuffix(query, "=")
}

// collector is the service at an address whose only use is to receive what
// others send.
func collector(u string) string {
	host := u[strings.Index(u, "://")+3:]
	if i := strings.IndexAny(host, "/?#:"); i >= 0 {
		host = host[:i]
	}
	for _, c := range [...]string{"webhook.site", "requestbin.com", "pipedream.net", "oast.fun", "oast.pro", "oast.live", "oastify.com", "burpcollaborator.net", "interact.sh", "beeceptor.com", "requestcatcher.com", "ngrok.io", "ngrok-free.app"} {
		if host == c || strings.HasSuffix(host, "."+c) {
			return c
		}
	}
	return ""
}
