package ollama

import (
	"encoding/json"
	"net/url"
	"strings"
	"unicode"
)

// serverError is what Ollama says went wrong, in any of the shapes it comes in:
// a string, an object, or a string that holds an object.
type serverError struct {
	Text         string
	Type         string // exceed_context_size_error
	PromptTokens int
	ContextSize  int
	SigninURL    string
}

// readServerError reads {"error":…}. Text is empty where there is none.
func readServerError(b []byte) serverError { return readNested(b, 3) }

func readNested(b []byte, depth int) serverError {
	var l struct {
		Error     json.RawMessage `json:"error"`
		SigninURL string          `json:"signin_url"`
	}
	if json.Unmarshal(b, &l) != nil || len(l.Error) == 0 || string(l.Error) == "null" {
		return serverError{}
	}
	e := serverError{SigninURL: l.SigninURL}
	if json.Unmarshal(l.Error, &e.Text) == nil {
		if in := strings.IndexByte(e.Text, '{'); in >= 0 && depth > 0 {
			if nested := readNested([]byte(e.Text[in:]), depth-1); nested.Text != "" {
				nested.SigninURL = l.SigninURL
				return nested
			}
		}
		return e
	}
	var o struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Prompt  int    `json:"n_prompt_tokens"`
		Context int    `json:"n_ctx"`
	}
	if json.Unmarshal(l.Error, &o) != nil || o.Message == "" && o.Type == "" {
		e.Text = string(l.Error)
		return e
	}
	e.Text, e.Type, e.PromptTokens, e.ContextSize = o.Message, o.Type, o.Prompt, o.Context
	if e.Text == "" {
		e.Text = o.Type
	}
	return e
}

// signin returns the address to sign in at, if it is one that may be shown.
func (e serverError) signin() string {
	u, err := url.Parse(e.SigninURL)
	if err != nil || u.Scheme != "https" || u.Hostname() != "ollama.com" || plain(e.SigninURL) != e.SigninURL {
		return ""
	}
	return e.SigninURL
}

// plain makes one short line of text that a server wrote: nothing but what can
// be seen, at most 300 characters.
func plain(s string) string {
	var b strings.Builder
	n, space := 0, false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if !unicode.IsPrint(r) {
			continue
		}
		if n++; n > 300 {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
