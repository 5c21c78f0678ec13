package app

import (
	"crypto/rand"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// zoneClock is the machine's clock in the person's zone.
type zoneClock struct{ zone *time.Location }

func (c zoneClock) Now() time.Time { return time.Now().In(c.zone) }

// randomIDs makes run ids that sort by time, and nonces nobody can guess.
type randomIDs struct{}

func (randomIDs) RunID() string { return ulid.Make().String() }

func (randomIDs) Nonce() string { return strings.ToLower(rand.Text()) }
