package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"vise/evals"
	"vise/session"
	"vise/ui/theme"
)

// evalFlags are the flags of vise eval.
type evalFlags struct {
	datasets []string
	tags     []string
	reports  []string
	baseline string
	most     int
	repeat   int
	jobs     int
	failFast bool
}

func (e *env) evalCmd() *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure: cases with what must hold, through the program itself",
		Long: "Runs cases through vise itself, with another model, clock and servers, and judges what happened. Without flags: all datasets that\n" +
			"come with vise, with the offline model and with scripts of what a model may try; no network. With --model ollama/NAME: how well that\n" +
			"model does, in the cases that are for any model.\n" +
			"Exit codes: 0 all passed, 1 a case failed or did better in the baseline, 2 usage, 6 nothing failed but not all could be measured,\n" +
			"130 interrupted: the reports are of what was measured by then.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.eval(cmd.Context(), f) },
	}
	fs := cmd.Flags()
	fs.StringArrayVar(&f.datasets, "dataset", nil, "a file of cases, or one of "+strings.Join(evals.BuiltinNames(), ", ")+" (repeatable)")
	fs.StringArrayVar(&f.tags, "tag", nil, "only cases with that tag, kind, language or id (repeatable)")
	fs.IntVar(&f.most, "max-cases", 0, "at most so many cases")
	fs.IntVar(&f.repeat, "repeat", 1, "run each case so often")
	fs.IntVar(&f.jobs, "jobs", 0, "so many cases at a time (default: one a processor; with a model of Ollama's: one)")
	fs.BoolVar(&f.failFast, "fail-fast", false, "stop at the first case that doesn't pass")
	fs.StringArrayVar(&f.reports, "report", nil, "write a report: FILE.jsonl (everything), .json, .xml (JUnit), .md, .html (repeatable)")
	fs.StringVar(&f.baseline, "baseline", "", "a FILE.jsonl of an earlier run: what passed there must pass now")
	cmd.AddCommand(e.evalCompareCmd(), e.evalScoreCmd(), e.evalShowCmd(),
		e.evalSaveCmd(), e.evalFeedbackCmd(), e.evalFromFeedbackCmd())
	return e.jsonFlag(cmd)
}

// check refuses what can't be meant, before anything is run.
func (f evalFlags) check() error {
	for _, n := range []struct {
		flag string
		n    int
		none string
	}{{"--max-cases", f.most, "0 is all"}, {"--repeat", f.repeat - 1, "1 is once"}, {"--jobs", f.jobs, "0 is as many as fit"}} {
		if n.n < 0 {
			return usage("%s can't be so small: %s", n.flag, n.none)
		}
	}
	return checkReports(f.reports)
}

// eval runs what the flags say.
func (e *env) eval(ctx context.Context, f evalFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	cases, head, err := f.cases()
	if err != nil {
		return err
	}
	before, err := readBaseline(f.baseline)
	if err != nil {
		return err
	}
	if e.flags.record != "" && !strings.HasPrefix(e.flags.model, "ollama/") {
		return usage("--record keeps what a model of Ollama's says: give --model ollama/NAME with it")
	}
	head.Vise, head.Model, head.Repeat, head.Started = Version, e.flags.model, f.repeat, time.Now()
	opts := evals.Options{Cases: cases, Model: e.flags.model, Record: e.flags.record, Repeat: f.repeat, Jobs: f.jobs, FailFast: f.failFast, Getenv: e.getenv,
		Show: func(text session.Foreign) string { return theme.Inert(text) }}
	if head.Cases = len(opts.Selected()); head.Cases == 0 {
		return usage("there are no cases to run: none of the %d in the dataset is for the model %q", len(cases), e.flags.model)
	}
	figures, interrupted, err := e.runCases(ctx, opts, &head, f.reports)
	if err != nil {
		return err
	}
	if err = e.evalResult(figures, head, before); interrupted {
		return &codeError{exitCancelled, errors.New(head.Cut)}
	}
	return err
}

// runCases runs the cases and writes the reports; where it is interrupted, of
// what was measured by then.
func (e *env) runCases(ctx context.Context, opts evals.Options, head *evals.Header, files []string) (_ *evals.Figures, interrupted bool, _ error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	reports, err := newReports(files, *head)
	if err != nil {
		return nil, false, err
	}
	defer reports.discard()
	figures, all := &evals.Figures{}, head.Cases*head.Repeat
	bar := e.newBar(all)
	opts.Begin = func(c evals.Case) { bar.begin(c.ID) }
	opts.Done = func(t evals.Trial) error {
		figures.Add(t)
		bar.done(t.Outcome() == evals.Passed)
		return reports.add(t)
	}
	err = evals.Run(ctx, opts)
	bar.end()
	if err != nil && ctx.Err() == nil {
		return nil, false, fmt.Errorf("the run isn't whole: %w", err)
	}
	figures.Finish()
	switch made := figures.Made(); {
	case made == all:
	case ctx.Err() != nil:
		interrupted = true
		head.Cut = fmt.Sprintf("interrupted after %d of %d trials", made, all)
	default:
		head.Cut = fmt.Sprintf("stopped after %d of %d trials, at the first that didn't pass", made, all)
	}
	if err := reports.write(figures, head.Cut); err != nil {
		return nil, false, err
	}
	return figures, interrupted, nil
}

