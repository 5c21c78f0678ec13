package builtin

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxFocus is the length of the prompt's argument, in characters.
const maxFocus = 200

func (s *Server) addPrompts() {
	s.AddPrompt(&mcp.Prompt{
		Name: "plan-my-day", Title: "Plan my day",
		Description: "Puts the open todos into an order for today.",
		Arguments:   []*mcp.PromptArgument{{Name: "focus", Title: "Focus", Description: "what matters most today, if anything does"}},
	}, s.planMyDay)
}

func (s *Server) planMyDay(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	now := s.now().In(s.zone)
	text := fmt.Sprintf("Plan my day. It is %s (%s). Look at my overdue todos, those due today and those without a due time. "+
		"Propose an order with rough times from now on, the overdue and fixed ones first; say what can wait. Change nothing before I ask for it.",
		now.Format("Monday, 2 January 2006, 15:04"), s.zoneName())
	if focus := strings.TrimSpace(req.Params.Arguments["focus"]); focus != "" {
		if utf8.RuneCountInString(focus) > maxFocus {
			return nil, invalid("shorten it", "focus is longer than %d characters", maxFocus)
		}
		text += " What matters most today: " + focus
	}
	return &mcp.GetPromptResult{
		Description: "Plan my day",
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}, nil
}
