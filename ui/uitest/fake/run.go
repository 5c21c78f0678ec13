package fake

import (
	"encoding/json"
	"fmt"
	"sync"

	"vise/policy"
	"vise/session"
)

// todoTool is the definition of the tool that stories ask for.
const todoTool = `{"name":"todo.create","description":"Adds a todo.","inputSchema":{"type":"object","additionalProperties":false,
"required":["title"],"properties":{"title":{"type":"string"},"due_at":{"type":"string","format":"date-time"}}}}`

// Run is one run of a story.
type Run struct {
	w       *Workbench
	id      string
	changed chan struct{}
	cancel  chan struct{}
	once    sync.Once

	mu     sync.Mutex
	events []session.Event
	state  session.State
	draft  session.Draft
	calls  int
	asks   int
	closed bool
	err    error
}

func newRun(w *Workbench, id string) *Run {
	return &Run{w: w, id: id, changed: make(chan struct{}, 1), cancel: make(chan struct{})}
}

// ID is the run's id.
func (r *Run) ID() string { return r.id }

// Since returns the events after seq.
func (r *Run) Since(seq int) []session.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]session.Event(nil), r.events[min(seq, len(r.events)):]...)
}

// Changed gets a value after new events or a new draft.
func (r *Run) Changed() <-chan struct{} { return r.changed }

// Draft is the reply that is being streamed.
func (r *Run) Draft() session.Draft {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.draft
}

// Cancel ends the story's waits.
func (r *Run) Cancel() { r.once.Do(func() { close(r.cancel) }) }

// Cancelled is closed when the person cancels the run.
func (r *Run) Cancelled() <-chan struct{} { return r.cancel }

func (r *Run) wake() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// Emit adds an event.
func (r *Run) Emit(p session.Payload) {
	r.mu.Lock()
	seq := len(r.events) + 1
	e := session.Event{V: session.Version, ID: fmt.Sprintf("evt_%06d", seq), Run: r.id, Seq: seq, Time: r.w.now(), Type: p.Type(), Actor: session.ActorVise, Payload: p}
	r.events = append(r.events, e)
	r.state.Apply(e)
	r.mu.Unlock()
	r.wake()
}

// Stream sets the draft.
func (r *Run) Stream(text string) {
	r.mu.Lock()
	r.draft.Text, r.draft.Loading = session.Untrusted(text), ""
	r.draft.Version++
	r.mu.Unlock()
	r.wake()
}

// Load says that a model is being loaded.
func (r *Run) Load(model string) {
	r.mu.Lock()
	r.draft.Loading = model
	r.draft.Version++
	r.mu.Unlock()
	r.wake()
}

// Progress says how far a call is.
func (r *Run) Progress(p session.CallProgress) {
	r.mu.Lock()
	r.draft = session.Draft{Version: r.draft.Version + 1, Call: &p}
	r.mu.Unlock()
	r.wake()
}

// Content is text as events hold it.
func Content(text string) session.Content {
	return session.Content{Text: session.Untrusted(text), Size: len(text)}
}

// Reply ends the draft with a whole reply.
func (r *Run) Reply(text string) {
	r.mu.Lock()
	r.draft = session.Draft{Version: r.draft.Version + 1}
	r.mu.Unlock()
	r.Emit(session.ModelMessage{Step: r.state.Step, Text: Content(text), DoneReason: "stop"})
}

// Answer replies and ends the run well.
func (r *Run) Answer(text string, cites ...string) {
	r.Reply(text)
	r.Emit(session.AnswerCreated{Answer: Content(text), Citations: cites})
	r.Emit(session.RunFinished{Status: session.StatusDone, Steps: 1, Calls: r.calls, Millis: 1200})
}

// Found runs a search that finds one thing, cited as evidence.
func (r *Run) Found(evidence, name, excerpt string) {
	r.calls++
	call := fmt.Sprintf("call_%d", r.calls)
	args := json.RawMessage(`{"query":"retry timeout"}`)
	r.Emit(session.PlanCreated{Step: 1, Summary: "search, then a todo", Calls: []string{call}, Tools: []string{"file.search"}})
	r.Emit(session.PolicyDecision{Call: call, Tool: "file.search", Args: args, Decision: policy.Decision{Outcome: policy.Allow, Level: policy.ReadsHere, Reason: "reads here are allowed"}})
	r.Emit(session.CallStarted{Call: call, Tool: "file.search", Server: policy.BuiltinServer, Args: args})
	r.Emit(session.ToolCallClosed{Call: call, Tool: "file.search", OK: true, Millis: 12})
	r.Emit(session.ToolResult{Call: call, Tool: "file.search", OK: true, Ran: true, Summary: session.Untrusted("2 hits"), Content: Content(name + ": " + excerpt), Evidence: []string{evidence}})
	r.Emit(session.EvidenceSelected{Evidence: evidence, Call: call, URI: "file:///home/ann/work/config/http.go#L42", Name: name, Excerpt: session.Untrusted(excerpt), Confidence: 1, ACL: "work"})
}

