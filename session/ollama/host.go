package ollama

import (
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
)

// DefaultHost is where Ollama listens unless told otherwise.
const DefaultHost = "http://127.0.0.1:11434"

// ResolveHost reads an address in the form of OLLAMA_HOST, as Ollama's own
// client does, and returns the URL that is dialled. The note says, in words,
// where that may not be what was meant; it is empty where there is no doubt.
// An address that can't be read gives an empty URL and the reason as the note.
func ResolveHost(env string) (url, note string) {
	u, note, err := resolve(env)
	if err != nil {
		return "", err.Error()
	}
	return u.String(), note
}

func resolve(env string) (*url.URL, string, error) {
	s := strings.Trim(strings.TrimSpace(env), `"'`)
	scheme, rest, defaultPort, err := splitScheme(s)
	if err != nil {
		return nil, "", err
	}
	hostport, path, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(hostport, " \t\r\n@?#%\\") || plain(hostport) != hostport {
		return nil, "", fmt.Errorf("the address of Ollama can't be read: %q", plain(env))
	}
	host, port, bare := splitPort(hostport, defaultPort)
	var notes []string
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		notes = append(notes, fmt.Sprintf("%q isn't a port, %s is used", plain(port), defaultPort))
		port = defaultPort
	}
	if bare && defaultPort != "11434" && s != "ollama.com" {
		notes = append(notes, fmt.Sprintf("%s:// without a port means port %s; Ollama listens on 11434 unless told otherwise", scheme, defaultPort))
	}
	if _, err := strconv.Atoi(host); err == nil {
		notes = append(notes, fmt.Sprintf("%q is taken for a host, not for a port: write 127.0.0.1:%s", host, host))
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		notes = append(notes, fmt.Sprintf("%s is an address to listen on; it reaches this machine", host))
	}
	u := &url.URL{Scheme: scheme, Host: net.JoinHostPort(host, port)}
	if path = strings.Trim(path, "/"); path != "" {
		u.Path = "/" + path
	}
	return u, joinNotes(notes...), nil
}

func splitScheme(s string) (scheme, rest, defaultPort string, err error) {
	scheme, rest, ok := strings.Cut(s, "://")
	switch {
	case s == "ollama.com":
		return "https", s, "443", nil
	case !ok:
		return "http", s, "11434", nil
	case scheme == "http":
		return scheme, rest, "80", nil
	case scheme == "https":
		return scheme, rest, "443", nil
	}
	return "", "", "", fmt.Errorf("the address of Ollama starts with %q: only http and https are known", plain(scheme)+"://")
}

// splitPort takes a host and port apart; bare means that no port was given.
func splitPort(hostport, defaultPort string) (host, port string, bare bool) {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		host, port, bare = strings.Trim(hostport, "[]"), defaultPort, true
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return host, port, bare
}
