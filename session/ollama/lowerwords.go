package ollama

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"
)

// typesOf reads "type": a name, or a list of names.
func typesOf(s *object) (api.PropertyType, error) {
	bad := errors.New(`"type" in its schema isn't a name or a list of names`)
	switch t := s.get("type").(type) {
	case nil:
		return nil, nil
	case string:
		return api.PropertyType{t}, nil
	case []any:
		var out api.PropertyType
		for _, one := range t {
			name, ok := one.(string)
			if !ok {
				return nil, bad
			}
			out = append(out, name)
		}
		return out, nil
	}
	return nil, bad
}

// inferred names the type where the schema leaves it to be understood.
func inferred(types api.PropertyType, s *object) api.PropertyType {
	switch {
	case len(types) > 0:
		return types
	case s.get("properties") != nil:
		return api.PropertyType{"object"}
	case s.get("items") != nil || s.get("prefixItems") != nil:
		return api.PropertyType{"array"}
	}
	for _, v := range enumOf(s) {
		if name := typeName(v); name != "" && !slices.Contains(types, name) {
			types = append(types, name)
		}
	}
	return types
}

func typeName(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case nil:
		return "null"
	}
	return ""
}

// enumOf returns the values that are allowed, const being a list of one.
func enumOf(s *object) []any {
	if c, ok := s.fields["const"]; ok {
		return []any{c}
	}
	list, _ := s.get("enum").([]any)
	return list
}

// requiredOf returns the names in "required", each once.
func requiredOf(s *object) []string {
	list, _ := s.get("required").([]any)
	var out []string
	for _, v := range list {
		if name, ok := v.(string); ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func text(s *object, key, otherwise string) string {
	if t, ok := s.get(key).(string); ok && t != "" {
		return t
	}
	return otherwise
}

// spoken says each limit that Ollama's types have no field for; %s is its value.
var spoken = []struct{ key, words string }{
	{"default", "default %s"}, {"format", "format %s"}, {"pattern", "matches %s"},
	{"minimum", "at least %s"}, {"maximum", "at most %s"},
	{"exclusiveMinimum", "more than %s"}, {"exclusiveMaximum", "less than %s"},
	{"multipleOf", "a multiple of %s"},
	{"minLength", "at least %s characters"}, {"maxLength", "at most %s characters"},
	{"minItems", "at least %s items"}, {"maxItems", "at most %s items"},
	{"minProperties", "at least %s fields"}, {"maxProperties", "at most %s fields"},
	{"propertyNames", "names of fields: %s"}, {"dependentRequired", "fields that need others: %s"},
	{"dependentSchemas", "if a field is there: %s"}, {"dependencies", "fields that need others: %s"},
	{"not", "not %s"}, {"if", "if %s"}, {"then", "then %s"}, {"else", "else %s"}, {"allOf", "and %s"},
	{"unevaluatedProperties", "other fields: %s"}, {"contentMediaType", "content %s"}, {"contentEncoding", "encoded as %s"},
	{"examples", "for example %s"},
}

// paired limits are said together where both are there.
var paired = map[string]string{"minimum": "maximum", "maximum": "minimum", "minLength": "maxLength", "maxLength": "minLength",
	"minItems": "maxItems", "maxItems": "minItems"}

// limits says in words what the schema demands beyond its shape.
func limits(s *object) []string {
	var out []string
	for _, p := range [][3]string{{"minimum", "maximum", ""}, {"minLength", "maxLength", " characters"}, {"minItems", "maxItems", " items"}} {
		if lo, hi := s.get(p[0]), s.get(p[1]); lo != nil && hi != nil {
			out = append(out, compact(lo)+" to "+compact(hi)+p[2])
		}
	}
	for _, k := range spoken {
		v, ok := s.fields[k.key]
		if !ok || k.key == "unevaluatedProperties" && v == false || s.get(paired[k.key]) != nil {
			continue
		}
		if list, ok := v.([]any); ok && k.key == "examples" {
			v = list[:min(len(list), 2)]
		}
		out = append(out, fmt.Sprintf(k.words, compact(v)))
	}
	if s.get("uniqueItems") == true {
		out = append(out, "all different")
	}
	if v, ok := s.fields["enum"]; ok {
		if _, list := v.([]any); !list {
			out = append(out, "one of "+compact(v))
		}
	}
	return out
}

// compact writes a value in at most 400 bytes; plain strings go without quotes.
func compact(v any) string {
	if s, ok := v.(string); ok {
		return cutTo(plain(s), 400)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return "?"
	}
	return cutTo(strings.TrimSpace(b.String()), 400)
}

func cutTo(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// joinWords adds words to a description, in brackets.
func joinWords(description, words string) string {
	switch {
	case words == "":
		return description
	case description == "":
		return words
	}
	return description + " [" + words + "]"
}
