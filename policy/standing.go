package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"
)

// Standing is a person's yes that is kept: calls of one tool whose arguments
// are like those of the call that it was made from. It answers what would be
// asked; it never answers for dangerous calls, for the three flags, or against
// a machine-wide rule, and it ends when the tool changes.
type Standing struct {
	ID    string    `json:"id"` // always-3
	Tool  string    `json:"tool"`
	Pin   string    `json:"pin"`
	When  string    `json:"when"`  // a condition, as in a rule
	Words string    `json:"words"` // the same for a person: `repo is "vise/vise", query: any`
	Over  bool      `json:"over,omitempty"`
	Call  string    `json:"call"` // RUN/CALL that it was made from
	By    string    `json:"by"`
	At    time.Time `json:"at"`
}

// Grant is s as a call is decided by.
func (s Standing) Grant() Grant {
	return Grant{ID: s.ID, Tool: s.Tool, Pin: s.Pin, When: s.When, Words: s.Words, Over: s.Over, Standing: true}
}

// Hold is what a standing yes asks of one argument.
type Hold string

const (
	HoldSame   Hold = "same"   // the value of this call
	HoldBegins Hold = "begins" // it begins as in this call, up to the host or the folder
	HoldAny    Hold = "any"
)

// ArgHold is one argument of a call, and what a standing yes is to ask of it.
type ArgHold struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
	Hold  Hold            `json:"hold"`
}

// Holds are the arguments of a call, each held as it is: the narrowest yes.
// What vise filled in itself differs from call to call, and is any.
func Holds(args json.RawMessage, filled []string) ([]ArgHold, error) {
	plain, err := CompactArgs(args)
	if err != nil {
		return nil, err
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(plain, &values); err != nil {
		return nil, err
	}
	names, _ := topLevel(plain)
	holds := make([]ArgHold, len(names))
	for i, name := range names {
		holds[i] = ArgHold{Name: name, Value: values[name], Hold: HoldSame}
		if slices.Contains(filled, name) {
			holds[i].Hold = HoldAny
		}
	}
	return holds, nil
}

// Wider is a with the next wider hold; after any comes the same value again.
func (a ArgHold) Wider() ArgHold {
	switch a.Hold {
	case HoldSame:
		a.Hold = HoldAny
		if a.beginning() != "" {
			a.Hold = HoldBegins
		}
	case HoldBegins:
		a.Hold = HoldAny
	default:
		a.Hold = HoldSame
	}
	return a
}

// beginning is what a text may be held to: the scheme and host of an address,
// the folder of a path; empty for other values.
func (a ArgHold) beginning() string {
	var s string
	if json.Unmarshal(a.Value, &s) != nil {
		return ""
	}
	if u, err := url.Parse(s); err == nil && u.Scheme != "" && u.Host != "" {
		if begin := u.Scheme + "://" + u.Host + "/"; strings.HasPrefix(s, begin) && u.User == nil {
			return begin
		}
		return ""
	}
	dir, _ := path.Split(s)
	if dir == "/" || strings.Contains(dir, "..") || strings.ContainsAny(s, " \n\\") {
		return ""
	}
	return dir
}

// Words say what a asks, for a person.
func (a ArgHold) Words() string {
	switch a.Hold {
	case HoldAny:
		return a.Name + ": any"
	case HoldBegins:
		return fmt.Sprintf("%s begins with %s", a.Name, literal(a.beginning()))
	}
	return a.Name + " is " + string(a.Value)
}

// WordsOf say what a standing yes asks, for a person.
func WordsOf(holds []ArgHold) string {
	parts := make([]string, len(holds))
	for i, a := range holds {
		parts[i] = a.Words()
	}
	if len(parts) == 0 {
		return "no arguments"
	}
	return strings.Join(parts, ", ")
}

// condition is what a asks, in the language of rules.
func (a ArgHold) condition() string {
	arg := "args[" + literal(a.Name) + "]"
	switch a.Hold {
	case HoldAny:
		return ""
	case HoldBegins: // ".." could lead out of the folder, and "\" be taken for a slash
		return fmt.Sprintf(`(%s ?? "") startsWith %s && not (%s contains "..") && not (%s contains "\\")`, arg, literal(a.beginning()), arg, arg)
	}
	value := string(a.Value)
	if value == "null" {
		value = "nil"
	}
	return arg + " == " + value
}

func literal(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""` // a string always encodes
	}
	return string(b)
}

// ErrNoStanding means that a call can't be made a standing yes of.
var ErrNoStanding = errors.New("it can't be allowed always")

// NewStanding makes a standing yes from a call and what is to be asked of its
// arguments. Other arguments than those of the call are not covered. It fails
// where Check would.
func NewStanding(t Tool, level Level, args json.RawMessage, holds []ArgHold) (Standing, error) {
	var names, parts []string
	for _, a := range holds {
		names = append(names, literal(a.Name))
		if c := a.condition(); c != "" {
			parts = append(parts, c)
		}
	}
	only := "all(keys(args), # in [" + strings.Join(names, ", ") + "])"
	if len(names) == 0 {
		only = "len(args) == 0"
	}
	s := Standing{Tool: t.ID(), Pin: t.Pin, When: strings.Join(append([]string{only}, parts...), " && "), Words: WordsOf(holds)}
	return s, s.Check(t, level, args)
}

// Check says why s can't be given for that call; nil when it can: not for a
// dangerous one, nor one of a tool that isn't approved as it is, nor where the
// condition wouldn't hold for the call itself.
func (s Standing) Check(t Tool, level Level, args json.RawMessage) error {
	switch {
	case known(level) >= Dangerous || known(t.Level) >= Dangerous:
		return fmt.Errorf("%w: %s is dangerous, so each call of it is asked about", ErrNoStanding, plainID(t))
	case t.Pin == "" || t.Status != StatusApproved:
		return fmt.Errorf("%w: nobody has approved %s as it is now", ErrNoStanding, plainID(t))
	case s.Tool != t.ID() || s.Pin != t.Pin || strings.TrimSpace(s.When) == "":
		return fmt.Errorf("%w: it isn't about this call", ErrNoStanding)
	}
	f, err := factsOf(Call{Tool: t, Args: args})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoStanding, err)
	}
	when, err := compileCondition(s.When)
	if err != nil {
		return fmt.Errorf("%w: a value of this call can't stand in a rule; let it be any", ErrNoStanding)
	}
	if ok, err := when.holds(f); err != nil || !ok {
		return fmt.Errorf("%w: the rule wouldn't cover this call; let the values be any that are unlike others", ErrNoStanding)
	}
	return nil
}
