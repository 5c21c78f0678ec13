//go:build !race

package config

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What one goroutine does with a lot of odd text is not built for finding races:
// there are none to find, and it takes many times as long.

// Files made to be a burden are bounded in time and memory.
func TestHostileFiles(t *testing.T) {
	big := strings.Repeat("v", 100<<10)
	lookup := func(string) (string, bool) { return big, true }
	many := func(n int, one func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(one(i))
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	for _, c := range []struct {
		name, raw string
		check     func(File, error) error
	}{
		{"many servers", `{"mcpServers": {` + many(5000, func(i int) string { return fmt.Sprintf(`"s%d": {"command": "x"},`, i) }) + `}}`, func(f File, err error) error {
			if len(f.Servers) != maxServers || len(f.Notes) != 1 {
				return fmt.Errorf("%d servers, notes %v", len(f.Servers), f.Notes)
			}
			return err
		}},
		{"many keys", `{"mcpServers": {"a": {` + many(15000, func(i int) string { return fmt.Sprintf(`"k%d": 1,`, i) }) + `}}}`, func(f File, err error) error {
			if f.Servers[0].Err == nil || len(f.Servers[0].Notes) > maxNotes {
				return fmt.Errorf("%+v", f.Servers[0])
			}
			return err
		}},
		{"long variables", `{"mcpServers": {"a": {"command": "` + strings.Repeat("${V}", 10000) + `"}, "b": {"command": "x"}}}`, func(f File, err error) error {
			if f.Servers[0].Err == nil || f.Servers[1].Err != nil || len(f.Servers[0].Command) > maxExpanded {
				return fmt.Errorf("%v, %v", f.Servers[0].Err, f.Servers[1].Err)
			}
			return err
		}},
		{"many comments", `{"mcpServers": {}` + strings.Repeat("/**/", 200000) + `}`, func(_ File, err error) error { return err }},
		{"many trailing commas", `{"mcpServers": {}, "x": [` + many(15000, func(int) string { return `[1,],` }) + `]}`, func(f File, err error) error {
			if len(f.Notes) != maxNotes {
				return fmt.Errorf("%d notes", len(f.Notes))
			}
			return err
		}},
		{"many arguments that are wrong", `{"mcpServers": {"a": {"command": "x", "args": [` + many(10000, func(int) string { return `[],` }) + `]}}}`, func(f File, err error) error {
			if len(f.Servers[0].Notes) > maxNotes {
				return fmt.Errorf("%d notes", len(f.Servers[0].Notes))
			}
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			began := time.Now()
			if err := c.check(Parse("f.json", []byte(c.raw), true, lookup)); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
