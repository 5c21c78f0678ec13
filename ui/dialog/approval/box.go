// Package approval is the box that shows one waiting call as it will be sent,
// with where each value came from, and takes a person's answer.
package approval

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// Quiet is how long no key must have been pressed before the box listens.
const Quiet = dialog.Quiet

// MaxNote is the longest note to the model, in bytes.
const MaxNote = 2000

// Do is what a key made of the box.
type Do string

const (
	None        Do = ""
	Unheard     Do = "unheard" // the box doesn't listen yet: the key belongs to what was being typed
	AllowOnce   Do = "allow_once"
	AllowTool   Do = "allow_tool"   // until the conversation ends
	AllowAlways Do = "allow_always" // this call, and such calls from now on
	Edit        Do = "edit"         // open the form; the box stays
	Deny        Do = "deny"
	DenyStop    Do = "deny_stop"
	DenyNote    Do = "deny_note"
	Leave       Do = "leave" // close the box, the call goes on waiting
	Next        Do = "next"  // show the next waiting call
)

// Action is what to do after a key.
type Action struct {
	Do     Do
	Note   string           // of DenyNote
	Always *policy.Standing // of AllowAlways
}

var verdicts = map[Do]session.Verdict{
	AllowOnce: session.VerdictAllow, AllowTool: session.VerdictAllowTool, AllowAlways: session.VerdictAllow,
	Deny: session.VerdictDeny, DenyNote: session.VerdictDeny, DenyStop: session.VerdictDenyStop,
}

// Answer is the action as an answer to the approval; false when it isn't one.
func (a Action) Answer(now time.Time) (session.Answer, bool) {
	v, ok := verdicts[a.Do]
	return session.Answer{Verdict: v, Note: a.Note, By: "workbench", At: now, Always: a.Always}, ok
}

// Options are what the box needs besides the approval.
type Options struct {
	Keys    *keys.Map
	Theme   theme.Theme
	Now     time.Time
	Zone    *time.Location // nil: the approval's own, else UTC
	Waiting int            // calls that wait in all, this one too; 0: as the approval says
	Other   bool           // it is another conversation's: show its request
}

// Box is the dialog of one approval. It is used from one goroutine.
type Box struct {
	a    session.Approval
	opt  Options
	args []arg
	zone *time.Location
	dialog.Ear

	secret bool // something is masked
	done   bool // an answer was given

	mode   mode
	reveal bool
	chosen string // id of the answer that enter gives; empty: none
	laid   layout
	off    int
	page   int  // rows of the last View
	seen   bool // the end of the arguments has been on the screen
	say    string
	note   *dialog.Line
	rule   *rule
	cx, cy int // the cursor of the note, in the box
}

type mode int

const (
	shown    mode = iota // arguments one by one
	raw                  // the exact bytes
	text                 // the tool's description
	standing             // what would be allowed from now on
)

// New opens the box. It listens after opt.Now + Quiet at the earliest.
func New(a session.Approval, opt Options) *Box {
	if opt.Keys == nil {
		opt.Keys = keys.Default()
	}
	_, secret := mask("", a.Args)
	return &Box{a: a, opt: opt, args: split(a.Args), zone: zone(a, opt), Ear: dialog.NewEar(opt.Now), secret: secret}
}

// zone is the zone that times are shown in.
func zone(a session.Approval, opt Options) *time.Location {
	if opt.Zone != nil {
		return opt.Zone
	}
	if z, err := time.LoadLocation(a.Timezone); err == nil && a.Timezone != "" && a.Timezone != "Local" {
		return z
	}
	return time.UTC
}

// Approval is what the box shows.
func (b *Box) Approval() session.Approval { return b.a }

// SetWaiting tells the box how many calls wait, this one too.
func (b *Box) SetWaiting(n int) { b.opt.Waiting = n }

// Reopen makes the box listen again after an answer that wasn't taken, and
// says why.
func (b *Box) Reopen(why string) { b.done, b.say = false, theme.InertWords(why) }

