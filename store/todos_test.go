package store

import (
	"errors"
	"sync"
	"testing"
	"time"

	"vise/builtin/todo"
	"vise/session"
)

func proof(t *testing.T, d *DB, tool, call string) todo.Proof {
	t.Helper()
	p := todo.Proof{Tool: tool, ArgsHash: "sha256:args", Run: "r1", Call: call}
	token, err := d.MintToken(t.Context(), session.TokenGrant{Tool: tool, Pin: "sha256:pin", ArgsHash: p.ArgsHash, Run: p.Run, Call: p.Call, Under: "person"})
	if err != nil {
		t.Fatal(err)
	}
	p.Token = token
	return p
}

// clockDB opens a database whose clock the test sets.
func clockDB(t *testing.T) (*DB, *time.Time) {
	t.Helper()
	now := day(1)
	d, err := Open(t.Context(), dbPath(t), Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d, &now
}

func TestTokenIsForOneCall(t *testing.T) {
	for name, spoil := range map[string]func(*todo.Proof, *time.Time){
		"no token":        func(p *todo.Proof, _ *time.Time) { p.Token = "" },
		"made up":         func(p *todo.Proof, _ *time.Time) { p.Token = "vt_AAAAAAAAAAAAAAAAAAAAAAAAAA" },
		"other tool":      func(p *todo.Proof, _ *time.Time) { p.Tool = "todo.update" },
		"other arguments": func(p *todo.Proof, _ *time.Time) { p.ArgsHash = "sha256:other" },
		"other run":       func(p *todo.Proof, _ *time.Time) { p.Run = "r2" },
		"other call":      func(p *todo.Proof, _ *time.Time) { p.Call = "call_9" },
		"expired":         func(_ *todo.Proof, now *time.Time) { *now = now.Add(24 * time.Hour) },
		"from the future": func(_ *todo.Proof, now *time.Time) { *now = now.Add(-24 * time.Hour) },
	} {
		t.Run(name, func(t *testing.T) {
			d, now := clockDB(t)
			p := proof(t, d, "todo.create", "call_1")
			spoil(&p, now)
			_, _, err := d.CreateTodo(t.Context(), p, todo.Draft{Title: "milk", Key: "k"})
			wantErr(t, err, todo.ErrNoApproval)
			if list, err := d.Todos(t.Context()); err != nil || len(list) != 0 {
				t.Errorf("something was written: %v, %v", list, err)
			}
		})
	}
}

func TestTokenIsSpentWithTheWrite(t *testing.T) {
	d, now := clockDB(t)
	p := proof(t, d, "todo.create", "call_1")
	*now = now.Add(24*time.Hour - time.Second)
	if _, created, err := d.CreateTodo(t.Context(), p, todo.Draft{Title: "milk"}); err != nil || !created {
		t.Fatalf("created %v, %v", created, err)
	}
	_, _, err := d.CreateTodo(t.Context(), p, todo.Draft{Title: "milk"})
	wantErr(t, err, todo.ErrNoApproval)
	u := proof(t, d, "todo.update", "call_2")
	_, err = d.UpdateTodo(t.Context(), u, "td_99", todo.Change{})
	wantErr(t, err, todo.ErrNotFound)
	if _, err := d.UpdateTodo(t.Context(), u, "td_1", todo.Change{Title: ptr("oat milk")}); err != nil {
		t.Errorf("a write that failed spent the token: %v", err)
	}
	*now = now.Add(25 * time.Hour)
	proof(t, d, "todo.create", "call_3") // sweeps
	n := 0
	if err := d.view(t.Context(), func(t *tx) error { n = len(keysWith(t.table(tableTokens), nil)); return nil }); err != nil || n != 1 {
		t.Errorf("%d tokens are kept, want the new one: %v", n, err)
	}
}

func ptr[T any](v T) *T { return &v }

func TestTokenRace(t *testing.T) {
	d := openDB(t, dbPath(t))
	p := proof(t, d, "todo.create", "call_1")
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { _, _, errs[i] = d.CreateTodo(t.Context(), p, todo.Draft{Title: "milk"}) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			wantErr(t, err, todo.ErrNoApproval)
		}
	}
	if list, err := d.Todos(t.Context()); won != 1 || err != nil || len(list) != 1 {
		t.Errorf("%d writes succeeded and %d todos are there, want 1: %v", won, len(list), err)
	}
}

