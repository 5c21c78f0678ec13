package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"time"

	"vise/session"

	"go.etcd.io/bbolt"
)

const sealSize = 4

// seal puts a checksum of key and value before the value: bbolt has none on
// its pages, and a flipped bit must not pass as content.
func seal(key, value []byte) []byte {
	out := make([]byte, sealSize, sealSize+len(value))
	out = append(out, value...)
	binary.BigEndian.PutUint32(out, sum(key, value))
	return out
}

// unseal returns the value, valid as long as sealed is.
func unseal(key, sealed []byte) ([]byte, error) {
	if len(sealed) < sealSize || binary.BigEndian.Uint32(sealed) != sum(key, sealed[sealSize:]) {
		return nil, errChecksum
	}
	return sealed[sealSize:], nil
}

var errChecksum = errors.New("an entry doesn't match its checksum")

func sum(key, value []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(key, table), table, value)
}

// putJSON stores v sealed.
func putJSON(b *bbolt.Bucket, key []byte, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return b.Put(key, seal(key, raw))
}

// getJSON reads what putJSON stored; ok is false where there is nothing.
func getJSON[T any](t *tx, b *bbolt.Bucket, key []byte) (v T, ok bool, err error) {
	sealed := b.Get(key)
	if sealed == nil {
		return v, false, nil
	}
	v, err = decode[T](t, key, sealed)
	return v, err == nil, err
}

func decode[T any](t *tx, key, sealed []byte) (v T, err error) {
	raw, err := unseal(key, sealed)
	if err == nil {
		err = json.Unmarshal(raw, &v)
	}
	if err != nil {
		return v, damaged(t.path, err.Error())
	}
	return v, nil
}

const maxID = 256 // bytes of an id that becomes a key

// checkID refuses ids that can't be keys.
func checkID(what, id string) error {
	if id == "" || len(id) > maxID || strings.ContainsRune(id, 0) {
		return fmt.Errorf("%q can't be the id of a %s: it has to have 1 to %d bytes, none of them zero", id, what, maxID)
	}
	return nil
}

func eventKey(run string, seq int) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(run), 0), uint64(seq))
}

// seqOf is the seq of an eventKey.
func seqOf(key []byte) int {
	if len(key) < 8 {
		return 0
	}
	return int(binary.BigEndian.Uint64(key[len(key)-8:]))
}

// startKey orders runs by time; the run follows it.
func startKey(at time.Time, run string) []byte {
	return append(timeKey(at), run...)
}

// timeKey is at in nanoseconds, shifted so that times before 1970 come first.
func timeKey(at time.Time) []byte {
	var n int64
	if !at.IsZero() {
		n = at.UnixNano()
	}
	return binary.BigEndian.AppendUint64(nil, uint64(n)^(1<<63))
}

func talkKey(conversation string, at time.Time, run string) []byte {
	return append(append([]byte(conversation), 0), startKey(at, run)...)
}

func pairKey(a, b string) []byte {
	return append(append([]byte(a), 0), b...)
}

// encodeRecord packs what a record holds besides its run and seq, which are
// its key.
func encodeRecord(r session.Record) []byte {
	out := make([]byte, 0, len(r.PrevHash)+len(r.Hash)+len(r.Bytes)+8)
	for _, s := range []string{r.PrevHash, r.Hash} {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return append(out, r.Bytes...)
}

func decodeRecord(key, sealed []byte) (session.Record, error) {
	b, err := unseal(key, sealed)
	if err != nil {
		return session.Record{}, err
	}
	run, seq, ok := bytes.Cut(key, []byte{0})
	if !ok || len(seq) != 8 {
		return session.Record{}, errChecksum
	}
	r := session.Record{Run: string(run), Seq: int(binary.BigEndian.Uint64(seq))}
	for _, s := range []*string{&r.PrevHash, &r.Hash} {
		n, used := binary.Uvarint(b)
		if used <= 0 || n > uint64(len(b)-used) {
			return session.Record{}, errChecksum
		}
		*s = string(b[used : used+int(n)])
		b = b[used+int(n):]
	}
	r.Bytes = bytes.Clone(b)
	return r, nil
}
