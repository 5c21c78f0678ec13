package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog/form"
	"vise/ui/dialog/palette"
	"vise/ui/theme"
)

// prompts are those of all servers, as they were when they were last read.
type prompts struct {
	offers []PromptHint
	held   []heldTexts // those that wait to be read
	busy   bool        // they are being read
	asked  bool        // they were asked for since the command being written began
}

type (
	// promptsMsg brings the prompts of all servers.
	promptsMsg struct {
		hints []PromptHint
		held  []heldTexts
		err   error
	}
	// wantedPromptMsg brings them because one was named that wasn't known.
	wantedPromptMsg struct {
		promptsMsg
		id, arg string
	}
	// expandedMsg brings the text that a prompt stands for.
	expandedMsg struct {
		id   string
		text session.Foreign
		err  error
	}
)

// promptAbout is what the menu says of a prompt: its server's words.
func promptAbout(p PromptHint) string { return "“" + theme.InertWords(p.Description) + "”" }

// readPrompts reads the prompts of all servers. It is done when commands are
// looked for, and never before.
func (m *Model) readPrompts() tea.Cmd {
	if m.deps.Prompts == nil || m.prompts.busy {
		return nil
	}
	m.prompts.busy = true
	return func() tea.Msg {
		return m.nowPrompts()
	}
}

func (m *Model) nowPrompts() promptsMsg {
	hints, err := m.deps.Prompts.Prompts(m.ctx)
	return promptsMsg{hints, m.heldBack(policy.KindPrompt), err}
}

// refreshPrompts looks again while a command is being written: a server may
// have become ready, or what it says was read.
func (m *Model) refreshPrompts() tea.Cmd {
	if !m.prompts.asked || !completes(strings.ToLower(wideSlash(m.composer.Value()))) {
		return nil
	}
	return m.readPrompts()
}

// promptsCame adds them to what is offered now. A server that can't be reached
// is told of when a prompt of it is wanted, and in /servers.
func (m *Model) promptsCame(msg promptsMsg) {
	m.prompts.busy = false
	if msg.err == nil || len(msg.hints) > 0 {
		m.prompts.offers = msg.hints
	}
	m.prompts.held = msg.held
	if p, ok := m.modal.(paletteModal); ok {
		p.Offer(m.promptCommands()...)
	}
	text := m.composer.Value()
	if low := strings.ToLower(wideSlash(text)); completes(low) && text != m.menu.dismissed {
		m.menu.offer(m.commandsFor(low), false)
	}
}

func (m *Model) promptCommands() []palette.Command {
	var out []palette.Command
	for _, p := range m.prompts.offers {
		name := "/" + theme.InertWords(p.ID)
		out = append(out, palette.Command{ID: name, Name: name, Help: promptAbout(p)})
	}
	return out
}

// prompt is /server:prompt, with what follows it on the line.
func (m *Model) prompt(id, arg string) tea.Cmd {
	if m.deps.Prompts == nil {
		m.say("Prompts are not available here.")
		return nil
	}
	if p, ok := m.knownPrompt(id); ok {
		return m.fillPrompt(p, arg)
	}
	return func() tea.Msg {
		return wantedPromptMsg{m.nowPrompts(), id, arg}
	}
}

func (m *Model) knownPrompt(id string) (PromptHint, bool) {
	i := slices.IndexFunc(m.prompts.offers, func(p PromptHint) bool { return p.ID == id })
	if i < 0 {
		return PromptHint{}, false
	}
	return m.prompts.offers[i], true
}

func (m *Model) wantedPrompt(msg wantedPromptMsg) tea.Cmd {
	m.promptsCame(msg.promptsMsg)
	if p, ok := m.knownPrompt(msg.id); ok {
		return m.fillPrompt(p, msg.arg)
	}
	why := ""
	for _, h := range m.prompts.held {
		if strings.HasPrefix(msg.id, h.server+":") {
			why = fmt.Sprintf(" that you have read: %d of %s held back until you have, in /servers %s", h.n, h.server, h.server)
		}
	}
	if msg.err != nil {
		why = ": " + msg.err.Error()
	}
	m.giveBack(strings.TrimSpace("/" + msg.id + " " + msg.arg))
	m.say("There is no prompt /" + msg.id + why)
	return nil
}

// fillPrompt takes what was written behind the name for the first argument,
// and asks for the others where some are needed, or none was written.
func (m *Model) fillPrompt(p PromptHint, arg string) tea.Cmd {
	args := map[string]string{}
	if arg != "" && len(p.Args) > 0 {
		args[p.Args[0].Name] = arg
	}
	missing := slices.ContainsFunc(p.Args, func(a PromptArg) bool { return a.Required && args[a.Name] == "" })
	if !missing && (arg != "" || len(p.Args) == 0) {
		return m.expand(p.ID, args)
	}
	have, _ := json.Marshal(args) // strings always can be
	f, err := form.New(promptSchema(p), have, m.fields("Fill /"+theme.InertWords(p.ID), "then you see the text"))
	if err != nil {
		m.say("It can't be filled here: " + err.Error())
		return nil
	}
	fill := &fillModal{Form: f, done: func(m *Model, args map[string]string) tea.Cmd { return m.expand(p.ID, args) }}
	if c := m.deps.Completer; c != nil {
		fill.complete = func(ctx context.Context, arg, value string, known map[string]string) ([]string, error) {
			return c.Complete(ctx, p.ID, arg, value, known)
		}
	}
	m.modal = fill
	return fill.follow(m)
}

// promptSchema is the object of a prompt's arguments, in their order.
func promptSchema(p PromptHint) json.RawMessage {
	var props []byte
	seen, required := map[string]bool{}, []string{}
	for _, a := range p.Args {
		if seen[a.Name] {
			continue
		}
		seen[a.Name] = true
		kind := map[string]any{"type": "string", "description": a.About}
		if a.Required {
			required = append(required, a.Name)
			kind["minLength"] = 1
		}
		name, _ := json.Marshal(a.Name) // strings and numbers always can be
		value, _ := json.Marshal(kind)
		if len(props) > 0 {
			props = append(props, ',')
		}
		props = append(append(append(props, name...), ':'), value...)
	}
	need, _ := json.Marshal(required)
	return json.RawMessage(`{"type":"object","properties":{` + string(props) + `},"required":` + string(need) + `}`)
}

func (m *Model) expand(id string, args map[string]string) tea.Cmd {
	return func() tea.Msg {
		text, err := m.deps.Prompts.Expand(m.ctx, id, args)
		return expandedMsg{id, text, err}
	}
}

// expanded puts the text of a prompt into the composer, whole and unfolded, for
// the person to see and to send.
func (m *Model) expanded(msg expandedMsg) {
	if msg.err != nil {
		m.say("/" + msg.id + " can't be used: " + msg.err.Error())
		return
	}
	text := theme.Inert(msg.text)
	if isCommand(text) {
		text = msg.id + ": " + text // others' words give no commands
	}
	if draft := m.composer.Value(); draft != "" {
		text += "\n" + draft
	}
	m.closeScreen()
	m.detail = nil
	m.toComposer()
	m.menu.close()
	m.composer.Clear()
	m.composer.Insert(text)
	m.say("This is what /" + msg.id + " says. Enter sends it.")
}
