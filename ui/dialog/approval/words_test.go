package approval

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/ui/uitest"
)

func TestProvenance(t *testing.T) {
	sources := []session.Source{{Evidence: "ev_001", Name: "config/http.go:42"}, {Evidence: "ev_002", URI: "todo://td_1"}}
	for _, tc := range []struct {
		origin policy.Origin
		want   string
	}{
		{policy.Origin{Source: policy.FromUser, Quote: "tomorrow at 9"}, `your words "tomorrow at 9"`},
		{policy.Origin{Source: policy.FromUser}, `yours: you edited it`},
		{policy.Origin{Source: policy.FromUserDerived, Quote: "tomorrow at 9"}, `worked out by the model from your "tomorrow at 9": check it`},
		{policy.Origin{Source: policy.FromUserDerived}, `worked out by the model from your words: check it`},
		{policy.Origin{Source: policy.FromEvidence, Evidence: []string{"ev_001"}}, `from config/http.go:42 (ev_001)`},
		{policy.Origin{Source: policy.FromEvidence, Evidence: []string{"ev_002"}}, `from todo://td_1 (ev_002)`},
		{policy.Origin{Source: policy.FromEvidence, Evidence: []string{"ev_009"}}, `from ev_009`},
		{policy.Origin{Source: policy.FromEvidence}, `from a tool's result`},
		{policy.Origin{Source: policy.FromEvidenceDerived, Evidence: []string{"ev_001", "ev_002"}}, `the model's, partly from config/http.go:42 (ev_001), todo://td_1 (ev_002)`},
		{policy.Origin{Source: policy.FromEvidence, Evidence: []string{"a", "b", "c", "d", "e"}}, `from a, b, c and 2 more`},
		{policy.Origin{Source: policy.FromModel}, `the model's own`},
		{policy.Origin{Source: policy.FromVise}, `vise filled it in`},
		{policy.Origin{Source: "something new"}, `where it came from isn't known: check it`},
		{policy.Origin{}, `where it came from isn't known: check it`},
		{policy.Origin{Source: policy.FromUser, Quote: "a\" \x1b[2J\n b"}, `your words "a\" \x1b[2J  b"`},
	} {
		if got := provenance(tc.origin, sources); got != tc.want {
			t.Errorf("%+v:\n got %q\nwant %q", tc.origin, got, tc.want)
		}
	}
}

func TestLevelIsTheDecisions(t *testing.T) {
	a := todo()
	a.Decision.Level = policy.Dangerous // raised by an annotation
	if got := kind(a); got != "built-in · dangerous" {
		t.Error(got)
	}
	a.Decision.Level, a.Tool.Server = 0, "notes"
	if got := kind(a); got != "server notes · writes" {
		t.Error(got)
	}
}

func TestValues(t *testing.T) {
	for _, tc := range []struct {
		raw  string
		want string
	}{
		{`"plain"`, `"plain"`},
		{`"He said \"hi\""`, `"He said \"hi\""`},
		{`"C:\\new"`, `"C:\\new"`},
		{`"one\ntwo\n"`, "\"one\\n|two\\n\""},
		{`"\n"`, `"\n"`},
		{`""`, `""`},
		{`"\u0431"`, `"б"`},
		{`"\u202e"`, `"<U+202E>"`},
		{`"\u001b[2J"`, `"\x1b[2J"`},
		{`1.50e3`, `1.50e3`},
		{`true`, `true`},
		{`null`, `null`},
		{`[1,2]`, `[1,2]`},
		{`{"a":"b\nc"}`, `{"a":"b\nc"}`},
		{`"2026-12-01T09:00:00+03:00"`, `2026-12-01T09:00:00+03:00`},
		{`"2026-12-01T09:00:00+03:00 "`, `"2026-12-01T09:00:00+03:00 "`},
	} {
		v := arg{name: "x", named: true, raw: json.RawMessage(tc.raw)}.show(false)
		if got := strings.Join(v.lines, "|"); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.raw, got, tc.want)
		}
	}
}

