package dialog

import (
	"testing"

	"vise/ui/keys"
)

func TestChoosingGoesRound(t *testing.T) {
	answers := []string{"a", "b", "c"}
	possible := func(id string) bool { return id != "b" }
	for _, c := range []struct {
		from string
		step int
		want string
	}{{"", 1, "a"}, {"a", 1, "c"}, {"c", 1, ""}, {"", -1, "c"}, {"c", -1, "a"}, {"b", 1, "a"}} {
		if got := Choose(c.from, answers, c.step, possible); got != c.want {
			t.Errorf("from %q by %d: %q, want %q", c.from, c.step, got, c.want)
		}
	}
	if got := Choose("", answers, 1, func(string) bool { return false }); got != "" {
		t.Errorf("nothing is possible: %q", got)
	}
}

func TestScrolling(t *testing.T) {
	for id, want := range map[string]int{keys.ApprovalUp: 4, keys.ApprovalDown: 6, keys.ApprovalPageUp: 0, keys.ApprovalPageDown: 14, keys.ApprovalTop: 0, keys.ApprovalBottom: 1 << 30} {
		if got, ok := ScrollKey(id, 5, 10); !ok || got != want {
			t.Errorf("%s: %d, %v", id, got, ok)
		}
	}
	if got, ok := ScrollKey(keys.ApprovalAllow, 5, 10); ok || got != 5 {
		t.Errorf("an answer scrolls to %d", got)
	}
	if got, _ := ScrollKey(keys.ApprovalUp, 0, 10); got != 0 {
		t.Errorf("above the top: %d", got)
	}
}
