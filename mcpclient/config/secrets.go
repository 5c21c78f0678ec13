package config

import (
	"maps"
	"net/url"
	"slices"
	"strings"
)

// secrets are values to be redacted.
type secrets map[string]bool

// leastSecret is the length in bytes below which a value isn't called a secret:
// redacting it would hit ordinary words.
const leastSecret = 8

func (s secrets) add(value string) {
	if value = strings.TrimSpace(value); len(value) >= leastSecret {
		s[value] = true
	}
}

// named adds the value of something with a name: a variable of a server's
// environment, a header, a parameter of a URL. It is a secret where its name
// says so, or one of the variables in it does or looks random.
func (s secrets) named(name, value string, from []variable) {
	s.password(value)
	if credential(name) && !isPath(name, value) {
		s.add(unscheme(value))
	}
	for _, v := range from {
		if credential(v.name) && !isPath(v.name, v.value) || !ordinary(v.name) && random(v.value) {
			s.add(unscheme(v.value))
		}
	}
}

// password adds the password of a value that is a URL, such as a database's.
func (s secrets) password(value string) {
	if !strings.Contains(value, "://") {
		return
	}
	if u, err := url.Parse(value); err == nil {
		p, _ := u.User.Password()
		s.add(p)
	}
}

// unscheme is a header's value without the scheme of RFC 9110, section 11.4.
func unscheme(value string) string {
	if scheme := Scheme(value); scheme != "" {
		return value[len(scheme)+1:]
	}
	return value
}

// Scheme is the word, such as Bearer, that stands before the secret in a
// header's value; empty for none.
func Scheme(value string) string {
	scheme, _, ok := strings.Cut(value, " ")
	if ok && slices.Contains([]string{"bearer", "basic", "token", "digest", "apikey"}, strings.ToLower(scheme)) {
		return scheme
	}
	return ""
}

// credential reports whether a name is one of something secret.
func credential(name string) bool {
	name = strings.ToUpper(name)
	for _, part := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "AUTHORIZATION", "COOKIE"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	for _, end := range []string{"_PASS", "_PWD", "_PAT", "_AUTH", "_DSN"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// isPath reports whether a value is where a secret lies, not the secret.
func isPath(name, value string) bool {
	name = strings.ToUpper(name)
	for _, end := range []string{"FILE", "PATH", "DIR", "CREDENTIALS"} {
		if strings.HasSuffix(name, end) {
			return strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~/") || strings.HasPrefix(value, "./")
		}
	}
	return false
}

// ordinary are variables whose values stand in every other line: redacting
// them would leave nothing readable.
func ordinary(name string) bool {
	switch name {
	case "HOME", "PATH", "PWD", "OLDPWD", "USER", "LOGNAME", "SHELL", "LANG", "TERM", "TMPDIR", "TZ", "HOSTNAME", "DISPLAY", "EDITOR":
		return true
	}
	return strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "LC_")
}

// random reports whether a value looks like one that a person didn't think of:
// long, letters and digits in one word. A URL is one where it has a password.
func random(value string) bool {
	if u, err := url.Parse(value); err == nil && u.Host != "" {
		_, has := u.User.Password()
		return has
	}
	return len(value) >= 12 && strings.ContainsAny(value, "0123456789") && !strings.ContainsAny(value, " /") &&
		strings.ContainsFunc(value, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
}

// inURL adds what a URL gives away: a password, parameters with telling names.
func (s secrets) inURL(u *url.URL) {
	p, _ := u.User.Password()
	s.add(p)
	for name, values := range u.Query() {
		for _, v := range values {
			s.named(name, v, nil)
		}
	}
}

// inArgs adds what stands in arguments such as --api-key=… or --token ….
func (s secrets) inArgs(args []string) {
	for i, a := range args {
		flag, value, ok := strings.Cut(a, "=")
		if !strings.HasPrefix(flag, "-") {
			continue
		}
		if !ok && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
			value = args[i+1]
		}
		s.named(strings.TrimLeft(flag, "-"), value, nil)
	}
}

func (s secrets) list() []string {
	if len(s) == 0 {
		return nil
	}
	return slices.Sorted(maps.Keys(s))
}

// Plain are the names of what looks like a secret in a server and isn't read
// from a variable: it would stand in the file as it is. Variables of the
// environment and headers go by their own names; "" stands for the rest.
func (s Server) Plain() (names []string) {
	for _, values := range []map[string]string{s.Env, s.Headers} {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			value := unscheme(values[name])
			known := credential(name) && !isPath(name, value) || !ordinary(name) && random(value)
			if value != "" && !strings.Contains(value, "${") && known {
				names = append(names, name)
			}
		}
	}
	rest := secrets{}
	rest.inArgs(s.Args)
	if u, err := url.Parse(s.URL); err == nil {
		rest.inURL(u)
	}
	if slices.ContainsFunc(rest.list(), func(v string) bool { return !strings.Contains(v, "${") }) {
		names = append(names, "")
	}
	return names
}
