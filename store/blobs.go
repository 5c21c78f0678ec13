package store

import (
	"bytes"
	"iter"

	"vise/session"

	"go.etcd.io/bbolt"
)

const (
	hashPrefix = "sha256:"
	hashLen    = len(hashPrefix) + 64
)

// putBlobs stores the entry's blobs and notes which blobs its run refers to:
// those, and every stored one whose hash stands in the event or, in turn, in
// such a blob (a prompt's manifest names others). The note is what deleting a
// run goes by, so it errs on the side of keeping.
func (t *tx) putBlobs(e session.Entry) error {
	blobs := t.table(tableBlobs)
	scan := [][]byte{e.Record.Bytes}
	for _, b := range e.Blobs {
		if blobs.Get([]byte(b.Hash)) == nil {
			if err := blobs.Put([]byte(b.Hash), b.Bytes); err != nil {
				return err
			}
		}
		if fresh, err := t.refer(e.Record.Run, b.Hash); err != nil {
			return err
		} else if fresh {
			scan = append(scan, b.Bytes)
		}
	}
	for ; len(scan) > 0; scan = scan[1:] {
		for hash := range hashesIn(scan[0]) {
			content := blobs.Get([]byte(hash))
			if content == nil {
				continue // a hash of something else
			}
			if fresh, err := t.refer(e.Record.Run, hash); err != nil {
				return err
			} else if fresh {
				scan = append(scan, content)
			}
		}
	}
	return nil
}

// refer notes that run refers to the blob, and reports whether that is new.
func (t *tx) refer(run, hash string) (fresh bool, err error) {
	key := pairKey(run, hash)
	b := t.table(tableRunBlobs)
	if b.Get(key) != nil {
		return false, nil
	}
	if err := b.Put(key, []byte{}); err != nil {
		return false, err
	}
	return true, t.table(tableBlobRuns).Put(pairKey(hash, run), []byte{})
}

// hashesIn yields every sha256:… in b.
func hashesIn(b []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			i := bytes.Index(b, []byte(hashPrefix))
			if i < 0 || len(b)-i < hashLen {
				return
			}
			b = b[i:]
			if isHex(b[len(hashPrefix):hashLen]) && !yield(string(b[:hashLen])) {
				return
			}
			b = b[len(hashPrefix):]
		}
	}
}

func isHex(b []byte) bool {
	for _, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// dropBlobs forgets what run refers to, and deletes the blobs that no other
// run does.
func (t *tx) dropBlobs(run string) error {
	refs, back, blobs := t.table(tableRunBlobs), t.table(tableBlobRuns), t.table(tableBlobs)
	keys := keysWith(refs, pairKey(run, ""))
	for _, key := range keys {
		hash := string(key[len(run)+1:])
		if err := refs.Delete(key); err != nil {
			return err
		}
		if err := back.Delete(pairKey(hash, run)); err != nil {
			return err
		}
		prefix := pairKey(hash, "")
		if k, _ := back.Cursor().Seek(prefix); bytes.HasPrefix(k, prefix) {
			continue
		}
		if err := blobs.Delete([]byte(hash)); err != nil {
			return err
		}
	}
	return nil
}

// keysWith lists the keys that begin with prefix. They are collected first:
// deleting under a cursor makes it skip.
func keysWith(b *bbolt.Bucket, prefix []byte) [][]byte {
	var keys [][]byte
	c := b.Cursor()
	for k, _ := c.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	return keys
}
