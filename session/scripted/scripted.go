// Package scripted has a Model that says what a test wrote down, in order. It
// goes through the same loop as any other.
package scripted

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"vise/session"
)

// Step is one reply of the model, or its failure.
type Step struct {
	Text     string
	Thinking string
	Calls    []session.ToolCall
	Err      error                           // returned after the text was streamed
	Wait     <-chan struct{}                 // the reply comes when this is closed, or the run is cancelled
	Check    func(session.ChatRequest) error // looks at the prompt; an error fails the step
	From     func(session.ChatRequest) Step  // works the reply out from the prompt
	Usage    session.Usage
}

// Say is a step that answers.
func Say(text string) Step { return Step{Text: text} }

// Call is a step that asks for one call.
func Call(name string, args any) Step {
	raw, err := json.Marshal(args)
	if err != nil {
		return Step{Err: fmt.Errorf("the script's arguments: %w", err)}
	}
	return Step{Calls: []session.ToolCall{{Name: name, Args: raw}}}
}

// Model plays steps. It is safe for several runs, which share the steps.
type Model struct {
	mu       sync.Mutex
	steps    []Step
	next     int
	requests []session.ChatRequest
}

// New makes a model that plays these steps once.
func New(steps ...Step) *Model { return &Model{steps: steps} }

// Info names the model.
func (m *Model) Info() session.ModelInfo { return session.ModelInfo{Name: "scripted"} }

// Requests are the prompts so far.
func (m *Model) Requests() []session.ChatRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]session.ChatRequest(nil), m.requests...)
}

// Chat plays the next step. Past the end it fails as a model that is gone.
func (m *Model) Chat(ctx context.Context, req session.ChatRequest, onDelta func(session.Delta)) (session.Reply, error) {
	m.mu.Lock()
	m.requests = append(m.requests, req)
	if m.next >= len(m.steps) {
		m.mu.Unlock()
		return session.Reply{}, &session.ModelError{Kind: session.ModelUnavailable, What: "the script is at its end"}
	}
	s := m.steps[m.next]
	m.next++
	m.mu.Unlock()
	if s.From != nil {
		s = s.From(req)
	}
	if s.Check != nil {
		if err := s.Check(req); err != nil {
			return session.Reply{}, err
		}
	}
	if s.Text != "" {
		onDelta(session.Delta{Kind: session.DeltaText, Text: s.Text})
	}
	if s.Wait != nil {
		select {
		case <-s.Wait:
		case <-ctx.Done():
			return session.Reply{}, ctx.Err()
		}
	}
	if s.Err != nil {
		return session.Reply{}, s.Err
	}
	return session.Reply{Text: s.Text, Thinking: s.Thinking, Calls: append([]session.ToolCall(nil), s.Calls...), Usage: s.Usage, DoneReason: "stop"}, ctx.Err()
}
