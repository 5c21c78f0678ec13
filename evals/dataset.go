package evals

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"vise/session"
)

// embedded are the datasets that come with vise, and the projects that their
// cases look into.
//
//go:embed *.jsonl projects/*.txtar cassettes
var embedded embed.FS

// Dataset is a set of cases.
type Dataset struct {
	Name  string
	Hash  string // of its bytes
	Cases []Case
}

// BuiltinNames are the datasets that come with vise.
func BuiltinNames() []string { return []string{"dataset", "redteam"} }

// Builtin reads one of the datasets that come with vise.
func Builtin(name string) (Dataset, error) {
	raw, err := embedded.ReadFile(name + ".jsonl")
	if err != nil {
		return Dataset{}, fmt.Errorf("there is no dataset %q; there are %s", name, strings.Join(BuiltinNames(), ", "))
	}
	d, err := ParseDataset(name, raw)
	if err != nil {
		return d, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// maxDataset bounds a dataset, in bytes.
const maxDataset = 64 << 20

// ReadDataset reads a file of cases, one a line.
func ReadDataset(file string) (Dataset, error) {
	f, err := os.Open(file)
	if err != nil {
		return Dataset{}, fmt.Errorf("the dataset can't be read: %w", err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxDataset+1))
	switch {
	case err != nil:
		return Dataset{}, fmt.Errorf("the dataset can't be read: %w", err)
	case len(raw) > maxDataset:
		return Dataset{}, fmt.Errorf("the dataset %s is larger than %d bytes: split it", file, maxDataset)
	}
	d, err := ParseDataset(strings.TrimSuffix(filepath.Base(file), ".jsonl"), raw)
	if err != nil {
		return d, fmt.Errorf("%s: %w", file, err)
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	for i := range d.Cases {
		d.Cases[i].dir = dir
	}
	return d, err
}

// ParseDataset reads cases, one a line. Empty lines and those that begin with
// // are left out. The error names the line, and the column where one can be said.
func ParseDataset(name string, raw []byte) (Dataset, error) {
	d := Dataset{Name: name, Hash: session.HashBytes(raw)}
	lines := map[string]int{}
	sc := bufio.NewScanner(bytes.NewReader(raw))
	sc.Buffer(nil, len(raw)+1)
	for n := 1; sc.Scan(); n++ {
		line := bytes.TrimSpace(sc.Bytes())
		if len(line) == 0 || bytes.HasPrefix(line, []byte("//")) {
			continue
		}
		var c Case
		err := strict(line, &c)
		if err == nil {
			err = c.check()
		}
		if err != nil {
			at := fmt.Sprintf("line %d", n)
			if col := column(sc.Bytes(), err); col > 0 {
				at += fmt.Sprintf(", column %d", col)
			}
			if c.ID != "" {
				at += fmt.Sprintf(" (the case %.40q)", c.ID)
			}
			return d, fmt.Errorf("%s: %w", at, plainly(err))
		}
		if before, twice := lines[c.ID]; twice {
			return d, fmt.Errorf("line %d: the id %q is taken by line %d", n, c.ID, before)
		}
		lines[c.ID] = n
		d.Cases = append(d.Cases, c)
	}
	return d, sc.Err()
}

// project reads a project that comes with vise: path → text.
func project(name string) (map[string]string, error) {
	raw, err := embedded.ReadFile(path.Join("projects", name+".txtar"))
	if err != nil {
		return nil, fmt.Errorf("there is no project %q", name)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(raw).Files {
		files[f.Name] = string(f.Data)
	}
	return files, nil
}

// defaultNow is the time of cases that don't say one: a Monday morning in
// Moscow.
var defaultNow = time.Date(2026, 11, 30, 9, 12, 0, 0, time.FixedZone("", 3*60*60))

const defaultZone = "Europe/Moscow"

// Pick takes the cases with one of the tags (a kind and a language count as
// tags, too; none given: all), and of these the first max (0: all).
func Pick(cases []Case, tags []string, most int) []Case {
	var out []Case
	for _, c := range cases {
		if len(tags) == 0 || slices.ContainsFunc(tags, c.tagged) {
			out = append(out, c)
		}
		if most > 0 && len(out) == most {
			break
		}
	}
	return out
}

func (c Case) tagged(tag string) bool {
	return tag == c.Kind || tag == c.Lang || tag == c.ID || slices.Contains(c.Tags, tag)
}
