package cli

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"vise/session"
	"vise/session/app"
	"vise/session/scripted"
)

// trace is a database with a few finished runs, and what can be done to it by
// whoever can write the file: entries get the checksums that belong to them, so
// that only the chains can show it.
type trace struct {
	t    *testing.T
	path string
	run  string // finished
	gone string // deleted, with a tombstone
	last int    // seq of run's last event
}

func newTrace(t *testing.T) *trace {
	t.Helper()
	dir := t.TempDir()
	tr := &trace{t: t, path: filepath.Join(dir, "vise.db")}
	w, err := app.Open(t.Context(), app.Config{ConfigDir: filepath.Join(dir, "conf"), DataDir: dir, WorkDir: t.TempDir(), User: "ann"},
		app.Parts{Model: scripted.New(scripted.Call("time_now", map[string]any{}), scripted.Say("Noon. "+strings.Repeat("So it is. ", 1000)), scripted.Say("one"), scripted.Say("two"))})
	if err != nil {
		t.Fatal(err)
	}
	run := func(text string) session.State {
		r, err := w.Start(t.Context(), app.Request{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		st, err := r.Result()
		if err != nil || st.Status != session.StatusDone {
			t.Fatalf("%s: %v", st.Status, err)
		}
		return st
	}
	st := run("what time is it?")
	tr.run, tr.last = st.Run, st.Seq
	tr.gone = run("say one").Run
	run("say two")
	if _, err := w.DeleteRun(t.Context(), tr.gone, "by hand"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return tr
}

// verify runs vise audit verify, and returns its exit code and what it prints.
func (tr *trace) verify(args ...string) (code int, out, errs string) {
	tr.t.Helper()
	var o, e bytes.Buffer
	code = Main(context.Background(), append([]string{"audit", "verify", "--config-dir", filepath.Dir(tr.path), "--data-dir", filepath.Dir(tr.path)}, args...),
		Streams{In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

func (tr *trace) edit(fn func(*bbolt.Tx) error) {
	tr.t.Helper()
	db, err := bbolt.Open(tr.path, 0o600, nil)
	if err != nil {
		tr.t.Fatal(err)
	}
	if err := db.Update(fn); err != nil {
		tr.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		tr.t.Fatal(err)
	}
}

func eventKeyOf(run string, seq int) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(run), 0), uint64(seq))
}

// resealed is a stored value with the checksum that belongs to it.
func resealed(key, value []byte) []byte {
	table := crc32.MakeTable(crc32.Castagnoli)
	return append(binary.BigEndian.AppendUint32(nil, crc32.Update(crc32.Checksum(key, table), table, value)), value...)
}

// put stores under to what is stored under from, changed.
func put(b *bbolt.Bucket, to, from []byte, change func([]byte) []byte) error {
	return b.Put(to, resealed(to, change(bytes.Clone(b.Get(from)[4:]))))
}

func same(b []byte) []byte { return b }

func without(run string, from, to int) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		for seq := from; seq <= to; seq++ {
			if err := tx.Bucket([]byte("events")).Delete(eventKeyOf(run, seq)); err != nil {
				return err
			}
		}
		return nil
	}
}

// rechained is the run written anew with another request: every hash fits.
func rechained(run string, last int) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("events"))
		prev := ""
		for seq := 1; seq <= last; seq++ {
			key := eventKeyOf(run, seq)
			raw := b.Get(key)[4:]
			e, err := session.Codec{}.Decode(raw[bytes.IndexByte(raw, '{'):])
			if err != nil {
				return err
			}
			if s, ok := e.Payload.(session.RunStarted); ok {
				s.Task = "what did I pay?"
				e.Payload = s
			}
			e.PrevHash = prev
			r, err := session.Codec{}.Encode(e)
			if err != nil {
				return err
			}
			value := []byte{}
			for _, h := range []string{r.PrevHash, r.Hash} {
				value = append(binary.AppendUvarint(value, uint64(len(h))), h...)
			}
			if err := b.Put(key, resealed(key, append(value, r.Bytes...))); err != nil {
				return err
			}
			prev = r.Hash
		}
		return nil
	}
}

