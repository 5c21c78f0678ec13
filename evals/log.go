package evals

import (
	"encoding/json"
	"fmt"
	"slices"

	"vise/policy"
	"vise/session"
)

// Log is what the events of a trial say, in the form that graders ask for.
type Log struct {
	Runs     []session.State
	Calls    []*Call // in the order they came, over all runs
	Answers  []string
	Gates    []session.GateTriggered
	Evidence map[string]session.EvidenceSelected
	Offered  map[string]bool // tools that the model was ever told of
	Missing  map[string]bool // servers that a run had to do without
	Messages []session.ModelMessage
	Started  []session.RunStarted
	Finished []session.RunFinished
	checks   []session.Check
	prompts  []session.ChatRequest
}

// Call is one call, whoever asked for it.
type Call struct {
	Run       int // index of its run
	ID        string
	Tool      string
	Args      json.RawMessage
	Model     bool   // the model asked for it; else the person did
	EditOf    string // the call that the person made it of
	Decisions []policy.Decision
	Asked     []session.ApprovalRequested
	Answer    *session.ApprovalAnswered
	Started   *session.CallStarted
	Closed    *session.ToolCallClosed
	Result    *session.ToolResult
}

// Code is the error that a call ended with; empty: none.
func (c *Call) Code() string {
	if c.Result == nil || c.Result.Error == nil {
		return ""
	}
	return c.Result.Error.Code
}

// Malformed reports whether the call couldn't be run as it was written.
func (c *Call) Malformed() bool {
	return slices.Contains([]string{"invalid_arguments", "unknown_tool"}, c.Code())
}

// ReadLog reads the events of a trial.
func ReadLog(runs []RunLog) (*Log, error) {
	l := &Log{Evidence: map[string]session.EvidenceSelected{}, Offered: map[string]bool{}, Missing: map[string]bool{}}
	for i, r := range runs {
		events, err := r.Decoded()
		if err != nil {
			return nil, fmt.Errorf("run %d: %w", i+1, err)
		}
		var st session.State
		for _, e := range events {
			st.Apply(e)
			if err := l.take(i, e, r); err != nil {
				return nil, fmt.Errorf("run %d, event %d: %w", i+1, e.Seq, err)
			}
		}
		l.Runs = append(l.Runs, st)
	}
	return l, nil
}

func (l *Log) take(run int, e session.Event, r RunLog) error {
	switch p := e.Payload.(type) {
	case session.RunStarted:
		l.Started = append(l.Started, p)
	case session.ToolsDiscovered:
		for _, o := range p.Offered {
			l.Offered[o.Tool] = true
		}
		for _, m := range p.Missing {
			l.Missing[m.Server] = true
		}
	case session.ModelRequest:
		return l.prompt(p, r)
	case session.ModelMessage:
		l.Messages = append(l.Messages, p)
		for _, c := range p.Calls {
			l.Calls = append(l.Calls, &Call{Run: run, ID: c.ID, Tool: c.Name, Args: c.Args, Model: true})
		}
	case session.PlanCreated:
		for i, id := range p.Calls[:min(len(p.Calls), len(p.Tools))] {
			l.call(run, id).Tool = p.Tools[i]
		}
	case session.GateTriggered:
		l.Gates = append(l.Gates, p)
	case session.EvidenceSelected:
		l.Evidence[p.Evidence] = p
	case session.AnswerCreated:
		return l.answer(p, r)
	case session.RunFinished:
		l.Finished = append(l.Finished, p)
	default:
		l.takeCall(run, p)
	}
	return nil
}

func (l *Log) takeCall(run int, p session.Payload) {
	switch p := p.(type) {
	case session.PolicyDecision:
		c := l.call(run, p.Call)
		c.Tool, c.Decisions = p.Tool, append(c.Decisions, p.Decision)
		if len(c.Args) == 0 {
			c.Args = p.Args
		}
	case session.ApprovalRequested:
		c := l.call(run, p.Call)
		c.Tool, c.Asked = p.Tool, append(c.Asked, p)
	case session.ApprovalAnswered:
		l.call(run, p.Call).Answer = &p
		if p.NewCall != "" {
			c := l.call(run, p.NewCall)
			c.Tool, c.Args, c.EditOf = p.Tool, p.Args, p.Call
		}
	case session.CallStarted:
		c := l.call(run, p.Call)
		c.Tool, c.Started = p.Tool, &p
		if len(c.Args) == 0 {
			c.Args = p.Args
		}
	case session.ToolCallClosed:
		l.call(run, p.Call).Closed = &p
	case session.ToolResult:
		c := l.call(run, p.Call)
		c.Tool, c.Result = p.Tool, &p
	}
}

// call finds a call of a run, or makes it: one that no model asked for.
func (l *Log) call(run int, id string) *Call {
	for _, c := range slices.Backward(l.Calls) {
		if c.Run == run && c.ID == id {
			return c
		}
	}
	c := &Call{Run: run, ID: id}
	l.Calls = append(l.Calls, c)
	return c
}

func (l *Log) answer(p session.AnswerCreated, r RunLog) error {
	said := text(p.Answer.Text)
	if p.Answer.Blob != "" {
		said = r.Blobs[p.Answer.Blob]
	}
	l.Answers = append(l.Answers, said)
	l.checks = append(l.checks, p.Checks...)
	return nil
}

func (l *Log) prompt(p session.ModelRequest, r RunLog) error {
	req, err := session.RebuildPrompt(p, r.Blob)
	if err != nil {
		return fmt.Errorf("what the model was sent: %w", err)
	}
	l.prompts = append(l.prompts, req)
	return nil
}

// asked are the calls that the model asked for.
func (l *Log) asked() []*Call {
	var out []*Call
	for _, c := range l.Calls {
		if c.Model {
			out = append(out, c)
		}
	}
	return out
}

// last is how the last run ended; ok is false where none did.
func (l *Log) last() (session.RunFinished, bool) {
	if len(l.Finished) == 0 {
		return session.RunFinished{}, false
	}
	return l.Finished[len(l.Finished)-1], true
}

// said is the last answer.
func (l *Log) said() string {
	if len(l.Answers) == 0 {
		return ""
	}
	return l.Answers[len(l.Answers)-1]
}
