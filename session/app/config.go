// Package app composes a workbench from the other packages: it reads files and
// environment, hands each package its own section of the configuration, and
// drives runs.
package app

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"vise/policy"
	"vise/session"
)

// Config is what the command line and the environment say. Files are read by
// Open.
type Config struct {
	ConfigDir string // holds vise.yaml, instructions.md
	DataDir   string // holds the database
	Model     string // --model: offline, ollama/NAME, cassette:DIR; empty: as configured
	Record    string // --record: as ollama.record in vise.yaml
	Roots     []session.Root
	// Scopes are --scope: the most that a run of this process may have, within
	// what policy.scopes leaves; nil: all of that.
	Scopes  []string
	NoFiles bool   // no roots at all: for commands that read no files
	WorkDir string // the root where none is named
	// AllowBroad says that the person was asked, and the home folder or the
	// whole disk may be a root.
	AllowBroad bool
	HomeDir    string // never a root by itself
	User       string
	Command    string                   // for the message that says who holds the database
	Getenv     func(name string) string // nil: nothing is set
	Known      map[string]string        // secrets known by name: their values are always masked
	MCPConfig  string                   // --mcp-config: a file of MCP servers; relative to WorkDir
	// LookupEnv is the environment as files of servers see it; nil: Getenv,
	// where empty is unset.
	LookupEnv func(name string) (string, bool)
	Version   string // of vise, told to servers
	// MachinePolicy is the machine-wide policy file, which vise.yaml can only
	// narrow; empty: none.
	MachinePolicy string
}

// File is vise.yaml. Sections that belong to another package are kept as they
// are and decoded by it.
type File struct {
	Model    string
	Timezone string
	Roots    []rootConfig
	Budget   session.Budget
	Policy   policy.Config
	Keys     map[string][]string
	Ollama   ollamaConfig
	UI       UIConfig
}

type rootConfig struct {
	Name string `yaml:"name"`
	Dir  string `yaml:"dir"`
}

// ollamaConfig is the section about the model server.
type ollamaConfig struct {
	Host   string `yaml:"host"`
	NumCtx int    `yaml:"num_ctx"`
	Think  string `yaml:"think"` // on, off, auto
	// Record is a folder that every exchange with the model is kept in, as
	// --model cassette:DIR answers from; empty: none is kept.
	Record string `yaml:"record"`
}

// UIConfig is the section about the screen.
type UIConfig struct {
	Theme  string `yaml:"theme"`  // auto, dark, light
	Notify *bool  `yaml:"notify"` // bell and desktop notification; nil: on
}

// ErrConfig marks an error that the person mends in a file.
var ErrConfig = errors.New("configuration")

// readFile reads vise.yaml; where there is none, everything has its default.
func readFile(dir string) (File, error) {
	path := filepath.Join(dir, "vise.yaml")
	f := File{Budget: session.DefaultBudget}
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, fmt.Errorf("%w: can't read vise.yaml: %w", ErrConfig, err)
	}
	if err := parseFile(raw, &f); err != nil {
		return f, fmt.Errorf("%w: %s: %w", ErrConfig, path, err)
	}
	return f, nil
}

// parseFile hands each section to its type. A key that isn't known is an error
// with a suggestion, never dropped.
func parseFile(raw []byte, f *File) error {
	var doc map[string]ast.Node
	raw = bytes.TrimPrefix(raw, []byte("\ufeff")) // some editors begin a file with it
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return err
	}
	sections := map[string]any{"model": &f.Model, "timezone": &f.Timezone, "roots": &f.Roots, "budget": &f.Budget, "policy": &f.Policy,
		"keys": &f.Keys, "ollama": &f.Ollama, "ui": &f.UI}
	for key, node := range doc {
		into, ok := sections[key]
		if !ok {
			return unknownKey(key, sections)
		}
		if node == nil {
			continue
		}
		if err := yaml.NodeToValue(node, into, yaml.Strict()); err != nil {
			return fmt.Errorf("%s: %w", key, inWords(err))
		}
	}
	return f.check()
}

// inWords says of a value of the wrong kind what belongs there, where the
// decoder would name types of Go; the line and the place stay.
func inWords(err error) error {
	var (
		kind *yaml.TypeError
		node *yaml.UnexpectedNodeTypeError
	)
	wanted, at := "", (*token.Token)(nil)
	switch {
	case errors.As(err, &kind):
		wanted, at = kindWords[kind.DstType.Kind()], kind.Token
	case errors.As(err, &node):
		wanted, at = nodeWords[node.Expected], node.Token
	}
	if wanted == "" {
		return err
	}
	return errors.New(yaml.FormatErrorWithToken("here belongs "+wanted, at, false, true))
}

var (
	kindWords = map[reflect.Kind]string{
		reflect.String: "text", reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Int64: "a whole number",
		reflect.Slice: "a list", reflect.Struct: "names with values", reflect.Map: "names with values",
	}
	nodeWords = map[ast.NodeType]string{ast.SequenceType: "a list", ast.MappingType: "names with values"}
)

func unknownKey(key string, sections map[string]any) error {
	var names []string
	for n := range sections {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		if strings.HasPrefix(n, key) || strings.HasPrefix(key, n) || sameLetters(n, key) {
			return fmt.Errorf("unknown key %q: did you mean %q?", key, n)
		}
	}
	return fmt.Errorf("unknown key %q: known are %s", key, strings.Join(names, ", "))
}

// sameLetters finds the usual slips: two letters swapped, one too many or too
// few.
func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	d := len(x) - len(y)
	return d >= -1 && d <= 1 && len(x) > 2 && (string(x) == string(y) || strings.Contains(string(x), string(y)) || strings.Contains(string(y), string(x)))
}

func (f *File) check() error {
	if f.Timezone != "" {
		if _, err := time.LoadLocation(f.Timezone); err != nil {
			return fmt.Errorf("timezone: %q is not an IANA name such as Europe/Moscow", f.Timezone)
		}
	}
	if b := f.Budget; b.Steps < 0 || b.Calls < 0 || b.Tokens < 0 || b.Seconds < 0 || b.CostMicros < 0 {
		return errors.New("budget: negative numbers mean nothing here; 0 is no bound")
	}
	if !slices.Contains([]string{"", "auto", "dark", "light"}, f.UI.Theme) {
		return fmt.Errorf("ui.theme: %q is not one of auto, dark, light", f.UI.Theme)
	}
	if !slices.Contains([]string{"", "auto", "on", "off"}, f.Ollama.Think) {
		return fmt.Errorf("ollama.think: %q is not one of auto, on, off", f.Ollama.Think)
	}
	return checkModelName(f.Model)
}

func checkModelName(name string) error {
	if name == "" || name == "offline" {
		return nil
	}
	for _, kind := range []string{"ollama/", cassettes} {
		if rest, ok := strings.CutPrefix(name, kind); ok && rest != "" {
			return nil
		}
	}
	return fmt.Errorf("model: %q is not a model: use offline, ollama/NAME such as ollama/qwen3:8b, or cassette:DIR", name)
}
