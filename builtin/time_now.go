package builtin

import (
	"context"
	"time"

	"vise/policy"
)

type timeResult struct {
	common
	Now      string `json:"now"` // RFC 3339
	Timezone string `json:"timezone"`
	Weekday  string `json:"weekday"`
	Offset   string `json:"utc_offset"`
}

func (s *Server) timeNow() tool {
	return tool{
		name: "time.now", title: "Current time", level: policy.ReadsHere, hints: readOnly(),
		description: "Returns the current time, weekday and UTC offset. Use it before working out a date such as \"tomorrow\", or for the time elsewhere. Not for other moments.",
		input: `{"type":"object","properties":{"timezone":{"type":"string","maxLength":64,"description":"IANA name, e.g. Asia/Shanghai; default: the person's"}},` +
			`"additionalProperties":false}`,
		fields: []string{"timezone"},
		run:    s.runTimeNow,
	}
}

func (s *Server) runTimeNow(_ context.Context, c call) (any, error) {
	name := c.args.line("timezone", 64)
	if err := c.args.failed(); err != nil {
		return nil, err
	}
	zone := s.zone
	if name != "" {
		var err error
		if zone, err = loadZone(name); err != nil {
			return nil, err
		}
	}
	now := s.now().In(zone)
	r := timeResult{
		Now: now.Format(time.RFC3339), Timezone: zoneName(zone, now),
		Weekday: now.Weekday().String(), Offset: now.Format("-07:00"),
	}
	r.Summary = now.Format("Monday, 2 January 2006, 15:04") + " in " + r.Timezone + " (UTC" + r.Offset + ")"
	r.ObjectIDs = []string{}
	return r, nil
}
