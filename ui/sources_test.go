package ui_test

import (
	"strings"
	"testing"

	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

func TestOneOfSeveralSourcesIsChosen(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Found("ev_001", "config/http.go:42", "retryTimeout = 10 * time.Second")
			r.Found("ev_002", "docs/retry.md:7", "The timeout is ten seconds.")
			r.Answer("Ten seconds [ev_001] [ev_002].", "ev_001", "ev_002")
		}
		d := at(t, w, 100, 30)
		request(d, "how long is the timeout?")
		d.WaitFor("Ten seconds")
		d.Press("ctrl+o")
		d.WaitFor("Sources of this answer", "ev_001", "config/http.go:42", "ev_002", "docs/retry.md:7")
		d.Press("down", "enter")
		if s := d.WaitFor("Evidence ev_002", "The timeout is ten seconds."); strings.Contains(s, "retryTimeout = 10") {
			t.Errorf("the other source is open too:\n%s", s)
		}
		d.Press("esc")
		d.WaitGone("Evidence ev_002")
		d.Press("ctrl+o")
		d.WaitFor("Sources of this answer")
		d.Press("up", "up", "down", "down", "enter")
		d.WaitFor("retryTimeout = 10", "The timeout is ten seconds.")
	})
}
