package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

const (
	offline = "offline"
	prefix  = "ollama/"
)

// same holds for two names of one model.
func same(a, b string) bool {
	return a == b || strings.TrimSuffix(a, ":latest") == strings.TrimSuffix(b, ":latest")
}

// filter works out which models are shown, in the order installed, not
// installed, offline, and puts the cursor on the one in use.
func (d *Models) filter() {
	was, had := d.on()
	text := strings.TrimSpace(d.line.Text())
	d.found = matching(d.list, text)
	if len(d.found) == 0 && text != "" {
		d.found = matching(d.list, keys.Latin(text))
	}
	if len(d.found) == 0 && plausible(text) {
		d.found = []Choice{{Name: prefix + text, About: "not in this list: pulling asks Ollama's library for it"}}
	}
	if !d.moved || !had {
		was = Choice{Name: d.current}
	}
	d.at = max(0, slices.IndexFunc(d.found, func(c Choice) bool { return same(c.Name, was.Name) }))
}

func matching(list []Choice, text string) []Choice {
	text = strings.ToLower(text)
	var out []Choice
	for _, c := range list {
		if strings.Contains(strings.ToLower(dialog.ModelName(c.Name)+" "+c.Family), text) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b Choice) int { return rank(a) - rank(b) })
	return out
}

func rank(c Choice) int {
	switch {
	case c.Name == offline:
		return 2
	case c.Installed:
		return 0
	}
	return 1
}

// plausible reports that text could be the name of a model.
func plausible(text string) bool {
	if len(text) < 2 || len(text) > 200 {
		return false
	}
	for _, r := range text {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:/_-", r) {
			return false
		}
	}
	return true
}

// Find is the model that was named: in full, without "ollama/", or by its
// beginning where only one installed model has it. The error says what there
// is. Where no server could be asked, every name is taken as it is.
func Find(list []Choice, typed string) (Choice, error) {
	typed = strings.TrimSpace(typed)
	want := strings.TrimPrefix(typed, prefix)
	if want == "" {
		return Choice{}, errors.New("name a model, such as qwen3:8b")
	}
	var begin []Choice
	var names []string
	asked := false
	for _, c := range list {
		bare := strings.TrimPrefix(c.Name, prefix)
		if same(bare, want) && (c.Installed || c.Name == offline) {
			return c, nil
		}
		if !c.Installed {
			continue
		}
		names, asked = append(names, dialog.ModelName(c.Name)), asked || c.Name != offline
		if strings.HasPrefix(bare, want) {
			begin = append(begin, c)
		}
	}
	switch {
	case len(begin) == 1:
		return begin[0], nil
	case !asked && plausible(want):
		return Choice{Name: prefix + want, Tools: true}, nil
	}
	return Choice{}, fmt.Errorf("there is no model %s here: %s", theme.InertWords(want), strings.Join(names, ", "))
}
