package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"

	"vise/builtin/todo"
	"vise/session"
)

// tokenLife is how long a token can be used. A call starts right after its
// token was minted; this only bounds what a lost one is good for.
const tokenLife = 24 * time.Hour

// token is a minted one. Only its hash is stored: reading the file gives
// nobody a right to write.
type token struct {
	session.TokenGrant
	Minted time.Time `json:"minted"`
	Used   bool      `json:"used,omitempty"`
}

// MintToken makes a single-use token, good for exactly that call for 24 hours.
func (d *DB) MintToken(ctx context.Context, g session.TokenGrant) (string, error) {
	secret := "vt_" + rand.Text()
	err := d.update(ctx, func(t *tx) error {
		if err := t.sweepTokens(func(old token) bool { return t.expired(old) }); err != nil {
			return err
		}
		return putJSON(t.table(tableTokens), tokenKey(secret), token{TokenGrant: g, Minted: t.now})
	})
	if err != nil {
		return "", err
	}
	return secret, nil
}

func tokenKey(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// consume spends the proof's token, in the transaction that writes what it
// allows. todo.ErrNoApproval says why it doesn't.
func (t *tx) consume(p todo.Proof) error {
	b, key := t.table(tableTokens), tokenKey(p.Token)
	k, ok, err := getJSON[token](t, b, key)
	if err != nil {
		return err
	}
	refused := ""
	switch {
	case p.Token == "" || !ok:
		refused = "the token is missing or unknown"
	case k.Used:
		refused = "the approval was already used"
	case t.expired(k):
		refused = "the approval is older than 24 hours"
	case k.Tool != p.Tool:
		refused = "it was for the tool " + clean(k.Tool)
	case k.Run != p.Run || k.Call != p.Call:
		refused = "it was for another call"
	case k.ArgsHash != p.ArgsHash:
		refused = "it was for other arguments"
	}
	if refused != "" {
		return fmt.Errorf("%w: %s", todo.ErrNoApproval, refused)
	}
	k.Used = true
	return putJSON(b, key, k)
}

// expired also refuses tokens from the future, which a clock set back makes.
func (t *tx) expired(k token) bool {
	age := t.now.Sub(k.Minted)
	return age >= tokenLife || age <= -tokenLife
}

func (t *tx) dropTokens(run string) error {
	return t.sweepTokens(func(k token) bool { return k.Run == run })
}

func (t *tx) sweepTokens(gone func(token) bool) error {
	b := t.table(tableTokens)
	for _, key := range keysWith(b, nil) {
		k, _, err := getJSON[token](t, b, key)
		if err != nil {
			return err
		}
		if !gone(k) {
			continue
		}
		if err := b.Delete(key); err != nil {
			return err
		}
	}
	return nil
}
