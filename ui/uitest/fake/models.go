package fake

import (
	"context"
	"sync"

	"vise/ui"
)

// Models is a choice of models for Deps.Models. Its fields are set before it
// is used.
type Models struct {
	List []ui.ModelChoice
	Note string
	Err  error
	// Pulling tells the progress of a pull and returns its outcome; nil: it
	// works at once.
	Pulling func(ctx context.Context, name string, progress func(what string, done, total int64)) error

	mu     sync.Mutex
	chosen []string
	think  string
}

// Models returns the list.
func (f *Models) Models(context.Context) ([]ui.ModelChoice, string, error) {
	return f.List, f.Note, f.Err
}

// Choose remembers the name.
func (f *Models) Choose(_ context.Context, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.chosen = append(f.chosen, name)
	return nil
}

// Chosen are the names that were chosen, oldest first.
func (f *Models) Chosen() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.chosen...)
}

// Pull follows Pulling.
func (f *Models) Pull(ctx context.Context, name string, progress func(what string, done, total int64)) error {
	if f.Pulling == nil {
		return nil
	}
	return f.Pulling(ctx, name, progress)
}

// Think is what SetThink set.
func (f *Models) Think() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.think == "" {
		return "auto"
	}
	return f.think
}

// SetThink sets it.
func (f *Models) SetThink(_ context.Context, think string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.think = think
	return nil
}
