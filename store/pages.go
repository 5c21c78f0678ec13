package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	branchFlag = 0x01
	leafFlag   = 0x02
	bucketFlag = 0x01 // of an element: its value is a bucket
	element    = 16   // branch: position 4, key size 4, page 8; leaf: flags 4, position 4, key size 4, value size 4
	bucketHead = 16   // root page 8, sequence 8; a root of 0 is followed by a small page
)

// checkTables looks through the pages that hold the list of tables. Small
// tables lie inside them, and bbolt copies those to the heap, where a wrong
// size makes it read what isn't its own: the one damage that a panic doesn't
// stop. Larger tables stay in the map, where it faults.
func checkTables(f io.ReaderAt, h header) error {
	return h.checkTree(f, h.root, 4)
}

// checkTree follows branches for depth levels: the list of tables has two.
func (h header) checkTree(f io.ReaderAt, id uint64, depth int) error {
	page, err := h.page(f, id)
	if err != nil {
		return err
	}
	if depth == 0 {
		return errTables
	}
	if binary.NativeEndian.Uint16(page[8:])&branchFlag == 0 {
		return checkLeaf(page, h.pages)
	}
	for i := range int(binary.NativeEndian.Uint16(page[10:])) {
		at := pageHeader + i*element
		if at+element > len(page) {
			return errTables
		}
		if err := h.checkTree(f, binary.NativeEndian.Uint64(page[at+8:]), depth-1); err != nil {
			return err
		}
	}
	return nil
}

var errTables = errors.New("its list of tables is broken")

// page reads a page with what overflows from it.
func (h header) page(f io.ReaderAt, id uint64) ([]byte, error) {
	if id < 2 || id >= h.pages {
		return nil, fmt.Errorf("it refers to page %d of %d", id, h.pages)
	}
	var head [pageHeader]byte
	if _, err := f.ReadAt(head[:], int64(id)*h.pageSize); err != nil {
		return nil, err
	}
	n := uint64(binary.NativeEndian.Uint32(head[12:])) + 1
	if binary.NativeEndian.Uint64(head[:]) != id || n > 64 || id+n > h.pages {
		return nil, errTables
	}
	page := make([]byte, int64(n)*h.pageSize)
	_, err := f.ReadAt(page, int64(id)*h.pageSize)
	return page, err
}

// checkLeaf checks the elements of a leaf, and the small tables in them.
func checkLeaf(page []byte, pages uint64) error {
	if len(page) < pageHeader || binary.NativeEndian.Uint16(page[8:]) != leafFlag {
		return errTables
	}
	var bad error
	whole := leafElements(page, func(flags uint32, _, value []byte) {
		if flags&bucketFlag == 0 {
			return
		}
		if len(value) < bucketHead || binary.NativeEndian.Uint64(value) >= pages {
			bad = errTables
		} else if binary.NativeEndian.Uint64(value) == 0 {
			bad = errors.Join(bad, checkLeaf(value[bucketHead:], 0))
		}
	})
	if !whole {
		return errTables
	}
	return bad
}

// leafElements yields the elements of a leaf that lie within page, and
// reports whether all do.
func leafElements(page []byte, yield func(flags uint32, key, value []byte)) (whole bool) {
	le := binary.NativeEndian
	whole = true
	for i := range int(le.Uint16(page[10:])) {
		at := uint64(pageHeader + i*element)
		if at+element > uint64(len(page)) {
			return false
		}
		e := page[at:]
		key := at + uint64(le.Uint32(e[4:]))
		value := key + uint64(le.Uint32(e[8:]))
		end := value + uint64(le.Uint32(e[12:]))
		if end > uint64(len(page)) {
			whole = false
			continue
		}
		yield(le.Uint32(e), page[key:value], page[value:end])
	}
	return whole
}
