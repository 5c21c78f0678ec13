package mcpclient

import (
	"context"
	"sync"

	"vise/policy"
)

// Catalogue lists the tools of all servers: built-in first, then server by
// server in the order they were added, each in its server's own order. A
// server that can't be reached is in Servers with its error and takes nothing
// else with it. It waits only for servers of this process. Others that still
// start are in Servers with nothing offered; a list that has changed is read
// again in the background, waited for shortly, and goes by what it was until
// then (a tool is compared with the newest list before it is called). It fails
// only when ctx is over or the host is closed.
func (h *Host) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	servers := h.all()
	lists := make([]*listing, len(servers))
	var wg sync.WaitGroup
	for i, s := range servers {
		wg.Go(func() { lists[i] = s.glance(ctx) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return policy.Catalogue{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return policy.Catalogue{}, errClosed
	}
	var c policy.Catalogue
	for i, s := range servers {
		offered, held := h.sort(lists[i])
		state := s.status(lists[i])
		state.Offered, state.Held = len(offered), len(held)
		c.Offered, c.Held, c.Servers = append(c.Offered, offered...), append(c.Held, held...), append(c.Servers, state)
	}
	return c, nil
}

// sort says which tools are offered now, and why the others aren't.
func (h *Host) sort(l *listing) (offered []policy.Tool, held []policy.Held) {
	held = append(held, l.held...)
	for _, t := range l.tools {
		if t.Server != policy.BuiltinServer && h.cfg.Status != nil {
			t.Status = h.cfg.Status(t)
			t.FreeReads = t.Status == policy.StatusApproved && h.cfg.FreeReads != nil && h.cfg.FreeReads(t)
		}
		t.Off = h.off[t.ID()]
		switch reason := heldReason(t); reason {
		case "":
			offered = append(offered, t)
		default:
			held = append(held, policy.Held{Tool: t, Reason: reason})
		}
	}
	return offered, held
}

func heldReason(t policy.Tool) string {
	if why := t.Status.Held(); why != "" || !t.Off {
		return why
	}
	return "switched off"
}
