// Package judge is the box in which a person says what an answer was worth, or
// makes a case of the run that gave it.
package judge

import (
	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Do is what a key made of the box.
type Do int

const (
	None  Do = iota
	Close    // close it; nothing is kept
	Keep     // keep Mark and Note
	Case     // save the run as a case
)

// Action is what to do after a key.
type Action struct {
	Do   Do
	Mark string // one of session.FeedbackMarks
	Note string
}

// mark is what a binding says of an answer, and what the line for a word of
// the person's own is headed with.
type mark struct{ id, mark, words, ask string }

var marks = []mark{
	{keys.FeedbackUseful, session.MarkUseful, "useful", "Useful. A word of your own, if you like:"},
	{keys.FeedbackUseless, session.MarkUseless, "useless", "Useless. A word of your own, if you like:"},
	{keys.FeedbackSource, session.MarkWrongSource, "wrong source", "The wrong source. Where should it have looked?"},
	{keys.FeedbackMissing, session.MarkMissing, "something is missing", "Something is missing. What should the answer have said?"},
}

// Box is the dialog. A person's own key opens it, so it listens at once. It is
// used from one goroutine.
type Box struct {
	keys   *keys.Map
	th     theme.Theme
	task   string
	answer string // the beginning of it; empty where it isn't known

	chosen string // the answer that tab chose
	marked *mark  // what was said; the note is written now
	note   *dialog.Line
	say    string
	cx, cy int
}

// New opens the box about the answer to a request. Both are shown inert; the
// answer may be empty.
func New(m *keys.Map, th theme.Theme, task, answer string) *Box {
	return &Box{keys: m, th: th, task: task, answer: answer}
}

// Writing reports that the note is being written.
func (b *Box) Writing() bool { return b.marked != nil }

// Paste puts text into the note; it never answers.
func (b *Box) Paste(text string) {
	if b.marked != nil {
		b.insert(func() { b.note.Insert(text) })
	}
}

// Key takes one key press.
func (b *Box) Key(msg tea.KeyPressMsg) Action {
	b.say = ""
	if b.marked != nil {
		return b.noteKey(msg)
	}
	id, _ := b.keys.Match(keys.Judge, msg)
	switch id {
	case keys.ListClose:
		return Action{Do: Close}
	case keys.ApprovalChoose, keys.ApprovalUnchoose:
		step := 1
		if id == keys.ApprovalUnchoose {
			step = -1
		}
		b.chosen = dialog.Choose(b.chosen, answers(), step, func(string) bool { return true })
		return Action{}
	case keys.ApprovalTake:
		if b.chosen == "" {
			b.say = b.keys.Label(keys.ApprovalChoose) + " chooses an answer first"
			return Action{}
		}
		id = b.chosen
	}
	return b.take(id)
}

func (b *Box) take(id string) Action {
	if id == keys.SaveCase {
		return Action{Do: Case}
	}
	for i := range marks {
		if marks[i].id == id {
			b.marked, b.note = &marks[i], dialog.NewLine("")
		}
	}
	return Action{}
}

// noteKey takes a key while the note is written.
func (b *Box) noteKey(msg tea.KeyPressMsg) Action {
	switch id, _ := b.keys.Match(keys.Note, msg); id {
	case keys.NoteBack:
		b.marked, b.note = nil, nil
	case keys.NoteSend:
		return Action{Do: Keep, Mark: b.marked.mark, Note: b.note.Text()}
	default:
		b.insert(func() { b.note.Key(b.keys, keys.Note, msg) })
	}
	return Action{}
}

// insert runs a change of the note, and takes it back when it is too long.
func (b *Box) insert(change func()) {
	before := *b.note
	change()
	if len(b.note.Text()) > session.MaxFeedback {
		*b.note = before
		b.say = "a note has at most 4,096 bytes"
	}
}

// answers are the bindings that answer, in the order of the box.
func answers() []string {
	out := make([]string, 0, len(marks)+1)
	for _, m := range marks {
		out = append(out, m.id)
	}
	return append(out, keys.SaveCase)
}
