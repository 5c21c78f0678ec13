package session

import "vise/policy"

// Cost is what one part of a prompt takes of the context.
type Cost struct {
	Part   string // "system text", a tool's id, …
	Tool   bool
	Tokens int // estimated
}

// The parts of a prompt that aren't tools.
const (
	CostSystem  = "system text"
	CostEarlier = "earlier requests"
	CostNow     = "the request and its results"
)

// Costs takes a prompt apart: the system text, each tool, what came before the
// last request of the person, and that request with all that followed it.
func (req ChatRequest) Costs() []Cost {
	out := []Cost{{Part: CostSystem, Tokens: estimateTokens(req.System)}}
	for _, t := range req.Tools {
		out = append(out, Cost{Part: t.ID, Tool: true, Tokens: toolTokens(t)})
	}
	last := 0
	for i, m := range req.Messages {
		if m.Role == RoleUser && m.Words != "" {
			last = i
		}
	}
	earlier, now := 0, 0
	for i, m := range req.Messages {
		n := m.tokens()
		if i < last {
			earlier += n
		} else {
			now += n
		}
	}
	return append(out, Cost{Part: CostEarlier, Tokens: earlier}, Cost{Part: CostNow, Tokens: now})
}

// ToolCosts is what the tools that are offered cost in every prompt.
func ToolCosts(cat policy.Catalogue) []Cost {
	out := []Cost{{Part: CostSystem, Tokens: estimateTokens(systemText)}}
	for _, t := range cat.Offered {
		if !t.Off {
			out = append(out, Cost{Part: t.ID(), Tool: true, Tokens: ToolTokens(t)})
		}
	}
	return out
}
