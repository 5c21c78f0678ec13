package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"vise/policy"
)

// schemas are the input schemas of tools, resolved once a run.
type schemas map[string]*toolSchema // by tool id and pin

type toolSchema struct {
	root     *jsonschema.Schema
	resolved *jsonschema.Resolved
	err      error
}

func (s schemas) of(t policy.Tool) *toolSchema {
	key := t.ID() + " " + t.Pin
	if ts, ok := s[key]; ok {
		return ts
	}
	ts := &toolSchema{}
	s[key] = ts
	raw := t.Described().InputSchema
	if len(raw) == 0 {
		raw = []byte(`{"type":"object"}`)
	}
	ts.root = &jsonschema.Schema{}
	if ts.err = json.Unmarshal(raw, ts.root); ts.err == nil {
		ts.resolved, ts.err = ts.root.Resolve(nil) // no loader: a reference to another document is an error
	}
	return ts
}

func (s schemas) has(t policy.Tool, property string) bool {
	ts := s.of(t)
	return ts.err == nil && ts.root.Properties[property] != nil
}

// check says what is wrong with the arguments: which field, what is allowed,
// what was sent. Empty means nothing is.
func (s schemas) check(t policy.Tool, args []byte) string {
	ts := s.of(t)
	if ts.err != nil {
		return "the tool's own schema can't be used: " + ts.err.Error()
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		return "the arguments can't be read: " + err.Error()
	}
	if err := ts.resolved.Validate(v); err != nil {
		return ts.explain(err.Error(), v)
	}
	for name, p := range ts.root.Properties {
		if s, ok := v[name].(string); ok && p != nil && p.Format == "date-time" && s != "" {
			if _, err := time.Parse(time.RFC3339, s); err != nil {
				return fmt.Sprintf("%s: %q is not an RFC 3339 time with an offset, such as 2026-12-01T09:00:00+03:00", name, s)
			}
		}
	}
	return ""
}

// explain adds to a validator's words what the field allows and what was sent.
func (ts *toolSchema) explain(problem string, v map[string]any) string {
	m := regexp.MustCompile(`/properties/([^/:\s]+)`).FindStringSubmatch(problem)
	if m == nil || ts.root.Properties[m[1]] == nil {
		names := make([]string, 0, len(ts.root.Properties))
		for n := range ts.root.Properties {
			names = append(names, n)
		}
		return fmt.Sprintf("%s. Allowed: %v. Required: %v", problem, sorted(names), ts.root.Required)
	}
	allowed, err := marshal(ts.root.Properties[m[1]])
	if err != nil {
		allowed = nil
	}
	sent, err := marshal(v[m[1]])
	if err != nil {
		sent = nil
	}
	return fmt.Sprintf("%s: %s. Allowed: %s. Sent: %s", m[1], problem, cutText(string(allowed), 400), cutText(string(sent), 200))
}

// CheckArgs says what is wrong with arguments for a tool, nil when nothing is.
// It is the check that every call passes before anyone is asked.
func CheckArgs(t policy.Tool, args json.RawMessage) error {
	compact, err := policy.CompactArgs(args)
	if err != nil {
		return err
	}
	if problem := (schemas{}).check(t, compact); problem != "" {
		return errors.New(problem)
	}
	return nil
}
