package models

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

func list() []Choice {
	return []Choice{
		{Name: "ollama/gemma3:4b", Bytes: 3_300_000_000, Family: "gemma3", Params: "4.3B", ContextTokens: 131072, Installed: true,
			About: "no tools: it can't act, only talk. vise sends its tools with every request, and such a model refuses them; switch all tools off in /tools to talk to it"},
		{Name: "ollama/qwen3:8b", Bytes: 5_200_000_000, Family: "qwen3", Params: "8.2B", ContextTokens: 40960, Loaded: true, Tools: true, Thinking: true, Installed: true},
		{Name: "ollama/hf.co/someone/A-Very-Long-Name-Of-A-Model-GGUF:Q4_K_M", Bytes: 14_000_000_000, Family: "llama\x1b[2J", Params: "20.9B", ContextTokens: 8192, Tools: true, Installed: true},
		{Name: "ollama/qwen3:4b", Bytes: 2_600_000_000, Tools: true, About: "small, calls tools well, thinks; runs without a graphics card"},
		{Name: "offline", Tools: true, Installed: true, About: "no language model: works without Ollama, and understands everyday requests for the built-in tools, no more"},
	}
}

const note = "Ollama 0.17.4 at http://127.0.0.1:11434 (from OLLAMA_HOST)"

func open() *Models {
	d := New(keys.Default(), theme.New(true))
	d.SetNow("ollama/qwen3:8b", "", "auto")
	d.SetList(list(), note, nil)
	return d
}

func press(d *Models, names ...string) Action {
	var a Action
	for _, n := range names {
		a = d.Key(uitest.Key(n))
	}
	return a
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 10}} {
		see := func(name string, d *Models) {
			t.Helper()
			uitest.Golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), d.View(size[0], size[1]), size[0], size[1])
		}
		see("installed", open())
		d := open()
		press(d, "up")
		see("no-tools", d)
		d.SetPull(&dialog.Pull{Name: "ollama/qwen3:4b", What: "pulling aabb", Done: 1_100_000_000, Total: 2_600_000_000})
		see("pulling", d)
		d = New(keys.Default(), theme.New(true))
		d.SetNow("ollama/qwen3:8b", "Ollama isn't running at http://127.0.0.1:11434 (from OLLAMA_HOST) · start it with: ollama serve", "on")
		see("looking", d)
		d.SetList(append([]Choice{{Name: "ollama/qwen3:8b", Tools: true, About: "chosen"}}, list()[3:]...), "Ollama isn't running at http://127.0.0.1:11434 (from OLLAMA_HOST) · start it with: ollama serve", nil)
		see("down", d)
	}
}

func TestTheCursorStartsOnTheModelInUse(t *testing.T) {
	d := open()
	if a := press(d, "enter"); a != (Action{Do: Use, Name: "ollama/qwen3:8b"}) {
		t.Errorf("%+v", a)
	}
	if a := press(d, "up", "enter"); a.Name != "ollama/gemma3:4b" {
		t.Errorf("%+v", a)
	}
	d.SetList(list(), note, nil) // a list that comes again leaves the cursor alone
	if a := press(d, "enter"); a.Name != "ollama/gemma3:4b" {
		t.Errorf("%+v", a)
	}
}

func TestPulling(t *testing.T) {
	d := open()
	if a := press(d, "p"); a.Do != None || !strings.Contains(d.View(80, 24), "qwen3:8b is installed already") {
		t.Errorf("%+v", a)
	}
	if a := press(d, "down", "down", "enter"); a.Do != None || !strings.Contains(d.View(80, 24), "qwen3:4b isn't installed: p pulls it") {
		t.Errorf("%+v\n%s", a, d.View(80, 24))
	}
	if a := press(d, "p"); a != (Action{Do: Get, Name: "ollama/qwen3:4b"}) {
		t.Errorf("%+v", a)
	}
	d.SetPull(&dialog.Pull{Name: "ollama/qwen3:4b", What: "pulling manifest"})
	if a := press(d, "p"); a.Do != None || !strings.Contains(d.View(80, 24), "One at a time") {
		t.Errorf("%+v", a)
	}
	if a := press(d, "ctrl+l"); a.Do != Close {
		t.Errorf("%+v", a)
	}
	if a := press(d, "esc"); a.Do != Stop {
		t.Errorf("%+v", a)
	}
	d.SetPull(nil)
	if a := press(d, "esc"); a.Do != Close {
		t.Errorf("%+v", a)
	}
	if a := press(d, "down", "p"); a.Do != None || !strings.Contains(d.View(80, 24), "nothing to pull") {
		t.Errorf("%+v", a)
	}
}

