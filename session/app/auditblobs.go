package app

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"

	"vise/session"
	"vise/store"
)

// blobField finds in an event's JSON what names a blob. Inside of a text its
// quotes would be escaped.
var blobField = regexp.MustCompile(`"blob":"(sha256:[0-9a-f]{64})"`)

// runBlobs checks the contents that a run's events refer to.
func (a *auditor) runBlobs(ctx context.Context, id string, chain store.Chain) error {
	told := map[string]bool{}
	check := func(event, hash string) error {
		if told[hash] {
			return nil
		}
		told[hash] = true
		wrong, err := a.blob(ctx, hash)
		if err == nil && wrong != "" {
			a.broken(id, event, "its content %s %s", hash, wrong)
		}
		return err
	}
	for _, r := range chain.Records {
		var hashes []string
		for _, m := range blobField.FindAllSubmatch(r.Bytes, -1) {
			hashes = append(hashes, string(m[1]))
		}
		hashes = append(hashes, a.promptBlobs(ctx, r)...)
		for _, h := range hashes {
			if err := check(session.EventID(r.Seq), h); err != nil {
				return err
			}
		}
	}
	for _, h := range chain.Blobs {
		if err := check("", h); err != nil {
			return err
		}
	}
	return nil
}

// promptBlobs are the parts of the prompt that a model_request stands for.
func (a *auditor) promptBlobs(ctx context.Context, r session.Record) []string {
	e, err := session.Codec{}.Decode(r.Bytes)
	if err != nil {
		return nil // told of already
	}
	req, ok := e.Payload.(session.ModelRequest)
	if !ok {
		return nil
	}
	raw := []byte(req.Manifest.Text.Raw())
	if req.Manifest.Blob != "" {
		if raw, err = a.db.Blob(ctx, req.Manifest.Blob); err != nil {
			return nil // told as the event's own content
		}
	}
	var m session.PromptManifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil // then nothing can be built from it, which reading the prompt says
	}
	return append([]string{m.System, m.Tools}, m.Messages...)
}

// missing is what is wrong with a content that isn't there.
const missing = "is missing"

// blob says what is wrong with a content, each looked at once.
func (a *auditor) blob(ctx context.Context, hash string) (wrong string, err error) {
	if wrong, ok := a.blobs[hash]; ok {
		return wrong, nil
	}
	_, err = a.db.Blob(ctx, hash)
	switch {
	case errors.Is(err, session.ErrNoBlob):
		wrong, err = missing, nil
	case errors.Is(err, store.ErrDamaged):
		wrong, err = "was changed after it was written: its bytes come to another hash", nil
	}
	if err == nil {
		a.blobs[hash] = wrong
		a.Blobs++
	}
	return wrong, err
}

// otherBlobs checks those that no run refers to.
func (a *auditor) otherBlobs(ctx context.Context) error {
	hashes, err := a.db.Blobs(ctx)
	if err != nil {
		return err
	}
	for _, h := range hashes {
		if _, seen := a.blobs[h]; seen {
			continue
		}
		wrong, err := a.blob(ctx, h)
		if err != nil {
			return err
		}
		if wrong != "" && wrong != missing { // it was there when they were listed: its run was deleted since
			a.broken("", "", "the content %s, which no run refers to, %s", h, wrong)
		}
	}
	return nil
}
