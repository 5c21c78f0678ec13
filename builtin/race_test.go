package builtin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func searchParams(query string) *mcp.CallToolParams {
	return &mcp.CallToolParams{Name: "file.search", Arguments: map[string]any{"query": query, "max_results": 50}}
}

// TestExchangedFiles exchanges a file and a folder for links to secrets, as
// fast as it can, while tools read them.
func TestExchangedFiles(t *testing.T) {
	w := newWorld(t, map[string]string{
		".env": "SECRET\n", ".ssh/note.txt": "SECRET\n",
		"plain.txt": "fine\n", "file.link": "-> .env", "real/note.txt": "fine\n", "dir.link": "-> .ssh",
		"outside.link": "-> ../secret.txt",
	})
	w.files(filepath.Dir(w.dir), map[string]string{"secret.txt": "SECRET\n"})
	at := func(name string) string { return filepath.Join(w.dir, name) }
	done := make(chan struct{})
	var swaps sync.WaitGroup
	swaps.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			link := []string{"file.link", "outside.link"}[i%2]
			for _, pair := range [][2]string{{"plain.txt", link}, {"real", "dir.link"}} {
				steps := [][2]string{{pair[0], "tmp"}, {pair[1], pair[0]}, {pair[0], pair[1]}, {"tmp", pair[0]}}
				for _, s := range steps {
					if err := os.Rename(at(s[0]), at(s[1])); err != nil {
						t.Error(err)
						return
					}
				}
			}
		}
	})
	var fine int
	for i := range exchanges {
		path := []string{"plain.txt", "real/note.txt"}[i%2]
		for _, r := range []result{w.call("file.read", fmt.Sprintf(`{"path":%q}`, path)), w.call("file.search", `{"query":"SECRET"}`)} {
			if strings.Contains(r.Result.Text, "SECRET") || len(r.Result.Sources) > 0 && strings.Contains(r.Result.Sources[0].Excerpt, "SECRET") {
				t.Fatalf("a secret came out: %+v", r.Result)
			}
			if r.OK {
				fine++
			}
		}
	}
	close(done)
	swaps.Wait()
	if fine == 0 {
		t.Error("nothing could be read at all")
	}
}

func TestManyCallsAtOnce(t *testing.T) {
	w := newWorld(t, forest())
	want := fmt.Sprint(w.pages("needle", 50))
	var calls sync.WaitGroup
	for range 8 {
		calls.Go(func() {
			for range rounds {
				if got := fmt.Sprint(w.pages("needle", 9)); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		})
	}
	calls.Wait()
}
