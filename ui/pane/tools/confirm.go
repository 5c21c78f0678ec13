package tools

import (
	"vise/ui/keys"
	"vise/ui/theme"
)

// Who types a word, for a list that looks as if it could be searched so, would
// switch a server off with one of its letters. What stops something is
// therefore asked about, and a letter never answers.

// asking is what waits for a yes.
type asking struct {
	act   Action
	words string // the question
	yes   string // what the key does
}

func (p *Pane) ask(act Action, words, yes string) Action {
	p.asked = &asking{act, words, yes}
	return Action{Do: Handled}
}

// answer takes the key after a question: the one that confirms does it, any
// other leaves it and does nothing else.
func (p *Pane) answer(id string) Action {
	q := p.asked
	p.asked = nil
	if id == keys.Open {
		return q.act
	}
	p.note = "left as it is"
	return Action{Do: Handled}
}

// question is the foot while something is asked.
func (p *Pane) question(w int) string {
	q := " " + p.asked.words + " · " + p.keys.Label(keys.Open) + " " + p.asked.yes + " · any other key leaves it"
	return p.th.Warn.Render(theme.Cut(q, w))
}
