package webtest

import (
	"fmt"
	"sync"
)

// FakeKeyring is the system's keyring, in memory. The errors are given, since
// the package that knows them has tests that use this one.
type FakeKeyring struct {
	None  error         // for what isn't kept
	Hangs chan struct{} // not nil: every question waits for it
	Err   error         // not nil: every question ends with it

	mu    sync.Mutex
	kept  map[string]string
	asked int
}

func (k *FakeKeyring) begin() error {
	k.mu.Lock()
	hangs, err := k.Hangs, k.Err
	k.asked++
	k.mu.Unlock()
	if hangs != nil {
		<-hangs
	}
	return err
}

// Get is a secret that was kept.
func (k *FakeKeyring) Get(service, user string) (string, error) {
	if err := k.begin(); err != nil {
		return "", err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if secret, ok := k.kept[service+"/"+user]; ok {
		return secret, nil
	}
	return "", k.None
}

// Set keeps a secret.
func (k *FakeKeyring) Set(service, user, secret string) error {
	if err := k.begin(); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil {
		k.kept = map[string]string{}
	}
	k.kept[service+"/"+user] = secret
	return nil
}

// Delete forgets one.
func (k *FakeKeyring) Delete(service, user string) error {
	if err := k.begin(); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.kept[service+"/"+user]; !ok {
		return k.None
	}
	delete(k.kept, service+"/"+user)
	return nil
}

// String is all that is kept.
func (k *FakeKeyring) String() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return fmt.Sprint(k.kept)
}

// Asked is how many questions there were.
func (k *FakeKeyring) Asked() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.asked
}

// Count is how many secrets are kept.
func (k *FakeKeyring) Count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.kept)
}
