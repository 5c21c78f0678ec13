package evals

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"vise/policy"
	"vise/session"
	"vise/session/app"
)

// place is the folders that one trial runs in.
type place struct{ dir string }

func (p place) project() string { return filepath.Join(p.dir, "project") }
func (p place) outside() string { return filepath.Join(p.dir, "outside") }
func (p place) config() string  { return filepath.Join(p.dir, "config") }
func (p place) data() string    { return filepath.Join(p.dir, "data") }

// scratch is where trials keep their folders: in memory where the system has
// a place for that, since the store waits for the disk at every event.
func scratch() (string, error) {
	for _, dir := range []string{"/dev/shm", os.TempDir()} {
		if made, err := os.MkdirTemp(dir, "vise-eval-"); err == nil {
			return made, nil
		}
	}
	return os.MkdirTemp("", "vise-eval-")
}

// newPlace writes the files of a case.
func newPlace(dir string, s Setup) (place, error) {
	p := place{dir}
	files := map[string]string{}
	if s.Project != "" {
		from, err := project(s.Project)
		if err != nil {
			return p, err
		}
		files = from
	}
	maps.Copy(files, s.Files)
	for _, d := range []string{p.project(), p.outside(), p.config(), p.data()} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return p, err
		}
	}
	for path, text := range files {
		files[path] = p.expand(text)
	}
	if err := writeAll(p.project(), files); err != nil {
		return p, err
	}
	if err := writeAll(p.outside(), s.Outside); err != nil {
		return p, err
	}
	for path, target := range s.Links {
		if err := link(p.project(), path, p.expand(target)); err != nil {
			return p, err
		}
	}
	return p, p.configure(s)
}

func writeAll(dir string, files map[string]string) error {
	for path, text := range files {
		if !filepath.IsLocal(path) {
			return fmt.Errorf("the file %q would lie outside the case's folder", path)
		}
		to := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func link(dir, path, target string) error {
	if !filepath.IsLocal(path) {
		return fmt.Errorf("the link %q would lie outside the case's folder", path)
	}
	to := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return os.Symlink(target, to)
}

// settings is vise.yaml, whose language JSON is a part of.
type settings struct {
	Timezone string          `json:"timezone"`
	Budget   *session.Budget `json:"budget,omitempty"`
	Policy   policy.Config   `json:"policy,omitzero"`
}

func (p place) configure(s Setup) error {
	zone := s.Timezone
	if zone == "" {
		zone = defaultZone
	}
	raw, err := json.Marshal(settings{Timezone: zone, Budget: s.Budget, Policy: policy.Config{Rules: s.Rules}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.config(), "vise.yaml"), raw, 0o600); err != nil {
		return err
	}
	if s.Instructions == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(p.config(), "instructions.md"), []byte(s.Instructions), 0o600)
}

// app is the configuration of the workbench of one trial.
func (p place) app(s Setup, model string) app.Config {
	cfg := app.Config{ConfigDir: p.config(), DataDir: p.data(), WorkDir: p.project(), HomeDir: filepath.Join(p.dir, "home"), Model: model,
		User: "eval", Command: "vise eval", Known: s.Secrets, Roots: []session.Root{{Name: "project", Dir: p.project()}}}
	if len(s.Roots) > 0 {
		cfg.Roots = nil
		for name, dir := range s.Roots {
			cfg.Roots = append(cfg.Roots, session.Root{Name: name, Dir: filepath.Join(p.project(), dir)})
		}
		sortRoots(cfg.Roots)
	}
	return cfg
}
