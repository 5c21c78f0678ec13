package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// Record is one login: what is needed to use it and to renew it. It never
// prints what is secret in it.
type Record struct {
	Issuer       string    `json:"issuer"`
	Resource     string    `json:"resource"` // RFC 8707: what the token is for
	ClientID     string    `json:"client_id"`
	ClientSecret string    `json:"client_secret,omitempty"`
	TokenURL     string    `json:"token_url"`
	AuthStyle    int       `json:"auth_style,omitempty"` // of x/oauth2
	Scopes       []string  `json:"scopes,omitempty"`     // granted
	Type         string    `json:"type,omitempty"`
	Access       string    `json:"access"`
	Refresh      string    `json:"refresh,omitempty"`
	Expiry       time.Time `json:"expiry,omitzero"` // zero: not known
}

// Format prints a record without its secrets, whatever the verb.
func (r Record) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "login at %q", r.Issuer) // a printer has nowhere to say that it failed
}

// TokenStore keeps logins, one for each key.
type TokenStore interface {
	Load(key string) (*Record, error) // nil without an error when there is none
	Save(key string, r *Record) error
	Delete(key string) error // no error when there is none
	String() string          // where they are kept, in words
}

// Keyring is an operating system's store for passwords. Get's error for what
// isn't there is ErrNoSecret.
type Keyring interface {
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
	Delete(service, user string) error
}

// ErrNoSecret is what a Keyring says when it holds nothing under a name.
var ErrNoSecret = errors.New("not in the keyring")

// service is vise's name in a keyring.
const service = "vise"

// keyringTimeout bounds one question to a keyring. A D-Bus service that hangs,
// or asks for a password behind the terminal, mustn't hang vise.
const keyringTimeout = 5 * time.Second

var errSlowRing = fmt.Errorf("the keyring doesn't answer within %v", keyringTimeout)

// NewTokenStore keeps logins in ring, and where that is nil, absent or silent,
// in files in dir that only their owner can read. It asks ring nothing before
// it is used.
func NewTokenStore(dir string, ring Keyring) TokenStore {
	return &tokenStore{files: tokenFiles{dir}, ring: ring, timeout: keyringTimeout}
}

type tokenStore struct {
	files   tokenFiles
	ring    Keyring
	timeout time.Duration
	dead    atomic.Bool // the keyring isn't there
}

// String implements TokenStore.
func (s *tokenStore) String() string {
	if s.ring == nil || s.dead.Load() {
		return "files in " + s.files.dir
	}
	return "the system's keyring"
}

// Load implements TokenStore. Logins that were kept in a file while there was
// no keyring are found, too.
func (s *tokenStore) Load(key string) (*Record, error) {
	var secret string
	err := s.asked(func() (err error) { secret, err = s.ring.Get(service, key); return err })
	if err != nil {
		return s.files.load(key)
	}
	return decode([]byte(secret))
}

// Save implements TokenStore.
func (s *tokenStore) Save(key string, r *Record) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := s.asked(func() error { return s.ring.Set(service, key, string(raw)) }); err != nil {
		return s.files.save(key, raw)
	}
	return s.files.delete(key) // an older one
}

// Delete implements TokenStore.
func (s *tokenStore) Delete(key string) error {
	err := s.asked(func() error { return s.ring.Delete(service, key) })
	if errors.Is(err, ErrNoSecret) || s.ring == nil || s.dead.Load() {
		err = nil
	}
	return errors.Join(err, s.files.delete(key))
}

// asked runs a question to the keyring, for a bounded time. A keyring that
// fails otherwise than by not having something isn't asked again.
func (s *tokenStore) asked(question func() error) error {
	if s.ring == nil || s.dead.Load() {
		return ErrNoSecret
	}
	answer := make(chan error, 1)
	go func() { answer <- question() }()
	timer := time.NewTimer(s.timeout)
	defer timer.Stop()
	select {
	case err := <-answer:
		if err != nil && !errors.Is(err, ErrNoSecret) && !errors.Is(err, errTooBig) {
			s.dead.Store(true)
		}
		return err
	case <-timer.C:
		s.dead.Store(true)
		return errSlowRing
	}
}

func decode(raw []byte) (*Record, error) {
	var r Record
	if err := json.Unmarshal(raw, &r); err != nil {
		// The decoder's message may quote what it read.
		return nil, errors.New("the login that was kept can't be read: log in again")
	}
	return &r, nil
}
