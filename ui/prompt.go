package ui

import (
	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/pane/detail"
)

// showsRequest reports that the open event is a request to the model.
func (m *Model) showsRequest() bool {
	e, ok := m.trace.Selected()
	return ok && e.Type == session.TypeModelRequest
}

// openPrompt shows what the model saw at the open event, a request to it.
func (m *Model) openPrompt() tea.Cmd {
	e, _ := m.trace.Selected()
	if !m.showsRequest() {
		m.say("Open a request to the model in the trace first, then press " + m.opt.Keys.Label(keys.ReplayModel) + ".")
		return nil
	}
	return func() tea.Msg {
		req, err := m.deps.History.Prompt(m.ctx, e.Run, e.Seq)
		if err != nil {
			return noticeMsg{"It can't be rebuilt: " + err.Error()}
		}
		return detailMsg{detail.Parts(m.th, "What the model saw", promptParts(req))}
	}
}

func promptParts(req session.ChatRequest) []detail.Part {
	out := []detail.Part{{Heading: "system", Text: req.System}}
	for _, msg := range req.Messages {
		out = append(out, detail.Part{Heading: string(msg.Role), Text: msg.Text})
		for _, c := range msg.Calls {
			out = append(out, detail.Part{Heading: "call " + c.Name, Text: string(c.Args)})
		}
	}
	for _, t := range req.Tools {
		out = append(out, detail.Part{Heading: "tool " + t.Alias, Text: t.Description + "\n" + string(t.Schema)})
	}
	return out
}
