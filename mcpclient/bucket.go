package mcpclient

import (
	"sync"
	"time"
)

// maxInbound is how many requests a server may make within a minute.
const maxInbound = 600

// bucket counts what happens within a minute.
type bucket struct {
	mu    sync.Mutex
	from  time.Time
	count int
}

// take counts one more; false: that is too many.
func (b *bucket) take(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now.Sub(b.from) >= time.Minute {
		b.from, b.count = now, 0
	}
	b.count++
	return b.count <= maxInbound
}
