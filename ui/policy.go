package ui

import (
	"cmp"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/ui/pane/detail"
	"vise/ui/theme"
)

// policyMsg is what is said of the policy.
type policyMsg struct {
	title string
	lines []string
}

// showPolicy shows the rules in force; with a tool and its arguments how such
// a call would be decided; with "revoke ID" it takes back what is allowed
// always.
func (m *Model) showPolicy(arg string) tea.Cmd {
	if m.deps.Rules == nil {
		m.say("The rules are not available here.")
		return nil
	}
	what, rest, _ := strings.Cut(strings.TrimSpace(arg), " ")
	rest = strings.TrimSpace(rest)
	switch {
	case what == "revoke" && rest == "":
		m.say("/policy revoke ID takes back what you allow always; /policy lists it.")
		return nil
	case what == "revoke":
		return m.revoke(rest)
	case what != "":
		return m.testPolicy(what, cmp.Or(rest, "{}"))
	}
	var flags []string
	if m.run != nil {
		flags = flagLines(m.run.state.Flags, m.run.state.FlagsBy)
	}
	return func() tea.Msg { return policyMsg{"Policy: the rules in force", append(flags, m.deps.Rules.Rules()...)} }
}

// showLines shows what is said of the policy.
func (m *Model) showLines(msg policyMsg) tea.Cmd {
	m.closeScreen()
	return m.open(detail.Text(m.th, msg.title, theme.InertBlock(strings.Join(msg.lines, "\n"))))
}

func (m *Model) revoke(id string) tea.Cmd {
	return func() tea.Msg {
		if err := m.deps.Rules.Revoke(m.ctx, id); err != nil {
			return noticeMsg{"Not taken back: " + err.Error()}
		}
		return noticeMsg{id + " is taken back: such calls are asked about again."}
	}
}

func (m *Model) testPolicy(tool, args string) tea.Cmd {
	if !json.Valid([]byte(args)) {
		m.say("Not tested: what stands after the tool isn't JSON.")
		m.giveBack("/policy " + tool + " " + args)
		return nil
	}
	return func() tea.Msg {
		lines, err := m.deps.Rules.Test(m.ctx, tool, json.RawMessage(args))
		if err != nil {
			return noticeMsg{"Not tested: " + err.Error()}
		}
		return policyMsg{"Policy: how " + theme.InertWords(tool) + " would be decided", lines}
	}
}
