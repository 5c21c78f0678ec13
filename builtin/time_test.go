package builtin_test

import (
	"strings"
	"testing"
)

func TestTimeNow(t *testing.T) {
	t.Setenv("ZONEINFO", "/nonexistent")
	w := newWorld(t, nil)
	for args, want := range map[string]string{
		`{}`:                                 "2026-05-09T12:00:00+08:00 Asia/Shanghai Saturday +08:00",
		`{"timezone":"Europe/Moscow"}`:       "2026-05-09T07:00:00+03:00 Europe/Moscow Saturday +03:00",
		`{"timezone":"europe/moscow"}`:       "2026-05-09T07:00:00+03:00 Europe/Moscow Saturday +03:00",
		`{"timezone":"Pacific/Kiritimati"}`:  "2026-05-09T18:00:00+14:00 Pacific/Kiritimati Saturday +14:00",
		`{"timezone":"America/Los_Angeles"}`: "2026-05-08T21:00:00-07:00 America/Los_Angeles Friday -07:00",
		`{"timezone":"US/Pacific"}`:          "2026-05-08T21:00:00-07:00 US/Pacific Friday -07:00",
		`{"timezone":"UTC"}`:                 "2026-05-09T04:00:00Z UTC Saturday +00:00",
	} {
		r := w.ok("time.now", args).Result
		if got := strings.Join([]string{r.Now, r.Timezone, r.Weekday, r.Offset}, " "); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
	for name, near := range map[string]string{
		"Beijing": "Asia/Shanghai", "Moscow": "Europe/Moscow", "Europe/Moscw": "Europe/Moscow", "new york": "America/New_York",
		"Local": "UTC", "UTC+8": "UTC", "../../etc/passwd": "UTC", "Нигде": "UTC",
	} {
		r := w.refused("time.now", `{"timezone":"`+name+`"}`, "unknown_timezone")
		if !strings.Contains(r.Error.Hint, near) {
			t.Errorf("%s: %q doesn't name %s", name, r.Error.Hint, near)
		}
	}
}
