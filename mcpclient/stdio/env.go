package stdio

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"vise/session/redact"
)

// inherited are the variables that a server gets from this process's
// environment: what programs need to find their files, their language and the
// network. Everything else (keys, tokens, agents' sockets, LD_PRELOAD) it gets only
// where its configuration says so.
var inherited = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "LANG", "LANGUAGE",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS",
}

var inheritedPrefixes = []string{"LC_", "XDG_"}

// proxies are inherited, in either case, unless they hold a password.
var proxies = []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}

// Environ is the environment of a server, sorted: what is inherited of parent
// (NAME=value each) and all of own, which wins. A name in own that can't be one
// is an error.
func Environ(parent []string, own map[string]string) ([]string, error) {
	vars := map[string]string{}
	for _, kv := range parent {
		if name, value, ok := strings.Cut(kv, "="); ok && passes(name, value) {
			vars[name] = value
		}
	}
	for name, value := range own {
		if name == "" || strings.ContainsAny(name, "=\x00") || strings.ContainsRune(value, 0) {
			return nil, fmt.Errorf("the environment variable %q can't be set: names are without \"=\", and neither names nor values hold a zero byte", name)
		}
		vars[name] = value
	}
	env := make([]string, 0, len(vars))
	for name, value := range vars {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env, nil
}

func passes(name, value string) bool {
	switch {
	case strings.HasPrefix(value, "() {"): // a function that a shell exported: code
		return false
	case slices.Contains(inherited, name):
		return true
	case slices.Contains(proxies, strings.ToUpper(name)):
		return !hasUser(value)
	}
	return slices.ContainsFunc(inheritedPrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// hasUser tells whether a proxy's address may hold a name and password.
func hasUser(value string) bool {
	u, err := url.Parse(value)
	return err != nil || u.User != nil || strings.Contains(value, "@")
}

// lookup is a variable of an environment.
func lookup(env []string, name string) (string, bool) {
	for _, kv := range env {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value, true
		}
	}
	return "", false
}

// redactor takes secrets out of text: what looks like one, and the values of
// the configured variables whose names say that they are one.
func redactor(own map[string]string) func(string) string {
	known := map[string]string{}
	for name, value := range own {
		if secretName(name) {
			known[name] = value
		}
	}
	r := redact.New(redact.Config{Known: known})
	return func(text string) string {
		text, _ = r.Redact(text)
		return text
	}
}

func secretName(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASS", "PWD", "AUTH", "CRED", "COOKIE", "DSN"}, func(s string) bool {
		return strings.Contains(name, s)
	})
}
