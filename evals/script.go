package evals

import (
	"encoding/json"
	"fmt"
	"strings"

	"vise/session"
	"vise/session/scripted"
)

// expand puts the folders of a trial into a text.
func (p place) expand(text string) string {
	return strings.NewReplacer("${project}", p.project(), "${outside}", p.outside(), "${config}", p.config(), "${data}", p.data()).Replace(text)
}

// script makes a scripted model of a case's steps. todos are the ids of those
// that the setup made.
func script(steps []ScriptStep, p place, todos []string) *scripted.Model {
	out := make([]scripted.Step, len(steps))
	for i, s := range steps {
		out[i] = scripted.Step{From: func(req session.ChatRequest) scripted.Step {
			step, err := s.reply(func(text string) string { return fill(text, p, todos, req.Options.Nonce) })
			if err != nil {
				return scripted.Step{Err: err}
			}
			return step
		}}
	}
	return scripted.New(out...)
}

func fill(text string, p place, todos []string, nonce string) string {
	if !strings.Contains(text, "${") {
		return text
	}
	text = strings.ReplaceAll(p.expand(text), "${nonce}", nonce)
	for i, id := range todos {
		text = strings.ReplaceAll(text, fmt.Sprintf("${todo.%d}", i+1), id)
	}
	return text
}

func (s ScriptStep) reply(fill func(string) string) (scripted.Step, error) {
	out := scripted.Step{Text: fill(s.Say), Thinking: fill(s.Think)}
	if s.Usage != nil {
		out.Usage = *s.Usage
	}
	if s.Fail != "" {
		out.Err = &session.ModelError{Kind: session.ModelErrorKind(s.Fail), What: "the script says so: " + s.Fail}
	}
	calls := s.Calls
	if s.Call != "" {
		calls = append([]ScriptStep{s}, calls...)
	}
	for _, c := range calls {
		args := json.RawMessage(fill(c.Raw))
		if c.Raw == "" {
			raw, err := c.args()
			if err != nil {
				return out, err
			}
			args = json.RawMessage(fill(string(raw)))
		}
		out.Calls = append(out.Calls, session.ToolCall{Name: c.Call, Args: args})
	}
	return out, nil
}

func (s ScriptStep) args() ([]byte, error) {
	if s.Args == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(s.Args)
}
