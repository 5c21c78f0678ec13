package approval

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
	"vise/ui/dialog"
	"vise/ui/keys"
)

// Together returns the waiting calls that can be answered in one go with the
// first of them: reads of the same tool in the same run, with nothing masked.
// Nil when there is no second one; writes are always answered one at a time.
func Together(waiting []session.Approval) []session.Approval {
	var out []session.Approval
	for _, a := range waiting {
		if readable(a) && (len(out) == 0 || alike(out[0], a)) {
			out = append(out, a)
		} else if len(out) == 0 {
			return nil
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

func readable(a session.Approval) bool {
	if l := level(a); l != policy.ReadsHere && l != policy.ReadsOutside {
		return false
	}
	_, secret := mask("", a.Args)
	return !a.Redacted && !secret && !mark(a.Args) && a.Decision.Outcome == policy.Approval
}

func alike(a, b session.Approval) bool {
	return a.Run == b.Run && a.Tool.ID() == b.Tool.ID() && a.Tool.Pin == b.Tool.Pin
}

// Answered is the answer to one of several calls.
type Answered struct {
	ID     string // session.Approval.ID
	Answer session.Answer
}

// BatchAction is what to do after a key. Calls that have no answer in it go on
// waiting.
type BatchAction struct {
	Do      Do // None, Unheard, AllowOnce, Deny, DenyStop, Leave
	Answers []Answered
}

// Batch is the dialog of several waiting reads. Each is answered and recorded
// on its own.
type Batch struct {
	dialog.Ear
	opt    Options
	boxes  []*Box
	common []arg    // the same in all
	differ []string // names of the others, in order
	out    []bool   // left out
	cursor int
	follow bool // bring the cursor's row onto the screen
	text   bool // the description
	off    int
	page   int
	seen   bool
	done   bool
	chosen string
	say    string
}

// NewBatch opens the dialog for calls as Together returns them.
func NewBatch(calls []session.Approval, opt Options) *Batch {
	if opt.Keys == nil {
		opt.Keys = keys.Default()
	}
	b := &Batch{Ear: dialog.NewEar(opt.Now), opt: opt, out: make([]bool, len(calls))}
	for _, a := range calls {
		b.boxes = append(b.boxes, New(a, opt))
	}
	b.sort()
	return b
}

// sort finds which arguments are the same in all calls.
func (b *Batch) sort() {
	for i, box := range b.boxes {
		for _, a := range box.args {
			same := true
			for _, other := range b.boxes {
				v, ok := other.arg(a.name)
				same = same && ok && bytes.Equal(v.raw, a.raw) && slices.Equal(other.notes(v, value{}), box.notes(a, value{}))
			}
			switch {
			case !same && !slices.Contains(b.differ, a.name):
				b.differ = append(b.differ, a.name)
			case same && i == 0:
				b.common = append(b.common, a)
			}
		}
	}
}

// arg is the argument with that name.
func (b *Box) arg(name string) (arg, bool) {
	i := slices.IndexFunc(b.args, func(a arg) bool { return a.name == name })
	if i < 0 {
		return arg{}, false
	}
	return b.args[i], true
}

// Paste never answers, and the keyboard must be quiet again after it.
func (b *Batch) Paste(_ string, now time.Time) {
	b.Deafen(now)
	b.say = "text that is typed or pasted answers nothing"
}

// Key takes one key press.
func (b *Batch) Key(msg tea.KeyPressMsg, now time.Time) BatchAction {
	if !b.Hears(now) {
		return BatchAction{Do: Unheard}
	}
	b.say = ""
	id, ok := b.opt.Keys.Match(keys.Batch, msg)
	if id == keys.ApprovalLeave && b.text {
		b.text, b.off = false, 0
		return BatchAction{}
	}
	if !ok || b.done || b.browse(id) || msg.Key().IsRepeat {
		return BatchAction{}
	}
	if id == keys.ApprovalTake {
		if b.chosen == "" {
			b.say = b.opt.Keys.Label(keys.ApprovalChoose) + " chooses an answer first"
			return BatchAction{}
		}
		id = b.chosen
	}
	return b.answer(id)
}

// Turned reports that the description is shown: the key that leaves the box
// then goes back to the calls.
func (b *Batch) Turned() bool { return b.text }

// browse handles what only changes what is seen or marked.
func (b *Batch) browse(id string) bool {
	switch id {
	case keys.ApprovalUp:
		b.cursor, b.follow = max(0, b.cursor-1), true
	case keys.ApprovalDown:
		b.cursor, b.follow = min(len(b.boxes)-1, b.cursor+1), true
	case keys.BatchMark:
		b.out[b.cursor] = !b.out[b.cursor]
	case keys.ApprovalText:
		b.text, b.off = !b.text, 0
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

var batchAnswers = []string{keys.ApprovalAllow, keys.ApprovalDeny, keys.ApprovalDenyStop, keys.ApprovalLeave}

func (b *Batch) choose(step int) {
	b.chosen = dialog.Choose(b.chosen, batchAnswers, step, func(id string) bool { return b.why(id) == "" })
}

// why says why an answer isn't possible; empty when it is.
func (b *Batch) why(id string) string {
	switch {
	case id == keys.ApprovalLeave:
	case !slices.Contains(b.out, false):
		return "every row is left out"
	case id == keys.ApprovalAllow && !b.seen:
		return "scroll to the end to allow"
	}
	return ""
}

func (b *Batch) answer(id string) BatchAction {
	if why := b.why(id); why != "" {
		b.say = why
		return BatchAction{}
	}
	act := BatchAction{Do: does[id]}
	answer, ok := Action{Do: act.Do}.Answer(b.Now())
	if !ok {
		return act
	}
	b.done = true
	for i, box := range b.boxes {
		if !b.out[i] {
			act.Answers = append(act.Answers, Answered{ID: box.a.ID, Answer: answer})
		}
	}
	return act
}

// title counts what an answer is for.
func (b *Batch) title() string {
	n := 0
	for _, out := range b.out {
		if !out {
			n++
		}
	}
	if n == len(b.boxes) {
		return fmt.Sprintf("Approve these %d reads?", n)
	}
	return fmt.Sprintf("Approve %d of these %d reads?", n, len(b.boxes))
}