// Edits to the trace, each by someone who can write the file.
func TestEditsToTheTrace(t *testing.T) {
	fresh := newTrace(t)
	whole, err := os.ReadFile(fresh.path)
	if err != nil {
		t.Fatal(err)
	}
	id := session.EventID
	for name, c := range map[string]struct {
		edit func(*bbolt.Tx) error
		want []string
	}{
		"an event is edited": {func(tx *bbolt.Tx) error {
			key := eventKeyOf(fresh.run, 1)
			return put(tx.Bucket([]byte("events")), key, key, func(b []byte) []byte { return bytes.Replace(b, []byte("what time"), []byte("what tide"), 1) })
		}, []string{"run " + fresh.run + "  " + id(1) + ": its bytes were changed"}},
		"one is dropped": {without(fresh.run, 3, 3), []string{"run " + fresh.run + "  " + id(4) + ": event 3 is missing"}},
		"two are swapped": {func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte("events"))
			third := bytes.Clone(b.Get(eventKeyOf(fresh.run, 3)))
			if err := put(b, eventKeyOf(fresh.run, 3), eventKeyOf(fresh.run, 4), same); err != nil {
				return err
			}
			key := eventKeyOf(fresh.run, 4)
			return b.Put(key, resealed(key, third[4:]))
		}, []string{id(3) + ": the event that stands here is " + id(4), id(4) + ": the event that stands here is " + id(3)}},
		"the tail is cut":       {without(fresh.run, fresh.last-1, fresh.last), []string{fmt.Sprintf("anchored at event %d", fresh.last), fmt.Sprintf("the last one is event %d", fresh.last-2)}},
		"a run is written anew": {rechained(fresh.run, fresh.last), []string{id(fresh.last) + ": the run was anchored with"}},
		"an event is added": {func(tx *bbolt.Tx) error {
			return put(tx.Bucket([]byte("events")), eventKeyOf(fresh.run, fresh.last+1), eventKeyOf(fresh.run, fresh.last), same)
		}, []string{id(fresh.last+1) + ": it comes after the end of the run"}},
		"a run is taken away": {func(tx *bbolt.Tx) error {
			if err := without(fresh.run, 1, fresh.last)(tx); err != nil {
				return err
			}
			return tx.Bucket([]byte("runs")).Delete([]byte(fresh.run))
		}, []string{"run " + fresh.run, "taken away without a tombstone"}},
		"its tombstone is taken away": {without(session.Workspace, 4, 4), []string{"taken away without a tombstone", fresh.gone}},
		"an anchor is taken away":     {without(session.Workspace, 1, 1), []string{"outside runs  " + id(2) + ": event 1 is missing", "its end isn't anchored"}},
		"an event loses its checksum": {func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte("events"))
			v := bytes.Clone(b.Get(eventKeyOf(fresh.run, 2)))
			v[len(v)-3] ^= 1
			return b.Put(eventKeyOf(fresh.run, 2), v)
		}, []string{id(2) + ": its bytes are damaged"}},
		"a content is edited": {func(tx *bbolt.Tx) error {
			return blobWith(tx, "So it is.", func(b *bbolt.Bucket, k, v []byte) error {
				return b.Put(k, bytes.Replace(v, []byte("So it is"), []byte("So is it"), 1))
			})
		}, []string{"run " + fresh.run + "  evt_", "was changed after it was written"}},
		"a content is taken away": {func(tx *bbolt.Tx) error {
			return blobWith(tx, "So it is.", func(b *bbolt.Bucket, k, _ []byte) error { return b.Delete(k) })
		}, []string{"run " + fresh.run + "  evt_", "is missing"}},
	} {
		t.Run(name, func(t *testing.T) {
			tr := &trace{t: t, path: filepath.Join(t.TempDir(), "vise.db")}
			if err := os.WriteFile(tr.path, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			tr.edit(c.edit)
			code, out, errs := tr.verify()
			if code != exitFailed || !strings.Contains(errs, "isn't what was written") {
				t.Errorf("ends with %d: %s", code, errs)
			}
			for _, w := range append(c.want, "BROKEN") {
				if !strings.Contains(out, w) {
					t.Errorf("%q isn't in\n%s", w, out)
				}
			}
			if code, out, _ := tr.verify("--json"); code != exitFailed || !strings.Contains(out, `"ok":false`) {
				t.Errorf("as JSON it ends with %d: %s", code, out)
			}
		})
	}
}

// blobWith does something with every content that holds text.
func blobWith(tx *bbolt.Tx, text string, do func(b *bbolt.Bucket, k, v []byte) error) error {
	b := tx.Bucket([]byte("blobs"))
	found := map[string][]byte{}
	err := b.ForEach(func(k, v []byte) error {
		if bytes.Contains(v, []byte(text)) {
			found[string(k)] = bytes.Clone(v)
		}
		return nil
	})
	for k, v := range found {
		if err := do(b, []byte(k), v); err != nil {
			return err
		}
	}
	if len(found) == 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

func TestAWholeTrace(t *testing.T) {
	tr := newTrace(t)
	before, err := os.ReadFile(tr.path)
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := tr.verify()
	if code != exitDone || errs != "" {
		t.Fatalf("ends with %d: %s %s", code, out, errs)
	}
	for _, w := range []string{"checked: 2 runs with ", "2 runs anchored at the end, 1 run deleted with a tombstone", "whoever can rewrite the whole file can rewrite history"} {
		if !strings.Contains(out, w) {
			t.Errorf("%q isn't in\n%s", w, out)
		}
	}
	var a struct {
		OK               bool
		Runs, Deleted    int
		Anchored, Events int
	}
	code, out, _ = tr.verify(tr.run[:len(tr.run)-1], "--json")
	if err := json.Unmarshal([]byte(out), &a); err != nil || code != exitDone || !a.OK || a.Runs != 1 || a.Anchored != 1 || a.Deleted != 0 || a.Events != tr.last {
		t.Errorf("one run: %d, %v: %s", code, err, out)
	}
	if code, _, errs := tr.verify("NONE"); code != exitUsage || !strings.Contains(errs, "no such run") {
		t.Errorf("a run that isn't there: %d, %s", code, errs)
	}
	after, err := os.ReadFile(tr.path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was written: %v", err)
	}
}
