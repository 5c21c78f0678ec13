package config

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// address is the key that holds the URL; false where there is none. Gemini CLI
// prefers httpUrl; Windsurf writes serverUrl.
func (e *entry) address() (string, bool) {
	for _, key := range []string{"httpUrl", "url", "serverUrl"} {
		if _, ok := e.fields[key]; ok {
			return key, true
		}
	}
	return "", false
}

// remote reads how a server on the network is called.
func (e *entry) remote() {
	if e.server.Transport == Stdio {
		return
	}
	key, _ := e.address()
	if raw, ok := e.text(key); ok {
		e.url(key, raw)
	}
	headers, sources := map[string]string{}, map[string]string{}
	for _, m := range e.table("headers", true) {
		n := name(m)
		value, ok := e.pair("headers", m)
		switch {
		case !ok:
		case !headerName(n):
			e.wrong(e.fail(m.Name.StartOffset, shown(n)+" can't be the name of a header", ""))
		case strings.ContainsFunc(value.text, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }):
			e.wrong(e.fail(m.Value.StartOffset, fmt.Sprintf("the header %q has a line break or another control character in it", n),
				"remove it from the file, or from the variable"))
		default:
			headers[n], sources[n] = value.text, m.Value.Value.(hujson.Literal).String()
			e.secrets.named(n, value.text, value.used)
		}
	}
	e.server.Headers, e.server.sources = headers, sources
}

// headerName reports whether s is a token of RFC 9110, section 5.6.2.
func headerName(s string) bool {
	for i := range len(s) {
		c := s[i]
		alnum := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !alnum && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}

func (e *entry) url(key string, raw expanded) {
	at := e.fields[key].StartOffset
	u, err := url.Parse(raw.text)
	switch {
	case err != nil || strings.ContainsFunc(raw.text, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		e.wrong(e.fail(at, fmt.Sprintf("%q isn't a URL", key), "it looks like https://example.com/mcp"))
		return
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		e.wrong(e.fail(at, fmt.Sprintf("%q has to begin with https:// or http:// and a host", key), "it looks like https://example.com/mcp"))
		return
	case u.Scheme == "http" && !loopback(u.Hostname()):
		e.note("http:// isn't encrypted: others on the way can read and change everything")
	}
	if _, both := e.fields["url"]; both && key == "httpUrl" {
		e.note(`"httpUrl" is used, "url" isn't`)
	}
	e.server.URL = raw.text
	e.secrets.inURL(u)
}

// webAddress reports whether raw is an address that vise can call.
func webAddress(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

// oauth reads what the file says about signing in. Keys that aren't vise's are
// noted: every program has its own here.
func (e *entry) oauth() {
	v, there := e.fields["oauth"]
	if !there || v.Value.Kind() == 'f' || v.Value.Kind() == 't' {
		return
	}
	if _, ok := e.is("oauth", "{", `an object such as {"clientId": "…"}`); !ok {
		return
	}
	if e.server.Transport == Stdio {
		e.note(`"oauth" is for servers with a "url", and isn't used`)
		return
	}
	out := &OAuth{}
	for _, m := range v.Value.(*hujson.Object).Members {
		if m.Value.Value.Kind() != 'n' {
			e.grant(out, name(m), m.Value)
		}
	}
	e.server.OAuth = out
}

// grant reads one key of oauth.
func (e *entry) grant(out *OAuth, key string, v hujson.Value) {
	switch key {
	case "clientId", "clientSecret", "redirectUri", "authServerMetadataUrl":
		value, ok := e.plain(fmt.Sprintf("%q in \"oauth\"", key), v)
		if !ok {
			return
		}
		switch key {
		case "clientId":
			out.ClientID = value.text
		case "clientSecret":
			out.ClientSecret = value.text
			e.secrets.named(key, value.text, value.used)
		case "redirectUri":
			out.RedirectURI = value.text
			e.note(`"redirectUri" in "oauth" isn't used: register http://localhost:PORT/callback, and name the port as "callbackPort"`)
		default:
			out.MetadataURL = value.text
			e.note(`"authServerMetadataUrl" in "oauth" isn't used: vise asks the server`)
		}
	case "scopes", "scope":
		out.Scopes = e.scopes(v)
	case "callbackPort":
		literal, _ := v.Value.(hujson.Literal)
		port, err := strconv.ParseUint(literal.String(), 10, 16)
		if err != nil || port == 0 {
			e.wrong(e.fail(v.StartOffset, `"callbackPort" in "oauth" isn't a port`, "it is a number from 1 to 65535"))
			return
		}
		out.CallbackPort = int(port)
	case "enabled", "authorizationUrl", "tokenUrl", "registrationUrl", "issuer", "audiences", "tokenParamName", "xaa":
		e.note(fmt.Sprintf("%q in \"oauth\" isn't used: vise asks the server", key))
	default:
		e.note(fmt.Sprintf("%s in \"oauth\" isn't known and isn't used", shown(key)))
	}
}

// scopes are a list of texts, or one text with spaces (RFC 6749, section 3.3).
func (e *entry) scopes(v hujson.Value) (out []string) {
	elements := []hujson.Value{v}
	if list, ok := v.Value.(*hujson.Array); ok {
		elements = list.Elements
	}
	for _, s := range elements {
		if value, ok := e.plain(`"scopes" in "oauth"`, s); ok {
			out = append(out, strings.Fields(value.text)...)
		}
	}
	return out
}
