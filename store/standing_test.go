package store

import (
	"errors"
	"fmt"
	"testing"

	"vise/policy"
	"vise/session"
)

func told(s policy.Standing) Build {
	return func(seq int, hash string) (session.Record, error) {
		return session.Codec{}.Encode(session.Event{Run: session.Workspace, Seq: seq + 1, Actor: session.ActorUser, Payload: session.PolicyChanged{Standing: s.ID, What: []string{s.Words}}, PrevHash: hash})
	}
}

func TestStanding(t *testing.T) {
	d, ctx := openDB(t, dbPath(t)), t.Context()
	if list, err := d.Standing(ctx); err != nil || len(list) > 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i := range 3 {
		s, err := d.PutStanding(ctx, policy.Standing{Tool: "out/look", Pin: "p", When: fmt.Sprint(i % 2), Words: "w"}, told)
		if want := fmt.Sprintf("always-%d", 1+i%2); err != nil || s.ID != want {
			t.Errorf("%s, %v, want %s", s.ID, err, want)
		}
	}
	if err := d.DropStanding(ctx, "always-1", told); err != nil {
		t.Fatal(err)
	}
	if err := d.DropStanding(ctx, "always-1", told); !errors.Is(err, ErrNoStanding) {
		t.Errorf("taken back twice: %v", err)
	}
	if s, err := d.PutStanding(ctx, policy.Standing{Tool: "out/look", Pin: "p", When: "0"}, told); err != nil || s.ID != "always-3" {
		t.Errorf("an id came twice: %s, %v", s.ID, err)
	}
	list, err := d.Standing(ctx)
	if err != nil || len(list) != 2 || list[0].ID != "always-2" || list[1].ID != "always-3" {
		t.Errorf("%+v, %v", list, err)
	}
	chain, err := d.Since(ctx, session.Workspace, 0)
	if err != nil || len(chain) != 4 || session.VerifyChain(chain) != nil {
		t.Errorf("%d records, %v", len(chain), err)
	}
}

func TestADamagedStandingAllowsNothing(t *testing.T) {
	d, ctx := openDB(t, dbPath(t)), t.Context()
	for i := range 2 {
		if _, err := d.PutStanding(ctx, policy.Standing{Tool: "out/look", Pin: "p", When: fmt.Sprint(i)}, told); err != nil {
			t.Fatal(err)
		}
	}
	err := d.update(ctx, func(x *tx) error {
		b := x.table(tableStanding)
		k := keysWith(b, nil)[0]
		v := append([]byte{}, b.Get(k)...)
		v[len(v)-2] ^= 1
		return b.Put(k, v)
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Standing(ctx)
	if !errors.Is(err, ErrDamaged) || len(list) != 1 || list[0].ID != "always-2" {
		t.Errorf("%+v, %v", list, err)
	}
	_ = d.update(ctx, func(x *tx) error { return x.DeleteBucket([]byte(tableStanding)) })
	if list, err := d.Standing(ctx); err != nil || len(list) > 0 {
		t.Errorf("without its table: %+v, %v", list, err)
	}
}

func TestThePolicyThatWasLastUsed(t *testing.T) {
	d, ctx := openDB(t, dbPath(t)), t.Context()
	var befores []string
	for _, now := range []string{"a", "a", "b"} {
		err := d.SetPolicy(ctx, now, func(before string) (Build, error) {
			befores = append(befores, before)
			if before == "" {
				return nil, nil
			}
			return told(policy.Standing{Words: before + "→" + now}), nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	last, err := d.LastPolicy(ctx)
	chain, cerr := d.Since(ctx, session.Workspace, 0)
	if err != nil || cerr != nil || last != "b" || fmt.Sprint(befores) != "[ a]" || len(chain) != 1 {
		t.Errorf("%s, told of %q, %d records, %v %v", last, befores, len(chain), err, cerr)
	}
}
