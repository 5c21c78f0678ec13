package dialog

import "time"

// Quiet is how long no key must have been pressed before a dialog listens.
const Quiet = 400 * time.Millisecond

// Ear is deaf until the keyboard was quiet for a while, so that keys meant for
// something else answer nothing.
type Ear struct {
	now       time.Time
	last      time.Time // the last key, or when the dialog was opened
	listening bool
}

// NewEar is an ear that has heard a key now.
func NewEar(now time.Time) Ear { return Ear{now: now, last: now} }

// Tick tells the dialog the time, so that the words about times stay right and
// the screen says when it listens. It returns how long until it listens, 0
// when it does.
func (e *Ear) Tick(now time.Time) time.Duration {
	e.now = now
	if wait := Quiet - now.Sub(e.last); !e.listening && wait > 0 {
		return wait
	}
	e.listening = true
	return 0
}

// Hears takes note of a key and reports whether the dialog listens to it.
func (e *Ear) Hears(now time.Time) bool {
	wait := e.Tick(now)
	e.last = now
	return wait == 0
}

// Deafen makes the dialog wait for a quiet keyboard again.
func (e *Ear) Deafen(now time.Time) { e.now, e.last, e.listening = now, now, false }

// Now is the last time the dialog was told.
func (e *Ear) Now() time.Time { return e.now }

// Listening reports whether the keyboard was quiet long enough.
func (e *Ear) Listening() bool { return e.listening }
