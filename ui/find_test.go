package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// long is an answer of many lines, of which a few name the needle.
func long() string {
	var b strings.Builder
	for i := range 120 {
		if i%40 == 5 {
			fmt.Fprintf(&b, "- line %d has the Needle\n", i)
		} else {
			fmt.Fprintf(&b, "- line %d\n", i)
		}
	}
	return b.String()
}

func TestFindingInTheConversation(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) { r.Answer(long()) }
		d := at(t, w, 80, 24)
		request(d, "a needle first")
		d.WaitFor("line 119")
		d.Press("tab", "/")
		d.WaitFor("find")
		d.Type("NEEDLE")
		d.Press("enter")
		d.WaitFor("line 5 has the Needle", "2 of 4 · n next · N before")
		if !strings.Contains(d.Raw(), "\x1b[1;4;7mNeedle") {
			t.Error("what was found isn't marked")
		}
		d.Press("n")
		d.WaitFor("line 45 has the Needle", "3 of 4")
		d.Press("n", "n")
		d.WaitFor("a needle first", "1 of 4")
		d.Press("N")
		d.WaitFor("line 85 has the Needle", "4 of 4")
		d.Press("/")
		d.Type("nowhere to be seen")
		d.Press("enter")
		d.WaitFor("Not found: nowhere to be seen")
		d.Press("esc")
		d.WaitFor("Ask, or /")
		d.Press("tab")
		d.Type("next") // nothing is looked for: it is text
		d.WaitFor("▌ next")
	})
}

func TestFindingInTheTraceAndDetails(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Emit(session.ToolsDiscovered{Offered: make([]session.OfferedTool, 6)})
			r.Found("ev_001", "config/http.go:42", "retryTimeout = 10 * time.Second")
			r.Answer("It is set [ev_001].", "ev_001")
		}
		d := at(t, w, 120, 40)
		request(d, "where is it set?")
		d.WaitFor("It is set", "done")
		d.Press("tab", "tab")
		d.WaitFor("▸")
		d.Press("/")
		d.Type("file.search")
		d.Press("enter")
		d.WaitFor("1 of 3") // the plan names it in its details
		d.Press("n")
		s := d.WaitFor("2 of 3")
		for l := range strings.SplitSeq(s, "\n") {
			if strings.Contains(l, "▸") && !strings.Contains(l, "allowed") {
				t.Errorf("selected: %s", l)
			}
		}
		d.Press("esc")
		d.Press("ctrl+o")
		d.WaitFor("Evidence ev_001")
		d.Press("/")
		d.Paste("RETRYtimeout")
		d.WaitFor("find RETRYtimeout")
		d.Press("enter")
		d.WaitFor("1 of 1")
		d.Press("/", "x", "esc")
		d.WaitGone("find x")
		d.WaitFor("Evidence ev_001")
		d.Press("esc")
		d.WaitGone("Evidence ev_001")
	})
}
