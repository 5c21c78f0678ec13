package mcpclient

import "time"

// Times are bounds that seldom need changing. Zero values take the defaults.
type Times struct {
	// Discover is how long a server may leave server/discover unanswered before
	// it is asked in the older way (initialize); 0: 5 s.
	Discover time.Duration
	// PingAfter is the pause after which a session is tried before it is used;
	// 0: 60 s.
	PingAfter time.Duration
	// Ping is how long an answer to that may take; 0: 5 s.
	Ping time.Duration
	// Backoff is the wait before the second of several restarts in a row; it
	// doubles up to MaxBackoff. 0: 1 s and 60 s. A server that was ready for
	// MaxBackoff starts afresh.
	Backoff, MaxBackoff time.Duration
	// Tries is how many restarts in a row may fail; 0: 6.
	Tries int
	// Later is the pause before a server on the network that can't be reached is
	// tried again by itself; it doubles up to MaxLater. 0: 5 s and 5 min.
	Later, MaxLater time.Duration
	// Refresh is how long the catalogue waits for a list that is read again
	// before it goes by the one that was read before; 0: 1 s.
	Refresh time.Duration
	// Opened is how long a call waits for what the person does at an address
	// that the server sent them to; 0: 45 s, since a call has a minute as a rule.
	// Meanwhile the server is asked again from time to time, as not every one
	// says when it is done. A later call finds it done.
	Opened time.Duration
	// Check bounds checking one result against its output schema; 0: 1 s.
	Check time.Duration
	// Grace is how long a process may take to end by itself; 0: see
	// mcpclient/stdio.
	Grace time.Duration
}

func (t Times) filled() Times {
	for _, d := range []struct {
		field *time.Duration
		def   time.Duration
	}{
		{&t.Discover, 5 * time.Second}, {&t.PingAfter, time.Minute}, {&t.Ping, 5 * time.Second},
		{&t.Backoff, time.Second}, {&t.MaxBackoff, time.Minute}, {&t.Refresh, time.Second},
		{&t.Later, 5 * time.Second}, {&t.MaxLater, 5 * time.Minute}, {&t.Opened, 45 * time.Second}, {&t.Check, time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.def
		}
	}
	if t.Tries <= 0 {
		t.Tries = 6
	}
	return t
}

// Bounds of how long a list is kept (2026-07-28, ttlMs), whatever the server
// says: one that says 0 isn't asked at every step, one that says a year is
// asked again after an hour.
const (
	minTTL = 5 * time.Second
	maxTTL = time.Hour
)

func clampTTL(ms int) time.Duration {
	return max(time.Duration(min(max(ms, 0), int(maxTTL/time.Millisecond)))*time.Millisecond, minTTL)
}

// progressEvery is the least time between two steps of progress that are
// passed on, and between two calls of Config.Changed.
const progressEvery = 100 * time.Millisecond
