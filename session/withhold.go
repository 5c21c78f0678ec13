package session

import (
	"encoding/json"
	"fmt"
	"slices"

	"vise/policy"
)

// Sendable says why a tool with that schema can't be told to a model, as the
// end of a sentence about the tool; nil where it can. One tool that a model's
// server refuses would end every chat.
type Sendable func(schema json.RawMessage) error

// Withhold moves tools that can't be sent from those offered to those held
// back, for whoever lists them.
func Withhold(cat policy.Catalogue, can Sendable) policy.Catalogue {
	var offered []policy.Tool
	held := slices.Clone(cat.Held)
	for _, t := range cat.Offered {
		if why := unsendable(t, can); why != "" {
			held = append(held, policy.Held{Tool: t, Reason: why})
		} else {
			offered = append(offered, t)
		}
	}
	cat.Offered, cat.Held = offered, held
	return cat
}

func unsendable(t policy.Tool, can Sendable) string {
	if can == nil {
		return ""
	}
	if err := can(t.Described().InputSchema); err != nil {
		return "a model can't be told of it: " + err.Error() + ". vise call runs it by hand"
	}
	return ""
}

// toolShare is the part of the room, in hundredths, that the descriptions of
// tools may take: the rest is for what the person wants.
const toolShare = 60

// withhold keeps from the model what can't be sent, and what there is no room
// for: built-in tools first, then the others in their order, as far as they go.
// They stay callable by hand. room is in tokens; 0: unknown.
func (ts *toolset) withhold(can Sendable, room int) {
	ts.withheld = nil
	limit, used := room*toolShare/100, 0
	for _, builtin := range []bool{true, false} {
		for _, t := range ts.catalogue.Offered {
			if (t.Server == policy.BuiltinServer) != builtin {
				continue
			}
			if why := unsendable(t, can); why != "" {
				ts.withheld = append(ts.withheld, policy.Held{Tool: t, Reason: why})
				continue
			}
			cost := ToolTokens(t)
			if !builtin && room > 0 && used+cost > limit {
				ts.withheld = append(ts.withheld, policy.Held{Tool: t, Reason: fmt.Sprintf(
					"there is no room for it: it takes %d tokens, and the others take %d of the %d that tools may have in this model's context. Switch others off with space in /tools, or raise ollama.num_ctx", cost, used, limit)})
				continue
			}
			used += cost
		}
	}
}

func (ts toolset) withholds(id string) bool {
	return slices.ContainsFunc(ts.withheld, func(h policy.Held) bool { return h.Tool.ID() == id })
}
