package store

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"os"
	"slices"

	"vise/session"
)

// Salvaged is what could be read from a damaged file.
type Salvaged struct {
	Records map[string][]session.Record // by run, in order; seqs may be missing
	Blobs   map[string][]byte           // by hash
}

// Salvage reads every whole event and blob from the file at path, without
// trusting its structure: page by page, keeping what matches its checksum. It
// also finds what was deleted and not yet written over. The file isn't locked
// or changed; all that is found is held in memory.
func Salvage(path string) (Salvaged, error) {
	found := Salvaged{map[string][]session.Record{}, map[string][]byte{}}
	data, err := os.ReadFile(path)
	if err != nil {
		return found, classify(path, err)
	}
	size := os.Getpagesize()
	if h, err := readHeader(bytes.NewReader(data)); err == nil {
		size = int(h.pageSize)
	}
	seen := map[string]bool{}
	for at := 0; at+pageHeader <= len(data); at += size {
		page := data[at:] // to the end of the file: long values run over following pages
		if binary.NativeEndian.Uint16(page[8:]) == leafFlag {
			leafElements(page, func(_ uint32, key, value []byte) { found.keep(seen, key, value) })
		}
	}
	for _, records := range found.Records {
		slices.SortFunc(records, func(a, b session.Record) int { return cmp.Compare(a.Seq, b.Seq) })
	}
	return found, nil
}

// keep takes an element for what its content proves it to be.
func (s Salvaged) keep(seen map[string]bool, key, value []byte) {
	if len(key) == hashLen && bytes.HasPrefix(key, []byte(hashPrefix)) && hashOf(value) == string(key) {
		s.Blobs[string(key)] = bytes.Clone(value)
		return
	}
	r, err := decodeRecord(key, value)
	if err != nil || r.Seq < 1 || seen[string(key)] {
		return
	}
	seen[string(key)] = true
	s.Records[r.Run] = append(s.Records[r.Run], r)
}
