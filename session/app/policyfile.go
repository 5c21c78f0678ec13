package app

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/goccy/go-yaml"

	"vise/policy"
)

// MachinePolicy is where the policy of whoever looks after the machine is.
const MachinePolicy = "/etc/vise/policy.yaml"

// policyBytes bounds the machine-wide file.
const policyBytes = 1 << 20

// machineFile is what the machine-wide file may hold.
type machineFile struct {
	Rules  []policy.Rule `yaml:"rules"`
	Scopes []string      `yaml:"scopes"`
	// Quarantine are the tools for which vise.yaml can't switch it off.
	Quarantine []string `yaml:"quarantine"`
}

// readMachine adds the machine-wide policy to that of vise.yaml. A file that
// can't be read, or says something unknown, is an error: what it forbids isn't
// known then.
func readMachine(path string, c *policy.Config) error {
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var raw []byte
	if err == nil {
		raw, err = io.ReadAll(io.LimitReader(f, policyBytes+1))
		_ = f.Close() // it was only read
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w: the machine-wide policy can't be read, so vise doesn't start: %w", ErrConfig, err)
	case len(raw) > policyBytes:
		return fmt.Errorf("%w: the machine-wide policy %s has more than %d bytes", ErrConfig, path, policyBytes)
	}
	var m machineFile
	if err := yaml.UnmarshalWithOptions(bytes.TrimPrefix(raw, []byte("\ufeff")), &m, yaml.Strict()); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: the machine-wide policy %s: %w", ErrConfig, path, err)
	}
	c.Machine, c.MachineScopes, c.MachineQuarantine = m.Rules, m.Scopes, m.Quarantine
	return nil
}

// ruleBook is the policy as its files have it. They are read again when they
// have changed: what is narrowed holds for calls of runs that go on.
type ruleBook struct {
	dir, machine string

	mu     sync.Mutex
	read   bool
	stamps [2]stamp
	now    rulesNow
}

// rulesNow is the policy of one reading.
type rulesNow struct {
	policy *policy.Policy // nil where err isn't
	cfg    policy.Config
	err    error
}

// current is the policy now. Looking costs two calls of the system.
func (b *ruleBook) current() rulesNow {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := [2]stamp{stampOf(filepath.Join(b.dir, "vise.yaml")), stampOf(b.machine)}; !b.read || s != b.stamps {
		b.read, b.stamps, b.now = true, s, readRules(b.dir, b.machine)
	}
	return b.now
}

func readRules(dir, machine string) rulesNow {
	f, err := readFile(dir)
	if err != nil {
		return rulesNow{err: err}
	}
	if err := readMachine(machine, &f.Policy); err != nil {
		return rulesNow{err: err}
	}
	p, err := policy.Compile(f.Policy)
	if err != nil {
		return rulesNow{err: fmt.Errorf("%w: %w", ErrConfig, err)}
	}
	return rulesNow{policy: p, cfg: f.Policy}
}
