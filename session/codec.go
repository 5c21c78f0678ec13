package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// timeLayout is RFC 3339 with milliseconds and the offset.
const timeLayout = "2006-01-02T15:04:05.000Z07:00"

// hashField closes every stored event, so that the bytes it covers are all
// that come before it.
const hashField = `,"hash":"`

type wireEvent struct {
	V        int             `json:"v"`
	ID       string          `json:"event_id"`
	Run      string          `json:"run_id"`
	Seq      int             `json:"seq"`
	Time     string          `json:"ts"`
	Type     Type            `json:"type"`
	Actor    Actor           `json:"actor"`
	Payload  json.RawMessage `json:"payload"`
	PrevHash string          `json:"prev_hash"`
	Hash     string          `json:"hash,omitempty"`
}

// Upcaster turns the payload of an older version into that of the next one.
// It may rename the type.
type Upcaster func(t Type, payload json.RawMessage) (Type, json.RawMessage, error)

// Codec reads and writes events. Its zero value is the one in use.
type Codec struct {
	// Upcasters by the version they take events from; a chain of them brings
	// an old event to Version.
	Upcasters map[int]Upcaster
}

// Encode writes e as one line of JSON and chains it: Hash is worked out, the
// other fields are taken as they are.
func (Codec) Encode(e Event) (Record, error) {
	payload, err := marshal(e.Payload)
	v := Version
	if u, ok := e.Payload.(Unknown); ok {
		payload, err, v = u.Raw, nil, max(e.V, Version)
	}
	if err != nil {
		return Record{}, fmt.Errorf("encoding %s: %w", e.Payload.Type(), err)
	}
	body, err := marshal(wireEvent{V: v, ID: EventID(e.Seq), Run: e.Run, Seq: e.Seq, Time: e.Time.Format(timeLayout),
		Type: e.Payload.Type(), Actor: e.Actor, Payload: payload, PrevHash: e.PrevHash})
	if err != nil {
		return Record{}, fmt.Errorf("encoding %s: %w", e.Payload.Type(), err)
	}
	hash := HashBytes(body)
	line := append(body[:len(body)-1:len(body)-1], hashField+hash+`"}`...)
	return Record{Run: e.Run, Seq: e.Seq, PrevHash: e.PrevHash, Hash: hash, Bytes: line}, nil
}

// Decode reads one stored event. An event of a type or version that this
// program doesn't know has an Unknown payload; bytes that aren't an event are
// an error.
func (c Codec) Decode(line []byte) (Event, error) {
	var w wireEvent
	if err := json.Unmarshal(line, &w); err != nil {
		return Event{}, fmt.Errorf("not an event: %w", err)
	}
	ts, err := time.Parse(timeLayout, w.Time)
	if err != nil {
		return Event{}, fmt.Errorf("event %s: bad time %q", w.ID, w.Time)
	}
	e := Event{V: w.V, ID: w.ID, Run: w.Run, Seq: w.Seq, Time: ts, Type: w.Type, Actor: w.Actor, PrevHash: w.PrevHash, Hash: w.Hash}
	t, raw := w.Type, w.Payload
	for v := w.V; v < Version; v++ {
		up, ok := c.Upcasters[v]
		if !ok {
			e.Payload = Unknown{Name: w.Type, Raw: w.Payload}
			return e, nil
		}
		if t, raw, err = up(t, raw); err != nil {
			return Event{}, fmt.Errorf("event %s: bringing it from version %d: %w", w.ID, v, err)
		}
	}
	if w.V > Version {
		e.Payload = Unknown{Name: w.Type, Raw: w.Payload}
		return e, nil
	}
	e.Type = t
	e.Payload, err = decodePayload(t, raw)
	if err != nil {
		return Event{}, fmt.Errorf("event %s (%s): %w", w.ID, t, err)
	}
	return e, nil
}

// DecodeAll decodes records in order.
func (c Codec) DecodeAll(rs []Record) ([]Event, error) {
	es := make([]Event, 0, len(rs))
	for _, r := range rs {
		e, err := c.Decode(r.Bytes)
		if err != nil {
			return es, err
		}
		es = append(es, e)
	}
	return es, nil
}

// EventID is the id of the event with that seq: evt_000007.
func EventID(seq int) string { return fmt.Sprintf("evt_%06d", seq) }

// HashBytes is "sha256:" and the hex digest of b.
func HashBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// marshal is json.Marshal without HTML escaping, so that stored text reads as
// it was written.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func decodePayload(t Type, raw json.RawMessage) (Payload, error) {
	switch t {
	case TypeRunStarted:
		return into[RunStarted](raw)
	case TypeToolsDiscovered:
		return into[ToolsDiscovered](raw)
	case TypeModelRequest:
		return into[ModelRequest](raw)
	case TypePlanCreated:
		return into[PlanCreated](raw)
	case TypeModelMessage:
		return into[ModelMessage](raw)
	case TypePolicyDecision:
		return into[PolicyDecision](raw)
	case TypeApprovalRequested:
		return into[ApprovalRequested](raw)
	case TypeApprovalAnswered:
		return into[ApprovalAnswered](raw)
	case TypeCallStarted:
		return into[CallStarted](raw)
	case TypeToolCall:
		return into[ToolCallClosed](raw)
	case TypeToolResult:
		return into[ToolResult](raw)
	case TypeEvidenceSelected:
		return into[EvidenceSelected](raw)
	case TypeGateTriggered:
		return into[GateTriggered](raw)
	case TypeAnswerCreated:
		return into[AnswerCreated](raw)
	case TypeCompacted:
		return into[ConversationCompacted](raw)
	case TypeRunFinished:
		return into[RunFinished](raw)
	}
	return decodeWorkspace(t, raw)
}

func decodeWorkspace(t Type, raw json.RawMessage) (Payload, error) {
	switch t {
	case TypeServerChanged:
		return into[ServerChanged](raw)
	case TypePinChanged:
		return into[PinChanged](raw)
	case TypePolicyChanged:
		return into[PolicyChanged](raw)
	case TypeMemoryWritten:
		return into[MemoryWritten](raw)
	case TypeFeedbackGiven:
		return into[FeedbackGiven](raw)
	case TypeRunHead:
		return into[RunHead](raw)
	case TypeRunDeleted:
		return into[RunDeleted](raw)
	}
	return Unknown{Name: t, Raw: raw}, nil
}

func into[P Payload](raw json.RawMessage) (Payload, error) {
	var p P
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	return p, nil
}
