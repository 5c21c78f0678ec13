package mcpclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"vise/mcpclient/wire"
)

// Bounds of a form's schema.
const (
	maxFormBytes  = 32 << 10
	maxFormFields = 40
)

// form is the schema of a form: an object with flat properties (2025-11-25,
// Elicitation, "Requested Schema").
type form struct {
	raw      json.RawMessage
	schema   *jsonschema.Resolved
	names    map[string]bool
	defaults map[string]json.RawMessage
	free     bool // there is a field for any text
}

// newForm reads the schema a server sent. Its error ends "it asked with …".
func newForm(schema any) (*form, error) {
	raw, err := wire.Schema(schema)
	if err != nil || schema == nil {
		return nil, errors.New("a form without a schema")
	}
	if len(raw) > maxFormBytes {
		return nil, fmt.Errorf("a form of %d bytes, more than the %d allowed", len(raw), maxFormBytes)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, errors.New("a form whose schema can't be read")
	}
	if s.Type != "object" && s.Type != "" || bytes.Contains(raw, []byte(`"$ref"`)) || bytes.Contains(raw, []byte(`"$dynamicRef"`)) {
		return nil, errors.New("a form that isn't a flat object")
	}
	if len(s.Properties) > maxFormFields {
		return nil, fmt.Errorf("a form of %d fields, more than the %d allowed", len(s.Properties), maxFormFields)
	}
	f := &form{raw: raw, names: map[string]bool{}, defaults: map[string]json.RawMessage{}}
	flat := &jsonschema.Schema{Type: "object", Properties: s.Properties, Required: s.Required}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if err := f.field(name, s.Properties[name]); err != nil {
			return nil, err
		}
	}
	if f.schema, err = flat.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: false}); err != nil {
		return nil, errors.New("a form whose schema can't be used")
	}
	return f, nil
}

// field checks one field: of a simple type, and not for a secret.
func (f *form) field(name string, p *jsonschema.Schema) error {
	if p == nil || len(p.Properties) > 0 || p.Not != nil || len(p.AllOf) > 0 || p.If != nil {
		return fmt.Errorf("a form whose field %.60q isn't a simple one", name)
	}
	f.names[name] = true
	if len(p.Default) > 0 {
		f.defaults[name] = p.Default
	}
	chosen := len(p.Enum) > 0 || len(p.OneOf) > 0
	switch p.Type {
	case "boolean":
		return nil
	case "array":
		if p.Items == nil || len(p.Items.Enum) == 0 && len(p.Items.AnyOf) == 0 && len(p.Items.OneOf) == 0 {
			return fmt.Errorf("a form whose field %.60q is a list of anything", name)
		}
		return nil
	case "string", "number", "integer":
	default:
		return fmt.Errorf("a form whose field %.60q isn't a simple one", name)
	}
	if chosen {
		return nil
	}
	if p.Type == "string" {
		f.free = true
	}
	for _, said := range []string{secretWord(name, true), secretWord(p.Title, true), secretWord(p.Description, false)} {
		if said != "" {
			return fmt.Errorf("a form for a secret (its field %.60q: %s): vise never gives one to a server", name, said)
		}
	}
	if p.Format == "password" {
		return fmt.Errorf("a form for a secret (its field %.60q): vise never gives one to a server", name)
	}
	return nil
}

// Words that name a secret wherever they stand, and those that do in the name
// of a field.
const (
	secretPhrases = "|password|passwd|passphrase|passcode|api key|apikey|access key|private key|secret key|credit card|card number|security code|cvv|cvc|" +
		"access token|auth token|bearer token|refresh token|client secret|seed phrase|recovery phrase|mnemonic|social security|ssn|one time code|one time password|"
	secretNames = "|pwd|pass|secret|token|credential|credentials|otp|totp|pin|pin code|pin number|card|iban|"
)

// secretWord is the word in text that names a secret, or "".
func secretWord(text string, name bool) string {
	words := splitWords(text)
	for n := 3; n >= 1; n-- {
		for i := 0; i+n <= len(words); i++ {
			phrase := strings.Join(words[i:i+n], " ")
			if strings.Contains(secretPhrases, "|"+phrase+"|") || strings.Contains(secretPhrases, "|"+strings.TrimSuffix(phrase, "s")+"|") ||
				name && strings.Contains(secretNames, "|"+phrase+"|") {
				return phrase
			}
		}
	}
	return ""
}

// splitWords splits text, and names in camelCase or with separators, into
// words in lower case.
func splitWords(text string) []string {
	var (
		words []string
		b     strings.Builder
		lower bool
	)
	flush := func() {
		if b.Len() > 0 {
			words = append(words, b.String())
		}
		b.Reset()
	}
	for _, r := range text {
		up := 'A' <= r && r <= 'Z'
		if up && lower {
			flush()
		}
		lower = 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
		switch {
		case up:
			b.WriteRune(r + 'a' - 'A')
		case lower || r > 0x7f:
			b.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return words
}

// complete fills in the defaults of fields that weren't answered, and checks
// the whole.
func (f *form) complete(content map[string]any) error {
	for name := range content {
		if !f.names[name] {
			return fmt.Errorf("the answer has the field %.60q, which the form doesn't have", name)
		}
	}
	for name, raw := range f.defaults {
		if _, ok := content[name]; ok {
			continue
		}
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return fmt.Errorf("the form's default of %.60q can't be used: %w", name, err)
		}
		content[name] = v
	}
	if err := f.schema.Validate(content); err != nil {
		return fmt.Errorf("the answer doesn't fit the form: %w", err)
	}
	return nil
}
