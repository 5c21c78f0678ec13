package redact

import (
	"strings"
	"testing"
)

func TestSecretsThatRunOn(t *testing.T) {
	token := "ghp_" + fake(base62, 36)
	key := pem("RSA PRIVATE KEY")
	for name, parts := range map[string][]string{
		"two":                {"the key is " + token[:12], token[12:] + " and on"},
		"three":              {"x", token[:8], token[8:20], token[20:], "y"},
		"a byte each":        strings.Split(token, ""),
		"the prefix alone":   {"a", "ghp_", token[4:]},
		"a private key":      {key[:90], key[90:200], key[200:]},
		"a known value":      {"it is corr", "ect-horse", "-battery now"},
		"after a long text":  {strings.Repeat("word ", 4000) + token[:10], token[10:]},
		"and a whole one":    {token, "x " + token[:9], token[9:]},
		"empty ones between": {token[:9], "", "", token[9:]},
	} {
		r := New(Config{Known: map[string]string{"PASS": "correct-horse-battery"}})
		out, n := r.RedactParts(parts)
		if len(out) != len(parts) || n == 0 {
			t.Fatalf("%s: %d in %q", name, n, out)
		}
		all := strings.Join(out, "")
		for _, m := range []string{token[4:14], token[14:24], token[28:], key[100:140], key[220:260], "horse"} {
			if len(parts) < 20 && strings.Contains(all, m) {
				t.Errorf("%s: %q is left in %q", name, m, out)
			}
		}
		if plain, _ := New(Config{}).Redact(strings.Join(out, "")); strings.Contains(plain, token) {
			t.Errorf("%s: %q", name, out)
		}
	}
}

// What runs on from one part takes the beginning of the next one's secret with
// it: the rest of that is a secret all the same.
func TestSecretsSideBySide(t *testing.T) {
	one, two := "ghp_"+fake(base62, 36), "ghp_"+fake(base62[1:], 36)
	for name, parts := range map[string][]string{"two": {one, two}, "three": {one, two, one}, "with words": {"x " + one, two + " y"}} {
		out, _ := New(Config{}).RedactParts(parts)
		if all := strings.Join(out, "|"); strings.Contains(all, two[8:16]) || strings.Contains(all, two[30:]) || strings.Contains(all, one[8:16]) {
			t.Errorf("%s: %q", name, out)
		}
	}
}

// What is no secret stays, and stays apart.
func TestPartsThatAreNoSecret(t *testing.T) {
	parts := []string{"one", "two ghp_", "three", "", "[secret:github-token#1]", "the token: ", "of gratitude"}
	out, n := New(Config{}).RedactParts(parts)
	if n != 0 || strings.Join(out, "|") != strings.Join(parts, "|") {
		t.Errorf("%d in %q", n, out)
	}
	if out, n := New(Config{}).RedactParts(nil); len(out) != 0 || n != 0 {
		t.Errorf("%q", out)
	}
}

func FuzzParts(f *testing.F) {
	f.Add("ghp_"+fake(base62, 36), 7)
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = min(max(at, 0), len(text))
		r := New(Config{Known: map[string]string{"A": "aaaaaaaa"}})
		out, n := r.RedactParts([]string{text[:at], text[at:]})
		if n == 0 && out[0]+out[1] != text {
			t.Fatalf("changed and not counted: %q", out)
		}
		if strings.Contains(out[0]+out[1], "aaaaaaaa") {
			t.Fatalf("left: %q", out)
		}
	})
}
