//go:build !race

package policy

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// What one goroutine does with a lot of odd text is not built for finding races:
// there are none to find, and it takes many times as long.

func TestTraceIsBounded(t *testing.T) {
	words := strings.Repeat("слово word 词语 ", 1<<14)
	evidence := []EvidenceText{{ID: "old", Text: words}, {ID: "ev", Text: strings.Repeat("a", 2<<20)}, {ID: "new", Text: "the needle"}}
	args, _ := json.Marshal(map[string]any{
		"a": strings.Repeat("a", 20_000), "w": strings.Repeat("other words ", 5_000), "n": "needle",
		"l": strings.Split(strings.Repeat("x y ", 1_000), " "),
	})
	start := time.Now()
	got := Trace(args, []string{words, words}, evidence, nil)
	if d := time.Since(start); d > 8*time.Second {
		t.Errorf("took %v", d)
	}
	for _, o := range got {
		if o.Argument == "n" && o.Source != FromEvidence {
			t.Errorf("the latest evidence wasn't looked at: %+v", o)
		}
	}
}

// What a hostile server sends to make look-ups slow only makes values seem
// less well founded.
func TestHostileTextsAreBounded(t *testing.T) {
	evidence := []EvidenceText{{ID: "a", Text: strings.Repeat("aa aa ", 1<<16)}, {ID: "b", Text: strings.Repeat("奶", 1<<16)}}
	args := map[string]string{}
	for i := range 200 {
		args[fmt.Sprint(i)] = strings.Repeat("aa aa ", 1+i) + "奶"
	}
	raw, _ := json.Marshal(args)
	start := time.Now()
	Trace(raw, nil, evidence, nil)
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v", d)
	}
}
