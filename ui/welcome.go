package ui

import (
	"fmt"

	"vise/ui/theme"
)

// welcome is what an empty conversation shows.
func (m *Model) welcome(w, h int) []string {
	say := func(s string) []string { return theme.Wrap(s, w-2) }
	var out []string
	out = append(out, say("vise is a workbench for an AI agent. It reads the files of one folder, keeps your todos and knows the time. Nothing is written before you have seen what exactly, and every run is kept.")...)
	out = append(out, "")
	out = append(out, say(m.modelWords())...)
	for _, r := range m.status.Roots {
		out = append(out, say(fmt.Sprintf("It may read: %s", theme.InertWords(r.Dir)))...)
	}
	ideas := []string{
		"find where the retry timeout is set",
		"remind me tomorrow at 9 to call the dentist",
		"what do I have to do today?",
		"what time is it in Tokyo?",
	}
	if len(m.status.Roots) == 0 {
		out = append(out, say("It may read no folder. To name one, start it with: vise --root work=DIR")...)
		ideas = ideas[1:]
	}
	out = append(out, "", m.th.Strong.Render("Try"))
	for _, s := range ideas {
		out = append(out, "  "+theme.Cut(s, w-4))
	}
	for _, n := range m.status.Notices {
		out = append(out, "")
		out = append(out, say("! "+theme.InertWords(n))...)
	}
	if len(out) > h && h > 0 {
		out = out[:h]
	}
	return padded(out)
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
