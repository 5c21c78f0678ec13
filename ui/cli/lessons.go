package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"

	"vise/evals"
	"vise/session/app"
	"vise/ui"
)

// casesFile is the dataset that the workbench adds cases to where none is
// named, in the current folder.
const casesFile = "vise-cases.jsonl"

// Feedback keeps what the person says of a run's answer.
func (a *adapter) Feedback(ctx context.Context, run, mark, note string) error {
	_, err := with(ctx, a, func(w *app.Workbench) (struct{}, error) { return struct{}{}, w.Feedback(ctx, run, mark, note) })
	return err
}

// SaveCase adds a run as a case to a dataset.
func (a *adapter) SaveCase(ctx context.Context, run, file string) (ui.SavedCase, error) {
	if file == "" {
		file = casesFile
		// Nobody named it, so a project must not say where it lies.
		if at, err := os.Lstat(file); err == nil && at.Mode()&fs.ModeSymlink != 0 {
			return ui.SavedCase{}, fmt.Errorf("%s is a link to another file here: name a file, as in /case mine.jsonl", file)
		}
	}
	c, err := with(ctx, a, func(w *app.Workbench) (evals.Case, error) { return evals.Draft(ctx, w, run) })
	if err != nil {
		return ui.SavedCase{}, err
	}
	n, err := addCases(file, c)
	return ui.SavedCase{ID: c.ID, File: file, New: n > 0}, err
}
