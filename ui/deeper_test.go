package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// deepFiles are some files that no first folder lists.
func deepFiles() []ui.PathHint {
	return []ui.PathHint{
		{Path: "src/", Folder: true}, {Path: "clients.md", Bytes: 40},
		{Path: "src/client.go", Bytes: 4800}, {Path: "src/waiter.go", Bytes: 400},
		{Path: "src/net/server.go", Bytes: 400}, {Path: "src/net/server_test.go", Bytes: 800},
		{Path: "src/my server.go"}, {Path: "src/server\x1b[2J.go"}, {Path: "src/\u202eserver.go"},
	}
}

func TestFilesOfOtherFoldersComeAfterThoseOfTheOneNamed(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := full(t, w, &fake.Extras{Hints: deepFiles()}, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("explain @client")
		s := d.WaitFor("▸ clients.md", "src/client.go")
		if strings.Index(s, "clients.md") > strings.Index(s, "src/client.go") {
			t.Errorf("the folder that is named comes second:\n%s", s)
		}
		d.Press("down")
		d.WaitFor("▸ src/client.go")
		d.Press("enter")
		d.WaitFor("▌ explain @src/client.go ~1.2k tokens")
		d.Type("and @server")
		s = d.WaitFor("src/net/server.go", "src/net/server_test.go", "tab takes it")
		if strings.Contains(s, "my server") || strings.Contains(s, "2J") || strings.Contains(s, "\u202e") {
			t.Errorf("what can't be named is offered:\n%s", s)
		}
		d.Press("tab")
		d.WaitFor("@src/net/server.go ~100 tokens")
		d.WaitGone("server_test")
		d.Press("enter")
		d.WaitFor("Done.")
		if got := w.Sent(); len(got) != 1 || got[0] != "explain @src/client.go and @src/net/server.go" {
			t.Errorf("sent %q", got)
		}
	})
}

func TestAWordThatOnlyLooksLikeAFileElsewhereIsSent(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := full(t, w, &fake.Extras{Hints: deepFiles()}, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("ask @server")
		if s := d.WaitFor("src/net/server.go"); strings.Contains(s, "▸") {
			t.Errorf("one is chosen already:\n%s", s)
		}
		d.Press("enter")
		d.WaitFor("Done.")
		d.WaitGone("src/net/server.go")
		d.Type("and @server")
		d.WaitFor("src/net/server.go")
		d.Press("up") // the last one
		d.WaitFor("▸ src/net/server_test.go")
		d.Press("down")
		d.WaitFor("▸ src/net/server.go")
		d.Type(".") // it still fits, and stays chosen
		d.WaitGone("server_test")
		d.WaitFor("▌ and @server.", "▸ src/net/server.go")
		d.Press("enter")
		d.WaitFor("@src/net/server.go ~100 tokens")
		d.Press("enter")
		d.WaitFor("▌ Ask, or /")
		if got := w.Sent(); len(got) != 2 || got[0] != "ask @server" || got[1] != "and @src/net/server.go" {
			t.Errorf("sent %q", got)
		}
	})
}

func TestASlowSearchIsLeftWhenTheTextChanges(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{Hints: append(deepFiles(), ui.PathHint{Path: "waits.md", Bytes: 4}), Slow: make(chan struct{}), Left: make(chan string, 9)}
		d := full(t, fake.New(), x, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("@wait")
		d.WaitFor("▸ waits.md") // at once
		time.Sleep(80 * time.Millisecond)
		d.Type("e")
		d.WaitFor("▌ @waite")
		d.WaitGone("waits.md")
		if word := <-x.Left; word != "wait" {
			t.Errorf("the search for %q ended", word)
		}
		d.Type("r")
		d.WaitFor("▌ @waiter")
		close(x.Slow)
		d.WaitFor("src/waiter.go")
		d.Press("ctrl+u")
		d.WaitGone("src/waiter.go")
	})
}

func TestNoMoreFilesAreOfferedThanTheMenuHolds(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		hints := deepFiles()
		for i := range 90 {
			hints = append(hints, ui.PathHint{Path: fmt.Sprintf("a%02d.txt", i)}, ui.PathHint{Path: fmt.Sprintf("deep/a%02d.txt", i)})
		}
		d := full(t, fake.New(), &fake.Extras{Hints: hints}, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("@a")
		d.WaitFor("▸ a00.txt")
		time.Sleep(80 * time.Millisecond) // the others were looked for
		d.Press("up")
		d.WaitFor("▸ a49.txt")
		d.Type("0")
		d.WaitFor("▌ @a0", "▸ a00.txt")
		time.Sleep(80 * time.Millisecond)
		d.Press("up")
		d.WaitFor("▸ deep/a09.txt")
	})
}

func TestWhatTabTakesIsSaidWhereNoneIsChosen(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		far := "src/" + strings.Repeat("deep/", 20)
		d := full(t, fake.New(), &fake.Extras{Hints: append(deepFiles(), ui.PathHint{Path: "serve.md"}, ui.PathHint{Path: far + "one-server.go"})}, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("@server")
		d.WaitFor("tab takes it", "deep/one-server.go") // its end tells it apart
		d.Press("backspace")
		if s := d.WaitFor("▸ serve.md", "src/net/server.go"); strings.Contains(s, "takes it") {
			t.Errorf("tab takes another one:\n%s", s)
		}
		d.Press("esc")
		d.WaitGone("serve.md")
		d.Press("tab")
		d.Stays("nothing is taken", 100*time.Millisecond, func(s string) bool { return strings.Contains(s, "▌ @serve") })
	})
}

func TestClosingTheMenuLeavesTheSearch(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := &fake.Extras{Hints: []ui.PathHint{{Path: "waits.md", Bytes: 4}}, Slow: make(chan struct{}), Left: make(chan string, 9)}
		d := full(t, fake.New(), x, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("@wait")
		d.WaitFor("▸ waits.md")
		d.Press("esc")
		d.WaitGone("waits.md")
		select {
		case word := <-x.Left:
			if word != "wait" {
				t.Errorf("the search for %q ended", word)
			}
		case <-time.After(uitest.Patience):
			t.Error("it goes on")
		}
	})
}
