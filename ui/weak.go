package ui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/dialog/models"
)

// keptCodes are the ways in which a model fails that leave a request worth
// sending again as it is.
var keptCodes = []string{string(session.ModelUnavailable), string(session.ModelCutOff), string(session.ModelServer), string(session.ModelBusy)}

// sayKept says how to send a request again that came to nothing for a reason
// outside of it.
func (m *Model) sayKept(f *session.RunFinished) {
	if f != nil && f.FailureKind == session.FailModel && slices.Contains(keptCodes, f.Code) && m.last != "" {
		m.say("Your request is kept: /retry sends it again, ↑ on an empty line brings it back.")
	}
}

// weakAfter is how many unusable replies in a row call for a hint.
const weakAfter = 2

// weakCodes are the ways in which a model fails that can't use tools.
var weakCodes = []string{string(session.ModelUnreadable), string(session.ModelEmpty), "repeated_call"}

// hintWeak says once that the model is weak at tools, after two runs in a row
// that ended with a reply of no use, and names others.
func (m *Model) hintWeak(f *session.RunFinished) tea.Cmd {
	if f == nil || f.Status == session.StatusCancelled {
		return nil // it says nothing of the model
	}
	if f.FailureKind != session.FailModel || !slices.Contains(weakCodes, f.Code) {
		m.weak = 0
		return nil
	}
	if m.weak++; m.weak != weakAfter || m.status.Model.Offline {
		return nil
	}
	now := m.status.Model
	words := "Two replies in a row could not be used: " + modelName(now) + " seems weak at tools. "
	if m.deps.Models == nil {
		m.say(words + "/model shows others.")
		return nil
	}
	return func() tea.Msg {
		list, _, err := m.deps.Models.Models(m.ctx)
		if err != nil {
			list = nil // the hint is worth something without names
		}
		return noticeMsg{words + others(choices(list), now.Name)}
	}
}

// others says which models to try instead: installed ones that can use tools,
// else a recommended one.
func others(list []models.Choice, now string) string {
	var installed []string
	pull := ""
	for _, c := range list {
		name := dialog.ModelName(c.Name)
		switch {
		case c.Name == now || c.Name == now+":latest" || !c.Tools || c.Name == "offline":
		case c.Installed:
			installed = append(installed, name)
		case pull == "":
			pull = name
		}
	}
	switch {
	case len(installed) > 0:
		return "Installed, and able to use tools: " + strings.Join(installed[:min(3, len(installed))], ", ") + ". /model chooses one."
	case pull != "":
		return "No other installed model can use them; /model pulls one, such as " + pull + "."
	}
	return "/model shows others."
}
