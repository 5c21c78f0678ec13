package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Config is the section policy: of vise.yaml.
type Config struct {
	// Rules are read top to bottom; the last one that matches decides.
	Rules []Rule `yaml:"rules,omitempty" json:"rules,omitempty"`
	// Scopes are the most that a run may have, such as "files:read" or
	// "server:github"; "server:*" is every server. nil: all.
	Scopes []string `yaml:"scopes,omitempty" json:"scopes,omitzero"`
	// QuarantineOff are the tools, named as in a Rule, whose results reach the
	// model with what speaks to it, too: for people whose work is such texts.
	QuarantineOff []string `yaml:"quarantine_off,omitempty" json:"quarantine_off,omitempty"`
	// Machine are the rules of the machine-wide file. They can only narrow what
	// Rules and the defaults allow.
	Machine []Rule `yaml:"-" json:"machine,omitempty"`
	// MachineScopes are the scopes of the machine-wide file; nil: all.
	MachineScopes []string `yaml:"-" json:"machine_scopes,omitzero"`
	// MachineQuarantine are the tools for which the machine-wide file doesn't
	// let it be switched off.
	MachineQuarantine []string `yaml:"-" json:"machine_quarantine,omitempty"`
}

// Rule says what happens to calls of some tools. It needs a Decision, a Risk,
// or both.
type Rule struct {
	// Tool is a tool's whole name ("file.read", "github/search_issues"), all
	// tools of one server ("github/*", "builtin/*"), or all tools ("*").
	Tool string `yaml:"tool" json:"tool"`
	// Decision is allow, approval or deny.
	Decision Outcome `yaml:"decision,omitempty" json:"decision,omitempty"`
	// When is a condition in the language of expr-lang/expr; see facts for what
	// it can name. An empty one always holds.
	When string `yaml:"when,omitempty" json:"when,omitempty"`
	// Risk sets the tool's level for the rules below and the defaults.
	Risk Level `yaml:"risk,omitempty" json:"risk,omitzero"`
	// Reason is shown to the person.
	Reason string `yaml:"reason,omitempty" json:"reason,omitempty"`
}

// rule is a Rule that has been checked.
type rule struct {
	Rule
	name string     // "policy.rules[2]"
	when *condition // nil: always
}

// Policy decides calls. It doesn't change and can be used by several
// goroutines.
type Policy struct {
	rules   []rule
	machine []rule
	limits  [][]string // each a list that a scope must be in
	hash    string
	// Tools whose results aren't quarantined, and those that are all the same.
	loose, insisted []string
}

// Compile checks every rule. The error names each wrong rule and says what is
// wrong with it.
func Compile(c Config) (*Policy, error) {
	rules, errs := compileRules("policy.rules", c.Rules)
	machine, more := compileRules("machine policy.rules", c.Machine)
	errs = append(append(errs, more...), CheckScopes("policy.scopes", c.Scopes), CheckScopes("machine policy.scopes", c.MachineScopes),
		checkPatterns("policy.quarantine_off", c.QuarantineOff), checkPatterns("machine policy.quarantine", c.MachineQuarantine))
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	out := &Policy{rules: rules, machine: machine, hash: hashBytes(append([]byte(defaultsVersion), text...)),
		loose: slices.Clone(c.QuarantineOff), insisted: slices.Clone(c.MachineQuarantine)}
	for _, limit := range [][]string{c.Scopes, c.MachineScopes} {
		if limit != nil {
			out.limits = append(out.limits, limit)
		}
	}
	return out, nil
}

// Scopes are those of have that the policy leaves to a run.
func (p *Policy) Scopes(have []string) []string {
	for _, limit := range p.limits {
		have = Within(limit, have)
	}
	return have
}

// Within are those of have that limit names.
func Within(limit, have []string) []string {
	return slices.DeleteFunc(slices.Clone(have), func(s string) bool { return !inScopes(limit, s) })
}

const everyServer = "server:*"

func inScopes(limit []string, scope string) bool {
	return slices.Contains(limit, scope) || strings.HasPrefix(scope, "server:") && slices.Contains(limit, everyServer)
}

// CheckScopes refuses a scope that nothing has: a mistyped one would take away
// what it was meant to leave.
func CheckScopes(where string, scopes []string) error {
	for _, s := range scopes {
		if strings.HasPrefix(s, "server:") && len(s) > len("server:") {
			continue
		}
		known := map[string]bool{}
		for _, r := range builtinRisks {
			known[r.scope] = true
		}
		if !known[s] {
			return fmt.Errorf("%s: there is no scope %q: use %s, server:NAME or %s", where, s, strings.Join(slices.Sorted(maps.Keys(known)), ", "), everyServer)
		}
	}
	return nil
}

// Hash names the rules: equal rules have equal hashes, also after a restart.
func (p *Policy) Hash() string { return p.hash }

func compileRules(where string, rules []Rule) (out []rule, errs []error) {
	for i, r := range rules {
		name := fmt.Sprintf("%s[%d]", where, i)
		compiled, err := compileRule(name, r)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s (rule %d, tool %q): %w", name, i+1, r.Tool, err))
			continue
		}
		out = append(out, compiled)
	}
	return out, errs
}

func compileRule(name string, r Rule) (rule, error) {
	if err := checkPattern(r.Tool); err != nil {
		return rule{}, err
	}
	switch r.Decision {
	case Allow, Approval, Deny:
	case "":
		if r.Risk == 0 {
			return rule{}, errors.New("it decides nothing: add decision: allow, approval or deny, or a risk")
		}
	default:
		return rule{}, fmt.Errorf("unknown decision %q: use allow, approval or deny", r.Decision)
	}
	if r.Risk > Dangerous {
		return rule{}, fmt.Errorf("unknown risk %s: use L1, L2, L3 or L4", r.Risk)
	}
	out := rule{Rule: r, name: name}
	if strings.TrimSpace(r.When) == "" {
		return out, nil
	}
	when, err := compileCondition(r.When)
	if err != nil {
		return rule{}, fmt.Errorf("the condition %q can't be used: %w", r.When, err)
	}
	out.when = when
	return out, nil
}

func checkPattern(p string) error {
	switch {
	case p == "":
		return errors.New(`it has no tool: write a tool's name, SERVER/* or "*"`)
	case p == "*":
		return nil
	case !strings.Contains(p, "*"):
		return checkBuiltin(p)
	case strings.HasSuffix(p, "/*") && len(p) > 2 && strings.Count(p, "*") == 1:
		return nil
	}
	return fmt.Errorf(`the tool %q can't be used: write a tool's whole name, SERVER/* or "*"`, p)
}

// checkBuiltin refuses the name of a built-in tool that doesn't exist: a
// mistyped deny would protect nothing. Other servers' tools aren't known yet.
func checkBuiltin(p string) error {
	name := strings.TrimPrefix(p, BuiltinServer+"/")
	if _, ok := builtinRisks[name]; ok || strings.Contains(name, "/") {
		return nil
	}
	return fmt.Errorf("there is no built-in tool %q: there are %s; a tool of another server is SERVER/NAME", name, strings.Join(slices.Sorted(maps.Keys(builtinRisks)), ", "))
}

// covers reports whether the rule is about this tool.
func (r rule) covers(t Tool) bool {
	if r.Tool == "*" || r.Tool == t.ID() || r.Tool == t.Server+"/"+t.Name {
		return true
	}
	server, all := strings.CutSuffix(r.Tool, "/*")
	return all && server == t.Server
}
