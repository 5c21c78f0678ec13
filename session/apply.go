package session

import (
	"slices"
	"strings"
)

// Apply takes the state one event further. It depends on nothing but the
// state and the event, so any reader of the same events holds the same state.
func (s *State) Apply(e Event) {
	s.Seq, s.UpdatedAt = e.Seq, e.Time
	switch p := e.Payload.(type) {
	case RunStarted:
		s.Run, s.Started, s.StartedAt, s.Status = e.Run, p, e.Time, StatusRunning
		s.Items = append(s.Items, Item{Kind: ItemUser, Seq: e.Seq, Words: p.Task})
		s.raise(p.Flags, e.Seq, "")
	case ToolsDiscovered:
		s.Offered, s.Held = p.Offered, p.Held
	case ModelRequest:
		s.Step, s.Context = p.Step, p.Tokens
	case ModelMessage:
		s.applyMessage(e.Seq, p)
	case PlanCreated:
		s.applyPlan(e.Seq, p)
	case PolicyDecision:
		s.applyDecision(e.Seq, p)
	case ApprovalRequested:
		c := s.call(e.Seq, p.Call, p.Tool)
		c.Request, c.Phase, c.Args = &p, PhaseWaiting, p.Args
	case ApprovalAnswered:
		s.applyAnswer(e.Seq, p)
	case CallStarted:
		c := s.call(e.Seq, p.Call, p.Tool)
		c.Phase, c.Args = PhaseRunning, p.Args
	case ToolCallClosed:
		c := s.call(e.Seq, p.Call, p.Tool)
		c.Millis, c.Phase = p.Millis, PhaseFailed
		if p.OK {
			c.Phase = PhaseDone
		}
	case ToolResult:
		s.applyResult(e.Seq, p)
	case EvidenceSelected:
		s.Evidence = append(s.Evidence, p)
	case GateTriggered:
		s.applyGate(e.Seq, p)
	case AnswerCreated:
		s.applyFinalAnswer(p)
	case ConversationCompacted:
		s.Compacted, s.Context = &p, p.Next
		s.Items = append(s.Items, Item{Kind: ItemGate, Seq: e.Seq, Words: p.Words()})
	case RunFinished:
		s.applyFinished(e.Seq, p)
	}
}

func (s *State) applyMessage(seq int, p ModelMessage) {
	s.Tokens += p.Usage.PromptTokens + p.Usage.OutputTokens
	if p.Usage.PromptTokens > 0 {
		s.Context = p.Usage.PromptTokens + p.Usage.OutputTokens
	}
	if p.Text.Size == 0 && p.Thinking.Size == 0 && p.Failed == "" {
		return // a reply of calls alone says nothing in the conversation
	}
	s.Items = append(s.Items, Item{Kind: ItemModel, Seq: seq, Text: p.Text, Thinking: p.Thinking, Failed: p.Failed})
}

func (s *State) applyPlan(seq int, p PlanCreated) {
	for i, id := range p.Calls {
		tool := ""
		if i < len(p.Tools) {
			tool = p.Tools[i]
		}
		s.call(seq, id, tool).Step = p.Step
	}
}

func (s *State) applyDecision(seq int, p PolicyDecision) {
	c := s.call(seq, p.Call, p.Tool)
	d := p.Decision
	c.Decision = &d
	if len(p.Args) > 0 {
		c.Args = p.Args
	}
	if c.Step == 0 {
		c.Step = s.Step
	}
}

func (s *State) applyAnswer(seq int, p ApprovalAnswered) {
	c := s.call(seq, p.Call, p.Tool)
	c.Answer = &p
	s.WaitMillis += p.Waited
	switch p.Verdict {
	case VerdictAllow, VerdictAllowTool:
		c.Phase = PhaseIntended
	case VerdictDeny, VerdictDenyStop:
		c.Phase = PhaseNotRun
		if !slices.Contains(s.Refused, p.Tool) {
			s.Refused = append(s.Refused, p.Tool)
		}
	default:
		c.Phase = PhaseNotRun
	}
}

func (s *State) applyResult(seq int, p ToolResult) {
	c := s.call(seq, p.Call, p.Tool)
	c.Result = &p
	switch {
	case !p.Ran:
		c.Phase = PhaseNotRun
	case p.OK:
		c.Phase = PhaseDone
	default:
		c.Phase = PhaseFailed
	}
	s.raise(flagsAfter(s.Flags, s.levelOf(c.Tool), p), seq, c.Tool)
}

func (s *State) applyFinalAnswer(p AnswerCreated) {
	s.Answer = &p
	for i := len(s.Items) - 1; i >= 0; i-- {
		if s.Items[i].Kind == ItemModel {
			s.Items[i].Final = true
			return
		}
	}
}

