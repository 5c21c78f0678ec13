package uitest

import (
	"io"
	"sync"
)

// Keyboard is what the person types, until the program reads it. Writing never
// blocks. It isn't a file, so the program can be ended without a race about
// its descriptor.
type Keyboard struct {
	mu     sync.Mutex
	more   *sync.Cond
	typed  []byte
	closed bool
}

// NewKeyboard makes a keyboard on which nothing was typed.
func NewKeyboard() *Keyboard {
	k := &Keyboard{}
	k.more = sync.NewCond(&k.mu)
	return k
}

// Write adds keys; after Close they are lost.
func (k *Keyboard) Write(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return 0, io.ErrClosedPipe
	}
	k.typed = append(k.typed, p...)
	k.more.Signal()
	return len(p), nil
}

// Read waits for keys; it ends with io.EOF after Close.
func (k *Keyboard) Read(p []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for len(k.typed) == 0 && !k.closed {
		k.more.Wait()
	}
	if k.closed {
		return 0, io.EOF
	}
	n := copy(p, k.typed)
	k.typed = k.typed[n:]
	return n, nil
}

// Close ends reading.
func (k *Keyboard) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	k.more.Broadcast()
}