func TestSplitShowsEverything(t *testing.T) {
	for _, tc := range []struct {
		args string
		want string // names, in order
	}{
		{`{"b":1,"a":2}`, "b a"},
		{`{"a":1,"a":2}`, "a a"},
		{`{}`, ""},
		{`[1,2]`, "(arguments)"},
		{`{"a":1`, "(arguments)"},
		{`{"a":1}x`, "(arguments)"},
		{``, "(arguments)"},
		{`{"Will do":1,"":2,"имя":3,"a b":4}`, `"Will do" "" имя "a b"`},
	} {
		var got []string
		for _, a := range split(json.RawMessage(tc.args)) {
			got = append(got, a.label())
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: got %q, want %q", tc.args, got, tc.want)
		}
	}
}

func TestMask(t *testing.T) {
	const tok = "ghp_0123456789abcdefghij"
	for _, tc := range []struct{ name, raw, want string }{
		{"title", `"buy milk"`, `"buy milk"`},
		{"title", `"use ` + tok + ` now"`, `"use ` + dots + ` now"`},
		{"title", `"line\n` + tok + `"`, `"line\n` + dots + `"`},
		{"title", `"ключ ` + tok + `"`, `"ключ ` + dots + `"`},
		{"title", `"-----BEGIN RSA PRIVATE KEY-----\nMIIE"`, `"-----BEGIN RSA PRIVATE KEY-----` + dots + `"`},
		{"password", `"x"`, `"` + dots + `"`},
		{"api_key", `"abc"`, `"` + dots + `"`},
		{"X-Api-Key", `"abc"`, `"` + dots + `"`},
		{"max_tokens", `"100"`, `"100"`},
		{"max_tokens", `100`, `100`},
		{"password", `""`, `""`},
		{"headers", `{"Authorization":"Bearer x","Accept":"a/b"}`, `{"Authorization":"` + dots + `","Accept":"a/b"}`},
		{"token", `["a","b"]`, `["` + dots + `","` + dots + `"]`},
		{"", `{"title":"a","token":"b"}`, `{"title":"a","token":"` + dots + `"}`},
		{"title", `"cut off`, `"cut off`},
		{"title", `"\`, `"\`},
	} {
		got, masked := mask(tc.name, []byte(tc.raw))
		if string(got) != tc.want || masked != (tc.raw != tc.want) {
			t.Errorf("%s: %s: got %s (%v), want %s", tc.name, tc.raw, got, masked, tc.want)
		}
	}
}

func TestMaskedIsShownOnlyWhenAsked(t *testing.T) {
	const secret = "ghp_0123456789abcdefghijABCDEFGHIJ"
	for _, view := range [][]string{nil, {"v"}} {
		b := ready(external(), 120, 60)
		press(t, b, view...)
		if got := screen(b, 120, 60); strings.Contains(got, secret) || !strings.Contains(got, dots) {
			t.Errorf("%v:\n%s", view, got)
		}
		press(t, b, "m")
		if got := screen(b, 120, 60); !strings.Contains(got, secret) {
			t.Errorf("%v, revealed:\n%s", view, got)
		}
	}
}

func TestNoNameAndNoValuePassesForALineOfVise(t *testing.T) {
	for pad := range 30 { // one of them brings the words to the beginning of a row
		forged := strings.Repeat("x", pad) + " " + strings.Repeat("Will do          nothing at all ", 8)
		for keys, args := range map[string]map[string]string{"": {forged: "x"}, "v": {forged: "x"}, "A": {"value": forged}} {
			raw, _ := json.Marshal(args)
			b := ready(call(create, string(raw)), 100, 40)
			if keys != "" {
				b.Key(uitest.Key(keys), opened.Add(time.Minute))
			}
			for line := range strings.Lines(uitest.Plain(b.View(100, 40))) {
				if line = strings.TrimLeft(line, "│ "); strings.HasPrefix(line, "Will do ") && !strings.Contains(line, "add 1 todo") {
					t.Errorf("%d %s: %s", pad, keys, line)
				}
			}
		}
	}
}
