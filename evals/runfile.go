package evals

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// formatVersion is that of run files.
const formatVersion = 1

// Header is the first line of a run file: what was run.
type Header struct {
	Format   int         `json:"vise_eval"` // version of the form
	Graders  int         `json:"graders"`   // GradersVersion of the grades
	Vise     string      `json:"vise"`
	Model    string      `json:"model"` // the one that was measured; empty: each case's own
	Datasets []SetHeader `json:"datasets"`
	Cases    int         `json:"cases"`
	Repeat   int         `json:"repeat"`
	Started  time.Time   `json:"started"`
	// Cut says why not all trials were made; empty where they were. The first line
	// of a run file, written before any, never has it.
	Cut string `json:"cut_short,omitempty"`
}

// SetHeader names a dataset as it was.
type SetHeader struct {
	Name  string `json:"name"`
	Hash  string `json:"hash"`
	Cases int    `json:"cases"`
}

// Writer writes a run file: the header, then a trial a line.
type Writer struct {
	w *bufio.Writer
}

// NewWriter writes the header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h.Format, h.Graders = formatVersion, GradersVersion
	out := &Writer{bufio.NewWriter(w)}
	return out, out.line(h)
}

// Write writes a trial.
func (w *Writer) Write(t Trial) error { return w.line(t) }

// Flush hands all that was written on.
func (w *Writer) Flush() error { return w.w.Flush() }

func (w *Writer) line(v any) error {
	enc := json.NewEncoder(w.w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing the run file: %w", err)
	}
	return nil
}

// ErrNotARun means that a file isn't a run file.
var ErrNotARun = errors.New("it isn't a run file of vise eval (JSON lines)")

// ReadRun reads a run file, handing each trial to each. A trial is dropped
// before the next is read.
func ReadRun(r io.Reader, each func(Trial) error) (Header, error) {
	var h Header
	in := bufio.NewReaderSize(r, 64<<10)
	first, err := in.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return h, err
	}
	if json.Unmarshal(first, &h) != nil || h.Format == 0 {
		return h, ErrNotARun
	}
	if h.Format > formatVersion {
		return h, fmt.Errorf("the run file has the form %d, and this vise knows forms up to %d: update vise", h.Format, formatVersion)
	}
	for n := 2; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(bytes.TrimSpace(line)) == 0 {
			return h, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return h, err
		}
		var t Trial
		if err := json.Unmarshal(line, &t); err != nil {
			return h, fmt.Errorf("line %d of the run file can't be read (was it cut off?): %w", n, err)
		}
		if err := each(t); err != nil {
			return h, err
		}
	}
}

// ReadRunFile is ReadRun of a file.
func ReadRunFile(file string, each func(Trial) error) (Header, error) {
	f, err := os.Open(file)
	if err != nil {
		return Header{}, fmt.Errorf("the run can't be read: %w", err)
	}
	defer f.Close()
	h, err := ReadRun(f, each)
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return h, err
}

// LoadFigures reads the figures of a run file. The grades are those that it
// holds.
func LoadFigures(file string) (Header, Figures, error) {
	var f Figures
	h, err := ReadRunFile(file, func(t Trial) error { f.Add(t); return nil })
	f.Finish()
	return h, f, err
}
