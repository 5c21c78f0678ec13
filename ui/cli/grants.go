package cli

import (
	"vise/policy"
	"vise/session"
)

// grantsLocked are the standing yeses that were given in this conversation, in
// this process.
func (a *adapter) grantsLocked() []policy.Grant {
	var gs []policy.Grant
	for _, r := range a.runs {
		st := r.Timeline().State()
		if st.Started.Conversation != a.conv { // it was sent just before another conversation was opened
			continue
		}
		for _, c := range st.Calls {
			if c.Answer != nil && c.Answer.Verdict == session.VerdictAllowTool && c.Request != nil {
				gs = append(gs, policy.Grant{ID: "grant-" + r.ID() + "/" + c.ID, Tool: c.Tool, Pin: c.Request.Pin})
			}
		}
	}
	return gs
}
