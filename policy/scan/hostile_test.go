package scan

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strconv"
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
		} else if found[0].Severity != High && !slices.Contains(mild, h.Kind) {
			t.Errorf("%s: %q is no more than a low finding:\n%s", h.Lang, h.Text, listed(found))
		}
	}
}

// mild are kinds that may stand alone with honest reasons.
var mild = []string{URL, Mention, Invisible, Lookalike}

// Every sequence names classes that exist, and there is room for all classes.
func TestPatternsNameKnownClasses(t *testing.T) {
	v := words()
	known := len(v.names)
	if known > 120 {
		t.Errorf("%d classes: a set holds 128", known)
	}
	places := []string{atURL, atEmail, atPhone, atPath, atTool, atNote}
	check := func(seq string) {
		for _, f := range strings.FieldsFunc(seq, func(r rune) bool { return r == ' ' || r == '|' }) {
			if _, err := strconv.Atoi(f); err == nil || slices.Contains(places, f) {
				continue
			}
			if !defined(f) {
				t.Errorf("%q: no word is of class %q", seq, f)
			}
		}
	}
	for _, p := range patterns {
		check(p.seq)
	}
	for _, w := range wanted {
		check(w)
	}
}

func defined(class string) bool {
	return strings.Contains(wordsEN, "\n"+class+":") || strings.Contains(wordsRU, "\n"+class+":") || strings.Contains(wordsZH, "\n"+class+":")
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