// applyGate tells what a gate did; what a question came to stands in its place.
func (s *State) applyGate(seq int, p GateTriggered) {
	it := Item{Kind: ItemGate, Seq: seq, Words: p.Words()}
	for i := len(s.Items) - 1; i >= 0 && p.Call != ""; i-- {
		if was := s.Items[i]; was.Kind == ItemCall && s.Calls[was.Call].ID == p.Call {
			break // nothing was said of the call before
		} else if was.Asks == p.Call {
			s.Items = slices.Delete(s.Items, i, i+1)
			break
		}
	}
	if p.Action == asksPassages || p.Action == asksInput {
		it.Asks = p.Call
	}
	s.Items = append(s.Items, it)
}

// closeAsked says of questions that were left that they were put.
func (s *State) closeAsked() {
	for i := range s.Items {
		it := &s.Items[i]
		if it.Asks == "" {
			continue
		}
		for _, now := range [...]string{asksPassages, asksInput} {
			if words, ok := strings.CutSuffix(it.Words, now); ok {
				it.Words = words + "you were asked"
			}
		}
		it.Asks = ""
	}
}

func (s *State) applyFinished(seq int, p RunFinished) {
	s.Finished, s.Status = &p, p.Status
	s.markUnknown()
	s.closeAsked()
	if p.Status != StatusDone {
		words := p.Reason
		if p.Remedy != "" {
			words += " · " + p.Remedy
		}
		s.Items = append(s.Items, Item{Kind: ItemNotice, Seq: seq, Words: words})
	}
}

// Interrupt says that nobody owns the run any more and it never finished:
// what was waiting ran not, what had been started has an unknown outcome.
func (s *State) Interrupt() {
	if s.Finished != nil {
		return
	}
	s.Status = StatusInterrupted
	s.markUnknown()
	s.closeAsked()
	next := "it can be resumed as a new run"
	if s.Started.TaskType == TaskCall {
		next = "it was one call by hand; make it again where it is still wanted"
	}
	words := "this run was interrupted: " + next
	for _, c := range s.Calls {
		if c.Phase == PhaseUnknown {
			words = "this run was interrupted while " + c.Tool + " ran (" + c.ID + "): whether it took effect is not known · " + next
		}
	}
	s.Items = append(s.Items, Item{Kind: ItemNotice, Seq: s.Seq, Words: words})
}

func (s *State) markUnknown() {
	for i := range s.Calls {
		switch s.Calls[i].Phase {
		case PhaseRunning:
			s.Calls[i].Phase = PhaseUnknown
		case PhaseWaiting, PhaseIntended:
			s.Calls[i].Phase = PhaseNotRun
		}
	}
}

// call returns the call with that id, and makes it where there is none.
func (s *State) call(seq int, id, tool string) *CallState {
	for i := len(s.Calls) - 1; i >= 0; i-- { // it is nearly always the last one
		if s.Calls[i].ID == id {
			if tool != "" {
				s.Calls[i].Tool = tool
			}
			return &s.Calls[i]
		}
	}
	s.Calls = append(s.Calls, CallState{ID: id, Tool: tool, Step: s.Step, Phase: PhaseIntended})
	s.Items = append(s.Items, Item{Kind: ItemCall, Seq: seq, Call: len(s.Calls) - 1})
	return &s.Calls[len(s.Calls)-1]
}

// Waiting returns the calls that wait for a person.
func (s State) Waiting() []CallState {
	var w []CallState
	for _, c := range s.Calls {
		if c.Phase == PhaseWaiting {
			w = append(w, c)
		}
	}
	return w
}

// Ran counts the calls that were started.
func (s State) Ran() int {
	n := 0
	for _, c := range s.Calls {
		if c.Result != nil && c.Result.Ran || c.Phase == PhaseRunning || c.Phase == PhaseUnknown {
			n++
		}
	}
	return n
}

// FindEvidence returns the evidence with that id.
func (s State) FindEvidence(id string) (EvidenceSelected, bool) {
	i := slices.IndexFunc(s.Evidence, func(e EvidenceSelected) bool { return e.Evidence == id })
	if i < 0 {
		return EvidenceSelected{}, false
	}
	return s.Evidence[i], true
}

// Clone returns a state that later events don't change.
func (s State) Clone() State {
	s.Items = slices.Clone(s.Items)
	s.Calls = slices.Clone(s.Calls)
	s.Evidence = slices.Clone(s.Evidence)
	s.Refused = slices.Clone(s.Refused)
	return s
}
