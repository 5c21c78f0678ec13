package approval

import (
	"vise/policy"
	"vise/ui/dialog"
	"vise/ui/keys"
	"vise/ui/theme"
)

// rule is what the person is about to allow from now on: calls of one tool
// whose arguments are like this call's.
type rule struct {
	holds []policy.ArgHold
	row   int // the argument that the widen key is about
	seen  bool
	// chosen: enter makes it.
	chosen bool
}

// startRule shows what "always" would mean, before it means anything.
func (b *Box) startRule() {
	holds, err := policy.Holds(b.a.Args, b.a.Filled)
	if err != nil {
		b.say = theme.InertWords(err.Error())
		return
	}
	b.rule, b.chosen = &rule{holds: holds}, ""
	b.turn(standing)
}

// standing is the rule as it stands; the error says why it can't be made.
func (b *Box) standing() (policy.Standing, error) {
	return policy.NewStanding(b.a.Tool, max(level(b.a), b.a.Tool.Level), b.a.Args, b.rule.holds)
}

// ruleKey takes a key while the rule is shown; ok is false for keys that it
// has no use for.
func (b *Box) ruleKey(id string, held bool) (act Action, ok bool) {
	r := b.rule
	switch id {
	case keys.ApprovalUp:
		r.row = max(0, r.row-1)
	case keys.ApprovalDown:
		r.row = min(max(0, len(r.holds)-1), r.row+1)
	case keys.ApprovalWiden:
		if len(r.holds) > 0 {
			r.holds[r.row] = r.holds[r.row].Wider()
			r.seen = false
		}
	case keys.ApprovalAllow:
		if held {
			return Action{}, true
		}
		return b.makeRule(), true
	case keys.ApprovalChoose, keys.ApprovalUnchoose:
		if b.chosen = keys.ApprovalAllow; r.chosen {
			b.chosen = ""
		}
		r.chosen = !r.chosen
	case keys.ApprovalTake:
		if !r.chosen || held {
			b.say = b.opt.Keys.Label(keys.ApprovalChoose) + " chooses an answer first"
			return Action{}, true
		}
		return b.makeRule(), true
	case keys.ApprovalLeave:
		b.rule, b.chosen = nil, ""
		b.turn(shown)
	case keys.ApprovalPageUp, keys.ApprovalPageDown, keys.ApprovalTop, keys.ApprovalBottom, keys.ApprovalReveal:
		return Action{}, false
	}
	return Action{}, true
}

func (b *Box) makeRule() Action {
	s, err := b.standing()
	switch {
	case err != nil:
		b.say = theme.InertWords(err.Error())
		return Action{}
	case !b.rule.seen:
		b.say = "scroll to the end to allow"
		return Action{}
	}
	b.done = true
	return Action{Do: AllowAlways, Always: &s}
}

// ruleLines are the rule, an argument a row.
func (b *Box) ruleLines(w int) []string {
	out := dialog.Rows("From now on such calls of "+theme.InertWords(b.a.Tool.ID())+" are allowed without asking, in every conversation:", w)
	out = append(out, "")
	for i, h := range b.rule.holds {
		out = append(out, b.holdRows(h, i == b.rule.row, w)...)
	}
	if len(b.rule.holds) == 0 {
		out = append(out, "  it takes no arguments")
	}
	out = append(out, "")
	if _, err := b.standing(); err != nil {
		out = append(out, dialog.Rows("It can't be made: "+theme.InertWords(err.Error()), w)...)
	}
	return append(out, dialog.Rows("Calls with other arguments than these are asked about. It ends when the tool changes, or with /policy revoke.", w)...)
}

func (b *Box) holdRows(h policy.ArgHold, chosen bool, w int) []string {
	lead := "  "
	if chosen {
		lead = b.opt.Theme.Strong.Render("▸ ")
	}
	if !b.reveal {
		if value, masked := mask(h.Name, h.Value); masked && h.Hold != policy.HoldAny {
			h.Value = value
		}
	}
	rows := dialog.Rows(theme.InertWords(h.Words()), max(1, w-2))
	for i := range rows {
		if chosen {
			rows[i] = b.opt.Theme.Strong.Render(rows[i])
		}
		rows[i] = lead + rows[i]
		lead = b.opt.Theme.Quote.Render("┊ ") // no value passes for another argument
	}
	return rows
}

// ruleItems are the keys while the rule is shown.
func (b *Box) ruleItems() (give, look []item) {
	give = []item{{keys.ApprovalAllow, "allow this call, and such calls from now on", "allow, from now on", "allow"}}
	look = []item{{keys.ApprovalWiden, "same, begins so, any", "same, begins, any", "widen"}}
	if b.secret {
		look = append(look, item{keys.ApprovalReveal, "show masked, mask", "show, mask", "shown"})
	}
	return give, look
}
