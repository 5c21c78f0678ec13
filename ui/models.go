package ui

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/dialog/models"
	"vise/ui/keys"
	"vise/ui/theme"
)

type (
	// modelListMsg brings what can be chosen from.
	modelListMsg struct {
		list []ModelChoice
		note string
		err  error
	}
	// modelChosenMsg is the outcome of a choice.
	modelChosenMsg struct {
		choice models.Choice
		err    error
	}
	// pullMsg says that a pull has come further, or is over.
	pullMsg struct {
		pull *pulling
		over bool
	}
)

// modelsModal is the choice of a model as a dialog of the workbench.
type modelsModal struct{ *models.Models }

// routeModels is for messages about models; the screens get the others.
func (m *Model) routeModels(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case modelListMsg:
		if d, ok := m.modal.(modelsModal); ok {
			d.SetList(choices(msg.list), msg.note, msg.err)
		}
	case modelChosenMsg:
		m.modelChosen(msg)
	case thinkMsg:
		m.thinkChosen(msg)
	case pullMsg:
		return m.pulled(msg)
	default:
		return m.routeScreens(msg)
	}
	return nil
}

// statusCame takes a new first line, also into the open dialog.
func (m *Model) statusCame(line StatusLine) {
	m.status = line
	if d, ok := m.modal.(modelsModal); ok {
		m.tellModels(d)
	}
}

// tellModels tells the dialog how the model in use is.
func (m *Model) tellModels(d modelsModal) {
	now := m.status.Model
	d.SetNow(now.Name, m.status.ModelDown, m.deps.Models.Think())
	d.SetContext(now.ContextTokens, now.ContextWhy)
}

// chooseModel opens the choice, or takes the model that is named.
func (m *Model) chooseModel(arg string) tea.Cmd {
	switch {
	case m.deps.Models == nil:
		m.say(fmt.Sprintf("In use: %s. Choosing another isn't possible here.", modelName(m.status.Model)))
		return nil
	case arg != "":
		return m.chooseNamed(arg)
	}
	d := modelsModal{models.New(m.opt.Keys, m.th)}
	m.tellModels(d)
	m.modal = d
	m.showPull()
	return m.listModels()
}

func (m *Model) listModels() tea.Cmd {
	return func() tea.Msg {
		list, note, err := m.deps.Models.Models(m.ctx)
		return modelListMsg{list, note, err}
	}
}

func choices(list []ModelChoice) []models.Choice {
	out := make([]models.Choice, len(list))
	for i, c := range list {
		out[i] = models.Choice(c)
	}
	return out
}

func (d modelsModal) key(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch act := d.Key(k); act.Do {
	case models.Close:
		m.closeModal()
	case models.Use:
		m.closeModal()
		return m.choose(models.Choice{Name: act.Name})
	case models.Get:
		return m.startPull(act.Name)
	case models.Stop:
		m.pull.stop()
	case models.Think:
		return m.setThinking(act.Think)
	}
	return nil
}

func (m *Model) choose(c models.Choice) tea.Cmd {
	return func() tea.Msg { return modelChosenMsg{c, m.deps.Models.Choose(m.ctx, c.Name)} }
}

// chooseNamed is /model NAME. A name that Ollama doesn't have isn't taken.
func (m *Model) chooseNamed(typed string) tea.Cmd {
	return func() tea.Msg {
		list, _, err := m.deps.Models.Models(m.ctx)
		if err != nil {
			return noticeMsg{"The models can't be listed: " + err.Error()}
		}
		c, err := models.Find(choices(list), typed)
		if err != nil {
			return noticeMsg{err.Error() + ". /model shows them all, and pulls others."}
		}
		return modelChosenMsg{c, m.deps.Models.Choose(m.ctx, c.Name)}
	}
}

