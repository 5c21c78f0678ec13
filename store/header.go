package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// The beginning of a bbolt file, as far as it has to be known to refuse a
// damaged one before it is mapped, and to see without a lock whether anything
// was committed. Every page starts with id (8 bytes), flags (2), count (2) and
// overflow (4); pages 0 and 1 are the two headers, written in turn.
const (
	pageHeader   = 16
	metaSize     = 64 // magic 4, version 4, page size 4, flags 4, root 8, sequence 8, freelist 8, pages 8, txid 8, checksum 8
	metaMagic    = 0xED0CDAED
	freelistFlag = 0x10
	maxPageSize  = 64 << 10
)

// header is one valid meta page.
type header struct {
	pageSize int64
	root     uint64 // the page that the list of tables begins at
	freelist uint64
	pages    uint64 // in use, the file is at least as long
	txid     uint64 // grows by one with every commit
}

var errNoHeader = errors.New("neither of its two headers is whole")

// readHeader returns the newer valid header.
func readHeader(f io.ReaderAt) (header, error) {
	best, ok := parseHeader(f, 0)
	second := int64(os.Getpagesize())
	if ok {
		second = best.pageSize
	}
	if h, ok2 := parseHeader(f, second); ok2 && (!ok || h.txid > best.txid) {
		best, ok = h, true
	}
	if !ok {
		return header{}, errNoHeader
	}
	return best, nil
}

func parseHeader(f io.ReaderAt, at int64) (header, bool) {
	var b [metaSize]byte
	if _, err := f.ReadAt(b[:], at+pageHeader); err != nil {
		return header{}, false
	}
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8])
	le := binary.NativeEndian // bbolt writes its structs as they are in memory
	h := header{int64(le.Uint32(b[8:])), le.Uint64(b[16:]), le.Uint64(b[32:]), le.Uint64(b[40:]), le.Uint64(b[48:])}
	ok := le.Uint32(b[:]) == metaMagic && le.Uint64(b[56:]) == sum.Sum64() && h.pageSize >= 512 && h.pageSize <= maxPageSize
	return h, ok
}

// checkFile refuses a file whose headers, length, list of free pages or of
// tables can't be right. It is called with the file locked. A wrong list would make bbolt
// write over pages in use, or ask for absurd amounts of memory.
func checkFile(f *os.File) error {
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if st.Size() == 0 {
		return damaged(f.Name(), "it is empty")
	}
	h, err := readHeader(f)
	if err != nil {
		return damaged(f.Name(), err.Error())
	}
	if uint64(st.Size())/uint64(h.pageSize) < h.pages {
		return damaged(f.Name(), fmt.Sprintf("it is cut off: %d bytes of at least %d", st.Size(), h.pages*uint64(h.pageSize)))
	}
	if err := errors.Join(checkFreelist(f, h), checkTables(f, h)); err != nil {
		return damaged(f.Name(), err.Error())
	}
	return nil
}

func checkFreelist(f io.ReaderAt, h header) error {
	le := binary.NativeEndian
	if h.freelist < 2 || h.freelist >= h.pages {
		return fmt.Errorf("its list of free pages is at page %d of %d", h.freelist, h.pages)
	}
	at := int64(h.freelist) * h.pageSize
	var b [pageHeader + 8]byte
	if _, err := f.ReadAt(b[:], at); err != nil {
		return err
	}
	count, start := uint64(le.Uint16(b[10:])), int64(pageHeader)
	if count == 0xFFFF {
		count, start = le.Uint64(b[pageHeader:]), pageHeader+8
	}
	room := (uint64(le.Uint32(b[12:]))+1)*uint64(h.pageSize) - uint64(start)
	if le.Uint64(b[:]) != h.freelist || le.Uint16(b[8:])&freelistFlag == 0 || count > room/8 || count > h.pages {
		return errors.New("its list of free pages is broken")
	}
	ids := make([]byte, count*8)
	if _, err := f.ReadAt(ids, at+start); err != nil {
		return err
	}
	for last := uint64(1); len(ids) > 0; ids = ids[8:] {
		id := le.Uint64(ids)
		if id <= last || id >= h.pages {
			return errors.New("its list of free pages is broken")
		}
		last = id
	}
	return nil
}
