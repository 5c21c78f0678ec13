package session

import "errors"

// Turn is one request and what followed, as later prompts repeat it.
type Turn struct {
	Words string // the person's words
	Steps []TurnStep
	// Folded says that this is the summary of earlier turns, made by
	// FoldedTurn: prompts tell it instead of their words and steps.
	Folded bool
	// Judged is what the person decided about passages that speak to the
	// assistant, by their hashes: true where one was let through to the model.
	Judged map[string]bool
	Kept   keptLines // the lines of such passages
}

// TurnStep is one reply of the model and what came of its calls.
type TurnStep struct {
	Text    string
	Calls   []ToolCall
	Results []TurnResult // in call order
}

// TurnResult is what came of one call.
type TurnResult struct {
	CallID string
	Alias  string
	Result Observation
}

// Fetch returns the whole text of a content.
type Fetch func(Content) (string, error)

// TurnOf reads a past run as a turn. A call whose outcome isn't known is told
// as such; a reply that failed is left out.
func TurnOf(events []Event, fetch Fetch) (Turn, error) {
	b := turnBuilder{fetch: fetch, alias: map[string]string{}, edited: map[string]string{}, byHand: map[string]bool{}}
	for _, e := range events {
		if err := b.add(e); err != nil {
			return Turn{}, err
		}
	}
	b.closeStarted()
	b.closeOpen()
	return b.turn, nil
}

type turnBuilder struct {
	turn    Turn
	fetch   Fetch
	alias   map[string]string // call id → alias
	edited  map[string]string // id of an edited call → that of the model's
	byHand  map[string]bool   // calls that no model asked for
	sources map[string][]Source
	started *CallStarted    // without a result
	closed  *ToolCallClosed // of started
}

func (b *turnBuilder) add(e Event) error {
	switch p := e.Payload.(type) {
	case RunStarted:
		b.turn.Words = p.Task
	case ModelMessage:
		return b.message(p)
	case PlanCreated:
		b.plan(p)
	case PolicyDecision:
		b.setArgs(p.Call, p.Args)
	case ApprovalAnswered:
		if p.NewCall != "" {
			b.edited[p.NewCall] = b.asked(p.Call)
		}
	case CallStarted:
		b.started, b.closed = &p, nil
	case ToolCallClosed:
		b.closed = &p
	case EvidenceSelected:
		if b.sources == nil {
			b.sources = map[string][]Source{}
		}
		b.sources[p.Call] = append(b.sources[p.Call], Source{Evidence: p.Evidence, URI: p.URI, Name: p.Name, Excerpt: p.Excerpt})
	case ToolResult:
		return b.result(p)
	}
	return nil
}

func (b *turnBuilder) message(p ModelMessage) error {
	if p.Failed != "" {
		return nil
	}
	text, err := b.fetch(p.Text)
	if err != nil {
		return err
	}
	for _, c := range p.Calls {
		b.alias[c.ID] = c.Name
	}
	b.turn.Steps = append(b.turn.Steps, TurnStep{Text: text, Calls: p.Calls})
	return nil
}

// plan makes the step of calls that no reply of a model asked for: those of
// the person.
func (b *turnBuilder) plan(p PlanCreated) {
	if len(p.Calls) == 0 || len(p.Tools) != len(p.Calls) || b.alias[p.Calls[0]] != "" {
		return
	}
	var s TurnStep
	for i, id := range p.Calls {
		b.alias[id], b.byHand[id] = aliasOf(p.Tools[i]), true
		s.Calls = append(s.Calls, ToolCall{ID: id, Name: b.alias[id], Args: []byte("{}")})
	}
	b.turn.Steps = append(b.turn.Steps, s)
}

// setArgs fills in the arguments of a call by hand.
func (b *turnBuilder) setArgs(call string, args []byte) {
	if !b.byHand[call] || len(args) == 0 {
		return
	}
	calls := b.turn.Steps[len(b.turn.Steps)-1].Calls
	for i := range calls {
		if calls[i].ID == call {
			calls[i].Args = args
		}
	}
}

// asked is the id of the model's call that this one is, edited or not.
func (b *turnBuilder) asked(call string) string {
	if id, ok := b.edited[call]; ok {
		return id
	}
	return call
}

func (b *turnBuilder) result(p ToolResult) error {
	b.started, b.closed = nil, nil
	if err := b.passages(p.Quarantined); err != nil {
		return err
	}
	text, err := b.fetch(p.Content)
	if err != nil {
		return err
	}
	o := Observation{Call: p.Call, Tool: p.Tool, OK: p.OK, Ran: p.Ran, Summary: p.Summary, Sources: b.sources[p.Call], Fields: p.Fields, Error: p.Error}
	if len(text) > len(renderObservation(o)) { // there was a long text beside the parts: it holds them all
		o.Summary, o.Fields, o.Error, o.Text = Foreign{}, nil, nil, Untrusted(text)
	}
	b.append(p.Call, o)
	return nil
}

