package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// rig is a loop with everything around it in memory.
type rig struct {
	t        *testing.T
	model    *scriptModel
	log      *memLog
	tools    *memTools
	host     ToolHost // nil: tools
	sendable Sendable
	suspect  Suspect
	person   *person
	approver Approver // nil: person
	clock    *stepClock
	budget   Budget
	grants   []policy.Grant
	decider  Decider
	redact   Redactor
	task     func(*Task)
	asker    Asker
	timeout  time.Duration // of a call
}

func newRig(t *testing.T, steps ...scriptStep) *rig {
	return &rig{t: t, model: &scriptModel{steps: steps}, log: &memLog{blobs: map[string][]byte{}}, tools: newMemTools(), person: &person{attended: true},
		clock: &stepClock{now: time.Date(2026, 11, 30, 9, 12, 0, 0, time.FixedZone("MSK", 3*3600))}, budget: DefaultBudget, decider: levelPolicy{}, redact: wordRedactor{}}
}

func (g *rig) loop() *Loop {
	return NewLoop(Config{Model: g.model, Tools: cmp.Or[ToolHost](g.host, g.tools), Sendable: g.sendable, Suspect: g.suspect, Approver: cmp.Or[Approver](g.approver, g.person), Policy: g.decider, Redactor: g.redact, Clock: g.clock, IDs: fixedIDs{}, Aliases: PlainAliases, Asker: g.asker, CallTimeout: g.timeout})
}

func (g *rig) run(ctx context.Context, text string) State {
	g.t.Helper()
	tl := NewTimeline("01RUN", g.log, g.redact, g.clock)
	task := Task{Text: text, User: "ann", Entry: EntryRun, Conversation: "01CONV", Budget: g.budget, Scopes: []string{"files:read", "todo:write", "server:out"}, Timezone: "Europe/Moscow", Grants: g.grants}
	if g.task != nil {
		g.task(&task)
	}
	st, err := g.loop().Run(ctx, task, tl)
	if err != nil {
		g.t.Fatalf("the run could not be recorded: %v", err)
	}
	if err := VerifyChain(g.log.records); err != nil {
		g.t.Fatalf("the chain doesn't hold: %v", err)
	}
	return st
}

