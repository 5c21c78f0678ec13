package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vise/evals"
	"vise/session"
	"vise/ui/theme"
)

func (e *env) evalCompareCmd() *cobra.Command {
	var id string
	var open bool
	cmd := &cobra.Command{
		Use:   "compare A.jsonl B.jsonl",
		Short: "What is fixed, broken, flaky, changed or only in one of two runs; exit 1 if something is broken",
		Long: "Compares two runs, case by case. With --open, on a terminal: the cases that differ as a list, from which each opens; both runs of a case\n" +
			"can be stepped through, beside each other where there is room. Nothing is run again.",
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case open:
				return e.openTraces(cmd.Context(), args, id)
			case id != "":
				return e.bothTraces(args, id)
			}
			return e.compareRuns(args[0], args[1])
		},
	}
	cmd.Flags().StringVar(&id, "case", "", "show what happened in that case, in both runs")
	cmd.Flags().BoolVar(&open, "open", false, "step through what happened, in the cases that differ or in that of --case")
	return e.jsonFlag(cmd)
}

// compared reads two runs and compares them.
func compared(a, b string) (evals.Comparison, error) {
	ha, fa, err := evals.LoadFigures(a)
	if err != nil {
		return evals.Comparison{}, &codeError{exitUsage, err}
	}
	hb, fb, err := evals.LoadFigures(b)
	if err != nil {
		return evals.Comparison{}, &codeError{exitUsage, err}
	}
	c, err := evals.Compare(ha, hb, &fa, &fb)
	if err != nil {
		return c, &codeError{exitUsage, err}
	}
	return c, nil
}

func (e *env) compareRuns(a, b string) error {
	c, err := compared(a, b)
	if err != nil {
		return err
	}
	if e.flags.json {
		err = e.printJSON(c)
	} else {
		e.printComparison(c)
	}
	if err == nil && len(c.Broken) > 0 {
		err = &codeError{exitFailed, fmt.Errorf("%d cases are broken; see one with --case %s, or step through them with --open", len(c.Broken), c.Broken[0])}
	}
	return err
}

func (e *env) bothTraces(files []string, id string) error {
	for _, file := range files {
		if !e.flags.json {
			fmt.Fprintf(e.Out, "== %s\n", theme.InertWords(file))
		}
		if err := e.printTrials(file, id); err != nil && !errors.Is(err, errNoTrial) {
			return err
		}
	}
	return nil
}

func (e *env) evalShowCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show RUN.jsonl CASE",
		Short: "What happened in a case, event by event; nothing is run again",
		Args:  cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := e.printTrials(args[0], args[1]); err != nil {
				return &codeError{exitUsage, err}
			}
			return nil
		},
	}
	return e.jsonFlag(cmd)
}

// printTrials prints the trials of a case as vise replay prints runs.
func (e *env) printTrials(file, id string) error {
	found := false
	_, err := evals.ReadRunFile(file, func(t evals.Trial) error {
		if t.Case.ID != id {
			return nil
		}
		found = true
		if !e.flags.json {
			fmt.Fprintf(e.Out, "%s, trial %d: %s\n", theme.InertWords(id), t.N, t.Outcome())
			for _, why := range t.Why() {
				fmt.Fprintln(e.Out, "  "+theme.InertWords(why))
			}
		}
		return e.printRunLogs(t.Runs)
	})
	if err == nil && !found {
		err = fmt.Errorf("%w: %q is not in %s", errNoTrial, id, file)
	}
	return err
}

func (e *env) printRunLogs(runs []evals.RunLog) error {
	for _, r := range runs {
		events, err := r.Decoded()
		if err != nil {
			return err
		}
		err = e.printReplay(session.Summary{}, events, func(c session.Content) (session.Foreign, error) {
			if c.Blob == "" {
				return c.Text, nil
			}
			text, ok := r.Blobs[c.Blob]
			if !ok {
				return session.Foreign{}, session.ErrNoBlob
			}
			return session.Untrusted(text), nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
