package dialog

import (
	"testing"
	"time"
)

func TestWhen(t *testing.T) {
	moscow := time.FixedZone("Europe/Moscow", 3*3600)
	now := time.Date(2026, 11, 30, 10, 0, 3, 0, moscow) // Monday 30 November 2026, 10:00:03 in Moscow
	for _, tc := range []struct{ value, want string }{
		{"2026-12-01T09:00:00+03:00", "tomorrow 09:00 Europe/Moscow, in 23 h"},
		{"2026-11-30T10:00:30+03:00", "today 10:00:30 Europe/Moscow, in less than a minute"},
		{"2026-11-30T10:40:00+03:00", "today 10:40 Europe/Moscow, in 40 min"},
		{"2026-11-30T12:00:00+03:00", "today 12:00 Europe/Moscow, in 2 h"},
		{"2026-11-30T11:30:00+03:00", "today 11:30 Europe/Moscow, in 1 h 30 min"},
		{"2026-11-30T23:59:00+03:00", "today 23:59 Europe/Moscow, in 14 h"},
		{"2026-12-01T00:00:00+03:00", "tomorrow 00:00 Europe/Moscow, in 14 h"},
		{"2026-12-04T09:00:00+03:00", "Friday 4 December 09:00 Europe/Moscow, in 4 days"},
		{"2026-12-07T09:00:00+03:00", "Mon 7 December 09:00 Europe/Moscow, in 7 days"},
		{"2027-01-15T09:00:00+03:00", "Fri 15 January 2027 09:00 Europe/Moscow, in 46 days"},
		{"2027-05-30T09:00:00+03:00", "Sun 30 May 2027 09:00 Europe/Moscow, in 6 months"},
		{"2036-11-30T09:00:00+03:00", "Sun 30 November 2036 09:00 Europe/Moscow, in 10 years: check the year"},
		{"2026-11-30T09:00:00+03:00", "today 09:00 Europe/Moscow, already past: 1 h ago"},
		{"2026-11-29T09:00:00+03:00", "yesterday 09:00 Europe/Moscow, already past: 25 h ago"},
		{"2025-12-01T09:00:00+03:00", "Mon 1 December 2025 09:00 Europe/Moscow, already past: 12 months ago"},
		{"2026-12-01T09:00:00Z", "tomorrow 12:00 Europe/Moscow (sent as UTC+00:00), in 26 h"},
		{"2026-11-30T22:00:00Z", "tomorrow 01:00 Europe/Moscow (sent as UTC+00:00), in 15 h"},
		{"2026-12-01T09:00:00+08:00", "tomorrow 04:00 Europe/Moscow (sent as UTC+08:00), in 18 h"},
	} {
		at, err := time.Parse(time.RFC3339, tc.value)
		if err != nil {
			t.Fatal(err)
		}
		if got := When(at, now, moscow); got != tc.want {
			t.Errorf("%s:\n got %q\nwant %q", tc.value, got, tc.want)
		}
	}
}

func TestWhenOverAClockChange(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 10, 24, 20, 0, 0, 0, berlin) // the clocks go back in the night
	at := time.Date(2026, 10, 25, 9, 0, 0, 0, berlin)
	if got, want := When(at, now, berlin), "tomorrow 09:00 Europe/Berlin, in 14 h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
