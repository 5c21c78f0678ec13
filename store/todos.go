package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"vise/builtin/todo"
)

var _ todo.Storage = (*DB)(nil)

const todoPrefix = "td_"

// made is what an idempotency key was used for: the todo, and the content it
// was created with, which may have changed since.
type made struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	DueAt *time.Time `json:"due_at,omitempty"`
}

// Todos returns all todos, oldest first.
func (d *DB) Todos(ctx context.Context) (list []todo.Todo, err error) {
	err = d.view(ctx, func(t *tx) error {
		list = nil
		c := t.table(tableTodos).Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			item, err := decode[todo.Todo](t, k, v)
			if err != nil {
				return err
			}
			list = append(list, item)
		}
		return nil
	})
	return list, err
}

// CreateTodo stores a todo and spends the proof's token, or neither. With a
// key that was used for the same content it returns that todo as it is now,
// with created false; the token is spent too. todo.ErrKeyConflict for other
// content, todo.ErrNoApproval where the token isn't for this call.
func (d *DB) CreateTodo(ctx context.Context, p todo.Proof, draft todo.Draft) (item todo.Todo, created bool, err error) {
	if len(draft.Key) > maxID {
		return item, false, fmt.Errorf("an idempotency key can have %d bytes, not %d", maxID, len(draft.Key))
	}
	err = d.update(ctx, func(t *tx) error {
		if err := t.consume(p); err != nil {
			return err
		}
		var found bool
		item, found, err = t.byKey(draft)
		if err != nil || found {
			return err
		}
		item, err = t.newTodo(p.Run, draft)
		created = err == nil
		return err
	})
	if err != nil {
		return todo.Todo{}, false, err
	}
	return item, created, nil
}

// byKey finds the todo that the draft's key was used for.
func (t *tx) byKey(draft todo.Draft) (item todo.Todo, found bool, err error) {
	if draft.Key == "" {
		return item, false, nil
	}
	m, ok, err := getJSON[made](t, t.table(tableTodoKeys), []byte(draft.Key))
	if err != nil || !ok {
		return item, false, err
	}
	if m.Title != draft.Title || !sameTime(m.DueAt, draft.DueAt) {
		return item, false, fmt.Errorf("%w: %s was made with it, with other content", todo.ErrKeyConflict, m.ID)
	}
	item, err = t.todo(m.ID)
	return item, err == nil, err
}

func sameTime(a, b *time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

func (t *tx) newTodo(run string, draft todo.Draft) (todo.Todo, error) {
	n, err := t.table(tableTodos).NextSequence()
	if err != nil {
		return todo.Todo{}, err
	}
	item := todo.Todo{ID: todoPrefix + strconv.FormatUint(n, 10), Title: draft.Title, DueAt: draft.DueAt, Status: todo.Open,
		CreatedAt: t.now, UpdatedAt: t.now, Run: run, Key: draft.Key, Version: 1}
	if draft.Key != "" {
		m := made{item.ID, draft.Title, draft.DueAt}
		if err := putJSON(t.table(tableTodoKeys), []byte(draft.Key), m); err != nil {
			return item, err
		}
	}
	return item, t.putTodo(item)
}

// UpdateTodo changes one todo, keeps the version before in Prior and spends
// the proof's token, or does none of it. Undoing an undo does it again.
// todo.ErrNotFound, todo.ErrNothingToUndo, todo.ErrNoApproval.
func (d *DB) UpdateTodo(ctx context.Context, p todo.Proof, id string, c todo.Change) (item todo.Todo, err error) {
	if c.Undo && (c.Status != nil || c.Title != nil || c.DueAt != nil || c.ClearDue) {
		return item, errors.New("undo can't be combined with another change")
	}
	err = d.update(ctx, func(t *tx) error {
		if err := t.consume(p); err != nil {
			return err
		}
		old, err := t.todo(id)
		if err != nil {
			return err
		}
		item = changed(old, c, t.now)
		if c.Undo {
			if old.Prior == nil {
				return fmt.Errorf("%w: %s was never changed", todo.ErrNothingToUndo, old.ID)
			}
			item = *old.Prior
		}
		item.Version, item.UpdatedAt = old.Version+1, t.now
		old.Prior = nil
		item.Prior = &old
		return t.putTodo(item)
	})
	if err != nil {
		return todo.Todo{}, err
	}
	return item, nil
}

func changed(item todo.Todo, c todo.Change, now time.Time) todo.Todo {
	if c.Title != nil {
		item.Title = *c.Title
	}
	if c.ClearDue {
		item.DueAt = nil
	}
	if c.DueAt != nil {
		item.DueAt = c.DueAt
	}
	if c.Status != nil && *c.Status != item.Status {
		item.Status, item.DoneAt = *c.Status, nil
		if item.Status == todo.Done {
			item.DoneAt = &now
		}
	}
	return item
}

func (t *tx) todo(id string) (todo.Todo, error) {
	key, ok := todoKey(id)
	if !ok {
		return todo.Todo{}, fmt.Errorf("%w: %s", todo.ErrNotFound, clean(id))
	}
	item, ok, err := getJSON[todo.Todo](t, t.table(tableTodos), key)
	if err == nil && !ok {
		err = fmt.Errorf("%w: %s", todo.ErrNotFound, clean(id))
	}
	return item, err
}

func (t *tx) putTodo(item todo.Todo) error {
	key, ok := todoKey(item.ID)
	if !ok {
		return damaged(t.path, "a todo has the id "+clean(item.ID))
	}
	return putJSON(t.table(tableTodos), key, item)
}

// todoKey is the number in a todo's id, which orders them by age.
func todoKey(id string) ([]byte, bool) {
	digits, ok := strings.CutPrefix(id, todoPrefix)
	n, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil {
		return nil, false
	}
	return binary.BigEndian.AppendUint64(nil, n), true
}
