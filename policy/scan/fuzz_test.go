package scan

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Findings never panic, are in bounds, quote their place, and are the same
// every time.
func FuzzScan(f *testing.F) {
	for _, h := range readHostile(f) {
		f.Add(h.Text)
	}
	for _, o := range readOrdinary(f) {
		f.Add(o)
	}
	for _, s := range []string{"", "\xff\xfe<system>\xc2", "%", "&#x;", "\x1b", "\u200d\u200d", "a\u0301\u0301\u0430", "+", "@", "://", "\\u12", "<<end", "i g n o r e", "İgnore", "ǅ", "ﷺ"} {
		f.Add(s)
	}
	ctx := Context{Server: "s", Tools: []string{"s/a", "t/read_it", "todo.create"}, Servers: []string{"t"}}.Ready()
	f.Fuzz(func(t *testing.T, text string) {
		found := Text("description", text, ctx)
		for _, g := range found {
			if g.Kind != Unread && (g.Start < 0 || g.Start >= g.End || g.End > len(text) || g.Text != text[g.Start:g.End]) {
				t.Errorf("%+v is no place of %q", g, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(g.Text) {
				t.Errorf("%+v cuts a character of %q", g, text)
			}
			if g.About == "" || g.Where != "description" || g.Severity != High && g.Severity != Low {
				t.Errorf("%+v", g)
			}
		}
		if !slices.Equal(found, Text("description", text, ctx)) {
			t.Error("another time, another answer")
		}
		def, err := json.Marshal(map[string]any{"name": "x", "inputSchema": map[string]any{"properties": map[string]any{text: map[string]any{"type": "string", "description": text}}}})
		if err != nil {
			t.Fatal(err)
		}
		Tool(def, ctx)
		Tool(json.RawMessage(text), ctx)
		Command(strings.Fields(text))
		Command([]string{"sh", text})
	})
}
