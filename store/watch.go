package store

import (
	"context"
	"os"
	"time"
)

// Version is a number that every committed write of any process raises. It
// takes no lock and costs some microseconds, so it can be polled. Compare it
// for equality: replacing the file may lower it.
func (d *DB) Version(ctx context.Context) (uint64, error) {
	h, err := d.handle()
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	f, err := os.Open(h.path)
	if err != nil {
		return 0, classify(h.path, err)
	}
	defer f.Close()
	for range 3 { // one header at most is being written, and that takes no time
		var head header
		if head, err = readHeader(f); err == nil {
			return head.txid, nil
		}
		time.Sleep(time.Millisecond)
	}
	return 0, damaged(h.path, err.Error())
}

// Changed is Watch until Close.
func (d *DB) Changed() <-chan struct{} { return d.Watch(context.Background()) }

// Watch returns a channel that gets a value after writes: this process's at
// once, other processes' within Options.Poll. One value may stand for many.
// It is closed when ctx ends or the DB is closed. Heartbeats of runs count as
// writes, so a value doesn't promise that anything looks different.
func (d *DB) Watch(ctx context.Context) <-chan struct{} {
	ch := make(chan struct{}, 1)
	next := d.h.nextWrite()
	last, _ := d.Version(ctx) // 0 makes the first look tell
	go func() {
		defer close(ch)
		poll := time.NewTicker(d.h.opts.Poll)
		defer poll.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-d.done:
				return
			case <-next:
			case <-poll.C:
			}
			next = d.h.nextWrite() // before looking, so that none falls between
			now, err := d.Version(ctx)
			if err != nil || now == last {
				continue // a file that can't be read is told by whoever reads it
			}
			last = now
			select {
			case ch <- struct{}{}:
			default:
			}
		}
	}()
	return ch
}

// nextWrite is closed with this process's next commit.
func (h *handle) nextWrite() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.wrote
}
