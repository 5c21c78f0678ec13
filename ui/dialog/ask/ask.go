// Package ask has the small questions of the workbench: whether to leave while
// a run goes on, and what to do at the end of a budget.
package ask

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Answer is one answer, on the keys of a binding.
type Answer struct {
	ID    string // of the binding
	Words string
}

// Options are what a question needs besides its words.
type Options struct {
	Keys    *keys.Map
	Theme   theme.Theme
	Context keys.Context // where its keys are listened to
	Title   string
	Words   string
	Answers []Answer
	// Now is when it opened by itself: it then listens only after the keyboard
	// was quiet. Zero when a person's own key opened it.
	Now time.Time
}

// Question is the dialog. It is used from one goroutine.
type Question struct {
	dialog.Ear
	opt  Options
	done bool
}

// New opens a question.
func New(opt Options) *Question {
	q := &Question{opt: opt, Ear: dialog.NewEar(opt.Now)}
	if opt.Now.IsZero() {
		q.Tick(time.Unix(0, 0))
	}
	return q
}

// Key takes one key press. id is the binding of the answer, empty for none;
// heard is false when the key belongs to what was being typed.
func (q *Question) Key(msg tea.KeyPressMsg, now time.Time) (id string, heard bool) {
	if !q.Hears(now) {
		return "", false
	}
	got, _ := q.opt.Keys.Match(q.opt.Context, msg)
	for _, a := range q.opt.Answers {
		if a.ID == got && !q.done && !msg.Key().IsRepeat {
			q.done = true
			return got, true
		}
	}
	return "", true
}

// Paste never answers, and the keyboard must be quiet again after it.
func (q *Question) Paste(_ string, now time.Time) { q.Deafen(now) }

// Line is the question on one line, "8 steps used · c go on with 8 more", at
// most width columns wide.
func (q *Question) Line(width int) string {
	return theme.Cut(q.opt.Words+" · "+strings.Join(q.answers(), " · "), width)
}

func (q *Question) answers() []string {
	var out []string
	for _, a := range q.opt.Answers {
		if l := q.opt.Keys.Label(a.ID); l != "" {
			out = append(out, l+" "+a.Words)
		}
	}
	return out
}

// View draws the question for a screen of w×h.
func (q *Question) View(w, h int) string {
	bw, _ := dialog.Size(w, h, 64, h)
	in := dialog.Inner(bw)
	lines := append(theme.Wrap(q.opt.Words, in), "")
	lines = append(lines, dialog.Flow(q.answers(), " · ", in)...)
	_, bh := dialog.Size(w, h, bw, len(lines)+2)
	return dialog.Draw(q.opt.Theme, q.opt.Title, "", lines, bw, bh)
}
