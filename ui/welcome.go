package ui

import (
	"fmt"

	"vise/ui/theme"
)

// ideas are requests to begin with; the first needs a folder.
var ideas = []string{
	"find where the retry timeout is set",
	"remind me tomorrow at 9 to call the dentist",
	"what do I have to do today?",
	"what time is it in Tokyo?",
}

// welcome is what an empty conversation shows. Where there is no room for all
// of it, what can be read elsewhere makes place for what needs the person.
func (m *Model) welcome(w, h int) []string {
	news := m.welcomeNews(w)
	parts := [][]string{m.welcomeIntro(w), m.welcomeReach(w), m.welcomeIdeas(w)}
	for _, least := range []int{2, 0, 1} {
		if room := h - len(joined(append(parts, news...))); room >= 0 || len(news) == 0 || h <= 0 {
			break
		}
		parts[least] = nil
	}
	out := joined(append(parts, news...))
	if len(out) > h && h > 0 {
		out = out[:h]
	}
	return padded(out)
}

// joined are the lines of all parts, with an empty one between.
func joined(parts [][]string) (out []string) {
	for _, p := range parts {
		if len(p) > 0 && len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, p...)
	}
	return out
}

func (m *Model) welcomeIntro(w int) []string {
	return theme.Wrap("vise is a workbench for an AI agent. It reads the files of one folder, keeps your todos and knows the time. Nothing is written before you have seen what exactly, and every run is kept.", w-2)
}

// welcomeReach says what is used: the model, the folders.
func (m *Model) welcomeReach(w int) []string {
	out := theme.Wrap(m.modelWords(), w-2)
	for _, r := range m.status.Roots {
		out = append(out, theme.Wrap("It may read: "+theme.InertWords(r.Dir), w-2)...)
	}
	if len(m.status.Roots) == 0 {
		out = append(out, theme.Wrap("It may read no folder. To name one, start it with: vise --root work=DIR", w-2)...)
	}
	return out
}

func (m *Model) welcomeIdeas(w int) []string {
	out, list := []string{m.th.Strong.Render("Try")}, ideas
	if len(m.status.Roots) == 0 {
		list = list[1:]
	}
	for _, s := range list {
		out = append(out, "  "+theme.Cut(s, w-4))
	}
	return out
}

// welcomeNews are the notices: servers that are missing, what is held back.
func (m *Model) welcomeNews(w int) (out [][]string) {
	for _, n := range m.status.Notices {
		out = append(out, theme.Wrap("! "+theme.InertWords(n), w-2))
	}
	return out
}

// modelWords says which model is used, and how to get another.
func (m *Model) modelWords() string {
	i := m.status.Model
	switch {
	case i.Offline:
		return "Model: offline: no language model. It understands everyday requests, no more. For a language model install Ollama; ctrl+l then chooses one, or downloads it."
	case m.status.ModelDown != "":
		return fmt.Sprintf("Model: %s, which doesn't answer: %s", modelName(i), theme.InertWords(m.status.ModelDown))
	case i.Name == "":
		// As long as what most often follows, so that nothing jumps when it does;
		// not in the words that name the offline model, which isn't used yet.
		return "Model: looking for Ollama. Where none answers, vise works without a language model: everyday requests, no more. ctrl+l chooses a model, or downloads one."
	}
	return fmt.Sprintf("Model: %s. ctrl+l chooses another one.", modelName(i))
}
