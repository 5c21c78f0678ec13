package app

import (
	"context"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient"
	"vise/session"
)

// readings are the resources that requests have named, and for each whether a
// change since it was read was told.
type readings struct {
	mu   sync.Mutex
	told map[session.ResourceRef]bool
}

// read notes that ref was read just now.
func (r *readings) read(ref session.ResourceRef) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.told == nil {
		r.told = map[session.ResourceRef]bool{}
	}
	r.told[ref] = false
}

// change reports whether a change of ref is news.
func (r *readings) change(ref session.ResourceRef) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	told, known := r.told[ref]
	if known {
		r.told[ref] = true
	}
	return known && !told
}

// namedReader reads the resources that requests name, and has their servers say
// when they change.
type namedReader struct {
	w    *Workbench
	host *mcpclient.Host
}

func (n namedReader) ReadResource(ctx context.Context, server, uri string) (*mcp.ReadResourceResult, error) {
	res, err := n.host.ReadResource(ctx, server, uri)
	if err == nil {
		n.w.readings.read(session.ResourceRef{Server: server, URI: uri})
		n.w.closing.Go(func() {
			ctx, cancel := context.WithTimeout(n.w.life, listLimit)
			defer cancel()
			_ = n.host.Subscribe(ctx, server, uri) // most servers tell of no changes; the next read asks again
		})
	}
	return res, err
}

// resourceChanged is told that a resource isn't what it was when it was read.
func (w *Workbench) resourceChanged(server, uri string) {
	if w.readings.change(session.ResourceRef{Server: server, URI: uri}) {
		w.models.tell(fmt.Sprintf("%s:%s has changed since it was read; @%[1]s:%[2]s in a request reads it again", server, uri))
	}
}