// Ask asks for a todo and waits; it tells whether it was allowed.
func (r *Run) Ask(args string) session.Answer {
	r.calls++
	call := fmt.Sprintf("call_%d", r.calls)
	d := policy.Decision{Outcome: policy.Approval, Level: policy.Writes, Rule: "default: writes", Reason: "writes need approval (default rule)"}
	r.Emit(session.PolicyDecision{Call: call, Tool: "todo.create", Args: json.RawMessage(args), Decision: d})
	r.Emit(session.ApprovalRequested{Call: call, Tool: "todo.create", Args: json.RawMessage(args), Effect: "add 1 todo; nothing else changes", Decision: d})
	ans, ok := r.w.ask(r, session.Approval{
		ID: r.id + "/" + call, Run: r.id, Call: call, Task: r.state.Started.Task, Args: json.RawMessage(args), Effect: "add 1 todo; nothing else changes",
		Tool:     policy.Tool{Server: policy.BuiltinServer, Name: "todo.create", Level: policy.Writes, Status: policy.StatusApproved, Definition: json.RawMessage(todoTool)},
		Timezone: "UTC", Decision: d, Index: 1, Of: 1, Asked: r.w.now(),
	})
	if !ok {
		ans.Verdict, ans.Note = session.VerdictUnanswered, "cancelled"
	}
	r.Emit(session.ApprovalAnswered{Call: call, Tool: "todo.create", Verdict: ans.Verdict, By: "workbench", Note: ans.Note})
	if ans.Verdict == session.VerdictAllow || ans.Verdict == session.VerdictAllowTool {
		r.Emit(session.CallStarted{Call: call, Tool: "todo.create", Server: policy.BuiltinServer, Args: json.RawMessage(args), Approval: "person"})
		r.Emit(session.ToolCallClosed{Call: call, Tool: "todo.create", OK: true, Millis: 3})
		r.Emit(session.ToolResult{Call: call, Tool: "todo.create", OK: true, Ran: true, Summary: session.Untrusted("added")})
	}
	return ans
}

// Reads asks for several reads of an external tool at once, and waits for all.
func (r *Run) Reads(args ...string) []session.Answer {
	answers := make([]session.Answer, len(args))
	d := policy.Decision{Outcome: policy.Approval, Level: policy.ReadsOutside, Reason: "reads outside need approval (default rule)"}
	var all sync.WaitGroup
	for i, a := range args {
		all.Go(func() {
			call := fmt.Sprintf("call_%d", i+1)
			answers[i], _ = r.w.ask(r, session.Approval{
				ID: r.id + "/" + call, Run: r.id, Call: call, Task: "read", Args: json.RawMessage(a), Effect: "read; nothing changes",
				Tool:     policy.Tool{Server: "web", Name: "fetch", Level: policy.ReadsOutside, Status: policy.StatusApproved, Definition: json.RawMessage(`{"name":"fetch"}`)},
				Timezone: "UTC", Decision: d, Index: i + 1, Of: len(args), Asked: r.w.now(),
			})
		})
	}
	all.Wait()
	return answers
}

// Spend asks what to do about a spent budget and waits.
func (r *Run) Spend() session.More {
	r.w.mu.Lock()
	r.w.spent = &session.Spent{Run: r.id, What: "steps", Used: 8, Limit: 8, Budget: session.Budget{Steps: 8, Calls: 6}}
	r.w.mu.Unlock()
	r.w.wake()
	select {
	case m := <-r.w.more:
		return m
	case <-r.cancel:
		return session.MoreStop
	}
}

// Break makes the run end without an end, as when nothing more can be
// recorded.
func (r *Run) Break(err error) {
	r.mu.Lock()
	r.err = err
	r.mu.Unlock()
}

// Err is what Break was given.
func (r *Run) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Fail ends the run badly.
func (r *Run) Fail(f session.RunFinished) { r.Emit(f) }

// end closes the run, as cancelled where the person cancelled it and the story
// didn't end it.
func (r *Run) end() {
	select {
	case <-r.cancel:
		if r.state.Finished == nil {
			r.Emit(session.RunFinished{Status: session.StatusCancelled, FailureKind: session.FailCancelled, Reason: "you cancelled it"})
		}
	default:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
		close(r.changed)
	}
}

func (r *Run) summary() session.Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	return session.Summary{Run: r.id, Conversation: "c1", Task: r.state.Started.Task, Status: r.state.Status, Started: r.state.StartedAt, LastSeq: r.state.Seq}
}
