package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vise/session"
	"vise/session/app"
	"vise/ui/dialog"
	"vise/ui/theme"
)

// modelRow is one model as models --json prints it.
type modelRow struct {
	Name          string `json:"name"`
	InUse         bool   `json:"in_use,omitempty"`
	Installed     bool   `json:"installed"`
	Loaded        bool   `json:"loaded,omitempty"`
	Tools         bool   `json:"tools"`
	Thinking      bool   `json:"thinking,omitempty"`
	Bytes         int64  `json:"bytes,omitempty"`
	Family        string `json:"family,omitempty"`
	Parameters    string `json:"parameters,omitempty"`
	ContextTokens int    `json:"context_tokens,omitempty"`
	About         string `json:"about,omitempty"`
}

// modelRows is all that models --json prints.
type modelRows struct {
	From   string     `json:"from"`
	Models []modelRow `json:"models"`
}

func (e *env) modelsCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "models",
		Short: "Models: installed, recommended, offline",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.reading(cmd.Context(), e.listModels)
		},
	}
	pull := &cobra.Command{
		Use:   "pull NAME",
		Short: "Install a model with Ollama, such as qwen3:4b",
		Long:  "Install a model with Ollama. ctrl+c stops it; pulling again goes on where it stopped. --json prints the progress, one object a line.",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.reading(cmd.Context(), func(ctx context.Context, w *app.Workbench) error { return e.pull(ctx, w, args[0]) })
		},
	}
	cmd.AddCommand(e.jsonFlag(pull))
	return e.jsonFlag(cmd)
}

func (e *env) listModels(ctx context.Context, w *app.Workbench) error {
	list, note, err := w.Models(ctx)
	if err != nil {
		return err
	}
	current, err := w.CurrentModel(ctx)
	if err != nil {
		return err
	}
	if e.flags.json {
		out := modelRows{From: note}
		for _, c := range list {
			out.Models = append(out.Models, modelRow{Name: c.Name, InUse: c.Name == current, Installed: c.Installed, Loaded: c.Loaded, Tools: c.Tools,
				Thinking: c.Thinking, Bytes: c.Bytes, Family: c.Family, Parameters: c.Params, ContextTokens: c.ContextTokens, About: c.About})
		}
		return e.printJSON(out)
	}
	fmt.Fprintln(e.Out, theme.InertWords(note))
	for _, c := range list {
		e.printModel(c, c.Name == current)
	}
	return nil
}

func (e *env) printModel(c app.ModelChoice, current bool) {
	mark, tools, state, size := " ", "tools", "", ""
	if current {
		mark = "*"
	}
	if !c.Tools {
		tools = "no tools"
	}
	switch {
	case !c.Installed:
		state = "not installed"
	case c.Loaded:
		state = "loaded"
	}
	if c.Bytes > 0 {
		size = dialog.Bytes(c.Bytes)
	}
	fmt.Fprintf(e.Out, "%s %-32s %8s  %-8s  %-13s  %s\n", mark, theme.InertWords(c.Name), size, tools, state, theme.InertWords(c.About))
}

// pullStep is one line of models pull --json.
type pullStep struct {
	Model  string `json:"model"`
	Status string `json:"status"`
	Done   int64  `json:"done,omitempty"`
	Total  int64  `json:"total,omitempty"`
}

func (e *env) pull(ctx context.Context, w *app.Workbench, name string) error {
	t := &teller{e: e, name: name}
	err := w.Pull(ctx, name, t.tell)
	t.end()
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(e.Err, "vise: stopped; pulling again goes on where it was")
		return &codeError{exitCancelled, nil}
	case err != nil:
		return asModelFailure(err)
	case !e.flags.json:
		fmt.Fprintf(e.Out, "%s is installed: vise --model ollama/%s\n", dialog.ModelName(name), dialog.ModelName(name))
	}
	return nil
}

// asModelFailure is a model's error in words, with its exit code.
func asModelFailure(err error) error {
	var me *session.ModelError
	if errors.As(err, &me) && (me.Kind == session.ModelUnavailable || me.Kind == session.ModelNotFound) {
		return &codeError{exitModel, errors.New(session.Words(err))}
	}
	return errors.New(session.Words(err))
}

// teller prints the progress of a pull: as JSON lines, in place on a terminal,
// else a line for each thing that goes on.
type teller struct {
	e     *env
	name  string
	last  string
	at    time.Time
	drawn bool
}

func (t *teller) tell(what string, done, total int64) {
	news := what != t.last
	if !news && time.Since(t.at) < 200*time.Millisecond {
		return
	}
	t.last, t.at = what, time.Now()
	switch {
	case t.e.flags.json:
		_ = t.e.printJSON(pullStep{dialog.ModelName(t.name), what, done, total}) // a reader that went away doesn't end a pull
	case t.e.Terminal:
		t.drawn = true
		fmt.Fprint(t.e.Err, "\r\x1b[K"+dialog.Pull{Name: t.name, What: what, Done: done, Total: total}.Line(78))
	case news:
		fmt.Fprintln(t.e.Err, theme.InertWords(what))
	}
}

func (t *teller) end() {
	if t.drawn {
		fmt.Fprintln(t.e.Err)
	}
}
