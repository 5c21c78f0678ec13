package app

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"

	"vise/session"
	"vise/session/ollama"
)

// cassettes begins the name of a model that answers from recordings: cassette:DIR.
const cassettes = "cassette:"

// recordIn is the folder that exchanges are kept in, as the command line or
// vise.yaml says; "" for none.
func recordIn(flag, file, workDir string) (string, error) {
	dir := flag
	if dir == "" {
		dir = file
	}
	if dir == "" || filepath.IsAbs(dir) {
		return dir, nil
	}
	if workDir == "" {
		return "", fmt.Errorf("%w: ollama.record: %q isn't an absolute path", ErrConfig, dir)
	}
	return filepath.Join(workDir, dir), nil
}

// protected are the folders that no tool reads: vise's own, and recordings of
// what was said, which a search would find everything in twice.
func (p Plan) protected() []string {
	dirs := []string{p.cfg.ConfigDir, p.cfg.DataDir}
	if p.file.Ollama.Record != "" {
		dirs = append(dirs, p.file.Ollama.Record)
	}
	for _, name := range []string{p.cfg.Model, p.file.Model} {
		if dir, ok := strings.CutPrefix(name, cassettes); ok {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// openRecording opens the recordings in a folder as a model.
func openRecording(dir string) (session.Model, error) {
	m, err := ollama.OpenRecording(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: --model: %s", ErrConfig, session.Words(err))
	}
	return m, nil
}

// recorder keeps what goes to Ollama and comes back, where the person asked for
// that; nil else. What can't be kept is told, and ends nothing.
func (c *chooser) recorder() http.RoundTripper {
	if c.cfg.Record == "" {
		return nil
	}
	r := ollama.Record(c.cfg.Record)
	r.Secret = func(text string) bool {
		_, n := c.secrets.Redact(text)
		return n > 0
	}
	r.OnError = func(err error) {
		if !errors.Is(err, ollama.ErrSecret) {
			err = fmt.Errorf("an exchange with the model was not recorded: %w", err)
		}
		c.tell(err.Error())
	}
	return r
}
