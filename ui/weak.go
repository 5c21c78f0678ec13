package ui

import (
	"slices"

	"vise/session"
)

// weakAfter is how many unusable replies in a row call for a hint.
const weakAfter = 2

// weakCodes are the ways in which a model fails that can't use tools.
var weakCodes = []string{string(session.ModelUnreadable), string(session.ModelEmpty), "repeated_call"}

// hintWeak says once that the model is weak at tools, after two runs in a row
// that ended with a reply of no use.
func (m *Model) hintWeak(f *session.RunFinished) {
	if f == nil || f.Status == session.StatusCancelled {
		return // it says nothing of the model
	}
	if f.FailureKind != session.FailModel || !slices.Contains(weakCodes, f.Code) {
		m.weak = 0
		return
	}
	if m.weak++; m.weak == weakAfter && !m.status.Model.Offline {
		m.say("Two replies in a row could not be used: " + modelName(m.status.Model) + " seems weak at tools. /model shows others.")
	}
}
