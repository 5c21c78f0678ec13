package policy

import (
	"encoding/json"
	"time"
)

// Review is a person's word on one tool: what they read, and what they said.
type Review struct {
	// Identity is how the server is reached; its name alone says nothing.
	Identity   string          `json:"identity"`
	Server     string          `json:"server"`         // configured name
	Kind       string          `json:"kind,omitempty"` // of what is no tool; see KindPrompt
	Tool       string          `json:"tool"`           // MCP tool name, or what Tool.Name has
	Pin        string          `json:"pin"`            // of what was read
	Definition json.RawMessage `json:"definition"`
	Aside      string          `json:"aside,omitempty"`      // as Tool has it
	Blocked    bool            `json:"blocked,omitempty"`    // refused, whatever it says; else approved
	FreeReads  bool            `json:"free_reads,omitempty"` // it may read without asking
	By         string          `json:"by"`
	At         time.Time       `json:"at"`
	// Via is the approval of somebody else that this one takes over: "ann on
	// 2026-11-18". Empty: By has read it.
	Via string `json:"via,omitempty"`
}

// Same reports whether both are about one tool of one server.
func (r Review) Same(o Review) bool {
	return r.Identity == o.Identity && r.Kind == o.Kind && r.Tool == o.Tool
}

// ID is the tool's, as Tool.ID has it.
func (r Review) ID() string { return Tool{Server: r.Server, Kind: r.Kind, Name: r.Tool}.ID() }

// Reviews are all that a person has said about tools.
type Reviews struct {
	byTool map[reviewKey]Review
	byName map[string]Review // of tool ids: the latest, however the server was reached
}

type reviewKey struct{ identity, kind, tool string }

// NewReviews makes the set. Of two about the same tool the later in the list
// counts.
func NewReviews(list []Review) Reviews {
	rs := Reviews{byTool: make(map[reviewKey]Review, len(list)), byName: make(map[string]Review, len(list))}
	for _, r := range list {
		rs.byTool[reviewKey{r.Identity, r.Kind, r.Tool}] = r
		if old, ok := rs.byName[r.ID()]; !ok || !r.At.Before(old.At) {
			rs.byName[r.ID()] = r
		}
	}
	return rs
}

// Status says how far a tool of the server with that identity was reviewed.
// It is approved only where exactly what it says now was. One that was
// reviewed under the same name while the server was reached in another way is
// changed, or still blocked. The zero Reviews approve nothing.
func (rs Reviews) Status(identity string, t Tool) Status {
	r, ok := rs.Last(identity, t)
	switch {
	case !ok:
		return StatusNew
	case r.Blocked:
		return StatusBlocked
	case r.Identity == identity && r.Pin == t.Pin && t.Pin != "":
		return StatusApproved
	}
	return StatusChanged
}

// FreeReads reports whether exactly this tool was approved to read without
// asking.
func (rs Reviews) FreeReads(identity string, t Tool) bool {
	r, ok := rs.Last(identity, t)
	return ok && r.FreeReads && rs.Status(identity, t) == StatusApproved
}

// All are what was said about the tools of the servers with these identities,
// in no order.
func (rs Reviews) All(identities map[string]string) (out []Review) {
	for _, r := range rs.byTool {
		if id, ok := identities[r.Server]; ok && id == r.Identity {
			out = append(out, r)
		}
	}
	return out
}

// Last is what was last said about the tool: about the server with that
// identity, else about one of its name.
func (rs Reviews) Last(identity string, t Tool) (Review, bool) {
	if r, ok := rs.byTool[reviewKey{identity, t.Kind, t.Name}]; ok {
		return r, true
	}
	r, ok := rs.byName[t.ID()]
	return r, ok
}