// types are the recorded events, shortened for comparing.
func (g *rig) types() string {
	var out []string
	for _, r := range g.log.records {
		e, err := Codec{}.Decode(r.Bytes)
		if err != nil {
			g.t.Fatal(err)
		}
		s := string(e.Type)
		switch p := e.Payload.(type) {
		case PolicyDecision:
			s += ":" + string(p.Decision.Outcome)
		case ApprovalAnswered:
			s += ":" + string(p.Verdict)
		case ToolResult:
			switch {
			case p.OK:
				s += ":ok"
			case p.Error != nil:
				s += ":" + p.Error.Code
			}
		case RunFinished:
			s += ":" + string(p.Status)
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// skeleton leaves out what every run has.
func (g *rig) skeleton() string {
	s := " " + g.types() + " "
	for _, w := range []string{"run_started", "tools_discovered", "model_request", "model_message", "plan_created"} {
		s = strings.ReplaceAll(s, " "+w+" ", "  ")
		s = strings.ReplaceAll(s, " "+w+" ", "  ")
	}
	return strings.Join(strings.Fields(s), " ")
}

type scriptStep struct {
	text  string
	calls []ToolCall
	err   error
	do    func(ctx context.Context, req ChatRequest)
}

func call(name, args string) scriptStep {
	return scriptStep{calls: []ToolCall{{Name: name, Args: json.RawMessage(args)}}}
}

func say(s string) scriptStep { return scriptStep{text: s} }

type scriptModel struct {
	offline bool
	steps   []scriptStep
	reqs    []ChatRequest
	context int
}

func (m *scriptModel) Info() ModelInfo {
	return ModelInfo{Name: "scripted", ContextTokens: m.context, Offline: m.offline}
}

func (m *scriptModel) Chat(ctx context.Context, req ChatRequest, onDelta func(Delta)) (Reply, error) {
	m.reqs = append(m.reqs, req)
	if len(m.reqs) > len(m.steps) {
		return Reply{}, &ModelError{Kind: ModelUnavailable, What: "the script is at its end"}
	}
	s := m.steps[len(m.reqs)-1]
	if s.text != "" {
		onDelta(Delta{Kind: DeltaText, Text: s.text})
	}
	if s.do != nil {
		s.do(ctx, req)
	}
	if err := ctx.Err(); err != nil {
		return Reply{}, err
	}
	return Reply{Text: s.text, Calls: append([]ToolCall(nil), s.calls...)}, s.err
}

// memLog holds appends to their contract.
type memLog struct {
	mu      sync.Mutex
	records []Record
	blobs   map[string][]byte
	sums    []Summary
	appends []int // how many events were appended together
	anchors []Record
	failAt  int // fail the append with this seq
}

var errFull = errors.New("no space left on device")

func (l *memLog) Append(_ context.Context, es ...Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	records := l.records
	for _, e := range es {
		prev := ""
		if n := len(records); n > 0 {
			prev = records[n-1].Hash
		}
		if e.Record.Seq != len(records)+1 || e.Record.PrevHash != prev {
			return ErrConflict
		}
		if e.Record.Seq == l.failAt {
			return errFull
		}
		records = append(records, e.Record)
	}
	l.records = records
	l.appends = append(l.appends, len(es))
	for _, e := range es {
		for _, b := range e.Blobs {
			l.blobs[b.Hash] = b.Bytes
		}
		l.sums = append(l.sums, e.Summary)
		if e.Anchor != nil {
			head, err := e.Anchor(7, "sha256:before")
			if err != nil {
				return err
			}
			l.anchors = append(l.anchors, head)
		}
	}
	return nil
}

// before is how many events were durable before the append that has that seq.
func (l *memLog) before(seq int) int {
	n := 0
	for _, size := range l.appends {
		if n+size >= seq {
			break
		}
		n += size
	}
	return n
}

func (l *memLog) Since(_ context.Context, _ string, seq int) ([]Record, error) {
	return l.records[seq:], nil
}

func (l *memLog) Blob(_ context.Context, hash string) ([]byte, error) {
	b, ok := l.blobs[hash]
	if !ok {
		return nil, ErrNoBlob
	}
	return b, nil
}

// memTools is one built-in reader, one built-in writer, one tool outside.
type memTools struct {
	listing func(context.Context) // when the catalogue is asked for
	mu      sync.Mutex
	calls   []string
	on      func(ctx context.Context, id string) (*mcp.CallToolResult, error)
	talk    func(ctx context.Context, with policy.Calling) (*mcp.CallToolResult, error)
}

func newMemTools() *memTools { return &memTools{} }

func (m *memTools) Catalogue(ctx context.Context) (policy.Catalogue, error) {
	if m.listing != nil {
		m.listing(ctx)
	}
	tool := func(server, name, schema, scope string, l policy.Level) policy.Tool {
		def := fmt.Sprintf(`{"name":%q,"description":"does %s","inputSchema":%s}`, name, name, schema)
		return policy.Tool{Server: server, Name: name, Definition: json.RawMessage(def), Pin: HashBytes([]byte(def)), Status: policy.StatusApproved, Level: l, Scope: scope}
	}
	return policy.Catalogue{Offered: []policy.Tool{
		tool(policy.BuiltinServer, "file.search", `{"type":"object","properties":{"query":{"type":"string","minLength":1},"max_results":{"type":"integer","minimum":1,"maximum":50}},"required":["query"],"additionalProperties":false}`, "files:read", policy.ReadsHere),
		tool(policy.BuiltinServer, "todo.create", `{"type":"object","properties":{"title":{"type":"string"},"due_at":{"type":"string","format":"date-time"},"idempotency_key":{"type":"string"}},"required":["title"],"additionalProperties":false}`, "todo:write", policy.Writes),
		tool(policy.BuiltinServer, "file.read", `{"type":"object"}`, "files:read", policy.ReadsHere),
		tool("out", "look", `{"type":"object"}`, "server:out", policy.ReadsOutside),
		tool(policy.BuiltinServer, "time.now", `{"type":"object"}`, "time:read", policy.ReadsHere),
	}}, nil
}

func (m *memTools) CallTool(ctx context.Context, t policy.Tool, args json.RawMessage, with policy.Calling) (*mcp.CallToolResult, error) {
	m.mu.Lock()
	m.calls = append(m.calls, t.ID()+" "+string(args))
	on, talk := m.on, m.talk
	m.mu.Unlock()
	if talk != nil {
		return talk(ctx, with)
	}
	if on != nil {
		return on(ctx, t.ID())
	}
	if t.ID() == "todo.create" && with.Meta[policy.MetaApproval] == nil {
		return nil, errors.New("a write without a token")
	}
	if t.Server != policy.BuiltinServer {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "from outside: hunter2-secret"}}}, nil
	}
	if t.ID() == "todo.create" {
		return result(`{"ok":true,"result":{"summary":"1 todo added","object_ids":["todo://td_1"],"todo":{"id":"td_1"}},"error":null}`), nil
	}
	return result(`{"ok":true,"result":{"summary":"1 hit","sources":[{"uri":"file:///w/config/http.go#L42","name":"config/http.go:42","excerpt":"retryTimeout = 10 // hunter2-secret"}]},"error":null}`), nil
}

