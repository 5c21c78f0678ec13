package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog/approval"
	"vise/ui/keys"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// refusedMsg brings a refused call, to be asked about.
type refusedMsg struct {
	call session.Approval
	err  error
}

// refusedCall is the id (RUN/CALL) of the call that the selected event of the
// trace, or of the replay that is open, refuses and the person can allow all
// the same; empty for others.
func (m *Model) refusedCall() string {
	e, ok := m.trace.Selected()
	if s, replays := m.screen.(replayScreen); replays {
		e, ok = s.Event()
	}
	if !ok || !eventline.Refused(e) {
		return ""
	}
	return e.Run + "/" + e.Payload.(session.PolicyDecision).Call
}

// allowReplayed opens the box of the call that the event under a replay's cursor
// refuses, or of the one that it is about and that still waits.
func (m *Model) allowReplayed(e session.Event) tea.Cmd {
	if call := eventline.Asked(e); call != "" {
		i := slices.IndexFunc(m.waiting, func(a session.Approval) bool { return a.ID == e.Run+"/"+call })
		if i < 0 {
			m.say("That call doesn't wait any more.")
			return nil
		}
		return m.openBox(m.waiting[i])
	}
	return m.askRefused()
}

// askRefused opens the box of the refused call that is open. Nothing is
// allowed by that alone.
func (m *Model) askRefused() tea.Cmd {
	id := m.refusedCall()
	switch {
	case id == "":
		m.say("Select a refused call first, then press " + m.opt.Keys.Label(keys.AllowRefused) + ".")
		return nil
	case m.deps.Rules == nil:
		m.say("Refused calls can't be allowed here.")
		return nil
	case m.busy():
		m.say("The run goes on, and was told that the call is refused: wait for it, or cancel it with esc.")
		return nil
	}
	return func() tea.Msg {
		a, err := m.deps.Rules.Refused(m.ctx, id)
		return refusedMsg{a, err}
	}
}

func (m *Model) refusedCame(msg refusedMsg) tea.Cmd {
	if msg.err != nil {
		m.say("It can't be allowed: " + msg.err.Error())
		return nil
	}
	m.detail, m.find = nil, finder{}
	m.modal = &approvalModal{offered: true, Box: approval.New(msg.call, approval.Options{Keys: m.opt.Keys, Theme: m.th, Now: m.opt.Now(), Zone: m.opt.Zone, Waiting: 1})}
	return earTick(approval.Quiet)
}

// flags are what the run has collected, for the first line.
func (m *Model) flags() string {
	if m.run == nil {
		return ""
	}
	f := m.run.state.Flags
	var words []string
	for _, x := range []struct {
		on   bool
		word string
	}{{f.PrivateRead, "private"}, {f.UntrustedSeen, "untrusted"}, {f.CanSend, "can send"}} {
		if x.on {
			words = append(words, x.word)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "! " + strings.Join(words, " · ")
}

// flagLines say of the flags which event set each.
func flagLines(f policy.Flags, by session.FlagsBy) []string {
	var out []string
	for _, x := range []struct {
		on   bool
		word string
		by   session.FlagCause
	}{{f.PrivateRead, "private data was read", by.PrivateRead}, {f.UntrustedSeen, "text that others wrote was seen", by.UntrustedSeen}, {f.CanSend, "something can be sent outside", by.CanSend}} {
		switch {
		case !x.on:
		case x.by.Tool == "":
			out = append(out, "  "+x.word+": earlier in the conversation")
		default:
			out = append(out, fmt.Sprintf("  %s: by %s (event %d)", x.word, theme.InertWords(x.by.Tool), x.by.Seq))
		}
	}
	if len(out) == 0 {
		return nil
	}
	out = append([]string{"This run so far:"}, out...)
	if f.PrivateRead && f.UntrustedSeen {
		out = append(out, "  so whatever could send outside needs your approval, whatever the rules say")
	}
	return append(out, "")
}