// passages takes what was decided about passages. One whose text is lost can't
// be known again by its lines.
func (b *turnBuilder) passages(ps []Passage) error {
	b.turn.Judged = judgedIn(b.turn.Judged, ps)
	for _, p := range ps {
		text, err := b.fetch(p.Text)
		if errors.Is(err, ErrNoBlob) {
			continue
		}
		if err != nil {
			return err
		}
		b.turn.Kept = b.turn.Kept.with(p, text)
	}
	return nil
}

func (b *turnBuilder) append(call string, o Observation) {
	call = b.asked(call)
	if len(b.turn.Steps) == 0 { // an event is missing
		alias := aliasOf(o.Tool)
		b.alias[call] = alias
		b.turn.Steps = append(b.turn.Steps, TurnStep{Calls: []ToolCall{{ID: call, Name: alias, Args: []byte("{}")}}})
	}
	last := &b.turn.Steps[len(b.turn.Steps)-1]
	last.Results = append(last.Results, TurnResult{CallID: call, Alias: b.alias[call], Result: o})
}

// closeStarted tells of the call that was under way when the run was
// interrupted. It is known to be over where the person was still asked whether
// the model may read what it returned.
func (b *turnBuilder) closeStarted() {
	if b.started == nil {
		return
	}
	if c := b.closed; c != nil && c.Call == b.started.Call {
		how := "with an error"
		if c.OK {
			how = "without an error"
		}
		o := own(c.Call, c.Tool, "result_not_kept", "this call ended "+how+", and the run was interrupted before its result was kept",
			"call it again for its result, unless that would do something twice")
		o.Ran = true
		b.append(c.Call, o)
		return
	}
	b.append(b.started.Call, own(b.started.Call, b.started.Tool, "unknown_outcome",
		"the run was interrupted while this call ran: whether it took effect is not known",
		"repeating exactly this call is safe for todo tools: the same todo comes back"))
}

// closeOpen answers the calls of the last reply that no result came for: a
// model that is shown a call without its result waits for it. A reply of which
// nothing ran is left out, so that it is asked for anew.
func (b *turnBuilder) closeOpen() {
	n := len(b.turn.Steps)
	if n == 0 {
		return
	}
	last := &b.turn.Steps[n-1]
	if len(last.Calls) > 0 && len(last.Results) == 0 {
		b.turn.Steps = b.turn.Steps[:n-1]
		return
	}
	have := map[string]bool{}
	for _, r := range last.Results {
		have[r.CallID] = true
	}
	for _, c := range last.Calls {
		if !have[c.ID] && len(last.Results) < len(last.Calls) {
			last.Results = append(last.Results, TurnResult{CallID: c.ID, Alias: c.Name, Result: own(c.ID, c.Name, "not_run", "the run ended before this call ran", "ask for it again if it is still wanted")})
		}
	}
}

// Then is the turn with what a later run of the same request added to it.
func (t Turn) Then(later Turn) Turn {
	steps := append(append([]TurnStep(nil), t.Steps...), later.Steps...)
	return Turn{Words: t.Words, Steps: steps, Folded: t.Folded, Judged: laidOver(t.Judged, later.Judged), Kept: laidOver(t.Kept, later.Kept)}
}

// fold keeps of an earlier turn what a follow-up may refer to: who said what,
// which sources there were. Long contents stay behind with their evidence ids.
func (t Turn) fold() Turn {
	f := Turn{Words: t.Words, Steps: make([]TurnStep, len(t.Steps))}
	for i, s := range t.Steps {
		f.Steps[i] = TurnStep{Text: s.Text, Calls: s.Calls, Results: make([]TurnResult, len(s.Results))}
		for j, r := range s.Results {
			r.Result = foldObservation(r.Result)
			f.Steps[i].Results[j] = r
		}
	}
	return f
}

// foldedBytes is how much of a text or of the fields of an earlier turn's
// result is repeated.
const foldedBytes = 1 << 10

func foldObservation(o Observation) Observation {
	if o.Text.Len() > foldedBytes {
		o.Text = Untrusted(cutText(o.Text.Raw(), foldedBytes) + "\n[the rest was left out: call the tool again to see it]")
	}
	if len(o.Fields) > foldedBytes {
		o.Fields = nil
		o.Text = Untrusted("[details left out: call the tool again to see them]")
	}
	return o
}
