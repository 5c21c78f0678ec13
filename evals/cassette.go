package evals

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"vise/session"
	"vise/session/app"
)

// cassettePrefix begins the name of a model that answers from recordings. Those
// that come with vise hold the system text and the tools, and are made anew when
// these change: on a real Ollama, by
//
//	go test -tags ollama -run TestRealCassettes ./ui/cli -update
const cassettePrefix = "cassette:"

// cassette is the folder of the recordings that a model's name names.
func cassette(model string) (dir string, ok bool) { return strings.CutPrefix(model, cassettePrefix) }

// recordings says where the trial's exchanges are kept, or are answered from.
func (t *trial) recordings(cfg *app.Config) error {
	if t.opts.Record != "" && t.opts.asks(t.c) {
		if !filepath.IsLocal(t.c.ID) {
			return fmt.Errorf("the recordings of the case %q would lie outside %s: give it an id that is a file's name", t.c.ID, t.opts.Record)
		}
		cfg.Record = filepath.Join(t.opts.Record, t.c.ID)
		return nil
	}
	dir, ok := cassette(cfg.Model)
	switch {
	case !ok || filepath.IsAbs(dir):
		return nil
	case t.c.dir == "":
		at := filepath.Join(t.place.dir, "cassettes")
		cfg.Model = cassettePrefix + at
		return unpack(path.Join("cassettes", dir), at)
	}
	cfg.Model = cassettePrefix + filepath.Join(t.c.dir, dir)
	return nil
}

// unpack writes the recordings of a case that comes with vise to a folder.
func unpack(from, to string) error {
	entries, err := fs.ReadDir(embedded, from)
	if err != nil {
		return fmt.Errorf("there are no recordings %q in vise", from)
	}
	files := map[string]string{}
	for _, e := range entries {
		raw, err := embedded.ReadFile(path.Join(from, e.Name()))
		if err != nil {
			return err
		}
		files[e.Name()] = string(raw)
	}
	return writeAll(to, files)
}

// recorded reports whether the trial is recorded, or answered from recordings.
func (t *trial) recorded() bool {
	_, answered := cassette(t.opts.model(t.c))
	return answered || t.opts.Record != "" && t.opts.asks(t.c)
}

// seed is what the ids of a trial are made of. Recordings hold ids, so that
// every trial of them has the same.
func (t *trial) seed() string {
	n := t.n
	if t.recorded() {
		n = 1
	}
	return fmt.Sprintf("%s %d", t.c.ID, n)
}

// unmeasured says why a run that ended for a reason that isn't the model's
// measured nothing. What the program asks now may not be what was recorded.
func (t *trial) unmeasured(f session.RunFinished) error {
	if _, recorded := cassette(t.opts.model(t.c)); recorded {
		return fmt.Errorf("%s: %s. If the prompt or a tool was changed on purpose, record the case again with --record", f.Reason, f.Remedy)
	}
	return errors.New(f.Reason)
}
