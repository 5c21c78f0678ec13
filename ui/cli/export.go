package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
)

func (e *env) exportCmd() *cobra.Command {
	var out string
	var files bool
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a run's events to a file as they are stored, one a line",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				if files {
					paths, err := saveAttachments(ctx, w, args[0], ".")
					for _, p := range paths {
						fmt.Fprintln(e.Out, "written to "+p)
					}
					return err
				}
				if out == "-" {
					rs, err := stored(ctx, w, args[0])
					if err != nil {
						return err
					}
					for _, r := range rs {
						if err := e.writeJSON(append(slices.Clone(r.Bytes), '\n')); err != nil {
							return err
						}
					}
					return nil
				}
				path, err := exportRun(ctx, w, args[0], out)
				if err == nil {
					fmt.Fprintln(e.Out, "written to "+path)
				}
				return err
			})
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the file, which must not exist yet; - prints the events (default: RUN.jsonl in the current folder)")
	cmd.Flags().BoolVar(&files, "files", false, "instead of the events, the images, recordings and files that tools gave")
	cmd.MarkFlagsMutuallyExclusive("out", "files")
	return cmd
}

// stored are the records of the run with that id, or the beginning of it.
func stored(ctx context.Context, w *app.Workbench, run string) ([]session.Record, error) {
	sum, err := w.Summary(ctx, run)
	if err != nil {
		return nil, err
	}
	return w.Store().Since(ctx, sum.Run, 0)
}

// exportRun writes a run's events to a new file that only the person may read,
// and returns its path. Where out is empty it is RUN.jsonl in the current
// folder, with a number where that is taken. Nothing is ever overwritten.
func exportRun(ctx context.Context, w *app.Workbench, run, out string) (string, error) {
	rs, err := stored(ctx, w, run)
	if err != nil {
		return "", err
	}
	if len(rs) == 0 {
		return "", errors.New("the run has no events yet")
	}
	return writeFile(rs[0].Run, out, rs)
}

// writeFile writes records to a new file: out, or NAME.jsonl in the current
// folder.
func writeFile(name, out string, rs []session.Record) (string, error) {
	return newFile(out, name, ".jsonl", func(w io.Writer) error { return writeRecords(w, rs) })
}

func writeRecords(to io.Writer, rs []session.Record) error {
	w := bufio.NewWriter(to)
	for _, r := range rs {
		_, _ = w.Write(r.Bytes) // Flush tells
		_ = w.WriteByte('\n')
	}
	return w.Flush()
}
