package dialog

import (
	"fmt"
	"time"
)

// When says when t is, for a person in zone: "tomorrow 09:00
// Europe/Moscow, in 23 h". A time that has passed is marked, and an offset
// that isn't the zone's is named.
func When(t, now time.Time, zone *time.Location) string {
	local := t.In(zone)
	clock := "15:04"
	if local.Second() != 0 {
		clock = "15:04:05"
	}
	out := day(local, now.In(zone)) + " " + local.Format(clock) + " " + zone.String()
	_, given := t.Zone()
	if _, here := local.Zone(); given != here {
		out += " (sent as UTC" + t.Format("-07:00") + ")"
	}
	return out + ", " + away(t.Sub(now))
}

// day names t's day as seen from now's, both in the same zone.
func day(t, now time.Time) string {
	midnight := func(x time.Time) time.Time { return time.Date(x.Year(), x.Month(), x.Day(), 0, 0, 0, 0, time.UTC) }
	days := int(midnight(t).Sub(midnight(now)) / (24 * time.Hour))
	switch {
	case days == 0:
		return "today"
	case days == 1:
		return "tomorrow"
	case days == -1:
		return "yesterday"
	case days > 1 && days < 7:
		return t.Format("Monday 2 January")
	case t.Year() == now.Year():
		return t.Format("Mon 2 January")
	}
	return t.Format("Mon 2 January 2006")
}

// away is how far off a time is.
func away(d time.Duration) string {
	if d < 0 {
		return "already past: " + span(-d) + " ago"
	}
	return "in " + span(d)
}

func span(d time.Duration) string {
	const dayLong = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < time.Hour:
		return fmt.Sprintf("%d min", d.Round(time.Minute)/time.Minute)
	case d < 6*time.Hour:
		d = d.Round(time.Minute)
		if m := d % time.Hour / time.Minute; m != 0 {
			return fmt.Sprintf("%d h %d min", d/time.Hour, m)
		}
		return fmt.Sprintf("%d h", d/time.Hour)
	case d < 2*dayLong:
		return fmt.Sprintf("%d h", d.Round(time.Hour)/time.Hour)
	case d < 60*dayLong:
		return fmt.Sprintf("%d days", d.Round(dayLong)/dayLong)
	case d < 730*dayLong:
		return fmt.Sprintf("%d months", int(d.Hours()/24/30.44+0.5))
	}
	return fmt.Sprintf("%d years: check the year", int(d.Hours()/24/365.25+0.5))
}
