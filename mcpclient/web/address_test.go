package web

import (
	"net/netip"
	"strings"
	"testing"
)

func TestEndpointAddresses(t *testing.T) {
	for url, want := range map[string]string{
		"https://mcp.example.com/mcp?x=1":                  "",
		"http://localhost:3000/mcp":                        "",
		"http://10.0.0.1/":                                 "",
		"http://[::1]:80/":                                 "",
		"":                                                 "names no host",
		"mcp.example.com/mcp":                              "names no host",
		"https:mcp.example.com":                            "names no host",
		"https:///mcp":                                     "names no host",
		"ftp://example.com/":                               `begins with "ftp:"`,
		"file:///etc/passwd":                               "names no host",
		"javascript:alert(1)":                              "names no host",
		"https://user:hidden@example.com/":                 "user name or password",
		"https://exam ple.com/":                            "U+0020",
		"https://ex\u0430mple.com/":                        "U+0430",
		"https://example.com/\x1b[2J":                      "U+001B",
		"https://exam$ple.com/":                            "characters that host names don't have",
		"https://[fe80::1%25eth0]/":                        "characters that host names don't have",
		"https://example.com:port/":                        "no address",
		"https://example.com/%zzhidden":                    "no address",
		"https://" + strings.Repeat("a", maxURL) + ".com/": "longer than",
	} {
		_, err := New(Config{}, Endpoint{URL: url})
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%.60q: got %v, want %q", url, err, want)
		case err != nil && strings.Contains(err.Error(), "user:hidden"):
			t.Errorf("%q: the password is in %v", url, err)
		}
	}
}

func TestNotes(t *testing.T) {
	for url, want := range map[string]int{"http://example.com/": 1, "https://example.com/": 0, "http://127.0.0.1/": 0, "http://localhost/": 0} {
		if got := dialer(t, Endpoint{URL: url}).Notes(); len(got) != want {
			t.Errorf("%s: notes are %q", url, got)
		}
	}
}

func TestOrigins(t *testing.T) {
	same := [][2]string{
		{"https://a.example/x", "https://A.EXAMPLE:443/y"}, {"http://a.example", "http://a.example:80/"}, {"http://[::1]/", "http://[::1]:80/"},
	}
	other := [][2]string{
		{"https://a.example", "http://a.example"}, {"https://a.example", "https://b.example"}, {"https://a.example", "https://a.example:444"},
		{"https://a.example", "https://a.example.evil.example"}, {"http://localhost", "http://127.0.0.1"},
	}
	for _, p := range same {
		if originFrom(t, p[0]) != originFrom(t, p[1]) {
			t.Errorf("%s and %s are one origin", p[0], p[1])
		}
	}
	for _, p := range other {
		if originFrom(t, p[0]) == originFrom(t, p[1]) {
			t.Errorf("%s and %s are two origins", p[0], p[1])
		}
	}
	for _, s := range []string{"https://a.example", "http://a.example:8080", "https://[2001:db8::1]", "http://[::1]:81"} {
		if got := originFrom(t, s).String(); got != s {
			t.Errorf("%s is written %s", s, got)
		}
	}
}

func originFrom(t *testing.T, raw string) origin {
	t.Helper()
	u, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return originOf(u)
}

func TestPages(t *testing.T) {
	good := []string{
		"https://login.example.com/authorize?client_id=a&state=b%3B%24&scope=x+y",
		"http://127.0.0.1:8000/authorize", "http://localhost/a", "http://[::1]:9/a", "https://xn--80ak6aa92e.com/~a/b,c!d*e",
	}
	bad := []string{
		"javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "http://example.com/", "http://127.0.0.1.example.com/", "http://10.0.0.1/",
		"https://a@b.example/", "https:///x", "ssh://localhost/", "-https://x/", "calculator:", "http://localhost:80:80/",
		"https://x.example/$(id)", "https://x.example/`id`", "https://x.example/a;id", "https://x.example/a|id", "https://x.example/'a", "https://x.example/\"a",
		"https://x.example/a b", "https://x.example/a\nb", "https://x.example/<a>", `https://x.example/\a`, "https://x.example/{a}", "https://x.example/a^b", "https://\u0430.example/",
		"https://$(id).example/", "https://x.example/" + strings.Repeat("a", maxURL),
	}
	for _, p := range good {
		if _, err := checkPage(p); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	for _, p := range bad {
		if _, err := checkPage(p); err == nil {
			t.Errorf("%.80q would be opened", p)
		}
	}
}

func TestPrivate(t *testing.T) {
	for ip, want := range map[string]bool{
		"10.1.2.3": true, "172.16.0.1": true, "192.168.1.1": true, "169.254.169.254": true, "100.64.0.1": true, "100.128.0.1": false, "100.63.0.1": false,
		"fd00::1": true, "fe80::1": true, "::ffff:10.0.0.1": true, "0.0.0.0": true, "224.0.0.1": true, "8.8.8.8": false, "2606:4700::1": false, "127.0.0.1": false,
	} {
		if got := isPrivate(netip.MustParseAddr(ip)); got != want {
			t.Errorf("%s: %v", ip, got)
		}
	}
}

func TestDisplayHost(t *testing.T) {
	for host, want := range map[string]string{
		"example.com":            "example.com",
		"xn--bcher-kva.example":  "bücher.example",
		"xn--e1afmkfd.xn--p1ai":  "пример.рф",
		"xn--fsqu00a.example:81": "例子.example:81",
		"XN--80ak6aa92e.com":     "аррӏе.com",
		"xn--ls8h.la":            "💩.la",
		"xn--a.example":          "xn--a.example", // can't be decoded
		"xn--99999999.example":   "xn--99999999.example",
		"xn--.example":           "xn--.example",
		"xn--abc-.example":       "xn--abc-.example", // encoded ASCII
		"[::1]:80":               "[::1]:80",
	} {
		if got := displayHost(host); got != want {
			t.Errorf("%s is shown as %q, want %q", host, got, want)
		}
	}
}

func FuzzPunycode(f *testing.F) {
	f.Add("bcher-kva")
	f.Add("80ak6aa92e")
	f.Add("-")
	f.Add("99999999999999999999")
	f.Fuzz(func(t *testing.T, s string) {
		if out, ok := punycode(s); ok && len([]rune(out)) > len(s) {
			t.Errorf("%q is longer than its encoding %q", out, s)
		}
	})
}

func TestHeaders(t *testing.T) {
	for name, want := range map[string]string{
		"Content-Type": "set by the protocol", "accept": "set by the protocol", "MCP-Session-Id": "set by the protocol", "mcp-protocol-version": "set by the protocol",
		"Mcp-Param-Region": "set by the protocol", "Host": "set by the protocol", "Transfer-Encoding": "set by the protocol", "accept-encoding": "set by the protocol",
		"": "no name of a header", "X Y": "no name of a header", "X:Y": "no name of a header", "X\r\nY": "no name of a header", "Ключ": "no name of a header",
	} {
		_, err := New(Config{}, Endpoint{URL: "https://x.example/", Headers: map[string]string{name: "hidden"}})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: got %v", name, err)
		}
	}
	for _, value := range []string{"hidden\r\nX: y", "hidden\x00", "hidden\x7f"} {
		_, err := New(Config{}, Endpoint{URL: "https://x.example/", Headers: map[string]string{"X-Key": value}})
		if err == nil || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: got %v", value, err)
		}
	}
	if _, err := New(Config{}, Endpoint{URL: "https://x.example/", Headers: map[string]string{"X-Key": "1", "x-key": "2"}}); err == nil {
		t.Error("a header that is there twice is taken")
	}
}
