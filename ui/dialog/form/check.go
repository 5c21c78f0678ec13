package form

import (
	"encoding/json"
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vise/ui/theme"
)

// validate sets f.problem to what is wrong with the value, in words.
func (f *field) validate() { f.problem = f.wrong() }

func (f *field) wrong() string {
	v, problem := f.value()
	if problem != "" {
		return problem
	}
	if v == nil {
		if f.required {
			return "it is required"
		}
		return ""
	}
	var decoded any
	if err := json.Unmarshal(v, &decoded); err != nil {
		return "it can't be read: " + theme.InertWords(err.Error())
	}
	if p := f.bounds(decoded); p != "" {
		return p
	}
	if f.check == nil {
		return ""
	}
	if err := f.check.Validate(decoded); err != nil {
		return plainer(err)
	}
	return ""
}

// bounds checks what people run into most, in better words than a validator's.
func (f *field) bounds(v any) string {
	s := f.schema
	switch v := v.(type) {
	case string:
		n := utf8.RuneCountInString(v)
		switch {
		case f.kind == instant && v == "" && string(f.was) == `""`: // as it was: it may mean something to the tool
		case f.kind == instant:
			if _, err := time.Parse(time.RFC3339, v); err != nil {
				return "write it as 2026-12-01T09:00:00+03:00"
			}
		case n == 0 && s.MinLength != nil && *s.MinLength > 0:
			return "it can't be empty"
		case s.MinLength != nil && n < *s.MinLength:
			return fmt.Sprintf("at least %d characters, not %d", *s.MinLength, n)
		case s.MaxLength != nil && n > *s.MaxLength:
			return fmt.Sprintf("at most %d characters, not %d", *s.MaxLength, n)
		case n > 0:
			return format(s.Format, v)
		}
	case []any:
		switch {
		case s.MinItems != nil && len(v) < *s.MinItems:
			return fmt.Sprintf("choose at least %d", *s.MinItems)
		case s.MaxItems != nil && len(v) > *s.MaxItems:
			return fmt.Sprintf("choose at most %d", *s.MaxItems)
		}
	case float64:
		switch {
		case s.Type == "integer" && v != math.Trunc(v):
			return "write a whole number"
		case s.Minimum != nil && v < *s.Minimum:
			return "at least " + float(*s.Minimum)
		case s.Maximum != nil && v > *s.Maximum:
			return "at most " + float(*s.Maximum)
		}
	}
	return ""
}

// format checks the formats that MCP's forms may ask for, which a validator of
// JSON Schema leaves unchecked. Other formats take anything.
func format(name, v string) string {
	switch name {
	case "email":
		if a, err := mail.ParseAddress(v); err != nil || a.Name != "" || a.Address != v {
			return "write an e-mail address, such as ann@example.org"
		}
	case "uri":
		if u, err := url.Parse(v); err != nil || u.Scheme == "" || u.Host == "" && u.Opaque == "" && u.Path == "" {
			return "write a whole address, such as https://example.org/page"
		}
	case "date":
		if _, err := time.Parse(time.DateOnly, v); err != nil {
			return "write a date as 2026-12-01"
		}
	}
	return ""
}

func float(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// plainer takes the validator's own words for where it was off its error.
func plainer(err error) string {
	msg := err.Error()
	for {
		rest, ok := strings.CutPrefix(msg, "validating ")
		if !ok {
			break
		}
		_, after, ok := strings.Cut(rest, ": ")
		if !ok {
			break
		}
		msg = after
	}
	return theme.InertWords(msg)
}

// hint says what a field takes.
func (f *field) hint() string {
	parts := []string{f.takes()}
	s := f.schema
	if s.MinLength != nil && *s.MinLength > 1 {
		parts = append(parts, fmt.Sprintf("at least %d characters", *s.MinLength))
	}
	if s.MaxLength != nil {
		parts = append(parts, fmt.Sprintf("at most %d characters", *s.MaxLength))
	}
	parts = append(parts, f.howMany()...)
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		parts = append(parts, float(*s.Minimum)+" to "+float(*s.Maximum))
	case s.Minimum != nil:
		parts = append(parts, "at least "+float(*s.Minimum))
	case s.Maximum != nil:
		parts = append(parts, "at most "+float(*s.Maximum))
	}
	if f.required {
		parts = append(parts, "required")
	}
	return strings.Join(parts, ", ")
}

func (f *field) howMany() []string {
	s := f.schema
	var parts []string
	if s.MinItems != nil && *s.MinItems > 0 {
		parts = append(parts, fmt.Sprintf("at least %d", *s.MinItems))
	}
	if s.MaxItems != nil {
		parts = append(parts, fmt.Sprintf("at most %d", *s.MaxItems))
	}
	return parts
}

var formats = map[string]string{"email": "e-mail address", "uri": "web address", "date": "date"}

func (f *field) takes() string {
	switch f.kind {
	case text:
		if w := formats[f.schema.Format]; w != "" {
			return w
		}
		return "text"
	case number:
		if f.schema.Type == "integer" {
			return "whole number"
		}
		return "number"
	case instant:
		return "date and time"
	case choice:
		return "one of"
	case several:
		return "any of"
	}
	return "JSON"
}
