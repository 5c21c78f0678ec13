package question

import (
	"net"
	"net/url"
	"strings"

	"vise/policy"
	"vise/ui/theme"
)

// Line tells in one line that a question waits, and who asks. It is inert.
func Line(q policy.Question) string {
	server := theme.Cut(theme.InertWords(q.Server), 40)
	switch q.Kind {
	case policy.QuestionURL:
		return server + " asks you to open a web page"
	case policy.QuestionSignIn:
		return server + " needs you to sign in"
	case policy.QuestionPassages:
		return theme.Cut(theme.InertWords(q.Tool), 40) + " speaks to the model"
	}
	return server + " asks you something"
}

// accepting are the words of the key that accepts.
func accepting(kind string) (full, short string) {
	switch kind {
	case policy.QuestionURL, policy.QuestionSignIn:
		return "open it in the browser", "open"
	case policy.QuestionPassages:
		return "let the model read it", "let it"
	}
	return "send this", "send"
}

// unopenable says why an address isn't given to a browser: only https is, or
// http on this machine.
func unopenable(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return "the address can't be read, so it isn't opened"
	case u.User != nil:
		return "the address has a name or a password before its host, so it isn't opened"
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return ""
	case u.Scheme == "http":
		return "the address isn't encrypted (http), so it isn't opened"
	}
	return "the address isn't one of the web, so it isn't opened"
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// host is the host of the question's address in ASCII, as far as is known.
func host(q policy.Question) string {
	if q.Host != "" {
		return q.Host
	}
	u, err := url.Parse(q.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// strange warns of a host whose letters may pass for others.
func strange(host string) string {
	for label := range strings.SplitSeq(strings.ToLower(host), ".") {
		if strings.HasPrefix(label, "xn--") {
			return "the host's name has letters of another alphabet, written here as " + theme.InertWords(label) + ": in the browser it may look like a name that you know"
		}
	}
	if strings.ContainsFunc(host, func(r rune) bool { return r > 126 }) {
		return "the host's name has letters of another alphabet: in the browser it may look like a name that you know"
	}
	return ""
}
