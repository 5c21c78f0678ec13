package scan

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

type hostile struct {
	Lang, Kind, Text, Place string
}

func readHostile(t testing.TB) []hostile {
	t.Helper()
	f, err := os.Open("testdata/hostile.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []hostile
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var h hostile
		if err := json.Unmarshal(sc.Bytes(), &h); err != nil {
			t.Fatal(err)
		}
		all = append(all, h)
	}
	if len(all) < 100 {
		t.Fatalf("only %d hostile texts", len(all))
	}
	return all
}

func TestHostileTextsAreFoundAtTheirPlace(t *testing.T) {
	ctx := Context{Server: "tips", Tools: []string{"tips/tip", "github/search_issues", "todo.create"}, Servers: []string{"tips", "github"}}.Ready()
	for _, h := range readHostile(t) {
		if found := Text("description", h.Text, ctx); !has(found, h.Kind, h.Place) {
			t.Errorf("%s: no finding %s at %q in %q; found:\n%s", h.Lang, h.Kind, h.Place, h.Text, listed(found))
		}
	}
}

// has looks for a finding of that kind at exactly that text.
func has(found []Finding, kind, place string) bool {
	for _, f := range found {
		if f.Kind == kind && f.Text == place {
			return true
		}
	}
	return false
}

func listed(found []Finding) string {
	var b strings.Builder
	for _, f := range found {
		j, _ := json.Marshal(f)
		b.WriteString("  " + string(j) + "\n")
	}
	return b.String()
}