func TestThinkingGoesRound(t *testing.T) {
	d := open()
	for _, want := range []string{"on", "off", "auto"} {
		a := press(d, "t")
		if a != (Action{Do: Think, Name: "ollama/qwen3:8b", Think: want}) {
			t.Errorf("%+v, want %s", a, want)
		}
		d.SetNow(a.Name, "", a.Think)
	}
	d.SetNow("ollama/gemma3:4b", "", "auto")
	if a := press(d, "t"); a.Do != None || !strings.Contains(d.View(80, 24), "gemma3:4b can't think") {
		t.Errorf("%+v", a)
	}
	d.SetNow("offline", "", "auto")
	if a := press(d, "t"); a.Do != None {
		t.Errorf("%+v", a)
	}
}

func TestTheFilter(t *testing.T) {
	d := open()
	if a := press(d, "/", "g", "e", "m", "enter"); a != (Action{Do: Use, Name: "ollama/gemma3:4b"}) {
		t.Errorf("%+v", a)
	}
	if a := press(d, "esc"); a.Do != None { // it empties the filter first
		t.Errorf("%+v", a)
	}
	if a := press(d, "/", "p", "h", "i", "4", "enter"); a.Do != None || !strings.Contains(d.View(80, 24), "phi4") {
		t.Errorf("%+v\n%s", a, d.View(80, 24))
	}
	if a := press(d, "p"); a != (Action{Do: Get, Name: "ollama/phi4"}) {
		t.Errorf("%+v", a)
	}
	d = open()
	d.Paste("qwen3:4b\n", time.Time{})
	if a := press(d, "enter", "p"); a != (Action{Do: Get, Name: "ollama/qwen3:4b"}) {
		t.Errorf("%+v", a)
	}
	d = open()
	d.Paste("买牛奶", time.Time{})
	if a := press(d, "enter", "enter", "p", "t"); a.Do == Use || a.Do == Get || !strings.Contains(d.View(80, 24), "no model is like that") {
		t.Errorf("%+v", a)
	}
}

func TestAListThatFailed(t *testing.T) {
	d := New(keys.Default(), theme.New(true))
	d.SetList(nil, "", errors.New("the database\x1b[2J is closed"))
	if got := uitest.Plain(d.View(80, 24)); !strings.Contains(got, `✗ the models can't be listed: the database\x1b[2J is closed`) {
		t.Error(got)
	}
	if a := press(d, "enter", "down", "p"); a.Do != None {
		t.Errorf("%+v", a)
	}
}

func TestFind(t *testing.T) {
	all := append(list(), Choice{Name: "ollama/mine:latest", Installed: true})
	for typed, want := range map[string]string{
		"qwen3:8b": "ollama/qwen3:8b", "ollama/qwen3:8b": "ollama/qwen3:8b", "mine": "ollama/mine:latest", "gem": "ollama/gemma3:4b", "offline": "offline", " qwen3 ": "ollama/qwen3:8b",
	} {
		if c, err := Find(all, typed); err != nil || c.Name != want {
			t.Errorf("%q: %q, %v", typed, c.Name, err)
		}
	}
	for _, typed := range []string{"", "qwen3:4b", "nothing"} {
		if c, err := Find(all, typed); err == nil {
			t.Errorf("%q: %+v", typed, c)
		}
	}
	if c, err := Find(list()[3:], "any:1b"); err != nil || c.Name != "ollama/any:1b" {
		t.Errorf("without a server: %+v, %v", c, err)
	}
}
