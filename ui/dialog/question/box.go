// Package question is the box in which a server's question is read and
// answered: a form, an address to open, a sign-in, a start. Who asks is always
// named in vise's words; what the server wrote stands behind a bar.
package question

import (
	"encoding/json"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/dialog/form"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Quiet is how long no key must have been pressed before the box listens.
const Quiet = dialog.Quiet

// Do is what a key made of the box.
type Do int

const (
	None    Do = iota
	Unheard    // the box doesn't listen yet: the key belongs to what was being typed
	Answer     // Action.Reply is the person's answer
	Leave      // close the box, the question goes on waiting
	Copy       // copy Action.Text
)

// Action is what to do after a key.
type Action struct {
	Do    Do
	Reply policy.Reply
	Text  string
}

// Options are what the box needs besides the question.
type Options struct {
	Keys  *keys.Map
	Theme theme.Theme
	Now   time.Time
	Zone  *time.Location // nil: UTC
}

// Box is the dialog of one question. It is used from one goroutine.
type Box struct {
	dialog.Ear
	q    policy.Question
	opt  Options
	form *form.Form // of a form that can be read
	// never says why the question can't be accepted at all; empty when it can.
	never string

	filling bool // the form has the keyboard
	chosen  string
	done    bool
	seen    bool // the end has been on the screen
	say     string
	laid    layout
	off     int
	page    int
}

// New opens the box. It listens once the keyboard was quiet.
func New(q policy.Question, opt Options) *Box {
	if opt.Keys == nil {
		opt.Keys = keys.Default()
	}
	b := &Box{Ear: dialog.NewEar(opt.Now), q: q, opt: opt}
	switch q.Kind {
	case policy.QuestionForm:
		b.openForm()
	case policy.QuestionURL, policy.QuestionSignIn:
		b.never = unopenable(q.URL)
	case policy.QuestionPassages:
		b.chosen = keys.QuestionDecline // what a stray key gives
	default:
		b.never = "vise doesn't know this kind of question"
	}
	return b
}

func (b *Box) openForm() {
	schema := b.q.Schema
	if len(schema) == 0 {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	server := theme.InertWords(b.q.Server)
	f, err := form.New(schema, form.Defaults(schema), form.Options{
		Keys: b.opt.Keys, Theme: b.opt.Theme, Now: b.opt.Now, Zone: b.opt.Zone,
		Title: "Fill in for " + theme.Cut(server, 40), Note: "nothing is sent before the last line",
		Use: "send to " + theme.Cut(server, 40), AsIs: true, About: b.q.Message,
	})
	if err != nil {
		b.never = "the form can't be read: " + theme.InertWords(err.Error())
		return
	}
	b.form = f
}

// Question is what the box shows.
func (b *Box) Question() policy.Question { return b.q }

// Filling reports that text is being written into the form.
func (b *Box) Filling() bool { return b.filling }

// Paste takes pasted text: into the form while it is filled in, else nowhere.
// It never answers, and the keyboard must be quiet again after it.
func (b *Box) Paste(s string, now time.Time) {
	if b.filling {
		b.form.Paste(s)
		return
	}
	b.Deafen(now)
	b.say = "text that is typed or pasted answers nothing"
}

// Key takes one key press.
func (b *Box) Key(msg tea.KeyPressMsg, now time.Time) Action {
	if !b.Hears(now) {
		return Action{Do: Unheard}
	}
	if b.filling {
		return b.fill(msg)
	}
	b.say = ""
	id, ok := b.opt.Keys.Match(keys.Question, msg)
	if !ok || b.done || b.browse(id) || msg.Key().IsRepeat {
		return Action{} // a key that is held down looks around but answers nothing
	}
	if id == keys.ApprovalTake {
		if b.chosen == "" {
			b.say = b.opt.Keys.Label(keys.ApprovalChoose) + " chooses an answer first"
			return Action{}
		}
		id = b.chosen
	}
	return b.answer(id)
}

// fill hands a key to the form.
func (b *Box) fill(msg tea.KeyPressMsg) Action {
	switch act := b.form.Key(msg); act.Do {
	case form.Back:
		b.filling, b.laid = false, layout{}
	case form.Use:
		b.filling, b.laid = false, layout{}
		return b.answer(keys.QuestionAccept)
	}
	return Action{}
}

// browse handles what only changes what is seen.
func (b *Box) browse(id string) bool {
	switch id {
	case keys.ApprovalChoose:
		b.choose(1)
	case keys.ApprovalUnchoose:
		b.choose(-1)
	default:
		var ok bool
		b.off, ok = dialog.ScrollKey(id, b.off, b.page)
		return ok
	}
	return true
}

// answers are the answers in the order of the keys line.
var answers = []string{keys.QuestionAccept, keys.QuestionFill, keys.QuestionDecline, keys.QuestionRest, keys.QuestionCancel, keys.ApprovalLeave}

// choose moves the choice by one among the answers that are possible.
func (b *Box) choose(step int) {
	b.chosen = dialog.Choose(b.chosen, answers, step, func(id string) bool { return b.offers(id) && b.why(id) == "" })
}

// offers reports keys that belong to this kind of question.
func (b *Box) offers(id string) bool {
	passages := b.q.Kind == policy.QuestionPassages
	switch id {
	case keys.QuestionRest:
		return passages
	case keys.QuestionCancel:
		return !passages
	case keys.QuestionFill:
		return b.form != nil
	case keys.QuestionCopy:
		return b.q.URL != ""
	}
	return true
}

// why says why an answer isn't possible; empty when it is.
func (b *Box) why(id string) string {
	switch {
	case id != keys.QuestionAccept:
		return ""
	case b.never != "":
		return b.never
	case !b.seen:
		return "scroll to the end first"
	case b.form != nil && b.form.Problem() != "":
		return b.opt.Keys.Label(keys.QuestionFill) + " fills it in: " + b.form.Problem()
	}
	return ""
}

// answer makes the action for an id of the keys line.
func (b *Box) answer(id string) Action {
	if !b.offers(id) {
		return Action{}
	}
	if why := b.why(id); why != "" {
		b.say = why
		return Action{}
	}
	switch id {
	case keys.QuestionAccept:
		return b.accept()
	case keys.QuestionFill:
		b.filling = true
	case keys.QuestionDecline:
		return b.reply(policy.Reply{Action: policy.ReplyDecline})
	case keys.QuestionRest:
		return b.reply(policy.Reply{Action: policy.ReplyDecline, Rest: true})
	case keys.QuestionCancel:
		return b.reply(policy.Reply{Action: policy.ReplyCancel})
	case keys.QuestionCopy:
		return Action{Do: Copy, Text: theme.InertWords(b.q.URL)} // it may be pasted into a shell
	case keys.ApprovalLeave:
		if b.q.Kind == policy.QuestionPassages { // nothing is gained by waiting
			return b.reply(policy.Reply{Action: policy.ReplyDecline})
		}
		return Action{Do: Leave}
	}
	return Action{}
}

func (b *Box) accept() Action {
	r := policy.Reply{Action: policy.ReplyAccept}
	if b.form != nil {
		act := b.form.Use()
		if act.Do != form.Use {
			b.filling = true // the form says what is wrong
			return Action{}
		}
		r.Content = act.Args
	}
	return b.reply(r)
}

func (b *Box) reply(r policy.Reply) Action {
	b.done = true
	return Action{Do: Answer, Reply: r}
}