func (m *Model) modelChosen(msg modelChosenMsg) {
	if msg.err != nil {
		m.say("It was not chosen: " + msg.err.Error())
		return
	}
	m.statusCame(m.deps.Status.Status())
	words := dialog.ModelName(msg.choice.Name) + " from the next request on."
	if m.busy() {
		words += " The run that goes on keeps its model."
	}
	m.say(words)
}

// pulling is a download that goes on, also while its dialog is closed.
type pulling struct {
	name    string
	stop    context.CancelFunc
	changed chan struct{} // closed when it is over

	mu  sync.Mutex
	now dialog.Pull
	err error
}

// pullEvery is how often the screen follows a pull.
const pullEvery = 100 * time.Millisecond

func (m *Model) startPull(name string) tea.Cmd {
	ctx, stop := context.WithCancel(m.ctx)
	p := &pulling{name: name, stop: stop, changed: make(chan struct{}, 1), now: dialog.Pull{Name: name, What: "asking Ollama"}}
	m.pull = p
	m.showPull()
	go func() {
		defer close(p.changed)
		defer stop()
		err := m.deps.Models.Pull(ctx, name, p.progress)
		p.mu.Lock()
		p.err = err
		p.mu.Unlock()
	}()
	return p.await()
}

func (p *pulling) progress(what string, done, total int64) {
	p.mu.Lock()
	p.now.What, p.now.Done, p.now.Total = what, done, total
	p.mu.Unlock()
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// await waits for progress; what follows fast is one message.
func (p *pulling) await() tea.Cmd {
	return func() tea.Msg {
		if _, open := <-p.changed; !open {
			return pullMsg{p, true}
		}
		time.Sleep(pullEvery)
		return pullMsg{p, false}
	}
}

// state is how far it has come.
func (p *pulling) state() dialog.Pull {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// showPull tells the open dialog how far the pull has come.
func (m *Model) showPull() {
	d, ok := m.modal.(modelsModal)
	switch {
	case !ok:
	case m.pull == nil:
		d.SetPull(nil)
	default:
		now := m.pull.state()
		d.SetPull(&now)
	}
}

func (m *Model) pulled(msg pullMsg) tea.Cmd {
	if !msg.over {
		m.showPull()
		return msg.pull.await()
	}
	m.pull = nil
	m.showPull()
	words := pullWords(msg.pull)
	if d, ok := m.modal.(modelsModal); ok {
		d.Say(words)
	} else {
		m.say(words)
	}
	return tea.Batch(m.listModels(), m.notify("vise: a model was pulled, or failed to be"))
}

// pullWords says how a pull ended.
func pullWords(p *pulling) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	name := dialog.ModelName(p.name)
	switch {
	case p.err == nil:
		return name + " is installed."
	case errors.Is(p.err, context.Canceled):
		return "Cancelled. Pulling " + name + " again goes on where it stopped."
	}
	return "✗ " + session.Words(p.err)
}

// modelLines are the lines about the model on the chat screen: a download that
// goes on out of sight, what changed by itself, why the model can't be used.
func (m *Model) modelLines() []string {
	var out []string
	if _, open := m.modal.(modelsModal); m.pull != nil && !open {
		hint := " · " + m.opt.Keys.Label(keys.OpenModel) + " shows it"
		out = append(out, m.th.Dim.Render(" "+theme.Cut(m.pull.state().Line(max(m.w-2-len(hint), 10))+hint, m.w-1)))
	}
	if m.status.News != "" {
		for _, l := range theme.Wrap(theme.InertWords(m.status.News), m.w-2) {
			out = append(out, m.th.Accent.Render(" "+l))
		}
	}
	if down := m.status.ModelDown; down != "" && !m.busy() && !m.chat.Empty() {
		lines := theme.Wrap("○ "+modelName(m.status.Model)+" can't be used: "+theme.InertWords(down), m.w-2)
		if len(lines) > 2 {
			lines = append(lines[:1:1], theme.Cut(lines[1]+" "+lines[2], m.w-2))
		}
		for _, l := range lines {
			out = append(out, m.th.Warn.Render(" "+l))
		}
	}
	return out
}
