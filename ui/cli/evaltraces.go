package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"vise/evals"
	"vise/session/app"
	"vise/ui"
)

// openTraces lets the person step through the cases that differ, or one case.
func (e *env) openTraces(ctx context.Context, files []string, id string) error {
	switch {
	case e.flags.json:
		return usage("--open shows a screen: leave out --json, or --open")
	case !e.Terminal:
		return usage("--open needs a terminal. Without one, --case ID prints what happened in a case")
	}
	c, err := compared(files[0], files[1])
	if err != nil {
		return err
	}
	rows := traceRows(c, files)
	switch {
	case id != "":
		if err := inOneOf(files, id); err != nil {
			return &codeError{exitUsage, err}
		}
		rows = []ui.TraceRow{traceRow(id, "", files)}
	case len(rows) == 0:
		fmt.Fprintln(e.Out, "Nothing differs: every case came out as before.")
		return nil
	}
	opts, err := e.lookingOptions()
	if err != nil {
		return err
	}
	return ui.StartTraces(ctx, rows, id, opts)
}

// lookingOptions are those of a screen that only shows: keys and theme as they
// are configured.
func (e *env) lookingOptions() (ui.Options, error) {
	cfg, err := e.config()
	if err != nil {
		return ui.Options{}, err
	}
	cfg.NoFiles = true // nothing is read for anybody
	plan, err := app.Load(cfg)
	if err != nil {
		return ui.Options{}, err
	}
	return e.options(plan)
}

// traceRows are the cases that differ, those first that matter most.
func traceRows(c evals.Comparison, files []string) []ui.TraceRow {
	var out []ui.TraceRow
	seen := map[string]bool{}
	for _, l := range differing(c) {
		for _, id := range l.ids {
			if !seen[id] {
				out = append(out, traceRow(id, l.name, files))
			}
			seen[id] = true
		}
	}
	return out
}

func traceRow(id, words string, files []string) ui.TraceRow {
	return ui.TraceRow{ID: id, Words: words, Open: func() ([]ui.TraceSide, error) {
		var out []ui.TraceSide
		for _, file := range files {
			t, err := findTrial(file, id)
			if errors.Is(err, errNoTrial) {
				continue
			}
			if err != nil {
				return nil, err
			}
			s, err := traceSide(filepath.Base(file), t)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			out = append(out, s)
		}
		return out, nil
	}}
}

func inOneOf(files []string, id string) (err error) {
	for _, file := range files {
		if _, err = findTrial(file, id); err == nil || !errors.Is(err, errNoTrial) {
			return err
		}
	}
	return fmt.Errorf("%w: %q is in neither", errNoTrial, id)
}

// better reports whether a is looked at rather than b: one that didn't pass, then
// the earlier one. A run file has them as they were done.
func better(a, b evals.Trial) bool {
	if x, y := a.Outcome() == evals.Passed, b.Outcome() == evals.Passed; x != y {
		return y
	}
	return a.N < b.N
}

// findTrial is the first trial of a case that didn't pass, else the first.
func findTrial(file, id string) (evals.Trial, error) {
	var best *evals.Trial
	_, err := evals.ReadRunFile(file, func(t evals.Trial) error {
		if t.Case.ID == id && (best == nil || better(t, *best)) {
			best = &t
		}
		return nil
	})
	switch {
	case err != nil:
		return evals.Trial{}, err
	case best == nil:
		return evals.Trial{}, fmt.Errorf("%w: %q is not in %s", errNoTrial, id, file)
	}
	return *best, nil
}

func traceSide(name string, t evals.Trial) (ui.TraceSide, error) {
	s := ui.TraceSide{Name: name, Came: string(t.Outcome())}
	if t.N > 1 {
		s.Name += fmt.Sprintf(" trial %d", t.N)
	}
	if why := t.Why(); len(why) > 0 {
		s.Came += "  " + strings.Join(why, "; ")
	}
	for _, r := range t.Runs {
		events, err := r.Decoded()
		if err != nil {
			return s, err
		}
		s.Runs = append(s.Runs, ui.Trace{Events: events, Blob: r.Blob})
	}
	return s, nil
}
