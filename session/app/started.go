package app

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"vise/mcpclient/config"
	"vise/store"
)

// keySetting is where the key is kept under which values are hashed.
const keySetting = "servers.key"

// startKey is the database's own key, made when it is first needed. Whoever
// has the database alone can't try out values against hashes that another one
// shows; who has both could, and could read the values where they are
// configured, too.
func startKey(ctx context.Context, db *store.DB) ([]byte, error) {
	text, ok, err := db.Setting(ctx, keySetting)
	if err == nil && !ok {
		made := make([]byte, sha256.Size)
		_, _ = rand.Read(made) // it never fails
		if err = db.SetSetting(ctx, keySetting, hex.EncodeToString(made)); err == nil {
			text, _, err = db.Setting(ctx, keySetting) // another process may have been first
		}
	}
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != sha256.Size {
		return nil, fmt.Errorf("the setting %s isn't a key of %d bytes in hex", keySetting, sha256.Size)
	}
	return key, nil
}

// keyed is a hash of values, which tells nothing of them.
func (r *reviewed) keyed(values ...string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := hmac.New(sha256.New, r.key)
	for _, v := range values {
		fmt.Fprintf(h, "%d:%s\n", len(v), v) // with lengths: no two lists give the same bytes
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// fingerprint is what leave to start a server is bound to: everything that
// config.Server.Fingerprint covers, and the program that is found.
func (r *reviewed) fingerprint(s config.Server) string {
	return r.keyed(s.Fingerprint(), program(s))
}

// started is for the host: whether a server may be started. A project's only
// as it was agreed to; one of the person's own, too, once they have approved
// anything of it.
func (r *reviewed) started(s config.Server) bool {
	now := store.Start{Server: s.Name, Fingerprint: r.fingerprint(s)}
	if s.Source.Project {
		now.File = s.Source.File
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	same := func(o store.Start) bool { return o.Server == now.Server && o.File == now.File }
	return slices.ContainsFunc(r.starts, now.SameAs) || !s.Source.Project && !slices.ContainsFunc(r.starts, same)
}

// changes tell how a start differs from the one that was last agreed to; nil
// where none was.
func (r *reviewed) changes(now store.Start) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var last *store.Start
	for i, s := range r.starts {
		if s.Server == now.Server && s.File == now.File && (last == nil || s.At.After(last.At)) {
			last = &r.starts[i]
		}
	}
	if last == nil || last.Fingerprint == now.Fingerprint {
		return nil
	}
	return startChanges(*last, now)
}
