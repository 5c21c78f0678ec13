package ui

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/pane/detail"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// openContext shows what takes room in the model's context: of the last
// request that was sent in the conversation, or of the tools alone where none was.
func (m *Model) openContext(string) tea.Cmd {
	info, live := m.status.Model, ""
	states := map[string]session.State{}
	for id, st := range m.states {
		states[id] = *st
	}
	var events []session.Event
	if m.run != nil {
		live, events = m.run.run.ID(), m.run.run.Since(0)
	}
	return func() tea.Msg {
		run, seq, err := m.lastRequest(states, live, events)
		if err != nil {
			return noticeMsg{"What takes room can't be told: " + err.Error()}
		}
		if seq == 0 {
			cat, err := m.deps.Tools.Catalogue(m.ctx)
			if err != nil {
				return noticeMsg{"The tools can't be listed: " + err.Error()}
			}
			head := "No request was sent in this conversation yet: this is what every one begins with."
			return detailMsg{detail.Text(m.th, "Context", contextText(info, 0, head, session.ToolCosts(cat)))}
		}
		req, err := m.deps.History.Prompt(m.ctx, run, seq)
		if err != nil {
			return noticeMsg{"What takes room can't be told: " + err.Error()}
		}
		st, head := states[run], "The last request to the model, as vise estimates it:"
		if run != live {
			head = fmt.Sprintf("The last request to the model, of an earlier run (%s), as vise estimates it:", m.sentWhen(st, info))
		}
		if was := st.Started.Model; was.Name == info.Name && info.ContextTokens == 0 {
			info = was
		}
		return detailMsg{detail.Text(m.th, "Context", contextText(info, st.Context, head, req.Costs()))}
	}
}

// sentWhen tells of a run when it was, and of which model where that isn't info.
func (m *Model) sentWhen(st session.State, info session.ModelInfo) string {
	words := st.StartedAt.In(m.opt.Zone).Format("2 Jan 2006 15:04")
	if was := st.Started.Model; was.Name != info.Name {
		words += ", " + modelName(was)
	}
	return words
}

// lastRequest is the last model_request of a conversation that has those runs;
// of the live one the events are known. seq is 0 where none was sent.
func (m *Model) lastRequest(states map[string]session.State, live string, events []session.Event) (run string, seq int, err error) {
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(states))) { // the ids of runs are in the order of time
		if id != live {
			if events, err = m.deps.History.Events(m.ctx, id); err != nil {
				return "", 0, err
			}
		}
		for _, e := range slices.Backward(events) {
			if e.Type == session.TypeModelRequest {
				return id, e.Seq, nil
			}
		}
	}
	return "", 0, nil
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
