// Package evals measures the program that people run: cases from a dataset go
// through a workbench of session/app with its model, clock, ids and servers
// replaced, and graders judge what its events say.
package evals

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vise/policy"
	"vise/session"
)

// Case is one line of a dataset.
type Case struct {
	ID      string   `json:"id"`   // unique in the dataset
	Kind    string   `json:"kind"` // what it is about: tool, arguments, abstain, …
	Tags    []string `json:"tags,omitempty"`
	Lang    string   `json:"lang,omitempty"` // en, ru, zh
	Input   Input    `json:"input"`
	Setup   Setup    `json:"setup,omitzero"`
	Approve Approve  `json:"approve,omitzero"`
	Model   ModelOf  `json:"model,omitzero"`
	Expect  Expect   `json:"expect"`
	Note    string   `json:"note,omitempty"` // for who reads the case

	dir string // of its dataset's file, which recordings lie beside; empty: it comes with vise
}

// Input is what the person does, turn by turn. In JSON one turn may stand
// without brackets.
type Input []Turn

// Turn is one thing that the person does: say something, go on with the last
// run, or answer a call that waits in the list of decisions. In JSON a text
// alone is something said.
type Turn struct {
	Say    string          `json:"say,omitempty"`
	Resume bool            `json:"resume,omitempty"`
	Decide session.Verdict `json:"decide,omitempty"` // about the oldest call that waits
}

// Setup is the world that a case runs in.
type Setup struct {
	Project  string            `json:"project,omitempty"` // one of the projects that come with vise
	Files    map[string]string `json:"files,omitempty"`   // path → text, over those of Project
	Roots    map[string]string `json:"roots,omitempty"`   // name → folder in the project; none: the whole project, named "project"
	Outside  map[string]string `json:"outside,omitempty"` // files beside the project, which no root holds
	Links    map[string]string `json:"links,omitempty"`   // symbolic links in the project, path → target
	Todos    []TodoSetup       `json:"todos,omitempty"`
	Now      time.Time         `json:"now,omitzero"` // 2026-11-30T09:12:00+03:00 where nothing is said
	Timezone string            `json:"timezone,omitempty"`
	// TickMillis is how far the clock goes at every look; 0: 1.
	TickMillis   int             `json:"tick_ms,omitempty"`
	Rules        []policy.Rule   `json:"rules,omitempty"`
	Scopes       []string        `json:"scopes,omitempty"` // none: all
	Budget       *session.Budget `json:"budget,omitempty"`
	Servers      []ServerSetup   `json:"servers,omitempty"`
	Instructions string          `json:"instructions,omitempty"`
	// Secrets are known by name, as from the environment: they are masked
	// wherever they show up.
	Secrets map[string]string `json:"secrets,omitempty"`
}

// TodoSetup is a todo that is there before the case.
type TodoSetup struct {
	Title string `json:"title"`
	DueAt string `json:"due_at,omitempty"`
	Key   string `json:"key,omitempty"` // idempotency key
	Done  bool   `json:"done,omitempty"`
}

// Approve says how questions are answered. The zero value is nobody: no person
// is there.
type Approve struct {
	Answers []AnswerSetup   // in order; each is used once
	Rest    session.Verdict // for what Answers don't say; empty: nobody
	More    session.More    // for a spent budget; empty: stop
}

// AnswerSetup answers one approval. In JSON a verdict alone answers any call.
type AnswerSetup struct {
	Tool    string          `json:"tool,omitempty"` // empty: the next call, whatever it is
	Verdict session.Verdict `json:"verdict"`
	Args    json.RawMessage `json:"args,omitempty"` // for edit
	Note    string          `json:"note,omitempty"`
}

// ModelOf says which model a case is for. In JSON: "any" (the offline one, or
// the one that is measured), "offline" (never another one), "cassette:DIR" (the
// recordings in a folder beside the dataset), or the steps of a script.
type ModelOf struct {
	Name   string
	Script []ScriptStep
}

// ScriptStep is one reply of a scripted model. Texts may hold ${todo.N} (id of
// the N-th todo of the setup), ${project}, ${outside}, ${config} and ${data}
// (folders), and ${nonce} (of the envelope).
type ScriptStep struct {
	Say   string         `json:"say,omitempty"`
	Think string         `json:"think,omitempty"`
	Call  string         `json:"call,omitempty"` // a tool's id or alias
	Args  any            `json:"args,omitempty"`
	Raw   string         `json:"raw,omitempty"` // arguments as they are, for those that aren't JSON
	Calls []ScriptStep   `json:"calls,omitempty"`
	Fail  string         `json:"fail,omitempty"` // a kind of model error, such as empty or unreadable
	Usage *session.Usage `json:"usage,omitempty"`
}

