package web

import (
	"context"
	"net/http"
	"sync"
)

// person agrees to open each page, and has a browser that follows redirects.
type person struct {
	mu    sync.Mutex
	shown []Authorize
	no    error
}

func (p *person) open(ctx context.Context, a Authorize) error {
	p.mu.Lock()
	p.shown = append(p.shown, a)
	p.mu.Unlock()
	if p.no != nil {
		return p.no
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return err
	}
	network := ownTransport()
	defer network.CloseIdleConnections()
	resp, err := (&http.Client{Transport: network}).Do(req)
	if err != nil {
		return nil // vise has what it wants, or the page is gone
	}
	return resp.Body.Close()
}

func (p *person) asked() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.shown)
}
