package trace

import (
	"strings"
	"testing"
	"time"

	"vise/session"
	"vise/ui/theme"
	"vise/ui/uitest"
)

// run makes events and the state that they lead to.
func run(ps ...session.Payload) (*session.State, []session.Event) {
	var st session.State
	var events []session.Event
	for i, p := range ps {
		e := session.Event{V: 1, ID: "evt", Run: "r", Seq: i + 1, Time: time.Unix(int64(i), 0), Type: p.Type(), Payload: p}
		st.Apply(e)
		events = append(events, e)
	}
	return &st, events
}

func shown(p *Pane) string { return uitest.Plain(strings.Join(p.Lines(), "\n")) }

func searching() (*session.State, []session.Event) {
	return run(
		session.RunStarted{Task: "find it", Budget: session.Budget{Steps: 8, Calls: 6}},
		session.ModelRequest{Step: 1, Messages: 2},
		session.PlanCreated{Step: 1, Summary: "search", Calls: []string{"c1"}, Tools: []string{"file.search"}},
		session.CallStarted{Call: "c1", Tool: "file.search"},
		session.ToolCallClosed{Call: "c1", Tool: "file.search", OK: true, Millis: 12},
		session.ToolResult{Call: "c1", Tool: "file.search", OK: true, Ran: true, Summary: session.Untrusted("2 hits\x1b[2J")},
	)
}

func TestMinorEventsAreShownWhileTheyAreTheLast(t *testing.T) {
	st, events := searching()
	p := New(theme.New(true), time.UTC)
	p.Size(60, 20)
	p.Reset(st, events[:2]...)
	if n := len(p.shown); n != 2 {
		t.Errorf("%d rows after the request: %s", n, shown(p))
	}
	p.Append(events[2:]...)
	got := shown(p)
	if len(p.shown) != 3 || !strings.Contains(got, "00:00:05 ✓ file.search") || !strings.Contains(got, `2 hits\x1b[2J`) {
		t.Errorf("%d rows:\n%s", len(p.shown), got)
	}
	p.ToggleMinor()
	if len(p.shown) != len(events) {
		t.Errorf("%d of %d events:\n%s", len(p.shown), len(events), shown(p))
	}
}

func TestSelectingStaysWithItsEvent(t *testing.T) {
	st, events := searching()
	p := New(theme.New(true), time.UTC)
	p.Size(60, 20)
	p.Reset(st, events[:4]...)
	p.Select(0)
	e, ok := p.Selected()
	if !ok || e.Seq != 4 {
		t.Fatalf("selected %d", e.Seq)
	}
	p.Append(events[4:]...)
	if e, _ := p.Selected(); e.Seq != 4 {
		t.Errorf("the selection moved to %d", e.Seq)
	}
	p.SelectEdge(false)
	if e, _ := p.Selected(); e.Seq != 1 {
		t.Errorf("the first is %d", e.Seq)
	}
	p.Deselect()
	if _, ok := p.Selected(); ok {
		t.Error("still selected")
	}
}

func TestRowsFitEveryWidth(t *testing.T) {
	st, events := searching()
	p := New(theme.New(true), time.UTC)
	p.Reset(st, events...)
	for w := 1; w < 70; w += 7 {
		p.Size(w, 20)
		uitest.Fits(t, strings.Join(p.Lines(), "\n"), w, 20)
	}
}
