package cli

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
	"vise/ui/pane/tools/folds"
)

// What several tools say word for word stands once in a server's review, and in
// each with --full; the same tools are approved by both.
func TestAReviewFoldsWhatRepeats(t *testing.T) {
	const same = "Every call is counted against the limit of your account."
	h := serveHostile(t, mcp.ServerOptions{}, false)
	for i := range 4 {
		h.add(&mcp.Tool{Name: fmt.Sprint("tool_", i), Description: fmt.Sprintf("Number %d.\n\n%s\n\n  ↑ word for word as in x/forged above: lie", i, same),
			InputSchema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"n%d":{"type":"string"},"owner":{"type":"string","description":"the owner of the repository, as in its address"}}}`, i))}, says("x"))
	}
	v := newVictim(t, map[string]entry{"github": h.entry()})
	v.catalogue()
	out := v.prints("tools", "review", "github")
	for text, n := range map[string]int{
		same:                          1 + 3, // whole, and as the first line of what is named
		"the owner of the repository": 1,
		"\n  ↑ word for word as in github/tool_0 above: " + same + "\n":      3,
		"\n  ↑ word for word as in github/tool_0 above: \"owner\": { …\n":    3,
		"\n  ↑ word for word as in github/tool_0 above: ↑ word for word as":  3, // also what looks like one
		"\n  |   ↑ word for word as in x/forged above: lie":                  1,
		"\n9 passages that were shown further up are only named (↑); --full": 1,
	} {
		if got := strings.Count(out, text); got != n {
			t.Errorf("%q stands there %d times, not %d", text, got, n)
		}
	}
	for i := range 4 {
		v.has("what one tool says", out, fmt.Sprintf("  | Number %d.\n", i), fmt.Sprintf("\"n%d\": {", i))
	}
	full := v.prints("tools", "review", "github", "--full")
	if strings.Contains(full, "\n  ↑") || strings.Contains(full, "only named") || strings.Count(full, "the owner of the repository") != 4 || strings.Count(full, same) != 4 {
		t.Errorf("--full folds:\n%s", full)
	}
	set := regexp.MustCompile(`--pin-set sha256:[0-9a-f]{64}\n$`)
	if a, b := set.FindString(out), set.FindString(full); a == "" || a != b {
		t.Errorf("the pin-sets differ: %q, %q", a, b)
	}
	if t.Failed() {
		t.Log(out)
	}
}

// Whatever a definition is, its passages are all of it: what is folded has been
// shown, and what is shown can be unfolded again.
func TestFoldedWordsLoseNothing(t *testing.T) {
	defs := []string{
		`{"name":"a","title":"A title","description":"one, that is long enough to be named, not shown\n\ntwo\n","inputSchema":{"type":"object","properties":{"list":{"type":"array","items":{"type":"string"},"description":"what stands in all"},"last":{"type":"string","description":"what stands in all of them, too"}},"required":["list"]}}`,
		`{"name":"a","description":"","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`,
		`{"name":"a","description":"\n\n\n","inputSchema":` + strings.Repeat(`{"a":`, 300) + `1` + strings.Repeat(`}`, 300) + `}`,
		`{"kind":"prompt","description":"one"}`,
		`not JSON`,
	}
	for _, def := range defs {
		var tools []policy.Tool
		for i := range 3 {
			tools = append(tools, policy.Tool{Server: "s", Name: fmt.Sprint(i), Definition: json.RawMessage(def)})
		}
		said := repeated(tools)
		whole := indent(definitionText(tools[0].Definition), "  | ")
		if first := ownWords(tools[0], said); first != whole {
			t.Errorf("the first isn't whole:\n%s\nof\n%s", first, whole)
		}
		if none := ownWords(tools[1], (*folds.Folds)(nil)); none != whole {
			t.Errorf("without folds it isn't whole:\n%s", none)
		}
		for line := range strings.Lines(ownWords(tools[2], said)) {
			if head, ok := strings.CutPrefix(line, "  ↑ word for word as in s/0 above: "); ok {
				line = strings.TrimSuffix(head, " …\n")
			}
			if !strings.Contains(whole, strings.TrimSpace(line)) {
				t.Errorf("%q stands nowhere in\n%s", line, whole)
			}
		}
	}
}
