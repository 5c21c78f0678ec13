package ui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/pane/detail"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// openContext shows what takes room in the model's context: of the last
// request that was sent, or of the tools alone where none was.
func (m *Model) openContext(string) tea.Cmd {
	run, seq := m.lastRequest()
	info, used := m.status.Model, 0
	if l := m.run; l != nil {
		used = l.state.Context
		if l.state.Started.Model.Name == info.Name && info.ContextTokens == 0 {
			info = l.state.Started.Model
		}
	}
	return func() tea.Msg {
		var costs []session.Cost
		head := "No request was sent in this conversation yet: this is what every one begins with."
		if seq > 0 {
			req, err := m.deps.History.Prompt(m.ctx, run, seq)
			if err != nil {
				return noticeMsg{"What takes room can't be told: " + err.Error()}
			}
			costs, head = req.Costs(), "The last request to the model, as vise estimates it:"
		} else {
			cat, err := m.deps.Tools.Catalogue(m.ctx)
			if err != nil {
				return noticeMsg{"The tools can't be listed: " + err.Error()}
			}
			costs = session.ToolCosts(cat)
		}
		return detailMsg{detail.Text(m.th, "Context", contextText(info, used, head, costs))}
	}
}

// lastRequest is the last model_request of the conversation's last run that
// this screen has; seq is 0 for none.
func (m *Model) lastRequest() (run string, seq int) {
	if m.run == nil {
		return "", 0
	}
	for _, e := range m.run.run.Since(0) {
		if e.Type == session.TypeModelRequest {
			run, seq = e.Run, e.Seq
		}
	}
	return run, seq
}

func contextText(info session.ModelInfo, used int, head string, costs []session.Cost) string {
	var b strings.Builder
	switch {
	case info.Offline:
		b.WriteString("The offline model reads no prompt: nothing has to fit.\n\n")
	case info.ContextTokens > 0:
		fmt.Fprintf(&b, "%s holds %s tokens: %s.\n", modelName(info), eventline.Number(info.ContextTokens), theme.InertWords(cmp.Or(info.ContextWhy, "as configured")))
		if used > 0 {
			fmt.Fprintf(&b, "In use after the last reply: %s. A part is kept free for the reply.\n", eventline.Number(used))
		}
		b.WriteString("\n")
	}
	b.WriteString(head + "\n\n")
	costRows(&b, costs)
	b.WriteString("\nTo make room: space in /tools switches a tool off · /compact sums up earlier requests · /new begins anew · ollama.num_ctx in vise.yaml is the size.\n")
	return b.String()
}

// costRows are the parts with their tokens, the tools under their sum.
func costRows(b *strings.Builder, costs []session.Cost) {
	tools, count, all := 0, 0, 0
	for _, c := range costs {
		all += c.Tokens
		if c.Tool {
			tools, count = tools+c.Tokens, count+1
		}
	}
	row := func(name string, tokens int) {
		fmt.Fprintf(b, "%s %8s\n", theme.Fit(name, 40), eventline.Number(tokens))
	}
	listed := false
	for _, c := range costs {
		if !c.Tool {
			row(c.Part, c.Tokens)
			continue
		}
		if !listed {
			row(eventline.Count(count, "tool"), tools)
			listed = true
		}
		row("  "+theme.InertWords(c.Part), c.Tokens)
	}
	row("together, about", all)
}
