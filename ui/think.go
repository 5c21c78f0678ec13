package ui

import (
	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog/models"
)

// thinkMsg is the outcome of another way of thinking.
type thinkMsg struct {
	think string
	err   error
}

// chooseThinking is /think: how the model in use thinks, and another way of it.
func (m *Model) chooseThinking(arg string) tea.Cmd {
	switch {
	case m.deps.Models == nil:
		m.say("How the model thinks can't be changed here.")
	case arg == "":
		return m.sayThinking
	case arg != "on" && arg != "off" && arg != "auto":
		m.say("/think takes on, off or auto, which leaves it to the model.")
	default:
		return m.setThinking(arg)
	}
	return nil
}

func (m *Model) sayThinking() tea.Msg {
	info := m.deps.Status.Status().Model
	if no := m.cantThink(info.Name); no != "" {
		return noticeMsg{no + "."}
	}
	words := map[string]string{"on": "is on", "off": "is off"}[m.deps.Models.Think()]
	if words == "" {
		words = "is left to the model (auto)"
	}
	return noticeMsg{"Thinking " + words + " for " + modelName(info) + ". /think on, off or auto changes it."}
}

func (m *Model) setThinking(think string) tea.Cmd {
	return func() tea.Msg {
		if no := m.cantThink(m.deps.Status.Status().Model.Name); no != "" {
			return noticeMsg{no + ": nothing is changed."}
		}
		return thinkMsg{think, m.deps.Models.SetThink(m.ctx, think)}
	}
}

// cantThink says that the model can't, "" where it can or the list of models
// can't be had.
func (m *Model) cantThink(model string) string {
	list, _, err := m.deps.Models.Models(m.ctx)
	if err != nil {
		return ""
	}
	return models.CantThink(choices(list), model)
}

func (m *Model) thinkChosen(msg thinkMsg) {
	words := "Thinking is " + msg.think + " from the next request on."
	if msg.think == "auto" {
		words = "Thinking is left to the model from the next request on."
	}
	if msg.err != nil {
		words = "Thinking stays as it is: " + msg.err.Error()
	}
	if d, ok := m.modal.(modelsModal); ok {
		m.tellModels(d)
		d.Say(words)
		return
	}
	m.say(words)
}
