package session

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// Bounds on what one result may bring.
const (
	maxSources   = 50
	excerptBytes = 1 << 10
	fieldsBytes  = 8 << 10
)

// builtinResult is the shape in which vise's own server answers.
type builtinResult struct {
	OK        bool                       `json:"ok"`
	Result    map[string]json.RawMessage `json:"result"`
	Retryable bool                       `json:"retryable"`
	Error     *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Hint    string `json:"hint"`
	} `json:"error"`
}

type builtinSource struct {
	URI     string `json:"uri"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Excerpt string `json:"excerpt"`
}

// resultExtra is what the trace keeps of a result beyond what the model sees.
type resultExtra struct {
	versions  []string // of the sources
	objects   []string
	retryable bool
	redacted  int
	masked    bool // the words of the error are, too
	cut       int
	whole     string   // what the model was given only the beginning of; in lines
	next      int      // the first line of whole that it wasn't given
	lost      int      // bytes that aren't in whole either
	redactor  Redactor // for attached
	attached  []Attachment
	blobs     []Blob   // of attached and passages
	json      [][2]int // where in a text there is JSON, in bytes
	passages  []Passage
}

// observe reads a result, without secrets. It isn't looked through and cut to
// size yet, and sources have no evidence ids.
func (r *run) observe(c *intended, res *mcp.CallToolResult) (Observation, resultExtra) {
	o := Observation{Call: c.id, Tool: c.toolID(), Ran: true}
	if res == nil {
		return o, resultExtra{}
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		raw = nil
	}
	var b builtinResult
	if c.tool.Server == policy.BuiltinServer && json.Unmarshal(raw, &b) == nil && (b.OK || b.Error != nil) {
		return r.observeBuiltin(o, b)
	}
	return r.observeForeign(c, o, res, raw)
}

func (r *run) observeBuiltin(o Observation, b builtinResult) (Observation, resultExtra) {
	x := resultExtra{retryable: b.Retryable}
	o.OK = b.OK && b.Error == nil
	if e := b.Error; e != nil {
		o.Error = &ToolError{Code: e.Code, Message: r.mask(e.Message, &x), Hint: r.mask(e.Hint, &x)}
	}
	o.Summary = r.mask(takeString(b.Result, "summary"), &x)
	if raw, ok := b.Result["object_ids"]; ok {
		_ = json.Unmarshal(raw, &x.objects) // vise's own server; a wrong type leaves it empty
		delete(b.Result, "object_ids")
	}
	var sources []builtinSource
	if raw, ok := b.Result["sources"]; ok {
		_ = json.Unmarshal(raw, &sources)
		delete(b.Result, "sources")
	}
	for _, s := range sources[:min(len(sources), maxSources)] {
		o.Sources = append(o.Sources, r.source(s, &x))
		x.versions = append(x.versions, s.Version)
	}
	if text := takeString(b.Result, "text"); text != "" {
		o.Text = r.mask(text, &x)
	}
	if len(b.Result) > 0 {
		if fields, err := marshal(b.Result); err == nil {
			o.Fields, x.redacted = r.maskFields(fields, x.redacted)
		}
	}
	return o, x
}

// source masks before it cuts: half a secret isn't found any more.
func (r *run) source(s builtinSource, x *resultExtra) Source {
	return Source{URI: r.mask(s.URI, x).Raw(), Name: r.mask(s.Name, x).Raw(), Excerpt: Untrusted(cutText(r.mask(s.Excerpt, x).Raw(), excerptBytes))}
}

func (r *run) maskFields(fields []byte, n int) (json.RawMessage, int) {
	red, more := RedactJSON([]byte(uncited(string(fields))), r.Redactor)
	return boundFields(red), n + more
}

func boundFields(fields []byte) json.RawMessage {
	if len(fields) > fieldsBytes {
		fields, _ = marshal(map[string]string{"details": fmt.Sprintf("%d bytes left out: ask for less at a time", len(fields))})
	}
	return fields
}

func takeString(m map[string]json.RawMessage, key string) string {
	var s string
	if raw, ok := m[key]; ok && json.Unmarshal(raw, &s) == nil {
		delete(m, key)
	}
	return s
}

func (r *run) mask(s string, x *resultExtra) Foreign {
	s, n := r.Redactor.Redact(s)
	x.redacted += n
	return Untrusted(uncited(s))
}

// uncited takes what reads like a citation, or like the mark of a quarantined
// passage, out of what others wrote: only vise gives these out.
func uncited(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "[ev_", "[ev-"), "[quarantined #", "[quarantined-#")
}

// holdEvidence numbers the sources, to be recorded with the result.
func (r *run) holdEvidence(c *intended, o *Observation, x resultExtra) {
	for i := range o.Sources {
		s := &o.Sources[i]
		r.evidence++
		s.Evidence = fmt.Sprintf("ev_%03d", r.evidence)
		e := EvidenceSelected{Evidence: s.Evidence, Call: c.id, URI: s.URI, Name: s.Name, Excerpt: s.Excerpt, Confidence: 1, ACL: c.tool.Scope, Untrusted: c.tool.Server != policy.BuiltinServer}
		if i < len(x.versions) {
			e.Version = x.versions[i]
		}
		r.hold(ActorTool, e)
	}
	r.rememberSources(o.Sources)
	if len(o.Sources) > 0 && !o.Text.IsZero() { // provenance may rest on any line of a text
		r.texts = append(r.texts, policy.EvidenceText{ID: o.Sources[0].Evidence, Name: o.Sources[0].Name, Text: o.Text.Raw()})
	}
}

func (r *run) result(ctx context.Context, c *intended, o Observation, ran bool) error {
	return r.resultWith(ctx, c, o, ran, resultExtra{})
}

// resultWith records what the model is given of a call, and gives it.
func (r *run) resultWith(ctx context.Context, c *intended, o Observation, ran bool, x resultExtra) error {
	o.Ran, o.Call, o.Tool = ran, c.id, c.toolID()
	if e := o.Error; e != nil && !x.masked { // a fault or a check may quote what was sent
		o.Error = &ToolError{Code: e.Code, Message: r.mask(e.Message.Raw(), &x), Hint: r.mask(e.Hint.Raw(), &x)}
	}
	content, blobs := r.content(renderObservation(o), x.cut)
	tr := ToolResult{Call: c.id, Tool: c.toolID(), OK: o.OK, Ran: ran, Summary: o.Summary, Content: content, Fields: o.Fields, Evidence: evidenceIDs(o.Sources),
		Objects: x.objects, Error: o.Error, Retryable: x.retryable, Redacted: x.redacted, Attachments: x.attached, Quarantined: x.passages}
	blobs = append(blobs, x.blobs...)
	if x.whole != "" {
		whole, more := r.content(x.whole, x.lost)
		tr.Whole, blobs = &whole, append(blobs, more...)
	}
	r.gateRetrieval(c, o, ran)
	actor := ActorTool
	if !ran {
		actor = ActorVise
	}
	if err := r.emit(ctx, actor, tr, blobs...); err != nil {
		return err
	}
	last := &r.turn.Steps[len(r.turn.Steps)-1]
	last.Results = append(last.Results, TurnResult{CallID: c.asked, Alias: c.name, Result: o})
	return nil
}
