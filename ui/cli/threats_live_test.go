package cli

import (
	"context"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
	"vise/session/ollama/ollamatest"
	"vise/session/scripted"
)

// escapesLive is a run that a person watches: an approval with hostile words in
// all of it, an answer that is still being written, prompts and resources.
func escapesLive(t *testing.T) {
	h := serveHostile(t, mcp.ServerOptions{Instructions: steers}, false)
	addSteering(h.Server)
	half, written := make(chan struct{}), make(chan struct{})
	h.tool("slow", "Takes long.", func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		told := &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: 1, Total: 2, Message: "half way " + steers + forgeries}
		if err := r.Session.NotifyProgress(ctx, told); err != nil {
			return nil, err
		}
		<-half
		return texts("called by hand " + steers), nil
	})
	v := newVictim(t, map[string]entry{"x": h.entry()}, scripted.Call("x_send", map[string]any{"q": "sent " + steers + forgeries, steers: forgeries, "x " + forgeries: 1}),
		scripted.Step{Text: "So it is. " + steers + "\n\n" + forgeries, Thinking: steers + forgeries, Wait: written})
	v.catalogue()
	if err := v.ReadTexts(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.approve("x/slow")
	for _, id := range []string{"x/send", "x/prompt:say", "x/prompt:ask"} {
		if err := v.ApproveTools(t.Context(), []policy.Tool{v.tool(id)}); err != nil {
			t.Fatal(err)
		}
	}
	e := v.watch(t)
	e.open("send it")
	e.box("e", "Approve this call?", "x/send")
	e.see("the form", "─ Edit")
	e.press("down", "down", "down", "up", "esc", "A").see("the rule", "From now on")
	e.press("down", "down", "end", "esc", "end", "a")
	e.box("a", "May the model read this?", "x/send")
	e.see("the draft", "So it is.")
	close(written)
	e.see("the answer", "✓ done")
	e.open("/x:say", "prompted")
	e.press("ctrl+c")
	e.open("/x:ask", "no prompt here")
	e.open("/call x/slow", "half way")
	close(half)
	e.box("a", "May the model read this?", "x/slow")
	e.d.WaitGone("May the model read this?")
	e.see("the call", "▏ called by hand")
	e.press("@", "x", ":").see("a resource", "▏ in a resource")
	e.press("ctrl+u", "esc")
	e.walk()
	for _, size := range [][2]int{{80, 24}, {40, 10}} {
		e.d.Resize(size[0], size[1])
		e.see("a small screen", "▌ ")
		e.press("ctrl+t", "tab", "home").over("down", "enter", "end", "esc")
		e.press("esc", "esc").open("/tools", "▸")
		e.over("down", "tab", "end", "tab")
		e.press("esc", "esc").see("the chat", "▌ ")
	}
	e.shown("a field", "prompted", "So it is.", "half way")
}

// modelNames is an Ollama whose models have names that steer.
func modelNames(t *testing.T) {
	s := ollamatest.New(t, ollamatest.Model{Name: "evil" + steers, Family: "f" + steers, Parameters: steers, Capabilities: []string{"tools", steers}, Context: 4096})
	s.Version = "0.1" + steers
	v := victimOf(t, s.URL)
	s.Answer(ollamatest.Answer{Status: 500, Lines: []string{ollamatest.Error("it says " + steers + forgeries)}})
	e := v.watch(t)
	e.press("ctrl+l").see("the models", "─ Model", "evil")
	e.press("up", "up", "up", "up", "up", "up", "t", "enter").see("the chat", "enter send", "evil")
	e.open("hello", "it says")
	e.walk()
}
