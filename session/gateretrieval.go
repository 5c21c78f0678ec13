package session

import (
	"context"
	"strings"
)

// gateRetrieval records what a result holds that isn't to be trusted. It has
// been made harmless, or is given as data, in any case.
func (r *run) gateRetrieval(ctx context.Context, c *intended, o Observation, ran bool) error {
	if !ran {
		return nil
	}
	body := renderObservation(o)
	if _, tries := sealed(body, r.nonce); len(tries) > 0 {
		if err := r.gate(ctx, GateRetrieval, c.id, "what "+c.toolID()+" returned holds "+strings.Join(tries, ", and "), "made harmless, and given to the model as data"); err != nil {
			return err
		}
	}
	if len(o.Sources) > 0 && c.tool.Scope == "" {
		if err := r.gate(ctx, GateRetrieval, c.id, "nothing says who may read what "+c.toolID()+" returned", "marked as a source without rights"); err != nil {
			return err
		}
	}
	return nil
}
