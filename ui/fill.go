package ui

import (
	"context"
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog/form"
)

// completePause is how long nothing must have been typed before a server is
// asked how the text may go on.
const completePause = 100 * time.Millisecond

// fillModal asks for texts by name: the arguments of a prompt, the parameters
// of a template.
type fillModal struct {
	*form.Form
	done func(m *Model, args map[string]string) tea.Cmd
	// complete asks the server; nil: nothing can be completed.
	complete func(ctx context.Context, arg, value string, known map[string]string) ([]string, error)
	asked    [2]string // the field and the text that the server was asked about last
	seq      int
}

type (
	// completePauseMsg says that nothing was typed for a while.
	completePauseMsg struct {
		fill *fillModal
		seq  int
	}
	// completedMsg brings what a text may go on to.
	completedMsg struct {
		fill       *fillModal
		arg, value string
		offers     []string
	}
)

// fields are the options of a form of texts.
func (m *Model) fields(title, note string) form.Options {
	return form.Options{Keys: m.opt.Keys, Theme: m.th, Now: m.opt.Now(), Zone: m.opt.Zone, Title: title, Note: note, AsIs: true, Complete: m.deps.Completer != nil}
}

func (f *fillModal) Paste(text string, _ time.Time) { f.Form.Paste(text) }
func (*fillModal) Answers() bool                    { return false }

func (f *fillModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch act := f.Key(k); act.Do {
	case form.Back:
		m.closeModal()
	case form.Use:
		var args map[string]string
		if err := json.Unmarshal(act.Args, &args); err != nil {
			m.say("It can't be filled so: " + err.Error())
			return nil
		}
		m.closeModal()
		return f.done(m, args)
	default:
		return f.follow(m)
	}
	return nil
}

// follow asks the server about the text that is being written, once it rests.
func (f *fillModal) follow(*Model) tea.Cmd {
	name, value, ok := f.Written()
	if f.complete == nil || !ok || f.asked == [2]string{name, value} {
		return nil
	}
	f.seq++
	msg := completePauseMsg{f, f.seq}
	return tea.Tick(completePause, func(time.Time) tea.Msg { return msg })
}

// completeNow asks, where the text is still the same. A server that can't
// complete leaves the form as it is.
func (m *Model) completeNow(msg completePauseMsg) tea.Cmd {
	f := msg.fill
	name, value, ok := f.Written()
	if m.modal != f || msg.seq != f.seq || !ok {
		return nil
	}
	f.asked = [2]string{name, value}
	known := f.Texts()
	delete(known, name)
	return func() tea.Msg {
		offers, err := f.complete(m.ctx, name, value, known)
		if err != nil {
			return nil
		}
		return completedMsg{f, name, value, offers}
	}
}
