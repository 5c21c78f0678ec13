package policy

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAround(t *testing.T) {
	long := strings.Repeat("я", 60)
	def := json.RawMessage(`{"description":"` + long + `here` + long + `","a/b":{"~x":["no","yes"]},"n":1}`)
	before, place, after := Around(def, "/description", false, len(long), len(long)+4)
	if place != "here" || before != "…"+strings.Repeat("я", 40) || after != strings.Repeat("я", 40)+"…" {
		t.Errorf("%q %q %q", before, place, after)
	}
	if _, place, _ := Around(def, "/a~1b/~0x/1", false, 0, 3); place != "yes" {
		t.Errorf("by escapes: %q", place)
	}
	if before, place, _ := Around(def, "/a~1b", true, 2, 3); before != "a/" || place != "b" {
		t.Errorf("a name: %q %q", before, place)
	}
	for _, where := range []string{"", "/nothing", "/n", "/a~1b/~0x/9", "/a~1b/~0x/-1", "/n/x"} {
		if _, place, _ := Around(def, where, false, 0, 1); place != "" {
			t.Errorf("%q: %q", where, place)
		}
	}
	for _, at := range [][2]int{{-1, 1}, {3, 2}, {0, 9999}} {
		if _, place, _ := Around(def, "/description", false, at[0], at[1]); place != "" {
			t.Errorf("%v: %q", at, place)
		}
	}
}
