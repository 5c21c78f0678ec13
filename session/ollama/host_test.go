package ollama

import (
	"strings"
	"testing"
)

func TestResolveHost(t *testing.T) {
	for env, want := range map[string][2]string{
		"":                        {"http://127.0.0.1:11434", ""},
		"  'box' ":                {"http://box:11434", ""},
		"box:80":                  {"http://box:80", ""},
		":1234":                   {"http://127.0.0.1:1234", ""},
		"::1":                     {"http://[::1]:11434", ""},
		"[::1]:99":                {"http://[::1]:99", ""},
		"http://box":              {"http://box:80", "http:// without a port means port 80"},
		"https://box/":            {"https://box:443", "https:// without a port means port 443"},
		"https://box:8443/ollama": {"https://box:8443/ollama", ""},
		"ollama.com":              {"https://ollama.com:443", ""},
		"box:http":                {"http://box:11434", `"http" isn't a port, 11434 is used`},
		"box:66000":               {"http://box:11434", `"66000" isn't a port, 11434 is used`},
		"http://box:-1":           {"http://box:80", `"-1" isn't a port, 80 is used`},
		"0.0.0.0":                 {"http://0.0.0.0:11434", "0.0.0.0 is an address to listen on"},
		"11434":                   {"http://11434:11434", `"11434" is taken for a host, not for a port`},
		"ftp://box":               {"", `the address of Ollama starts with "ftp://"`},
		"me@box":                  {"", `the address of Ollama can't be read: "me@box"`},
		"a b":                     {"", `the address of Ollama can't be read: "a b"`},
		"bo\x1b[31mx":             {"", "the address of Ollama can't be read"},
	} {
		url, note := ResolveHost(env)
		if url != want[0] || !strings.HasPrefix(note, want[1]) || want[1] == "" && note != "" {
			t.Errorf("%q: %q, %q; want %q", env, url, note, want)
		}
	}
	if _, err := New(Config{Host: "ftp://box", Model: "m"}); err == nil {
		t.Error("an address that can't be read was taken")
	}
	if _, err := New(Config{}); err == nil {
		t.Error("a model without a name was taken")
	}
}