// Paste takes pasted text: into the note where one is being written, else
// nowhere. It never answers, and the keyboard must be quiet again after it.
func (b *Box) Paste(s string, now time.Time) {
	if b.note != nil {
		b.insert(func() { b.note.Insert(s) })
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
	if b.note != nil {
		return b.noteKey(msg)
	}
	b.say = ""
	id, ok := b.opt.Keys.Match(keys.Approval, msg)
	if !ok || b.done {
		return Action{}
	}
	if b.rule != nil {
		if act, ok := b.ruleKey(id, msg.Key().IsRepeat); ok {
			return act
		}
	}
	if id == keys.ApprovalLeave && b.mode != shown {
		b.turn(shown) // back, not away
		return Action{}
	}
	if b.browse(id) || msg.Key().IsRepeat {
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

// Turned reports that something else than the arguments is shown: the key that
// leaves the box then goes back to them.
func (b *Box) Turned() bool { return b.mode != shown }

// browse handles what only changes what is seen.
func (b *Box) browse(id string) bool {
	switch id {
	case keys.ApprovalRaw:
		b.turn(raw)
	case keys.ApprovalText:
		b.turn(text)
	case keys.ApprovalReveal:
		b.reveal = !b.reveal
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

// turn shows m, or the arguments again.
func (b *Box) turn(m mode) {
	if b.mode == m {
		m = shown
	}
	b.mode, b.off = m, 0
}

// answers are the answers in the order of the keys line.
var answers = []string{
	keys.ApprovalAllow, keys.ApprovalAllowTool, keys.ApprovalAlways, keys.ApprovalEdit, keys.ApprovalDeny, keys.ApprovalDenyStop, keys.ApprovalDenyNote, keys.ApprovalLeave,
}

// choose moves the choice by one among the answers that are possible.
func (b *Box) choose(step int) {
	b.chosen = dialog.Choose(b.chosen, answers, step, func(id string) bool { return b.why(id) == "" })
}

// why says why an answer isn't possible; empty when it is.
func (b *Box) why(id string) string {
	switch id {
	case keys.ApprovalAllow, keys.ApprovalAllowTool, keys.ApprovalAlways:
		if b.a.Redacted {
			return "it can't be allowed: secrets were removed"
		}
		if !b.seen {
			return "scroll to the end to allow"
		}
		return b.whyOnce(id)
	case keys.ApprovalEdit:
		if b.a.Redacted {
			return "it can't be edited: secrets were removed"
		}
	}
	return ""
}

// whyOnce says why more than this call can't be allowed.
func (b *Box) whyOnce(id string) string {
	switch {
	case id == keys.ApprovalAllow:
	case max(level(b.a), b.a.Tool.Level) >= policy.Dangerous:
		return "it is dangerous: each call is asked about"
	case id == keys.ApprovalAllowTool && b.a.Decision.Outcome == policy.Deny:
		return "it was refused: allow it once, or always with its arguments"
	}
	return ""
}

const redactedWhy = "secrets were removed from these arguments, so what would be sent can't be shown; deny it, or run the request again"

var does = map[string]Do{
	keys.ApprovalAllow: AllowOnce, keys.ApprovalAllowTool: AllowTool, keys.ApprovalEdit: Edit,
	keys.ApprovalDeny: Deny, keys.ApprovalDenyStop: DenyStop, keys.ApprovalLeave: Leave, keys.ApprovalNext: Next,
}

// answer makes the action for an id of the keys line.
func (b *Box) answer(id string) Action {
	if why := b.why(id); why != "" {
		b.say = why
		return Action{}
	}
	if id == keys.ApprovalAlways {
		b.startRule()
		return Action{}
	}
	if id == keys.ApprovalDenyNote {
		b.note = dialog.NewLine("")
		return Action{}
	}
	do := does[id]
	if do == Next && b.waiting() < 2 {
		return Action{}
	}
	_, b.done = Action{Do: do}.Answer(b.Now())
	return Action{Do: do}
}

func (b *Box) waiting() int { return max(b.opt.Waiting, b.a.Of, 1) }

// noteKey takes a key while the note is being written.
func (b *Box) noteKey(msg tea.KeyPressMsg) Action {
	id, _ := b.opt.Keys.Match(keys.Note, msg)
	b.say = ""
	switch id {
	case keys.NoteBack:
		b.note = nil
	case keys.NoteSend:
		if b.note.Text() == "" {
			b.say = "write why, or go back"
			return Action{}
		}
		b.done = true
		a := Action{Do: DenyNote, Note: b.note.Text()}
		b.note = nil
		return a
	default:
		b.insert(func() { b.note.Key(b.opt.Keys, keys.Note, msg) })
	}
	return Action{}
}

// insert runs a change of the note, and takes it back when it is too long.
func (b *Box) insert(change func()) {
	before := *b.note
	change()
	if len(b.note.Text()) > MaxNote {
		*b.note = before
		b.say = "a note has at most 2,000 bytes"
	}
}
