package store

import (
	"slices"
	"testing"
)

func TestAChainWithHoles(t *testing.T) {
	d := openDB(t, dbPath(t))
	l := begin(t, d, "r")
	fill(t, l, "r", 6)
	if err := l.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	err := d.update(t.Context(), func(x *tx) error {
		b := x.table(tableEvents)
		if err := b.Delete(eventKey("r", 3)); err != nil {
			return err
		}
		return b.Put(eventKey("r", 5), []byte("no checksum"))
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := d.Chain(t.Context(), "r")
	var seqs []int
	for _, r := range c.Records {
		if seqs = append(seqs, r.Seq); (r.Seq == 5) != (len(r.Bytes) == 0) {
			t.Errorf("event %d has %d bytes", r.Seq, len(r.Bytes))
		}
	}
	if err != nil || !slices.Equal(seqs, []int{1, 2, 4, 5, 6}) || !c.Listed || c.Live {
		t.Errorf("%v, %+v, %v", seqs, c, err)
	}
	if c, err := d.Chain(t.Context(), "none"); err != nil || len(c.Records) > 0 || c.Listed {
		t.Errorf("%+v, %v", c, err)
	}
}
