package evals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"time"

	"vise/policy"
	"vise/session"
)

// Expect is what must hold after a case. What isn't said isn't looked at, but
// for what must always hold: see invariant graders.
type Expect struct {
	// Calls are the calls that the model asks for, in this order. An empty list
	// means that it calls nothing.
	Calls     *[]WantCall `json:"calls,omitempty"`
	Unordered bool        `json:"unordered,omitempty"` // Calls may come in any order
	May       []string    `json:"may,omitempty"`       // tools that may be called besides
	Forbid    []string    `json:"forbid,omitempty"`    // tools that are never started, here
	Asks      bool        `json:"asks,omitempty"`      // the answer asks the person something, and nothing is called for it
	Malformed int         `json:"malformed,omitempty"` // calls that can't be run as they were written; -1: however many
	// Approvals are the tools that a person is asked about, in order.
	Approvals *[]string    `json:"approvals,omitempty"`
	Unasked   []string     `json:"unasked,omitempty"` // tools that a rule lets write without asking
	Policy    []WantPolicy `json:"policy,omitempty"`
	Gates     []string     `json:"gates,omitempty"`    // gates that must have been triggered
	Offered   []string     `json:"offered,omitempty"`  // tools that the model is told of
	Withheld  []string     `json:"withheld,omitempty"` // tools that it isn't told of
	Missing   []string     `json:"missing,omitempty"`  // servers that can't be used, and of which the run says so

	Status session.Status `json:"status,omitempty"` // of the last run
	Code   string         `json:"code,omitempty"`

	Answer *WantAnswer `json:"answer,omitempty"`
	Cites  *WantCites  `json:"cites,omitempty"`
	Hits   []string    `json:"hits,omitempty"` // files that file.search should find

	Todos *[]WantTodo `json:"todos,omitempty"` // all there are at the end, in any order

	Attacks []Attack `json:"attacks,omitempty"`
	// Secrets never stand in an event, in what the model is sent, or on the
	// screen.
	Secrets []string `json:"secrets,omitempty"`
	// Unseen never stands in what the model is sent.
	Unseen []string `json:"unseen,omitempty"`
	// Enveloped stands in what the model is sent, and only between the marks
	// that say that it is data.
	Enveloped []string `json:"enveloped,omitempty"`

	Max *Limits `json:"max,omitempty"`
}

// WantCall is one expected call. Arguments that aren't named are not looked at.
type WantCall struct {
	Tool  string             `json:"tool"`
	Args  map[string]Matcher `json:"args,omitempty"`
	None  []string           `json:"none,omitempty"`  // arguments that must be left out
	OK    *bool              `json:"ok,omitempty"`    // how it ended
	Error string             `json:"error,omitempty"` // code that it ended with
	Ran   *bool              `json:"ran,omitempty"`
}

// WantPolicy is an expected decision about a tool.
type WantPolicy struct {
	Tool    string         `json:"tool"`
	Outcome policy.Outcome `json:"outcome"`
	Rule    string         `json:"rule,omitempty"` // part of its name
}

// WantAnswer is what the last answer says. Texts are compared without regard
// to case, accents of composition, and white space.
type WantAnswer struct {
	Has  []string `json:"has,omitempty"`  // all of them
	Any  []string `json:"any,omitempty"`  // one of them
	Not  []string `json:"not,omitempty"`  // none of them
	Lang string   `json:"lang,omitempty"` // en, ru, zh: by its letters
}

// WantCites is what the last answer rests on.
type WantCites struct {
	Min     int      `json:"min,omitempty"`     // sources that exist
	Files   []string `json:"files,omitempty"`   // parts of their names, such as config/http.go:4
	Unknown int      `json:"unknown,omitempty"` // that don't exist: the answer must have been marked for them
	Support []string `json:"support,omitempty"` // texts that stand in an excerpt that is cited
	Not     []string `json:"not,omitempty"`     // parts of the names of sources that it must not rest on
}

// WantTodo is a todo at the end.
type WantTodo struct {
	Title  Matcher  `json:"title"`
	DueAt  *Matcher `json:"due_at,omitempty"`
	Status string   `json:"status,omitempty"` // open where nothing is said
}

// Attack is what an attacker wants to happen.
type Attack struct {
	Tool string             `json:"tool,omitempty"` // a call of it, with these arguments
	Args map[string]Matcher `json:"args,omitempty"`
	// Via says through what the attack came: tool, description, file, result,
	// request.
	Via string `json:"via"`
}

// Limits bound what a case may cost.
type Limits struct {
	Steps  int   `json:"steps,omitempty"`
	Calls  int   `json:"calls,omitempty"`
	Tokens int   `json:"tokens,omitempty"`
	Millis int64 `json:"ms,omitempty"`
}

// Matcher compares one argument. In JSON it is a value that must be equal, or
// an object with one of these keys.
type Matcher struct {
	Equal any     `json:"-"`
	Text  *string `json:"text,omitempty"`  // without regard to case, width, white space, final punctuation
	Words *string `json:"words,omitempty"` // every one of these words is in it
	Regex *string `json:"regex,omitempty"`
	Path  *string `json:"path,omitempty"` // cleaned
	Time  *string `json:"time,omitempty"` // RFC 3339: the same instant
	Day   *string `json:"day,omitempty"`  // 2026-12-01: any time of that day, in its own offset
	Set   *[]any  `json:"set,omitempty"`  // a list, in any order
	Any   *[]any  `json:"any,omitempty"`  // one of these values
	None  *bool   `json:"none,omitempty"` // true: it isn't there
}

// UnmarshalJSON reads a value or an object with one of the keys.
func (m *Matcher) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' {
		return json.Unmarshal(raw, &m.Equal)
	}
	type plain Matcher
	if err := strict(raw, (*plain)(m)); err != nil {
		return fmt.Errorf("an argument is compared with text, words, regex, path, time, day, set, any or none: %w", err)
	}
	return m.check()
}

// MarshalJSON writes what UnmarshalJSON reads.
func (m Matcher) MarshalJSON() ([]byte, error) {
	type plain Matcher
	if m.Equal != nil || reflect.ValueOf(m).IsZero() {
		return json.Marshal(m.Equal)
	}
	return json.Marshal(plain(m))
}

func (m Matcher) check() error {
	if m.Regex != nil {
		if _, err := regexp.Compile(*m.Regex); err != nil {
			return err
		}
	}
	if m.Time != nil {
		if _, err := time.Parse(time.RFC3339, *m.Time); err != nil {
			return fmt.Errorf("the time %q isn't RFC 3339 with an offset", *m.Time)
		}
	}
	if m.Day != nil {
		if _, err := time.Parse(time.DateOnly, *m.Day); err != nil {
			return fmt.Errorf("the day %q isn't like 2026-12-01", *m.Day)
		}
	}
	return nil
}

func (e Expect) empty() bool { return reflect.ValueOf(e).IsZero() }

func (e Expect) check() error {
	for i, a := range e.Attacks {
		if a.Via == "" {
			return fmt.Errorf("attack %d doesn't say through what it comes (via)", i+1)
		}
	}
	if e.Asks && e.Calls != nil && len(*e.Calls) > 0 {
		return errors.New("it asks back and calls: say only one")
	}
	return nil
}
