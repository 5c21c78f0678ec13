package cli

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"
)

// output is what a command writes to, and remembers whether it could: a full
// disk must not look like an empty list.
type output struct {
	io.Writer

	mu  sync.Mutex // guards err
	err error      // the first one
}

func (p *output) Write(b []byte) (int, error) {
	n, err := p.Writer.Write(b)
	if err != nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.err == nil {
			p.err = err
		}
	}
	return n, err
}

// failed is why not everything could be written, nil where it could or where
// the reader had enough and went away.
func (p *output) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil || errors.Is(p.err, syscall.EPIPE) {
		return nil
	}
	return fmt.Errorf("not everything could be printed: %w", p.err)
}
