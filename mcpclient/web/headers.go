package web

import (
	"fmt"
	"net/http"
	"strings"
)

// reserved are headers that the protocol or HTTP itself sets. Whatever begins
// with Mcp- is reserved, too.
var reserved = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Connection": true, "Content-Encoding": true, "Content-Length": true,
	"Content-Type": true, "Expect": true, "Host": true, "Keep-Alive": true, "Last-Event-Id": true,
	"Proxy-Connection": true, "Te": true, "Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
}

// checkHeaders checks configured headers. Errors name a header, never its
// value.
func checkHeaders(configured map[string]string) (http.Header, error) {
	h := http.Header{}
	for name, value := range configured {
		if !isToken(name) {
			return nil, fmt.Errorf("%q is no name of a header", name)
		}
		key := http.CanonicalHeaderKey(name)
		if reserved[key] || strings.HasPrefix(key, "Mcp-") {
			return nil, fmt.Errorf("the header %s is set by the protocol itself: take it out of the configuration", key)
		}
		if h.Get(key) != "" {
			return nil, fmt.Errorf("the header %s is there twice", key)
		}
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			return nil, fmt.Errorf("the value of the header %s holds a line break or another control character", key)
		}
		h.Set(key, strings.TrimSpace(value))
	}
	return h, nil
}

// isToken is RFC 9110's token.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return s != ""
}

// secrets are the values that must not come back in a message: those of the
// configured headers and the tokens of the login.
func (d *Dialer) secrets() []string {
	var all []string
	for name, values := range d.headers {
		if name == "User-Agent" {
			continue
		}
		for _, v := range values {
			all = append(all, v)
			if _, credential, ok := strings.Cut(v, " "); ok {
				all = append(all, credential)
			}
		}
	}
	if d.auth != nil {
		all = append(all, d.auth.secrets()...)
	}
	return all
}

// mask takes secrets out of a text that a server wrote.
func mask(text string, secrets []string) string {
	for _, s := range secrets {
		if len(s) >= 6 { // shorter ones are words that stand everywhere
			text = strings.ReplaceAll(text, s, "[secret]")
		}
	}
	return text
}
