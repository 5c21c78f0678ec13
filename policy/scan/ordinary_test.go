package scan

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func readOrdinary(t testing.TB) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/ordinary.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if len(lines) < 60 {
		t.Fatalf("only %d ordinary descriptions", len(lines))
	}
	return lines
}

func TestOrdinaryDescriptionsGiveNoFindings(t *testing.T) {
	ctx := contextOf(t, readListings(t))
	ctx.Server = "mine"
	for _, line := range readOrdinary(t) {
		line = strings.ReplaceAll(line, `\n`, "\n")
		if found := Text("description", line, ctx); len(found) > 0 {
			t.Errorf("%q:\n%s", line, listed(found))
		}
		def, err := json.Marshal(map[string]any{"name": "thing", "description": line})
		if err != nil {
			t.Fatal(err)
		}
		if found := Tool(def, ctx); len(found) > 0 {
			t.Errorf("as a tool: %q:\n%s", line, listed(found))
		}
	}
}
