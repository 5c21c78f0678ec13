package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// statusMsg brings the state of things outside the run.
type statusMsg struct{ line StatusLine }

func (m *Model) awaitStatus() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-m.ctx.Done():
			return nil
		case _, open := <-m.deps.Status.StatusChanged():
			if !open {
				return nil
			}
			return statusMsg{m.deps.Status.Status()}
		}
	}
}

// modelName names a model for a person.
func modelName(i session.ModelInfo) string {
	switch {
	case i.Offline:
		return "offline: no language model"
	case i.Name == "":
		return "looking for a model"
	}
	return theme.InertWords(strings.TrimPrefix(i.Name, "ollama/"))
}

// topLine is the first line of every screen. What doesn't fit is left out,
// what matters least first; the model is always named.
func (m *Model) topLine(w int) string {
	model := modelName(m.status.Model) + m.modelDot()
	parts := m.topParts()
	right := m.clock()
	for {
		left := " vise  " + strings.Join(append([]string{model}, parts...), "   ")
		if theme.Width(left)+theme.Width(right)+2 <= w {
			return m.th.Status.Render(theme.Between(left, right+" ", w))
		}
		switch {
		case len(parts) > 0:
			parts = parts[:len(parts)-1]
		case right != "":
			right = ""
		default:
			return m.th.Status.Render(theme.Fit(left, w))
		}
	}
}

// modelDot says whether the model's server is there; nothing while that isn't
// known.
func (m *Model) modelDot() string {
	switch {
	case m.status.ModelDown != "" && m.status.ModelUp:
		return " ○ can't be used"
	case m.status.ModelDown != "":
		return " ○ down"
	case m.status.Model.Offline:
		return " ●"
	case m.status.ModelUp:
		return " ● up"
	}
	return ""
}

// topParts are the parts of the first line after the model, what matters most
// first.
func (m *Model) topParts() []string {
	var parts []string
	if f := m.flags(); f != "" {
		parts = append(parts, f)
	}
	if l := m.run; l != nil {
		if size := m.status.Model.ContextTokens; l.state.Context > 0 && size > 0 {
			parts = append(parts, "ctx "+dialog.Tokens(l.state.Context)+"/"+dialog.Tokens(size))
		}
		if b := l.state.Started.Budget; b.Steps > 0 {
			parts = append(parts, fmt.Sprintf("steps %d/%d", l.state.Step, b.Steps), fmt.Sprintf("calls %d/%d", l.state.Ran(), b.Calls))
		}
	}
	if s := m.servers(); s != "" {
		parts = append(parts, s)
	}
	if m.status.Due > 0 {
		parts = append(parts, fmt.Sprintf("%d due", m.status.Due))
	}
	return parts
}

// servers counts them by how they are: "servers 3✓ 1!".
func (m *Model) servers() string {
	ready, bad, starting := 0, 0, 0
	for _, s := range m.status.Servers {
		switch {
		case s.State == policy.ServerReady:
			ready++
		case s.State == policy.ServerStarting:
			starting++
		case s.State == policy.ServerStopped && s.Need == "": // as the person wants it
		default:
			bad++
		}
	}
	if ready+bad+starting == 0 {
		return ""
	}
	out := fmt.Sprintf("servers %d✓", ready)
	if bad > 0 {
		out += fmt.Sprintf(" %d!", bad)
	}
	if starting > 0 {
		out += fmt.Sprintf(" %d…", starting)
	}
	return out
}

func kilo(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1fk", float64(n)/1000)
}

// clock names the run and tells how long it has been going on.
func (m *Model) clock() string {
	l := m.run
	if l == nil {
		return ""
	}
	took := m.opt.Now().Sub(l.started)
	if f := l.state.Finished; f != nil {
		took = time.Duration(f.Millis) * time.Millisecond
	}
	id := l.run.ID()
	if len(id) > 6 {
		id = id[len(id)-6:] // the end tells runs of one day apart
	}
	return fmt.Sprintf("run …%s  %02d:%02d", theme.InertWords(id), int(took.Minutes()), int(took.Seconds())%60)
}

// footer is the last line of the chat: the keys that matter now.
func (m *Model) footer(w int) string {
	k := m.opt.Keys
	room := max(w-2, 1)
	line := ""
	switch {
	case m.modal != nil:
		line = m.modalFooter(room)
	case m.detail != nil && m.showsRequest():
		line = k.Pick(room, keys.ReplayModel, keys.Copy, keys.Find, keys.Back)
	case m.detail != nil && m.refusedCall() != "":
		line = k.Pick(room, keys.AllowRefused, keys.Copy, keys.Find, keys.Back)
	case m.detail != nil:
		line = k.Pick(room, keys.Copy, keys.Find, keys.Back)
	case m.focus == onChat:
		line = k.Pick(room, keys.Open, keys.Copy, keys.CopyCode, keys.Fold, keys.Find, keys.Back)
	case m.focus == onTrace:
		line = k.Pick(room, keys.Open, keys.TraceAll, keys.Find, keys.Back)
	case m.busy():
		does := " cancel · "
		if len(m.queue) > 0 {
			does = " take back · "
		}
		line = k.Label(keys.Back) + does + k.Label(keys.Send) + " queue · " + k.Pick(room, keys.ToggleTrace, keys.OpenPalette)
	default:
		line = k.Pick(room, keys.Send, keys.ToggleTrace, keys.OpenSearch, keys.OpenPalette, keys.OpenHelp)
	}
	return m.th.Dim.Render(" " + theme.Cut(line, room))
}

// modalFooter are the keys of the dialog that is open; most dialogs name their
// own.
func (m *Model) modalFooter(w int) string {
	back := m.opt.Keys.Label(keys.ApprovalLeave)
	switch b := m.modal.(type) {
	case *approvalModal:
		if b.Turned() {
			return back + " back to the call"
		}
	case *batchModal:
		if b.Turned() {
			return back + " back to the calls"
		}
	}
	switch in := m.asking(); in {
	case keys.Approval, keys.Batch:
		return m.opt.Keys.Pick(w, keys.ApprovalLeave, keys.ApprovalAllow, keys.ApprovalDeny, keys.ApprovalChoose)
	case keys.Question:
		if b, ok := m.modal.(*askedModal); ok && b.Question().Kind == policy.QuestionPassages {
			return m.opt.Keys.Pick(w, keys.QuestionAccept, keys.QuestionDecline, keys.QuestionRest, keys.ApprovalChoose)
		}
		return m.opt.Keys.Pick(w, keys.ApprovalLeave, keys.QuestionAccept, keys.QuestionDecline, keys.QuestionCancel, keys.ApprovalChoose)
	case "":
		return ""
	default:
		return m.opt.Keys.Footer(in, w)
	}
}

// title is the title of the terminal's window.
func (m *Model) title() string {
	switch {
	case len(m.waiting) > 0 || m.asked != nil:
		return "vise ⏸"
	case m.screen != nil:
		return "vise · " + string(m.screen.Context())
	case m.busy():
		return "vise …"
	}
	return "vise"
}
