package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	// MaxArgs is the size of the arguments of one call, in bytes.
	MaxArgs = 1 << 20
	// MaxArgsDepth is how deep objects and arrays in arguments may nest.
	MaxArgsDepth = 64
)

// CompactArgs is the one encoding of a call's arguments that is checked,
// shown, hashed, approved and sent: one JSON object without white space, keys
// in the order they came, numbers as they were written, strings with as few
// escapes as JSON allows. Nothing and null are {}. Doing it twice changes
// nothing. It refuses what two readers could read differently: keys that come
// twice at any depth, invalid UTF-8, half surrogates; and what is over MaxArgs
// or MaxArgsDepth.
func CompactArgs(raw json.RawMessage) ([]byte, error) {
	b, err := compact(raw)
	if err != nil {
		return nil, fmt.Errorf("the arguments %w", err)
	}
	return b, nil
}

// compact does the work; its errors go on from "the arguments" or "the tool's
// definition".
func compact(raw []byte) ([]byte, error) {
	if len(raw) > MaxArgs {
		return nil, fmt.Errorf("are %d bytes, more than the %d allowed: send less", len(raw), MaxArgs)
	}
	text := bytes.Trim(raw, " \t\r\n")
	if len(text) == 0 || string(text) == "null" {
		return []byte("{}"), nil
	}
	if text[0] != '{' {
		return nil, errors.New("must be one JSON object {…}")
	}
	if !utf8.Valid(text) {
		return nil, errors.New("must be valid UTF-8")
	}
	if err := validJSON(text); err != nil {
		return nil, err
	}
	c := compactor{src: text, out: make([]byte, 0, len(text))}
	if err := c.run(); err != nil {
		return nil, err
	}
	return c.out, nil
}

// HashArgs is "sha256:" and the hex SHA-256 of the compact arguments: what an
// approval is bound to.
func HashArgs(raw json.RawMessage) (string, error) {
	b, err := CompactArgs(raw)
	if err != nil {
		return "", err
	}
	return hashBytes(b), nil
}

func hashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// validJSON checks the syntax alone; no value is built.
func validJSON(text []byte) error {
	if json.Valid(text) {
		return nil
	}
	var skip json.RawMessage
	if err := json.Unmarshal(text, &skip); err != nil {
		return fmt.Errorf("must be valid JSON: %w", err)
	}
	return errors.New("must be valid JSON")
}

// compactor copies JSON that is known to be valid.
type compactor struct {
	src   []byte
	at    int
	out   []byte
	stack []container
}

// container is an object or array that is open.
type container struct {
	keys    map[string]bool // nil for an array
	wantKey bool
}

func (c *compactor) run() error {
	for c.at < len(c.src) {
		b := c.src[c.at]
		switch b {
		case ' ', '\t', '\r', '\n':
			c.at++
			continue
		case '"':
			if err := c.str(); err != nil {
				return err
			}
			continue
		}
		if err := c.structure(b); err != nil {
			return err
		}
		c.out = append(c.out, b)
		c.at++
	}
	return nil
}

func (c *compactor) structure(b byte) error {
	switch b {
	case '{', '[':
		if len(c.stack) >= MaxArgsDepth {
			return fmt.Errorf("must not nest deeper than %d levels", MaxArgsDepth)
		}
		open := container{wantKey: b == '{'}
		if b == '{' {
			open.keys = map[string]bool{}
		}
		c.stack = append(c.stack, open)
	case '}', ']':
		c.stack = c.stack[:len(c.stack)-1]
	case ',', ':':
		top := &c.stack[len(c.stack)-1]
		top.wantKey = b == ',' && top.keys != nil
	}
	return nil
}

// str copies one string in its canonical form; a key must be new in its object.
func (c *compactor) str() error {
	text, err := c.decode()
	if err != nil {
		return err
	}
	if top := c.stack[len(c.stack)-1]; top.wantKey {
		if top.keys[string(text)] {
			return fmt.Errorf("have the key %.80q twice: send it once", text)
		}
		top.keys[string(text)] = true
	}
	c.out = appendString(c.out, text)
	return nil
}

// decode reads the string at c.at and moves past it.
func (c *compactor) decode() ([]byte, error) {
	c.at++ // the opening quote
	var text []byte
	for c.src[c.at] != '"' {
		if c.src[c.at] != '\\' {
			text = append(text, c.src[c.at])
			c.at++
			continue
		}
		r, err := c.escape()
		if err != nil {
			return nil, err
		}
		text = utf8.AppendRune(text, r)
	}
	c.at++
	return text, nil
}

var shortEscapes = map[byte]rune{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape reads one escape, two for a surrogate pair.
func (c *compactor) escape() (rune, error) {
	kind := c.src[c.at+1]
	if kind != 'u' {
		c.at += 2
		if r, ok := shortEscapes[kind]; ok {
			return r, nil
		}
		return rune(kind), nil // a quote, a backslash, a slash
	}
	r := c.unit()
	if !utf16.IsSurrogate(r) {
		return r, nil
	}
	if c.src[c.at] == '\\' && c.src[c.at+1] == 'u' {
		if whole := utf16.DecodeRune(r, c.unit()); whole != utf8.RuneError {
			return whole, nil
		}
	}
	return 0, fmt.Errorf("have half a surrogate pair (\\u%04x) in a string", r)
}

// unit reads \uXXXX.
func (c *compactor) unit() rune {
	n, _ := strconv.ParseUint(string(c.src[c.at+2:c.at+6]), 16, 16) // the syntax has been checked
	c.at += 6
	return rune(n)
}

// appendString appends a JSON string with the shortest escapes, and only those
// that JSON needs. It doesn't escape for HTML.
func appendString(dst, text []byte) []byte {
	const hexDigits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, b := range text {
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b >= 0x20:
			dst = append(dst, b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b == '\r':
			dst = append(dst, '\\', 'r')
		case b == '\t':
			dst = append(dst, '\\', 't')
		case b == '\b':
			dst = append(dst, '\\', 'b')
		case b == '\f':
			dst = append(dst, '\\', 'f')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
		}
	}
	return append(dst, '"')
}
