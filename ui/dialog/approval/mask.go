package approval

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"

	"vise/ui/dialog"
)

// dots stands for a masked value; its length says nothing about the value's.
const dots = "••••••••"

// secretNames are parts of names whose values are masked.
var secretNames = []string{"password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "authorization", "credential", "cookie"}

// secretStarts are how well-known tokens begin.
var secretStarts = []string{"ghp_", "gho_", "ghs_", "ghu_", "github_pat_", "glpat-", "sk-", "pk_live_", "sk_live_", "rk_live_", "xoxb-", "xoxp-", "xoxa-", "AKIA", "ASIA", "AIza", "eyJ", "hf_", "npm_", "dop_v1_"}

func secretName(name string) bool {
	n := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	for _, s := range secretNames {
		if strings.Contains(n, s) && !strings.HasSuffix(n, "tokens") { // max_tokens is a number
			return true
		}
	}
	return false
}

// mask replaces what looks like a secret in a JSON value that stands under
// name: string values under secret names, and words in strings that look like
// a token. The result is JSON again.
func mask(name string, raw []byte) ([]byte, bool) {
	var b bytes.Buffer
	masked := false
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			b.WriteByte(raw[i])
			i++
			continue
		}
		end := dialog.StringEnd(raw, i)
		lit := raw[i:end]
		i = end
		if end < len(raw) && raw[end] == ':' {
			_ = json.Unmarshal(lit, &name) // a name that can't be read hides nothing
			b.Write(lit)
			continue
		}
		shown := lit
		if secretName(name) && len(lit) > 2 {
			shown = []byte(`"` + dots + `"`)
		} else {
			shown = maskWords(lit)
		}
		masked = masked || !bytes.Equal(shown, lit)
		b.Write(shown)
	}
	return b.Bytes(), masked
}

// maskWords masks the words of a JSON string that look like tokens, and what
// follows the header of a private key.
func maskWords(lit []byte) []byte {
	s := string(lit)
	if i := strings.Index(s, "PRIVATE KEY-----"); i >= 0 {
		return []byte(s[:i+len("PRIVATE KEY-----")] + dots + `"`)
	}
	var b strings.Builder
	for s != "" {
		n := strings.IndexFunc(s, func(r rune) bool { return !tokenRune(r) })
		if n < 0 {
			n = len(s)
		}
		if word := s[:n]; secretWord(word) {
			b.WriteString(dots)
		} else {
			b.WriteString(word)
		}
		if n < len(s) {
			size := 1 // the pieces of a character follow one by one; an escape is one piece
			if s[n] == '\\' && n+1 < len(s) {
				size = 2
			}
			b.WriteString(s[n : n+size])
			n += size
		}
		s = s[n:]
	}
	return []byte(b.String())
}

func tokenRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.'
}

func secretWord(w string) bool {
	if len(w) < 16 {
		return false
	}
	for _, s := range secretStarts {
		if strings.HasPrefix(w, s) {
			return true
		}
	}
	return false
}

// mark reports a mark that stands for a secret the model never saw.
func mark(raw []byte) bool { return bytes.Contains(raw, []byte("[secret:")) }
