package evals

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"vise/session"
)

// stillClock goes only at every look, by the same step, so that a run can be
// repeated to the byte.
type stillClock struct {
	mu   sync.Mutex
	now  time.Time
	step time.Duration
}

func (c *stillClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.step)
	return c.now
}

// movedClock goes as time does, from the time of the case: what a real model
// takes is part of what is measured.
type movedClock struct {
	base  time.Time
	start time.Time
}

func (c movedClock) Now() time.Time { return c.base.Add(time.Since(c.start)) }

// clockOf is the clock of a case, in its zone. Where a trial is recorded, or
// answered from recordings, time stands still: how often a clock is looked at
// depends on how fast a reply comes, and results that tell the time are part of
// what is recorded.
func clockOf(s Setup, real, recorded bool) (session.Clock, error) {
	now, zone := s.Now, s.Timezone
	if now.IsZero() {
		now = defaultNow
	}
	if zone == "" {
		zone = defaultZone
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("the time zone %q isn't known: %w", zone, err)
	}
	switch now = now.In(loc); {
	case real:
		return movedClock{now, time.Now()}, nil
	case recorded:
		return &stillClock{now: now}, nil
	}
	return &stillClock{now: now, step: time.Duration(max(s.TickMillis, 1)) * time.Millisecond}, nil
}

// countedIDs are the same whenever the same trial is run.
type countedIDs struct {
	mu   sync.Mutex
	seed string
	n    int
}

func (c *countedIDs) sum(what string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", c.seed, what, c.n))
	return sum[:]
}

// RunID is a ULID whose time is that of all evals.
func (c *countedIDs) RunID() string {
	var id ulid.ULID
	copy(id[:], c.sum("run"))
	_ = id.SetTime(uint64(defaultNow.UnixMilli())) // it is in range
	return id.String()
}

func (c *countedIDs) Nonce() string { return hex.EncodeToString(c.sum("nonce")[:12]) }

func sortRoots(rs []session.Root) {
	slices.SortFunc(rs, func(a, b session.Root) int { return cmp.Compare(a.Name, b.Name) })
}
