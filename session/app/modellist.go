package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vise/session"
	"vise/session/ollama"
)

// ModelChoice is one model that could be chosen.
type ModelChoice struct {
	Name          string // ollama/qwen3:8b, offline
	Bytes         int64  // on the disk, or to download; 0 unknown
	Family        string
	Params        string // 8.2B
	ContextTokens int    // that the model was made for; 0 unknown
	Loaded        bool
	Tools         bool // it says that it can use tools
	Thinking      bool
	Installed     bool
	About         string // why it is recommended, or why it is no good here
}

// listIn bounds the making of the list.
const listIn = 5 * time.Second

const (
	aboutOffline = "no language model: works without Ollama, and understands everyday requests for the built-in tools, no more"
	aboutNoTools = "no tools: it can't act, only talk. vise sends its tools with every request, and such a model refuses them; switch all tools off in /tools to talk to it"
	aboutUnknown = "Ollama doesn't say what it can do"
	aboutMissing = "chosen, but not installed here"
)

// Models lists the installed models, the recommended ones that aren't, and the
// offline one. The note says where they come from or why there are none.
func (w *Workbench) Models(ctx context.Context) (list []ModelChoice, note string, err error) {
	ctx, cancel := context.WithTimeout(ctx, listIn)
	defer cancel()
	st := w.models.at.Discover(ctx)
	for _, m := range st.Models {
		list = append(list, installedChoice(m))
	}
	if now := w.Model(); strings.HasPrefix(now.Name, "ollama/") && !hasModel(list, now.Name) {
		list = append(list, missingChoice(now.Name, st.Up))
	}
	for _, r := range ollama.Recommended() {
		if name := "ollama/" + r.Name; !hasModel(list, name) {
			list = append(list, ModelChoice{Name: name, Bytes: r.Size, Tools: true, About: r.Why})
		}
	}
	list = append(list, ModelChoice{Name: "offline", Tools: true, Installed: true, About: aboutOffline})
	return list, modelsNote(st), nil
}

func installedChoice(m ollama.Installed) ModelChoice {
	c := ModelChoice{Name: "ollama/" + m.Name, Bytes: m.Size, Family: m.Family, Params: m.Parameters, ContextTokens: m.Context, Loaded: m.Loaded,
		Tools: m.HasTools(), Thinking: m.HasThinking(), Installed: true}
	switch {
	case m.Remote != "":
		c.About = fmt.Sprintf("runs at %s, not here: what you send it leaves this machine", m.Remote)
	case len(m.Capabilities) == 0:
		c.About = aboutUnknown
	case !c.Tools:
		c.About = aboutNoTools
	}
	return c
}

// missingChoice is the model in use where the server doesn't list it.
func missingChoice(name string, up bool) ModelChoice {
	c := ModelChoice{Name: name, Tools: true, About: aboutMissing}
	if !up {
		c.About = "chosen; whether it is installed isn't known while Ollama can't be asked"
	}
	return c
}

func hasModel(list []ModelChoice, name string) bool {
	for _, c := range list {
		if c.Name == name || c.Name == name+":latest" {
			return true
		}
	}
	return false
}

func modelsNote(st ollama.State) string {
	if !st.Up {
		return session.Words(st.Why) + " · not installed? https://ollama.com/download"
	}
	note := fmt.Sprintf("Ollama %s at %s (from %s)", st.Version, st.URL, st.From)
	if st.Note != "" {
		note += "; " + st.Note
	}
	if len(st.Models) == 0 {
		note += "; no model is installed"
	}
	return note
}

// Pull installs a model; progress is told often: what goes on, and the bytes
// done and in total, 0 while unknown. Cancelling ctx stops it; pulling again
// goes on where it stopped. Errors say what to do.
func (w *Workbench) Pull(ctx context.Context, name string, progress func(what string, done, total int64)) error {
	bare := strings.TrimPrefix(name, "ollama/")
	if bare == "" || bare == "offline" || strings.ContainsAny(bare, " \t\n") {
		return fmt.Errorf("%q can't be pulled: name a model of Ollama's, such as qwen3:4b", name)
	}
	err := w.models.at.Pull(ctx, bare, func(p ollama.Progress) { progress(p.Status, p.Completed, p.Total) })
	if err == nil {
		w.models.lookNow()
	}
	return err
}

// Think is on, off or auto for the model of the next run.
func (w *Workbench) Think() string {
	w.models.mu.Lock()
	defer w.models.mu.Unlock()
	return w.models.think
}

// SetThink takes effect with the next run, and is remembered for that model.
func (w *Workbench) SetThink(ctx context.Context, think string) error {
	return w.models.setThink(ctx, think)
}

// ModelUp says that the model's server answered when it was last looked at.
func (w *Workbench) ModelUp() bool {
	w.models.mu.Lock()
	defer w.models.mu.Unlock()
	return w.models.up
}

// News is what changed by itself since the last run began, such as the model;
// empty for nothing.
func (w *Workbench) News() string {
	w.models.mu.Lock()
	defer w.models.mu.Unlock()
	return w.models.news
}

// CurrentModel is the name of the model of the next run. Where nothing was
// chosen it waits, for no more than two seconds, until it is known whether
// Ollama has one.
func (w *Workbench) CurrentModel(ctx context.Context) (string, error) {
	if w.parts.Model == nil {
		select {
		case <-w.models.ready:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return w.Model().Name, nil
}
