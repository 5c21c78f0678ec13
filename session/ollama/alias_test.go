package ollama

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAliases(t *testing.T) {
	ids := []string{"file.search", "file.read", "todo.create", "todo.list", "todo.update", "time.now",
		"github/search", "github/search_issues", "github/searchIssues", "a.b/c", "a_b/c", "x/name", "name", "a", "数据库/查询", "9/lives",
		"long/" + strings.Repeat("word_", 30), "long/" + strings.Repeat("word_", 30) + "2", "call", ""}
	got := Aliases(ids)
	for id, want := range map[string]string{
		"file.search": "file_search", "todo.create": "todo_create", "time.now": "time_now",
		"github/search": "github_search_tool", "name": "name_tool",
	} {
		if got[id] != want {
			t.Errorf("%s: %s, want %s", id, got[id], want)
		}
	}
	checkAliases(t, ids, got)
	for range 20 {
		rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		if again := Aliases(append(ids, ids[0])); !reflect.DeepEqual(got, again) {
			t.Fatalf("the order matters: %v, %v", got, again)
		}
	}
}

func checkAliases(t *testing.T, ids []string, got map[string]string) {
	t.Helper()
	form := regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	for _, id := range ids {
		alias := got[id]
		if !form.MatchString(alias) {
			t.Errorf("%q: alias %q has the wrong form", id, alias)
		}
		if strings.Contains(reserved, alias) {
			t.Errorf("%q: alias %q is part of what parsers read", id, alias)
		}
		for _, other := range ids {
			if other != id && strings.Contains(got[other], alias) {
				t.Errorf("%q: alias %q is part of %q, of %q", id, alias, got[other], other)
			}
		}
	}
}

// Names that a hostile server picked so that every first try is part of another.
func TestAliasesOfHostileNames(t *testing.T) {
	var ids []string
	for i := 1; i <= 60; i++ {
		ids = append(ids, strings.Repeat("a", i), "x/"+strings.Repeat("a", i), "x."+strings.Repeat("a", i))
	}
	for _, id := range slices.Clone(ids[:30]) {
		for try := 1; try < 4; try++ {
			ids = append(ids, "b."+candidate(id, try))
		}
	}
	checkAliases(t, ids, Aliases(ids))
}

func BenchmarkAliases200(b *testing.B) {
	var ids []string
	for i := range 200 {
		ids = append(ids, fmt.Sprintf("server%d/tool_number_%d", i%7, i))
	}
	for b.Loop() {
		Aliases(ids)
	}
}
