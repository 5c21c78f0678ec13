package redact

import "strings"

const maxLook = 512 // bytes of a value that are judged

// find reads a token whose prefix may be at at.
func (t token) find(text string, at int) (from, to int, ok bool) {
	if !strings.HasPrefix(text[at:], t.prefix) || at > 0 && classOf(text[at-1])&word != 0 {
		return 0, 0, false
	}
	body := text[at+len(t.prefix):]
	n := span(body[:min(len(body), maxLook)], t.body)
	if n < t.min || t.max > 0 && n > t.max || t.max > 0 && joined(text, at+len(t.prefix)+n) {
		return 0, 0, false
	}
	l := look(body[:n])
	mixed := l.has&digit != 0 || l.has&upper != 0 && l.has&lower != 0
	if l.entropy < 2.5 || !mixed {
		return 0, 0, false // a placeholder, or a name that happens to begin like this
	}
	if n == maxLook {
		n = span(body, t.body)
	}
	for n > 0 && body[n-1] == '.' {
		n-- // the end of a sentence
	}
	return at, at + len(t.prefix) + n, true
}

// privateKey reads a PEM block, also one that is cut off or that is written in
// one line with \n.
func privateKey(text string, at int) (from, to int, ok bool) {
	const begin, tail = "-----BEGIN ", 64
	head := text[at:min(len(text), at+tail)]
	name, _, closed := strings.Cut(strings.TrimPrefix(head, begin), "-----")
	if !strings.HasPrefix(head, begin) || !closed || !strings.Contains(name, "PRIVATE KEY") {
		return 0, 0, false
	}
	body := at + len(begin) + len(name) + len("-----")
	end := "-----END " + name + "-----"
	const shortest, longest = 32, 16 << 10
	if i := strings.Index(text[body:min(len(text), body+longest)], end); i >= 0 {
		return at, body + i + len(end), i >= shortest
	}
	to = body
	for to < len(text) && (classOf(text[to])&base64std != 0 || strings.IndexByte("\r\n\t \\:,-", text[to]) >= 0) {
		to++
	}
	return at, to, to-body >= shortest
}

// jwt reads a JSON Web Token: three parts, the first two of them JSON objects.
func jwt(text string, at int) (from, to int, ok bool) {
	if !strings.HasPrefix(text[at:], "eyJ") || at > 0 && classOf(text[at-1])&base64url != 0 {
		return 0, 0, false
	}
	end := at
	for part := range 3 {
		n := span(text[end:], base64url)
		if part < 2 && (n < 10 || end+n >= len(text) || text[end+n] != '.' || !strings.HasPrefix(text[end:], "eyJ")) {
			return 0, 0, false
		}
		end += n
		if part < 2 {
			end++
		}
	}
	return at, end, true
}

// placeholder reports whether a password stands for one in documentation.
func placeholder(s string) bool {
	switch strings.ToLower(s) {
	case "password", "passwd", "pass", "secret", "token", "user", "username", "pw", "pwd":
		return true
	}
	return strings.ContainsAny(s, "${}[]()") || strings.Trim(s, "*xX.%") == ""
}

// urlPassword reads the password of scheme://user:password@host.
func urlPassword(text string, at int) (from, to int, ok bool) {
	const maxUserinfo = 256
	start := at + len("://")
	rest := text[start:min(len(text), start+maxUserinfo)]
	end := strings.IndexAny(rest, "/ \t\r\n\"'`<>\\?#")
	if end >= 0 {
		rest = rest[:end]
	}
	host := strings.LastIndexByte(rest, '@')
	if host < 0 {
		return 0, 0, false
	}
	colon := strings.IndexByte(rest[:host], ':')
	if colon < 0 {
		return 0, 0, false
	}
	pass := rest[colon+1 : host]
	if len(pass) < 3 || placeholder(pass) {
		return 0, 0, false
	}
	return start + colon + 1, start + host, true
}

// bearer reads what follows "Bearer ".
func bearer(text string, at int) (from, to int, ok bool) {
	return credential(text, at+len("bearer "))
}

// authorization reads the credentials of an HTTP header.
func authorization(text string, at int) (from, to int, ok bool) {
	i := at + len("authorization")
	i += spanAny(text[i:], `"'`, 2)
	if i >= len(text) || text[i] != ':' && text[i] != '=' {
		return 0, 0, false
	}
	i += 1 + spanAny(text[i+1:], " \t\"'", 4)
	if n := span(text[i:min(len(text), i+16)], lower|upper); n > 0 && i+n < len(text) && text[i+n] == ' ' {
		if strings.EqualFold(text[i:i+n], "bearer") {
			return 0, 0, false // has a rule of its own
		}
		i += n + 1 // Basic, Token
	}
	return credential(text, i)
}

// credential is a value that nobody would take for a word.
func credential(text string, at int) (from, to int, ok bool) {
	const shortest = 16
	const body = base64url | base64std | dot | tilde
	rest := text[at:]
	n := span(rest[:min(len(rest), maxLook)], body)
	if n < shortest {
		return 0, 0, false
	}
	l := look(rest[:n])
	if l.entropy < 3 || l.has&digit == 0 && l.changes < 0.45 || l.has&(lower|upper) == 0 {
		return 0, 0, false
	}
	if n == maxLook {
		n = span(rest, body)
	}
	return at, at + n, true
}

// telegram reads a bot token, which is found by its middle: 123456789:AA….
func telegram(text string, at int) (from, to int, ok bool) {
	from = at
	for from > 0 && at-from < 12 && classOf(text[from-1]) == digit {
		from--
	}
	n := span(text[at+1:min(len(text), at+1+64)], base64url)
	if at-from < 8 || at-from > 10 || n != 35 || !strings.HasPrefix(text[at:], ":AA") || joined(text, from) {
		return 0, 0, false
	}
	return from, at + 1 + n, true
}

// spanAny is span for a few bytes, at most limit of them.
func spanAny(s, set string, limit int) int {
	n := 0
	for n < len(s) && n < limit && strings.IndexByte(set, s[n]) >= 0 {
		n++
	}
	return n
}
