package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
)

// facts is what a condition can name.
type facts struct {
	Args       map[string]any    `expr:"args"`       // whole numbers are ints
	Provenance map[string]string `expr:"provenance"` // argument → user, evidence, model, …
	Risk       string            `expr:"risk"`       // L1 … L4, as the rules above left it
	Calls      int               `expr:"calls"`
	Writes     int               `expr:"writes"`
	Attended   bool              `expr:"attended"`
	Flags      flagFacts         `expr:"flags"`
	Tool       string            `expr:"tool"`
	Server     string            `expr:"server"`
}

type flagFacts struct {
	PrivateRead   bool `expr:"private_read"`
	UntrustedSeen bool `expr:"untrusted_seen"`
	CanSend       bool `expr:"can_send"`
}

// condition is the compiled "when" of a rule.
type condition struct{ program *vm.Program }

// compileCondition checks types and names. The clock is out of reach, since
// the same call must be decided the same way again.
func compileCondition(text string) (*condition, error) {
	program, err := expr.Compile(text, expr.Env(facts{}), expr.AsBool(), expr.DisableBuiltin("now"))
	if err != nil {
		return nil, errors.New(firstLine(err))
	}
	return &condition{program}, nil
}

func (c *condition) holds(f facts) (bool, error) {
	if c == nil {
		return true, nil
	}
	v, err := expr.Run(c.program, f)
	if err != nil {
		return false, errors.New(firstLine(err))
	}
	yes, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("it came to %T, not to true or false", v)
	}
	return yes, nil
}

// firstLine leaves out the drawing of the expression under expr's errors.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// factsOf works out what conditions see of a call; the error is about its
// arguments, and everything but those is there all the same.
func factsOf(c Call) (facts, error) {
	f := facts{
		Args: map[string]any{}, Provenance: make(map[string]string, len(c.Origins)),
		Calls: c.Calls, Writes: c.Writes, Attended: c.Attended, Flags: flagFacts(c.Flags),
		Tool: c.Tool.ID(), Server: c.Tool.Server,
	}
	for _, o := range c.Origins {
		f.Provenance[o.Argument] = string(o.Source)
	}
	args, err := CompactArgs(c.Args)
	if err != nil {
		return f, err
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if err := d.Decode(&f.Args); err != nil {
		return f, err
	}
	for k, v := range f.Args {
		f.Args[k] = plainNumbers(v)
	}
	return f, nil
}

// plainNumbers turns JSON numbers into what expr can compare.
func plainNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		n, _ := v.Float64() // out of range is ±Inf, which compares as it should
		return n
	case map[string]any:
		for k := range v {
			v[k] = plainNumbers(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	}
	return v
}
