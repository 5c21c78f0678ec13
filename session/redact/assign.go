package redact

import "strings"

// value is what is assigned to a name: name = value, "name": "value",
// NAME=value, name := `value`.
type value struct {
	from, to int
	quoted   bool
	name     string // from the keyword on, as it is written
}

// maxValue bounds a value that is found by its name, in bytes.
const maxValue = 256

// assigned reads the value of the name whose keyword begins at at.
func assigned(text string, at int) (value, bool) {
	const maxName = 40
	n := span(text[at:min(len(text), at+maxName)], word|dash)
	v := value{name: text[at : at+n]}
	at += n
	at += spanAny(text[at:], "\\\"'`", 2)
	at += spanAny(text[at:], " \t", 8)
	sep := spanAny(text[at:], ":=>", 2)
	if sep == 0 || text[at] == '>' || text[at:at+sep] == "==" {
		return v, false
	}
	at += sep
	at += spanAny(text[at:], " \t", 8)
	at += spanAny(text[at:], "\\", 1) // JSON in a JSON string
	if at >= len(text) {
		return v, false
	}
	if q := text[at]; q == '"' || q == '\'' || q == '`' {
		return v.inQuotes(text, at+1, q)
	}
	return v.bare(text, at)
}

func (v value) inQuotes(text string, at int, quote byte) (value, bool) {
	rest := text[at:min(len(text), at+maxValue)]
	n := strings.IndexByte(rest, quote)
	if n < 0 || strings.ContainsAny(rest[:n], "\r\n") {
		return v, false
	}
	if n > 0 && rest[n-1] == '\\' {
		n--
	}
	v.from, v.to, v.quoted = at, at+n, true
	return v, true
}

func (v value) bare(text string, at int) (value, bool) {
	rest := text[at:min(len(text), at+maxValue)]
	n := span(rest, alnum|under|dash|dot|slash|equals|tilde|symbol)
	next := at + n
	if n == maxValue || next < len(text) && strings.IndexByte("([{<\"'`", text[next]) >= 0 {
		return v, false // a call, an index: code, not a value
	}
	v.from, v.to = at, at+n
	return v, true
}

// about are ends of names whose value is about a secret, not one.
var about = [...]string{"id", "name", "count", "type", "url", "uri", "path", "file", "hash", "sha256", "sha1", "digest", "fingerprint",
	"length", "len", "size", "limit", "budget", "expiry", "expires", "ttl", "format", "version", "endpoint", "field", "header", "prefix", "env", "usage"}

// aboutOne reports whether the name is like token_id or secretName.
func (v value) aboutOne() bool {
	low := strings.ToLower(v.name)
	if strings.HasSuffix(low, "tokens") || strings.HasSuffix(low, "secrets") || strings.HasSuffix(low, "keys") {
		return true // many of them, or how many
	}
	for _, end := range about {
		at := len(low) - len(end)
		if at < 1 || !strings.HasSuffix(low, end) {
			continue
		}
		if classOf(v.name[at-1])&(under|dash) != 0 || classOf(v.name[at-1]) == lower && classOf(v.name[at]) == upper {
			return true
		}
	}
	return false
}

// reference reports whether a value names where the secret is, or stands for
// one: ${TOKEN}, <token>, {{ .Token }}, your-token-here, ****.
func reference(s string, quoted bool) bool {
	first := "$<{"
	if !quoted {
		first = "$<{%[(&*@"
	}
	if strings.IndexByte(first, s[0]) >= 0 || strings.Contains(s, "${") || strings.Contains(s, "{{") || strings.Contains(s, "://") {
		return true
	}
	low := strings.ToLower(s)
	for _, w := range [...]string{"your", "example", "changeme", "placeholder", "redacted", "dummy", "xxxx", "****"} {
		if i := strings.Index(low, w); i == 0 || i > 0 && classOf(low[i-1])&alnum == 0 {
			return true
		}
	}
	return false
}

// password finds the value of a name such as db_password: of any kind when it
// is in quotes and no plain word, else only what looks random.
func password(text string, at int) (from, to int, ok bool) {
	return byName(text, at, func(s string, v value, l looks) bool {
		kinds := 0
		for _, c := range [...]class{lower, upper, digit, ^alnum} {
			if l.has&c != 0 {
				kinds++
			}
		}
		if strings.ContainsAny(s, " \t") || l.digits == 0 || kinds < 2 || l.entropy < 2.5 {
			return false
		}
		return v.quoted || !identifier(s)
	})
}

// secret finds the value of a name such as api_key.
func secret(text string, at int) (from, to int, ok bool) {
	return byName(text, at, func(s string, v value, l looks) bool {
		if len(s) < 16 || strings.ContainsAny(s, " \t,;()") || uuid(strings.TrimPrefix(s, "urn:uuid:")) {
			return false
		}
		enough := l.digits >= 2 || l.digits == 1 && len(s) >= 32 && l.has&lower != 0 && l.has&upper != 0
		return enough && l.has&(lower|upper) != 0 && l.entropy >= 3.2 && l.changes >= 0.25 && (v.quoted || !identifier(s))
	})
}

// byName judges the value of the name whose keyword begins at at.
func byName(text string, at int, secretive func(string, value, looks) bool) (from, to int, ok bool) {
	v, ok := assigned(text, at)
	if !ok || v.to-v.from < 8 || v.aboutOne() {
		return 0, 0, false
	}
	s := text[v.from:v.to]
	if reference(s, v.quoted) || !secretive(s, v, look(s)) {
		return 0, 0, false
	}
	return v.from, v.to, true
}

// identifier reports whether s is a name in code: words, joined by dots,
// without more than a digit or two.
func identifier(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || classOf(part[0])&(lower|upper|under) == 0 || span(part, word) != len(part) {
			return false
		}
		if l := look(part); l.digits > 2 || l.changes > 0.4 {
			return false
		}
	}
	return true
}

func uuid(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		if want := i == 8 || i == 13 || i == 18 || i == 23; want != (s[i] == '-') || !want && !hexDigit(s[i]) {
			return false
		}
	}
	return true
}

func hexDigit(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}
