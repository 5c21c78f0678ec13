package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/keys"
)

// command is one slash command. One without a run function is not built yet,
// and says so.
type command struct {
	name string // with its slash
	help string
	run  func(m *Model, arg string) tea.Cmd
}

// commands are all slash commands, in the order of the menu.
func commands() []command {
	return []command{
		{"/help", "keys and commands", func(m *Model, _ string) tea.Cmd { return m.openHelp() }},
		{"/new", "a new conversation; grants end", (*Model).newConversation},
		{"/retry", "send the last request again", (*Model).retry},
		{"/model", "choose the model, pull one; /model NAME", (*Model).chooseModel},
		{"/think", "have the model think: /think on, off, auto", (*Model).chooseThinking},
		{"/tools", "every tool, and what the model is told of it", (*Model).openTools},
		{"/instructions", "a project's AGENTS.md: read it, and let models have it", (*Model).openInstructions},
		{"/servers", "servers and how they are; /servers NAME", (*Model).openServers},
		{"/runs", "past runs", (*Model).openRuns},
		{"/resume", "go on with a past run: /resume RUN", (*Model).resumeNamed},
		{"/todos", "your todos", (*Model).openTodos},
		{"/decisions", "calls that wait for an answer", (*Model).openDecisions},
		{"/memory", "what is remembered", nil},
		{"/policy", "the rules in force; /policy TOOL {…} tests a call", (*Model).showPolicy},
		{"/compact", "sum up earlier requests, so that the next one fits", (*Model).compact},
		{"/context", "what takes room in the model's context", (*Model).openContext},
		{"/export", "write a run to a file: /export RUN", (*Model).exportNamed},
		{"/feedback", "what the answer was worth: /feedback useful WORDS", (*Model).giveFeedback},
		{"/case", "save the run as a case of vise eval: /case FILE", (*Model).saveCaseNamed},
		{"/call", "one tool by hand: /call TOOL {\"name\":\"value\"}", (*Model).callByHand},
		{"/save", "save the images and files that tools gave: /save RUN", (*Model).saveFiles},
		{"/theme", "dark, light: /theme light", (*Model).switchTheme},
		{"/clear", "clear the screen; the conversation goes on", (*Model).clearScreen},
		{"/quit", "leave", func(m *Model, _ string) tea.Cmd { return m.leave() }},
	}
}

// about is what the menu and the help say of c.
func (c command) about() string {
	if c.run == nil {
		return c.help + " (not built yet)"
	}
	return c.help
}

// isCommand reports that a line is a command and not a request: one line that
// begins with a slash and a word, not a path.
func isCommand(text string) bool {
	text = wideSlash(text)
	name, _, _ := strings.Cut(text, " ")
	return strings.HasPrefix(text, "/") && len(name) > 1 && !strings.Contains(text, "\n") && !strings.Contains(name[1:], "/")
}

// wideSlash is text with a full-width slash at its beginning made a usual one.
func wideSlash(text string) string {
	if rest, ok := strings.CutPrefix(text, "／"); ok {
		return "/" + rest
	}
	return text
}

// command runs a command line.
func (m *Model) command(line string) tea.Cmd {
	name, arg, _ := strings.Cut(wideSlash(line), " ")
	for _, c := range commands() {
		if c.name != strings.ToLower(name) {
			continue
		}
		if c.run == nil {
			m.say(c.name + " is not built yet.")
			return nil
		}
		return c.run(m, strings.TrimSpace(arg))
	}
	if id := wideSlash(name)[1:]; strings.Contains(id, ":") {
		return m.prompt(id, strings.TrimSpace(arg))
	}
	m.composer.SetValue(line)
	if near := nearest(name); near != "" {
		m.say(fmt.Sprintf("There is no command %s. Did you mean %s? /help lists them all.", name, near))
	} else {
		m.say(fmt.Sprintf("There is no command %s. /help lists them all.", name))
	}
	return nil
}

// nearest is the command that name was likely meant to be, "" for none.
func nearest(name string) string {
	best, at := "", 3
	for _, c := range commands() {
		if d := distance(name, c.name); d < at || strings.HasPrefix(c.name, name) {
			best, at = c.name, min(d, at)
		}
	}
	return best
}

// distance is the number of edits between two short words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := diagonal
			if a[i] != b[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

func (m *Model) newConversation(string) tea.Cmd {
	if m.busy() {
		m.say("A run is going on: wait for it, or cancel it with esc.")
		return nil
	}
	m.forget()
	return func() tea.Msg {
		if err := m.deps.Talk.Reset(m.ctx); err != nil {
			return noticeMsg{"The old conversation goes on: " + err.Error()}
		}
		return noticeMsg{"A new conversation."}
	}
}

func (m *Model) retry(string) tea.Cmd {
	if m.last == "" {
		m.say("There is nothing to send again.")
		return nil
	}
	return m.send(m.last)
}

func (m *Model) resumeNamed(arg string) tea.Cmd {
	if arg == "" {
		return m.openRuns("")
	}
	return m.resume(arg)
}

// callByHand calls one tool, on the same road as a model's call.
func (m *Model) callByHand(arg string) tea.Cmd {
	tool, args, _ := strings.Cut(strings.TrimSpace(arg), " ")
	args = cmp.Or(strings.TrimSpace(args), "{}")
	switch {
	case tool == "":
		m.say(`/call TOOL {"name":"value"} calls one tool by hand: /call file.search {"query":"timeout"}. /tools lists them.`)
		return nil
	case !json.Valid([]byte(args)):
		m.say("Not called: what stands after the tool isn't JSON.")
		m.giveBack("/call " + arg)
		return nil
	case m.busy():
		m.say("A run is going on: wait for it, or cancel it with esc.")
		m.giveBack("/call " + arg)
		return nil
	}
	ctx, giveUp := context.WithCancel(m.ctx) // the run is under ctx too, so giveUp is only called before it is there
	m.wish, m.unsend = "call "+tool, giveUp
	call := func() tea.Msg {
		run, err := m.deps.Talk.Call(ctx, tool, json.RawMessage(args))
		if err != nil && ctx.Err() != nil {
			err = errors.New("cancelled")
		}
		return sentMsg{run: run, failed: "Not called: ", err: err}
	}
	slow := slowMsg{m.wish}
	return tea.Batch(call, tea.Tick(time.Second, func(time.Time) tea.Msg { return slow }))
}

// slowMsg tells that what was to be sent a second ago may still wait.
type slowMsg struct{ wish string }

// slow says of a call that hasn't begun what it waits for.
func (m *Model) slow(msg slowMsg) {
	if m.wish == msg.wish && m.unsend != nil {
		m.say("The call waits for its server to start. " + m.opt.Keys.Label(keys.Back) + " cancels it.")
	}
}

func (m *Model) switchTheme(arg string) tea.Cmd {
	switch arg {
	case "dark", "light":
		m.setTheme(arg == "dark")
	case "":
		m.setTheme(!m.th.Dark)
	default:
		m.say("/theme takes dark or light.")
		return nil
	}
	if m.th.Dark {
		m.say("The theme is dark now.")
	} else {
		m.say("The theme is light now.")
	}
	return nil
}

func (m *Model) clearScreen(string) tea.Cmd {
	if m.busy() {
		m.say("A run is going on: wait for it, or cancel it with esc.")
		return nil
	}
	m.chat.Reset()
	return tea.ClearScreen
}