func result(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{StructuredContent: json.RawMessage(s)}
}

// person answers approvals as told.
type person struct {
	attended  bool
	asking    func()          // when a question comes
	withdrawn func(why error) // when it is taken back
	answer    func(a Approval) Answer
	more      More
	mu        sync.Mutex
	asked     []Approval
	spent     []Spent
	granted   []TokenGrant
}

func (p *person) Attended() bool { return p.attended }

func (p *person) Ask(ctx context.Context, a Approval) (Answer, error) {
	p.mu.Lock()
	p.asked = append(p.asked, a)
	p.mu.Unlock()
	if p.asking != nil {
		p.asking()
	}
	if !p.attended {
		return Answer{}, ErrNobody
	}
	if p.answer == nil {
		<-ctx.Done()
		if p.withdrawn != nil {
			p.withdrawn(context.Cause(ctx))
		}
		return Answer{}, ctx.Err()
	}
	return p.answer(a), nil
}

func (p *person) AskMore(_ context.Context, s Spent) (More, error) {
	p.spent = append(p.spent, s)
	if p.more == "" {
		return MoreStop, nil
	}
	return p.more, nil
}

func (p *person) Mint(_ context.Context, g TokenGrant) (string, error) {
	p.granted = append(p.granted, g)
	return "token-" + g.Call, nil
}

// levelPolicy decides by level alone, and honours refusals and grants.
type levelPolicy struct{}

func (levelPolicy) Hash() string { return "sha256:policy" }

func (levelPolicy) Decide(c policy.Call) policy.Decision {
	d := policy.Decision{Outcome: policy.Allow, Rule: "default", Reason: c.Tool.Level.Words(), Level: c.Tool.Level, Origins: c.Origins, Flags: c.Flags}
	if c.Tool.Level > policy.ReadsHere {
		d.Outcome = policy.Approval
	}
	for _, g := range c.Grants {
		if g.Tool == c.Tool.ID() {
			d.Outcome, d.Grant = policy.Allow, g.ID
		}
	}
	for _, id := range c.Refused {
		if id == c.Tool.ID() {
			d.Outcome, d.Reason = policy.Deny, "you refused it in this run"
		}
	}
	return d
}

// wordRedactor knows one secret.
type wordRedactor struct{}

func (wordRedactor) Redact(s string) (string, int) {
	n := strings.Count(s, "hunter2-secret")
	return strings.ReplaceAll(s, "hunter2-secret", "[secret:known#1]"), n
}

type fixedIDs struct{}

func (fixedIDs) RunID() string { return "01RUN" }
func (fixedIDs) Nonce() string { return "n0nce" }

// stepClock moves one millisecond at every look.
type stepClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *stepClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Millisecond)
	return c.now
}