func TestIdempotencyKey(t *testing.T) {
	d := openDB(t, dbPath(t))
	due := day(3)
	elsewhere := due.In(time.FixedZone("", 8*3600))
	draft := todo.Draft{Title: "milk", DueAt: &due, Key: "k1"}
	first, created, err := d.CreateTodo(t.Context(), proof(t, d, "todo.create", "call_0"), draft)
	if err != nil || !created || first.ID != "td_1" || first.Run != "r1" || first.Version != 1 {
		t.Fatalf("got %+v, %v, %v", first, created, err)
	}
	if _, err := d.UpdateTodo(t.Context(), proof(t, d, "todo.update", "call_1"), first.ID, todo.Change{Title: ptr("oat milk")}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		draft todo.Draft
		want  error
	}{
		{"same", draft, nil},
		{"same instant", todo.Draft{Title: "milk", DueAt: &elsewhere, Key: "k1"}, nil},
		{"other title", todo.Draft{Title: "oat milk", DueAt: &due, Key: "k1"}, todo.ErrKeyConflict},
		{"no time", todo.Draft{Title: "milk", Key: "k1"}, todo.ErrKeyConflict},
	} {
		p := proof(t, d, "todo.create", "call_"+c.name)
		again, created, err := d.CreateTodo(t.Context(), p, c.draft)
		if !errors.Is(err, c.want) || created || c.want == nil && (again.ID != first.ID || again.Title != "oat milk") {
			t.Errorf("%s: got %+v, %v, %v", c.name, again, created, err)
		}
		if c.want == nil {
			_, _, err = d.CreateTodo(t.Context(), p, c.draft)
			wantErr(t, err, todo.ErrNoApproval) // spent although nothing new was made
		}
	}
	for range 2 {
		if _, created, err := d.CreateTodo(t.Context(), proof(t, d, "todo.create", "call_x"), todo.Draft{Title: "bread"}); err != nil || !created {
			t.Errorf("without a key: %v, %v", created, err)
		}
	}
	list, err := d.Todos(t.Context())
	if err != nil || len(list) != 3 || list[0].ID != "td_1" || list[2].ID != "td_3" {
		t.Errorf("got %+v, %v", list, err)
	}
}

func TestUpdateAndUndo(t *testing.T) {
	d, now := clockDB(t)
	due := day(9)
	item, _, err := d.CreateTodo(t.Context(), proof(t, d, "todo.create", "c"), todo.Draft{Title: "milk", DueAt: &due})
	if err != nil {
		t.Fatal(err)
	}
	update := func(c todo.Change) (todo.Todo, error) {
		*now = now.Add(time.Minute)
		return d.UpdateTodo(t.Context(), proof(t, d, "todo.update", "u"), item.ID, c)
	}
	_, err = update(todo.Change{Undo: true})
	wantErr(t, err, todo.ErrNothingToUndo)
	if _, err = update(todo.Change{Undo: true, ClearDue: true}); err == nil {
		t.Error("undo with another change was taken")
	}
	done, err := update(todo.Change{Status: ptr(todo.Done), ClearDue: true})
	if err != nil || done.Status != todo.Done || done.DoneAt == nil || !done.DoneAt.Equal(*now) || done.DueAt != nil || done.Version != 2 || done.Prior == nil || done.Prior.Status != todo.Open {
		t.Fatalf("got %+v, %v", done, err)
	}
	undone, err := update(todo.Change{Undo: true})
	if err != nil || undone.Status != todo.Open || undone.DoneAt != nil || undone.DueAt == nil || undone.Version != 3 || undone.Prior == nil || undone.Prior.Status != todo.Done || undone.Prior.Prior != nil {
		t.Fatalf("got %+v, %v", undone, err)
	}
	again, err := update(todo.Change{Undo: true})
	if err != nil || again.Status != todo.Done || again.Version != 4 || !again.UpdatedAt.Equal(*now) {
		t.Fatalf("got %+v, %v", again, err)
	}
	open, err := update(todo.Change{Status: ptr(todo.Open), Title: ptr("bread"), DueAt: &due})
	if err != nil || open.DoneAt != nil || open.Title != "bread" || !open.DueAt.Equal(due) {
		t.Fatalf("got %+v, %v", open, err)
	}
	list, err := d.Todos(t.Context())
	if err != nil || len(list) != 1 || list[0].Title != "bread" || list[0].Version != 5 {
		t.Errorf("got %+v, %v", list, err)
	}
}
