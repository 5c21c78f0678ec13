package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"vise/evals"
	"vise/session"
	"vise/session/app"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// evalSaveCmd makes a case of a run.
func (e *env) evalSaveCmd() *cobra.Command {
	var into string
	cmd := &cobra.Command{
		Use:   "save RUN",
		Short: "Make a case of a run, with what it was set up with; secrets are masked",
		Long:  "Makes a case of a run and prints it, or adds it to a dataset. What happened is taken for what should happen, and files are as they\nare now: read the case before you use it.",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				c, err := evals.Draft(ctx, w, args[0])
				if err != nil {
					return err
				}
				return e.keepCases(into, c)
			})
		},
	}
	cmd.Flags().StringVar(&into, "into", "", "the dataset to add it to; it is made where there is none")
	return cmd
}

// evalFeedbackCmd keeps what the person says of an answer.
func (e *env) evalFeedbackCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "feedback RUN " + strings.Join(session.FeedbackMarks(), "|") + " [NOTE]",
		Short: "Say of an answer whether it was any use; vise eval from-feedback makes cases of it",
		Long:  "Keeps what you say of a run's answer. With missing, the note is what the answer should have said.",
		Args:  cobra.RangeArgs(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				return w.Feedback(ctx, args[0], args[1], strings.Join(args[2:], " "))
			})
		},
	}
}

// evalFromFeedbackCmd drafts cases of all that feedback was given on.
func (e *env) evalFromFeedbackCmd() *cobra.Command {
	var into string
	cmd := &cobra.Command{
		Use:   "from-feedback",
		Short: "Draft a case for each run that you have said something about",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error {
				given, err := w.Feedbacks(ctx)
				if err != nil {
					return err
				}
				var cases []evals.Case
				for _, f := range given {
					c, err := evals.DraftFrom(ctx, w, f)
					if err != nil {
						fmt.Fprintf(e.Err, "vise: run %s: %s\n", f.Run, theme.InertWords(err.Error()))
						continue
					}
					cases = append(cases, c)
				}
				if len(given) == 0 {
					return usage("no feedback was given yet: vise eval feedback RUN %s", strings.Join(session.FeedbackMarks(), "|"))
				}
				return e.keepCases(into, cases...)
			})
		},
	}
	cmd.Flags().StringVar(&into, "into", "", "the dataset to add them to; those that are in it already are left out")
	return cmd
}

// keepCases prints cases, or adds them to a dataset.
func (e *env) keepCases(into string, cases ...evals.Case) error {
	if into == "" {
		return printCases(e, cases)
	}
	added, err := addCases(into, cases...)
	if err == nil {
		fmt.Fprintf(e.Out, "%s added to %s\n", eventline.Count(added, "case"), theme.InertWords(into))
	}
	return err
}

func printCases(e *env, cases []evals.Case) error {
	for _, c := range cases {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if err := e.writeJSON(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// addCases adds those cases to a dataset that aren't in it yet, and makes it
// where there is none. What isn't a dataset is left as it is.
func addCases(into string, cases ...evals.Case) (added int, err error) {
	have, err := known(into)
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	for _, c := range cases {
		if have[c.ID] {
			continue
		}
		line, err := json.Marshal(c)
		if err != nil {
			return 0, err
		}
		added++
		out.Write(append(line, '\n'))
	}
	if err := appendLines(into, out.Bytes()); err != nil {
		return 0, fmt.Errorf("the dataset can't be written: %w", err)
	}
	return added, nil
}

// appendLines adds lines to a file, the last of which may have been left
// without its end.
func appendLines(file string, lines []byte) error {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	if size, err := f.Seek(0, io.SeekEnd); err == nil && size > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, size-1); err == nil && last[0] != '\n' {
			lines = append([]byte{'\n'}, lines...)
		}
	}
	if _, err = f.Write(lines); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// known are the ids of a dataset's cases. There need be none.
func known(file string) (map[string]bool, error) {
	have := map[string]bool{}
	d, err := evals.ReadDataset(file)
	if errors.Is(err, fs.ErrNotExist) {
		return have, nil
	}
	for _, c := range d.Cases {
		have[c.ID] = true
	}
	return have, err
}
