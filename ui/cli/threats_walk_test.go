package cli

import (
	"strings"
	"time"

	"vise/ui/dialog"
)

// looks opens every screen there is on what a story has come to, and gives the
// eyes for more.
func (v *victim) looks() *eyes {
	v.t.Helper()
	e := v.watch(v.t)
	e.walk()
	return e
}

// walk opens every screen there is, and moves over all that is on it.
func (e *eyes) walk() {
	e.t.Helper()
	if !e.walks {
		return
	}
	e.conversation()
	e.tools()
	e.replay()
	e.lists()
	e.menus()
}

// conversation goes through the messages of the chat, then through the events
// of the trace, each opened.
func (e *eyes) conversation() {
	e.t.Helper()
	e.press("tab", "home").over("down", "space")
	e.press("tab", "a", "home").over("down", "enter", "end", "esc")
	if v := e.frame(); strings.Contains(v, " request ") { // the first one, whose answer led to what came after
		e.upTo(" request ")
		e.press("enter", "m").see("what the model saw", "─ What the model saw")
		e.press("end", "esc")
	}
	e.press("esc").see("the chat", "enter send")
}

// upTo goes up in the trace to an event.
func (e *eyes) upTo(event string) {
	e.t.Helper()
	for range 60 {
		if e.press("up"); strings.Contains(selected(e.frame()), event) {
			return
		}
	}
	e.t.Fatalf("%q isn't reached in the trace; the screen is:\n%s", event, e.d.Screen())
}

// selected is the line of the trace that the cursor is on.
func selected(frame string) string {
	_, after, _ := strings.Cut(styleless(frame), "││▸")
	line, _, _ := strings.Cut(after, "\n")
	return line
}

// tools goes through the servers and their tools: what each says, to its end,
// then as it came. Those of vise itself are passed over.
func (e *eyes) tools() {
	e.t.Helper()
	e.open("/servers", "▸", "built-in  ●")
	e.over("down", "tab", "end", "tab")
	e.press("v")
	e.over("up")
	e.press("esc").see("the chat", "enter send")
}

// log opens the log of a server.
func (e *eyes) log(server string) {
	e.t.Helper()
	e.open("/servers "+server, "▸ "+server)
	e.press("l").see("the log of "+server, "Log of "+server)
	e.press("tab", "home", "esc", "esc").see("the chat", "enter send")
}

// replay steps through the last run: the conversation and each event, in words
// and as it is stored, and what the model was told at the end.
func (e *eyes) replay() {
	e.t.Helper()
	e.open("/runs", "▸", "conversation   ")
	e.press("right").see("the replay", "Conversation at this step", "step 1 of")
	e.press("home").over("right")
	e.press("v").over("left")
	e.press("end", "m").see("what the model saw")
	e.d.Until("what the model saw, or that it wasn't asked", func(s string) bool {
		return strings.Contains(s, "model saw") || strings.Contains(s, "had not been asked yet")
	})
	e.press("pgdown", "end", "esc", "esc", "esc").see("the chat", "enter send")
}

// lists opens what else there is to be read.
func (e *eyes) lists() {
	e.t.Helper()
	for command, has := range map[string]string{"/decisions": "Waiting for you", "/todos": "Todos", "/policy": "─ Policy", "/context": "─ Context", "/instructions": "no folder that is read", "/help": "─ Help", "/model": "─ Model"} {
		e.open(command, has)
		e.press("down", "end", "esc").see("the chat", "enter send")
	}
}

// menus opens what completes a line, and what is searched.
func (e *eyes) menus() {
	e.t.Helper()
	for _, key := range []string{"@", "/"} {
		e.press(key).see("the menu of "+key, "▌ "+key)
		e.press("up", "up", "up", "up", "up", "up", "ctrl+u", "esc").see("the chat", "enter send")
	}
	e.press("ctrl+p").see("the palette", "─ Commands")
	e.press("end", "esc", "ctrl+r").see("the search", "─ Past requests")
	e.press("down", "down", "esc").see("the chat", "enter send")
}

// box opens the box of what waits, reads all of it and gives an answer.
func (e *eyes) box(answer string, texts ...string) {
	e.t.Helper()
	e.d.Until("what waits, or its box", func(s string) bool { return strings.Contains(s, " opens it") || strings.Contains(s, texts[0]) })
	e.press("ctrl+x").see("the box", texts...)
	for _, key := range []string{"", "v", "v", "t", "t"} {
		time.Sleep(dialog.Quiet / 16) // the clock of the eyes is quick
		if key != "" {
			e.press(key)
		}
		e.press("home", "pgdown", "end")
	}
	e.press(answer)
}