// cases reads the datasets, and picks.
func (f evalFlags) cases() ([]evals.Case, evals.Header, error) {
	var head evals.Header
	var all []evals.Case
	names := f.datasets
	if len(names) == 0 {
		names = evals.BuiltinNames()
	}
	for _, name := range names {
		read := evals.ReadDataset
		if slices.Contains(evals.BuiltinNames(), name) {
			read = evals.Builtin
		}
		d, err := read(name)
		if err != nil {
			return nil, head, &codeError{exitUsage, err}
		}
		for _, c := range d.Cases {
			if slices.ContainsFunc(all, func(o evals.Case) bool { return o.ID == c.ID }) {
				return nil, head, usage("the case %q is in two of the datasets: give it another id", c.ID)
			}
		}
		all = append(all, d.Cases...)
		head.Datasets = append(head.Datasets, evals.SetHeader{Name: d.Name, Hash: d.Hash, Cases: len(d.Cases)})
	}
	picked := evals.Pick(all, f.tags, f.most)
	switch {
	case len(all) == 0:
		return nil, head, usage("there are no cases in %s", strings.Join(names, ", "))
	case len(picked) == 0:
		return nil, head, usage("no case has the tag %q", strings.Join(f.tags, ", "))
	}
	return picked, head, nil
}

// baseline is an earlier run.
type baseline struct {
	head    evals.Header
	figures evals.Figures
}

// readBaseline reads an earlier run, before this one may be written over it;
// nil where none is named.
func readBaseline(file string) (*baseline, error) {
	if file == "" {
		return nil, nil
	}
	h, f, err := evals.LoadFigures(file)
	if err != nil {
		return nil, &codeError{exitUsage, err}
	}
	if h.Graders != evals.GradersVersion {
		_, err := evals.Compare(h, evals.Header{Graders: evals.GradersVersion}, &f, &f)
		return nil, &codeError{exitUsage, err}
	}
	return &baseline{h, f}, nil
}

// evalResult prints the table, and says what the exit code is. before may be
// nil.
func (e *env) evalResult(figures *evals.Figures, head evals.Header, before *baseline) error {
	var against *evals.Comparison
	if before != nil {
		head.Graders = evals.GradersVersion
		c, err := evals.Compare(before.head, head, &before.figures, figures)
		if err != nil {
			return &codeError{exitUsage, err}
		}
		against = &c
	}
	if e.flags.json {
		if err := e.printJSON(evals.Summary(head, figures, against)); err != nil {
			return err
		}
	} else {
		e.printFigures(figures, against)
	}
	err := evalOutcome(figures, against)
	if err == nil && head.Cut != "" {
		err = &codeError{exitModel, errors.New(head.Cut)}
	}
	return err
}

func evalOutcome(f *evals.Figures, against *evals.Comparison) error {
	failed, broken := 0, 0
	for _, r := range f.Rows {
		switch r.Outcome() {
		case evals.Failed:
			failed++
		case evals.Broken:
			broken++
		}
	}
	switch {
	case failed > 0:
		return &codeError{exitFailed, fmt.Errorf("%d of %d cases failed", failed, len(f.Rows))}
	case against != nil && len(against.Broken) > 0:
		return &codeError{exitFailed, fmt.Errorf("worse than the baseline: %s", strings.Join(against.Broken, ", "))}
	case broken > 0:
		return &codeError{exitModel, fmt.Errorf("%d of %d cases couldn't be measured: %s", broken, len(f.Rows), firstBroken(f))}
	}
	return nil
}

func firstBroken(f *evals.Figures) string {
	for _, r := range f.Rows {
		if r.Outcome() == evals.Broken && len(r.Why) > 0 {
			return r.Why[0]
		}
	}
	return "for reasons that the report tells"
}

// checkReports refuses a report of an unknown kind, or in a folder that isn't
// there, before anything is run.
func checkReports(files []string) error {
	for _, f := range files {
		if !slices.Contains(evals.ReportKinds(), filepath.Ext(f)) {
			return usage("--report %q: its name ends in one of %s", f, strings.Join(evals.ReportKinds(), ", "))
		}
		if at, err := os.Stat(filepath.Dir(f)); err != nil || !at.IsDir() {
			return usage("--report %q: there is no folder %s", f, filepath.Dir(f))
		}
	}
	return nil
}

var errNoTrial = errors.New("there is no such case in the run")
