package search

import (
	"strings"
	"testing"
	"time"

	"vise/session"
)

var zone = time.FixedZone("Europe/Moscow", 3*3600)

// now is a Monday.
var now = time.Date(2026, 11, 30, 1, 30, 0, 0, zone)

func day(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, zone) }

func TestParse(t *testing.T) {
	on := func(d time.Time) session.RunQuery { return session.RunQuery{From: d, To: d.AddDate(0, 0, 1)} }
	for _, tc := range []struct {
		typed string
		want  session.RunQuery
	}{
		{"", session.RunQuery{}},
		{"  retry   timeout ", session.RunQuery{Text: "retry timeout"}},
		{"on:today", on(day(2026, 11, 30))},
		{"on:yesterday", on(day(2026, 11, 29))},
		{"on:mon", on(day(2026, 11, 30))},
		{"on:tue", on(day(2026, 11, 24))},
		{"on:Tuesday", on(day(2026, 11, 24))},
		{"on:tues", on(day(2026, 11, 24))},
		{"on:sun", on(day(2026, 11, 29))},
		{"on:вт", on(day(2026, 11, 24))},
		{"on:вчера", on(day(2026, 11, 29))},
		{"on:周二", on(day(2026, 11, 24))},
		{"on：今天", on(day(2026, 11, 30))},
		{"on:2026-02-28", on(day(2026, 2, 28))},
		{"status:failed", session.RunQuery{Status: session.StatusFailed}},
		{"STATUS:Done", session.RunQuery{Status: session.StatusDone}},
		{"status:waiting", session.RunQuery{Status: session.StatusNeedsApproval}},
		{"status:canceled", session.RunQuery{Status: session.StatusCancelled}},
		{"tool:todo.create", session.RunQuery{Tool: "todo.create"}},
		{"tool:github/search_issues", session.RunQuery{Tool: "github/search_issues"}},
		{"milk tool:todo.create buy status:done", session.RunQuery{Text: "milk buy", Tool: "todo.create", Status: session.StatusDone}},
		{"config/http.go:42 http://x.org on", session.RunQuery{Text: "config/http.go:42 http://x.org on"}},
		{"买牛奶 Ёлка", session.RunQuery{Text: "买牛奶 Ёлка"}},
	} {
		got, err := Parse(tc.typed, now, zone)
		if err != nil {
			t.Errorf("%q: %v", tc.typed, err)
			continue
		}
		if got.Text != tc.want.Text || got.Status != tc.want.Status || got.Tool != tc.want.Tool || !got.From.Equal(tc.want.From) || !got.To.Equal(tc.want.To) {
			t.Errorf("%q:\n got %+v\nwant %+v", tc.typed, got, tc.want)
		}
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for typed, want := range map[string]string{
		"on:":                     onHelp,
		"on:someday":              `not "someday"`,
		"on:2026-02-30":           `not "2026-02-30"`,
		"on:t":                    `not "t"`,
		"status:":                 statusHelp,
		"status:fine":             "failed, refused",
		"tool:":                   toolHelp,
		"status:done status:done": "status: is there twice",
		"on:\x1b[2J":              `\x1b[2J`,
	} {
		_, err := Parse(typed, now, zone)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%q: %v, want %q in it", typed, err, want)
		}
	}
}

func TestADayFollowsTheClocks(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	q, err := Parse("on:2026-10-25", now, berlin)
	if err != nil || q.To.Sub(q.From) != 25*time.Hour {
		t.Errorf("a day of %v, %v", q.To.Sub(q.From), err)
	}
	// the day is the one where the person is, not where the clock is
	if q, _ := Parse("on:today", now.UTC(), zone); !q.From.Equal(day(2026, 11, 30)) {
		t.Errorf("today began at %v", q.From)
	}
}
