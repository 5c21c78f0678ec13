package builtin_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"vise/builtin/todo"
)

// memory keeps todos as the contract of todo.Storage says, tokens included.
type memory struct {
	mu     sync.Mutex
	now    func() time.Time
	todos  []todo.Todo
	tokens map[string]todo.Proof // minted and not yet spent
	fail   error                 // what every operation fails with
}

func newMemory(now func() time.Time) *memory {
	return &memory{now: now, tokens: map[string]todo.Proof{}}
}

// mint makes a token for one call.
func (m *memory) mint(p todo.Proof) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	p.Token = fmt.Sprintf("tok_%d", len(m.tokens)+1)
	m.tokens[p.Token] = p
	return p.Token
}

func (m *memory) spend(p todo.Proof) error {
	if want, ok := m.tokens[p.Token]; !ok || want != p {
		return todo.ErrNoApproval
	}
	m.tokens[p.Token] = todo.Proof{}
	return nil
}

func (m *memory) Todos(context.Context) ([]todo.Todo, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.todos), m.fail
}

func (m *memory) CreateTodo(_ context.Context, p todo.Proof, d todo.Draft) (todo.Todo, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return todo.Todo{}, false, m.fail
	}
	if err := m.spend(p); err != nil {
		return todo.Todo{}, false, err
	}
	for _, t := range m.todos {
		if d.Key != "" && t.Key == d.Key {
			if t.Title != d.Title {
				return todo.Todo{}, false, todo.ErrKeyConflict
			}
			return t, false, nil
		}
	}
	t := todo.Todo{ID: fmt.Sprintf("td_%d", len(m.todos)+1), Title: d.Title, DueAt: d.DueAt, Status: todo.Open, CreatedAt: m.now(), UpdatedAt: m.now(), Run: p.Run, Key: d.Key, Version: 1}
	m.todos = append(m.todos, t)
	return t, true, nil
}

func (m *memory) UpdateTodo(_ context.Context, p todo.Proof, id string, c todo.Change) (todo.Todo, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return todo.Todo{}, m.fail
	}
	if err := m.spend(p); err != nil {
		return todo.Todo{}, err
	}
	i := slices.IndexFunc(m.todos, func(t todo.Todo) bool { return t.ID == id })
	if i < 0 {
		return todo.Todo{}, todo.ErrNotFound
	}
	old := m.todos[i]
	t := old
	if c.Undo {
		if old.Prior == nil {
			return todo.Todo{}, todo.ErrNothingToUndo
		}
		t = *old.Prior
	}
	apply(&t, c, m.now())
	old.Prior = nil
	t.Prior, t.Version, t.UpdatedAt = &old, old.Version+1, m.now()
	m.todos[i] = t
	return t, nil
}

func apply(t *todo.Todo, c todo.Change, now time.Time) {
	if c.Status != nil {
		t.Status, t.DoneAt = *c.Status, nil
		if t.Status == todo.Done {
			t.DoneAt = &now
		}
	}
	if c.Title != nil {
		t.Title = *c.Title
	}
	if c.DueAt != nil {
		t.DueAt = c.DueAt
	}
	if c.ClearDue {
		t.DueAt = nil
	}
}
