package session

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// resultOf is the recorded result of a call that came back with res, and what
// the model saw of it.
func resultOf(t *testing.T, res *mcp.CallToolResult) (ToolResult, string, *rig) {
	t.Helper()
	g := looking(t, func(context.Context, policy.Calling) (*mcp.CallToolResult, error) { return res, nil })
	g.run(t.Context(), "look outside")
	for _, r := range g.log.records {
		e, err := Codec{}.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := e.Payload.(ToolResult); ok {
			return p, g.model.reqs[1].Messages[2].Text, g
		}
	}
	t.Fatalf("no result: %s", g.types())
	return ToolResult{}, "", nil
}

func TestKindsOfContent(t *testing.T) {
	for name, c := range map[string]struct {
		res  *mcp.CallToolResult
		sees []string
		not  string
		kept []string // kind, MIME type, size of what is kept
	}{
		"text": {textResult("plain words"), []string{"plain words"}, "", nil},
		"image and audio": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.ImageContent{MIMEType: "image/png", Data: []byte("\x89PNG")}, &mcp.AudioContent{MIMEType: "audio/wav", Data: []byte("RIFF..")}}},
			[]string{"[image, image/png, 4 bytes: not shown, kept for the person]", "[audio, audio/wav, 6 bytes"}, "PNG", []string{"image image/png 4", "audio audio/wav 6"}},
		"link": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.ResourceLink{URI: "https://a.example/x", Title: "a page"}}}, []string{"[link to https://a.example/x, a page: not fetched]"}, "", nil},
		"embedded text": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "note://1", Text: "hunter2-secret"}}}},
			[]string{"[note://1]\n[secret:known#1]"}, "hunter2", nil},
		"embedded text as bytes": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "note://1", MIMEType: "text/plain", Blob: []byte("hunter2-secret")}}}},
			[]string{"[secret:known#1]"}, "hunter2", nil},
		"embedded file": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "note://1", MIMEType: "application/zip", Blob: []byte("PK")}}}},
			[]string{"[file note://1, application/zip, 2 bytes"}, "", []string{"file application/zip 2"}},
		"structured alone":        {&mcp.CallToolResult{StructuredContent: map[string]any{"n": 1}}, []string{`{"n":1}`}, "", nil},
		"structured and its text": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: `{"n": 1}`}}, StructuredContent: map[string]any{"n": 1}}, []string{`{"n": 1}`}, `{"n":1}`, nil},
		"structured beside text":  {&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "one"}}, StructuredContent: map[string]any{"n": 1}}, []string{"one", `{"n":1}`}, "", nil},
		"nothing":                 {&mcp.CallToolResult{}, nil, "", nil},
		"null blocks":             {&mcp.CallToolResult{Content: []mcp.Content{nil, &mcp.EmbeddedResource{}}}, []string{"isn't known", "empty resource"}, "", nil},
		"failure":                 {&mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "no such page"}}}, []string{"error tool_error: no such page"}, "", nil},
		"too big to be kept": {&mcp.CallToolResult{Content: []mcp.Content{&mcp.ImageContent{MIMEType: "image/png", Data: make([]byte, attachedBytes+1)}}},
			[]string{"too big to be kept"}, "", []string{"image image/png 8388609 lost"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, sees, g := resultOf(t, c.res)
			for _, s := range c.sees {
				if !strings.Contains(sees, s) {
					t.Errorf("the model sees %.300q, not %q", sees, s)
				}
			}
			if c.not != "" && strings.Contains(sees, c.not) {
				t.Errorf("the model sees %.300q", sees)
			}
			var kept []string
			for _, a := range got.Attachments {
				s := fmt.Sprintf("%s %s %d", a.Kind, a.MIME.Raw(), a.Size)
				if a.Blob == "" {
					s += " lost"
				} else if len(g.log.blobs[a.Blob]) != a.Size {
					t.Errorf("%s isn't stored", s)
				}
				kept = append(kept, s)
			}
			if fmt.Sprint(kept) != fmt.Sprint(c.kept) {
				t.Errorf("kept %q", kept)
			}
		})
	}
}

func TestLongResultCanBeReadOn(t *testing.T) {
	var lines []string
	for i := range 3000 {
		lines = append(lines, fmt.Sprintf("line %d of a long result hunter2-secret", i+1))
	}
	for name, c := range map[string]struct{ text, from string }{
		"lines":      {strings.Join(lines, "\n"), ""},
		"one line":   {strings.Repeat("wort ", 20_000), ""},
		"JSON":       {`{"a":["` + strings.Join(lines, `","`) + `"]}`, ""},
		"over bound": {strings.Repeat("x", wholeBytes+100_000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, sees, g := resultOf(t, textResult(c.text))
			if got.Whole == nil || got.Content.Cut == 0 {
				t.Fatalf("%+v", got.Content)
			}
			whole := string(g.log.blobs[got.Whole.Blob])
			if strings.Contains(whole, "hunter2") || len(whole) > wholeBytes+wholeBytes/100 {
				t.Errorf("kept %d bytes", len(whole))
			}
			var next int
			if i := strings.Index(sees, `path "result:ev_001" and start_line `); i < 0 {
				t.Fatalf("the model isn't told how to read on: …%s", sees[len(sees)-300:])
			} else if _, err := fmt.Sscanf(sees[i:], `path "result:ev_001" and start_line %d]`, &next); err != nil {
				t.Fatal(err)
			}
			all := strings.Split(whole, "\n")
			if shown := strings.Join(all[:next-1], "\n"); !strings.Contains(sees, shown) || strings.Contains(sees, all[next-1]+"\n"+all[next]) && name != "one line" && name != "over bound" {
				t.Errorf("line %d isn't the next one", next)
			}
			for i, l := range all {
				if len(l) > lineBytes {
					t.Errorf("line %d is %d bytes long", i+1, len(l))
				}
			}
		})
	}
}

// A text that isn't UTF-8 has no end of a rune to break a line at.
func TestLinesOfWhatIsNoText(t *testing.T) {
	for _, s := range []string{strings.Repeat("\x80", 5000), strings.Repeat("я\xff", 3000), "\xe2\x82"} {
		for i, l := range strings.Split(inLines(s), "\n") {
			if len(l) > lineBytes {
				t.Errorf("line %d is %d bytes long", i+1, len(l))
			}
		}
	}
}
