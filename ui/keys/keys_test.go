package keys

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDefaultsHaveNoConflicts(t *testing.T) {
	if got := Default().Conflicts(); len(got) > 0 {
		t.Errorf("conflicts: %v", got)
	}
}

func TestConflictsAreFoundAcrossContextsThatAreLiveTogether(t *testing.T) {
	m := Default()
	i := m.index(Copy)
	m.all[i].Keys = []string{"ctrl+p"} // the palette's, live in the conversation too
	got := m.Conflicts()
	if len(got) == 0 || got[0].Key != "ctrl+p" || got[0].In != ChatList {
		t.Fatalf("conflicts: %v", got)
	}
	m.all[i].Keys = []string{"D"} // the approval's, never live with the conversation
	if got := m.Conflicts(); len(got) > 0 {
		t.Errorf("conflicts: %v", got)
	}
}

func TestEveryBindingIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range Default().All() {
		if seen[b.ID] {
			t.Errorf("%s: twice", b.ID)
		}
		seen[b.ID] = true
		if b.Help == "" || len(b.Where) == 0 || len(b.Keys) == 0 {
			t.Errorf("%s: incomplete: %+v", b.ID, b)
		}
		for _, c := range b.Where {
			if titles[c] == "" || !slices.Contains(order, c) {
				t.Errorf("%s: context %s isn't in the help screen", b.ID, c)
			}
		}
		for _, k := range b.Keys {
			n, err := normal(k)
			if err != nil || n != k {
				t.Errorf("%s: %q: normal form %q, %v", b.ID, k, n, err)
			}
			if c, bad := b.typedIn(k); bad {
				t.Errorf("%s: %q is text in %s", b.ID, k, c)
			}
		}
	}
}

func TestEveryContextIsInTheHelpScreen(t *testing.T) {
	for c := range chains {
		if !slices.Contains(order, c) {
			t.Errorf("%s has no place", c)
		}
	}
}

func TestOverride(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys map[string][]string
		want string // part of the error; empty: it works
	}{
		{"moved", map[string][]string{ToggleTrace: {"f2", "Ctrl+T"}}, ""},
		{"order of modifiers and names", map[string][]string{NewLine: {"shift+ctrl+Return"}}, ""},
		{"swapped", map[string][]string{ApprovalAllow: {"d"}, ApprovalDeny: {"a"}}, ""},
		{"taken away", map[string][]string{OpenModel: {}}, ""},
		{"unknown, near", map[string][]string{"page_dwn": {"f3"}}, "did you mean page_down?"},
		{"unknown, far", map[string][]string{"frobnicate": {"f3"}}, "help screen"},
		{"never", map[string][]string{ToggleTrace: {"ctrl+s"}}, "can't be bound"},
		{"never, capital", map[string][]string{ToggleTrace: {"CTRL+B"}}, "can't be bound"},
		{"never, bracket", map[string][]string{ToggleTrace: {"ctrl+["}}, "can't be bound"},
		{"no key", map[string][]string{ToggleTrace: {"ctrl+tt"}}, "is no key"},
		{"empty key", map[string][]string{ToggleTrace: {""}}, "is no key"},
		{"modifier alone", map[string][]string{ToggleTrace: {"ctrl+"}}, "is no key"},
		{"control character", map[string][]string{ToggleTrace: {"\x1b"}}, "is no key"},
		{"text", map[string][]string{OpenPalette: {"x"}}, "would be text"},
		{"text, space", map[string][]string{Send: {"space"}}, "would be text"},
		{"conflict", map[string][]string{OpenModel: {"ctrl+p"}}, "bound to both"},
		{"answer on enter", map[string][]string{ApprovalAllow: {"enter"}}, "bound to both"},
		{"needed", map[string][]string{Cancel: {}}, "needs one"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := Default()
			err := m.Override(tc.keys)
			if tc.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("error %v, want %q in it", err, tc.want)
			}
			if !slices.EqualFunc(m.All(), Default().All(), func(a, b Binding) bool { return slices.Equal(a.Keys, b.Keys) }) {
				t.Error("a refused override changed the map")
			}
		})
	}
}

func TestOverrideTellsOfEveryMistake(t *testing.T) {
	err := Default().Override(map[string][]string{"nope_nope": {"f2"}, ToggleTrace: {"ctrl+q"}})
	if err == nil || !strings.Contains(err.Error(), "nope_nope") || !strings.Contains(err.Error(), "ctrl+q") {
		t.Error(err)
	}
}

func TestOverrideLeavesTheDefaultsAlone(t *testing.T) {
	if err := Default().Override(map[string][]string{ToggleTrace: {"f2"}}); err != nil {
		t.Fatal(err)
	}
	if got := Default().Label(ToggleTrace); got != "ctrl+t" {
		t.Errorf("the default is %s", got)
	}
}

func TestFooterDropsFromTheRight(t *testing.T) {
	m := Default()
	full := m.Footer(ComposerEmpty, 200)
	if !strings.HasPrefix(full, "enter send · ctrl+t trace · ctrl+r search past requests · ctrl+p commands · ? help") {
		t.Errorf("footer: %s", full)
	}
	for w := range 120 {
		got := m.Footer(ComposerEmpty, w)
		if utf8.RuneCountInString(got) > w || !strings.HasPrefix(full, got) {
			t.Fatalf("width %d: %q", w, got)
		}
	}
}

func TestPickPairsKeys(t *testing.T) {
	got := Default().Pick(80, ReplayBack+"+"+ReplayForward, ReplayPlay, "no such id", Back)
	if want := "← → step · space play · esc back"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFooterFollowsOverrides(t *testing.T) {
	m := Default()
	if err := m.Override(map[string][]string{ToggleTrace: {"f2"}, OpenSearch: {}}); err != nil {
		t.Fatal(err)
	}
	if got := m.Footer(ComposerEmpty, 40); got != "enter send · f2 trace · ctrl+p commands" {
		t.Errorf("footer: %q", got)
	}
}

func TestSectionsStartWhereOneIs(t *testing.T) {
	s := Default().Sections(Replay)
	if s[0].Context != Replay || s[1].Context != Browse || s[2].Context != Global {
		t.Errorf("sections: %s %s %s", s[0].Title, s[1].Title, s[2].Title)
	}
}

func TestMarkdownNamesEveryBindingOnce(t *testing.T) {
	table := Default().Markdown()
	for _, b := range Default().All() {
		if n := strings.Count(table, "| "+b.ID+" |\n"); n != 1 {
			t.Errorf("%s: %d rows", b.ID, n)
		}
	}
}