// Models of a case that aren't scripts.
const (
	ModelAny     = "any"
	ModelOffline = "offline"
)

// UnmarshalJSON reads a text, a turn, or a list of them.
func (in *Input) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '[' {
		var ts []Turn
		if err := strict(raw, &ts); err != nil {
			return err
		}
		*in = ts
		return nil
	}
	var t Turn
	if err := strict(raw, &t); err != nil {
		return err
	}
	*in = Input{t}
	return nil
}

// UnmarshalJSON reads a text as something said.
func (t *Turn) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &t.Say)
	}
	type plain Turn
	return strict(raw, (*plain)(t))
}

// MarshalJSON writes a turn in its short form where it has one.
func (t Turn) MarshalJSON() ([]byte, error) {
	if !t.Resume && t.Decide == "" {
		return json.Marshal(t.Say)
	}
	type plain Turn
	return json.Marshal(plain(t))
}

type approveJSON struct {
	Answers []AnswerSetup   `json:"answers,omitempty"`
	Rest    session.Verdict `json:"rest,omitempty"`
	More    session.More    `json:"more,omitempty"`
}

// UnmarshalJSON reads a verdict for all, a list of answers, or the whole.
func (a *Approve) UnmarshalJSON(raw []byte) error {
	switch raw = bytes.TrimSpace(raw); {
	case len(raw) > 0 && raw[0] == '"':
		return json.Unmarshal(raw, &a.Rest)
	case len(raw) > 0 && raw[0] == '[':
		a.Rest = session.VerdictDeny
		return strict(raw, &a.Answers)
	}
	var j approveJSON
	if err := strict(raw, &j); err != nil {
		return err
	}
	*a = Approve(j)
	return nil
}

// MarshalJSON writes the whole form.
func (a Approve) MarshalJSON() ([]byte, error) { return json.Marshal(approveJSON(a)) }

// IsZero reports that nobody is there.
func (a Approve) IsZero() bool { return len(a.Answers) == 0 && a.Rest == "" && a.More == "" }

// UnmarshalJSON reads a verdict alone as an answer to any call.
func (a *AnswerSetup) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &a.Verdict)
	}
	type plain AnswerSetup
	return strict(raw, (*plain)(a))
}

// UnmarshalJSON reads a name or a script.
func (m *ModelOf) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '[' {
		return strict(raw, &m.Script)
	}
	return json.Unmarshal(raw, &m.Name)
}

// MarshalJSON writes what UnmarshalJSON reads.
func (m ModelOf) MarshalJSON() ([]byte, error) {
	if m.Name == "" && len(m.Script) > 0 {
		return json.Marshal(m.Script)
	}
	return json.Marshal(m.Name)
}

// IsZero reports that nothing was said.
func (m ModelOf) IsZero() bool { return m.Name == "" && len(m.Script) == 0 }

// Scripted reports whether the case brings its own model's replies: nothing is
// learned from it about another model.
func (m ModelOf) Scripted() bool { return len(m.Script) > 0 }

// strict decodes JSON in which every key is known: a mistyped expectation
// would hold nothing.
func strict(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if dec.More() {
		return errors.New("there is more after the JSON value")
	}
	return nil
}

// Hash names what the case says: a case that was changed has another one.
func (c Case) Hash() string {
	raw, err := json.Marshal(c)
	if err != nil {
		return "" // what was read from JSON can be written
	}
	return session.HashBytes(raw)
}

// check finds what would make a case measure nothing.
func (c Case) check() error {
	switch {
	case c.ID == "":
		return errors.New("it has no id")
	case c.Kind == "":
		return errors.New("it has no kind")
	case len(c.Input) == 0:
		return errors.New("it has no input")
	case c.Expect.empty():
		return errors.New("it expects nothing, so it can't fail")
	}
	for i, t := range c.Input {
		if t.Say == "" && !t.Resume && t.Decide == "" {
			return fmt.Errorf("turn %d says nothing", i+1)
		}
	}
	for _, s := range c.Setup.Servers {
		if err := s.check(); err != nil {
			return fmt.Errorf("server %q: %w", s.Name, err)
		}
	}
	return c.Expect.check()
}
