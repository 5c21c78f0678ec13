package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vise/evals"
)

// reports writes what --report asks for. Trials go to a file as they come, so
// that none has to be kept; what needs all of them is made of it at the end.
type reports struct {
	files []string
	head  evals.Header
	path  string // of the file of trials; "" where nothing needs it
	temp  bool
	f     *os.File
	w     *evals.Writer
}

func newReports(files []string, head evals.Header) (*reports, error) {
	r := &reports{files: files, head: head}
	var err error
	for _, name := range files {
		if filepath.Ext(name) == ".jsonl" {
			r.path = name
		}
	}
	switch {
	case r.path != "":
		r.f, err = os.Create(r.path)
	case slices.ContainsFunc(files, func(f string) bool { return filepath.Ext(f) == ".html" }):
		r.temp = true
		r.f, err = os.CreateTemp("", "vise-eval-*.jsonl")
	default:
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the report can't be written: %w", err)
	}
	r.path = r.f.Name()
	r.w, err = evals.NewWriter(r.f, head)
	return r, err
}

func (r *reports) add(t evals.Trial) error {
	if r.w == nil {
		return nil
	}
	return r.w.Write(t)
}

// write writes the reports that need everything. cut says why that isn't all;
// empty where it is.
func (r *reports) write(f *evals.Figures, cut string) error {
	r.head.Cut = cut
	if r.w != nil {
		if err := errors.Join(r.w.Flush(), r.f.Sync(), r.f.Close()); err != nil {
			return fmt.Errorf("the report can't be written: %w", err)
		}
		r.f = nil
	}
	for _, name := range r.files {
		if filepath.Ext(name) == ".jsonl" {
			if name != r.path {
				if err := copyFile(name, r.path); err != nil {
					return err
				}
			}
			continue
		}
		if err := writeReport(name, func(w io.Writer) error { return r.render(w, name, f) }); err != nil {
			return err
		}
	}
	return nil
}

func (r *reports) render(w io.Writer, name string, f *evals.Figures) error {
	switch filepath.Ext(name) {
	case ".json":
		return evals.WriteSummary(w, r.head, f)
	case ".xml":
		return evals.WriteJUnit(w, r.head, f)
	case ".md":
		return evals.WriteMarkdown(w, r.head, f)
	}
	return evals.WriteHTML(w, r.head, f, func(each func(evals.Trial) error) error {
		_, err := evals.ReadRunFile(r.path, each)
		return err
	})
}

// discard removes what was only needed meanwhile.
func (r *reports) discard() {
	if r.f != nil {
		_ = r.f.Close() // the error that ended the run tells
	}
	if r.temp {
		_ = os.Remove(r.path) // left behind it is only a file in the system's temporary folder
	}
}

func writeReport(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err == nil {
		err = errors.Join(write(f), f.Close())
	}
	if err != nil {
		return fmt.Errorf("the report %s can't be written: %w", name, err)
	}
	return nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return writeReport(to, func(w io.Writer) error { _, err := io.Copy(w, in); return err })
}

func (e *env) evalScoreCmd() *cobra.Command {
	var files []string
	cmd := &cobra.Command{
		Use:   "score RUN.jsonl",
		Short: "Grade a run again with today's graders; no model is asked",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if slices.ContainsFunc(files, func(f string) bool { return sameFile(f, args[0]) }) {
				return usage("--report %s: that is the run itself; write to another file", args[0])
			}
			if err := checkReports(files); err != nil {
				return err
			}
			return e.score(args[0], files)
		},
	}
	cmd.Flags().StringArrayVar(&files, "report", nil, "write a report: FILE.jsonl, .json, .xml, .md, .html (repeatable)")
	return e.jsonFlag(cmd)
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y) || strings.TrimPrefix(a, "./") == strings.TrimPrefix(b, "./")
}

func (e *env) score(file string, files []string) error {
	head, err := evals.ReadRunFile(file, func(evals.Trial) error { return nil })
	if err != nil {
		return &codeError{exitUsage, err}
	}
	r, err := newReports(files, head)
	if err != nil {
		return err
	}
	defer r.discard()
	var f evals.Figures
	_, err = evals.ReadRunFile(file, func(t evals.Trial) error {
		evals.Score(&t)
		f.Add(t)
		return r.add(t)
	})
	if err != nil {
		return err
	}
	f.Finish()
	if all := head.Cases * head.Repeat; f.Made() < all {
		head.Cut = fmt.Sprintf("the run file holds %d of %d trials", f.Made(), all)
	}
	if err := r.write(&f, head.Cut); err != nil {
		return err
	}
	return e.evalResult(&f, head, nil)
}
