package eventline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
)

// call adds the details of events of a call, and of those outside a run.
func (f *fields) call(e session.Event) {
	switch p := e.Payload.(type) {
	case session.CallStarted:
		f.add("tool", p.Tool)
		f.args(p.Args)
		f.add("server", p.Server)
		f.add("runs under", p.Approval)
	case session.ToolCallClosed:
		f.add("tool", p.Tool)
		f.add("took", Duration(p.Millis))
		f.add("error", dots(faults[p.Fault], p.ErrorCode))
	case session.ToolResult:
		f.result(p)
	case session.EvidenceSelected:
		f.add("evidence", p.Evidence)
		f.add("source", p.Name)
		f.add("uri", p.URI)
		f.add("version", p.Version)
		f.add("confidence", fmt.Sprintf("%.0f %%", p.Confidence*100))
		f.add("readable under", p.ACL)
		f.foreign("excerpt", p.Excerpt)
	case session.GateTriggered:
		f.add("gate", p.Gate)
		f.add("because", p.Reason)
		f.add("did", p.Action)
	case session.Unknown:
		f.add("content", indented(p.Raw))
	default:
		f.add("content", indented(payload(e)))
	}
}

func (f *fields) result(p session.ToolResult) {
	f.add("tool", p.Tool)
	if !p.Ran {
		f.add("ran", "no")
	}
	f.foreign("summary", p.Summary)
	if p.Error != nil {
		f.add("error", p.Error.Code)
		f.foreign("message", p.Error.Message)
		f.foreign("hint", p.Error.Hint)
	}
	f.content("content", p.Content)
	f.list("evidence", p.Evidence)
	f.list("objects", p.Objects)
	if p.Redacted > 0 {
		f.add("masked", Count(p.Redacted, "secret"))
	}
	for i, q := range p.Quarantined {
		f.add(fmt.Sprintf("quarantined #%d", i+1), dots(q.Decided(), strings.Join(q.About, ", ")))
		f.content("its words", q.Text)
	}
	if len(p.Fields) > 0 {
		f.add("fields", indented(p.Fields))
	}
}

// Raw is e as JSON, indented and inert.
func Raw(e session.Event) string {
	b, err := json.Marshal(struct {
		V        int             `json:"v"`
		ID       string          `json:"event_id"`
		Run      string          `json:"run_id"`
		Seq      int             `json:"seq"`
		Time     string          `json:"ts"`
		Type     session.Type    `json:"type"`
		Actor    session.Actor   `json:"actor"`
		Payload  json.RawMessage `json:"payload"`
		PrevHash string          `json:"prev_hash"`
		Hash     string          `json:"hash"`
	}{e.V, e.ID, e.Run, e.Seq, e.Time.Format("2006-01-02T15:04:05.000Z07:00"), e.Type, e.Actor, payload(e), e.PrevHash, e.Hash})
	if err != nil {
		return theme.InertWords("this event can't be shown as JSON: " + err.Error())
	}
	return theme.InertBlock(indented(b))
}

func payload(e session.Event) json.RawMessage {
	if u, ok := e.Payload.(session.Unknown); ok {
		if json.Valid(u.Raw) {
			return u.Raw
		}
		b, _ := json.Marshal(string(u.Raw)) // a string always encodes
		return b
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(e.Payload) != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSpace(b.Bytes())
}

// indented is raw with one value a line, or as it is when it isn't JSON.
func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}

// Refused reports an event that refuses a call which the person can allow all
// the same.
func Refused(e session.Event) bool {
	p, ok := e.Payload.(session.PolicyDecision)
	return ok && p.Decision.Outcome == policy.Deny && p.Decision.CanInsist
}

// Asked is the id of the call that an event needs the person for, asks them
// about, or says to have been left without an answer; empty for others.
func Asked(e session.Event) string {
	switch p := e.Payload.(type) {
	case session.PolicyDecision:
		if p.Decision.Outcome == policy.Approval {
			return p.Call
		}
	case session.ApprovalRequested:
		return p.Call
	case session.ApprovalAnswered:
		if p.Verdict == session.VerdictUnanswered {
			return p.Call
		}
	}
	return ""
}
