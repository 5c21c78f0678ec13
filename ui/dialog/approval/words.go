package approval

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
)

// provenance says in words where an argument's value came from.
func provenance(o policy.Origin, sources []session.Source) string {
	switch o.Source {
	case policy.FromUser:
		if o.Quote == "" {
			return "your words"
		}
		return "your words " + quote(o.Quote)
	case policy.FromUserDerived:
		if o.Quote == "" {
			return "worked out by the model from your words: check it"
		}
		return "worked out by the model from your " + quote(o.Quote) + ": check it"
	case policy.FromEvidence:
		return "from " + evidence(o.Evidence, sources)
	case policy.FromEvidenceDerived:
		return "the model's, partly from " + evidence(o.Evidence, sources)
	case policy.FromModel:
		return "the model's own"
	case policy.FromVise:
		return "vise filled it in"
	}
	return "where it came from isn't known: check it"
}

// quote puts someone's words between quotes, on one line.
func quote(s string) string {
	return `"` + strings.ReplaceAll(theme.InertWords(s), `"`, `\"`) + `"`
}

// evidence names at most three sources.
func evidence(ids []string, sources []session.Source) string {
	if len(ids) == 0 {
		return "a tool's result"
	}
	var names []string
	for _, id := range ids[:min(3, len(ids))] {
		i := slices.IndexFunc(sources, func(s session.Source) bool { return s.Evidence == id })
		name := ""
		if i >= 0 {
			name = sources[i].Name
			if name == "" {
				name = sources[i].URI
			}
		}
		if name == "" {
			names = append(names, theme.InertWords(id))
			continue
		}
		names = append(names, fmt.Sprintf("%s (%s)", theme.InertWords(name), theme.InertWords(id)))
	}
	out := strings.Join(names, ", ")
	if more := len(ids) - 3; more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}

// timeWords says when t is, for a person in zone: "tomorrow 09:00
// Europe/Moscow, in 23 h". A time that has passed is marked, and an offset
// that isn't the zone's is named.
func timeWords(t, now time.Time, zone *time.Location) string {
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

// kind says what sort of tool it is: "built-in · writes".
func kind(a session.Approval) string {
	where := "built-in"
	if a.Tool.Server != policy.BuiltinServer {
		where = "server " + theme.InertWords(a.Tool.Server)
	}
	return where + " · " + level(a).Words()
}

// level is the decision's, which may have been raised, else the tool's.
func level(a session.Approval) policy.Level {
	if a.Decision.Level != 0 {
		return a.Decision.Level
	}
	return a.Tool.Level
}
