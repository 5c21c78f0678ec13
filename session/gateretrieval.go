package session

import "strings"

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
}
