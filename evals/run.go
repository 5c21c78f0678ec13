package evals

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"

	"vise/session"
)

// Options say what is run, and how.
type Options struct {
	Cases []Case
	// Model is the one that is measured: it takes the place of the offline one
	// in cases for any model, and cases for another one are left out. Empty: all
	// cases, each with its own model.
	Model string
	// Record is a folder that each case's exchanges with Model are kept in, under
	// its id, for cases that are answered from recordings. Time then
	// stands still, as in those.
	Record   string
	Repeat   int  // how often each case is run; 0: once
	Jobs     int  // how many at a time; 0: one for each processor, one alone for a real model
	FailFast bool // stop at the first case that doesn't pass
	Getenv   func(string) string
	// Show is an answer as the terminal would get it. May be nil.
	Show func(session.Foreign) string
	// Begin is told that a case begins, from several goroutines. May be nil.
	Begin func(Case)
	// Done gets each trial, from one goroutine at a time, in any order.
	Done func(Trial) error
}

// Offline reports whether no language model is asked.
func (o Options) Offline() bool { return o.Model == "" || o.Model == ModelOffline }

// real reports whether time passes for the case as it does.
func (o Options) real(c Case) bool { return o.asks(c) && o.Record == "" }

// asks reports whether a language model is asked.
func (o Options) asks(c Case) bool {
	_, recorded := cassette(o.model(c))
	return !c.Model.Scripted() && o.model(c) != ModelOffline && !recorded
}

// model is the name of the model of a case.
func (o Options) model(c Case) string {
	switch {
	case c.Model.Scripted():
		return ModelOffline // never asked
	case o.Model != "":
		return o.Model
	case c.Model.Name == "" || c.Model.Name == ModelAny:
		return ModelOffline
	}
	return c.Model.Name
}

// Selected are the cases that say something about the model.
func (o Options) Selected() []Case {
	if o.Model == "" {
		return o.Cases
	}
	var out []Case
	for _, c := range o.Cases {
		if _, recorded := cassette(c.Model.Name); c.Model.Scripted() || recorded && o.Record == "" {
			continue
		}
		if c.Model.Name == ModelOffline && o.Model != ModelOffline {
			continue
		}
		out = append(out, c)
	}
	return out
}

func (o Options) jobs() int {
	switch {
	case o.Jobs > 0:
		return o.Jobs
	case !o.Offline():
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// errEnough ends a run that was told to stop at the first failure.
var errEnough = errors.New("a case didn't pass")

type job struct {
	c Case
	n int
}

// Run runs all cases. It keeps nothing of them: Done gets each. The error says
// that the run is not whole.
func Run(ctx context.Context, o Options) (err error) {
	dir, err := scratch()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	wctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs := make(chan job)
	go func() {
		defer close(jobs)
		for _, c := range o.Selected() {
			for n := range max(o.Repeat, 1) {
				select {
				case jobs <- job{c, n + 1}:
				case <-wctx.Done():
					return
				}
			}
		}
	}()
	var one sync.Mutex
	var all sync.WaitGroup
	for range o.jobs() {
		all.Go(func() {
			for j := range jobs {
				if o.Begin != nil {
					o.Begin(j.c)
				}
				t := o.run(wctx, j.c, j.n, dir)
				if wctx.Err() != nil {
					return
				}
				one.Lock()
				if err := o.Done(t); err != nil {
					stop(err)
				} else if o.FailFast && t.Outcome() != Passed {
					stop(errEnough)
				}
				one.Unlock()
			}
		})
	}
	all.Wait()
	if cause := context.Cause(wctx); cause != nil && !errors.Is(cause, errEnough) {
		return cause
	}
	return nil
}
