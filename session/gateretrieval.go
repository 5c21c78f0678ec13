package session

import "strings"

// Suspect says what in a text that a tool returned speaks to the assistant
// instead of telling something, in words; empty where nothing does.
type Suspect func(text string) []string

// gateRetrieval says what a result holds that isn't to be trusted, to be
// recorded with it. It has been made harmless, or is given as data, in any case.
func (r *run) gateRetrieval(c *intended, o Observation, ran bool) {
	if !ran {
		return
	}
	body := renderObservation(o)
	if _, tries := sealed(body, r.nonce); len(tries) > 0 {
		r.holdGate(GateRetrieval, c.id, "what "+c.toolID()+" returned holds "+strings.Join(tries, ", and "), "made harmless, and given to the model as data")
	}
	if len(o.Sources) > 0 && c.tool.Scope == "" {
		r.holdGate(GateRetrieval, c.id, "nothing says who may read what "+c.toolID()+" returned", "marked as a source without rights")
	}
	if r.Suspect == nil {
		return
	}
	if found := r.Suspect(body); len(found) > 0 {
		r.holdGate(GateRetrieval, c.id, "what "+c.toolID()+" returned "+strings.Join(found[:min(len(found), maxSuspected)], ", "), "given to the model as data; your rules and approvals hold as before")
	}
}

// maxSuspected is how many findings about one result are told.
const maxSuspected = 3
