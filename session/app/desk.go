package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"vise/policy"
	"vise/session"
	"vise/store"
)

// Desk is where calls wait for a person: this process's own, and, through the
// database, those of other processes and of runs that have ended. It is the
// session.Approver of every run.
type Desk struct {
	db     *store.DB
	redact session.Redactor
	clock  session.Clock
	always always

	answering sync.Mutex // held from the database's yes to an answer until its waiter has it

	mu       sync.Mutex
	attended bool
	waiting  []*waiter
	spent    []*spentWaiter    // the first is asked
	asked    []*questionWaiter // by servers: the first is asked
	subs     []chan struct{}
}

// always keeps what goes with an answer that holds from now on.
type always interface {
	standingFor(a session.Approval, s policy.Standing) (policy.Standing, error)
	allowAlways(ctx context.Context, s policy.Standing) error
}

type waiter struct {
	a      session.Approval
	answer chan session.Answer
}

type spentWaiter struct {
	s    session.Spent
	more chan session.More
}

func newDesk(db *store.DB, redact session.Redactor, clock session.Clock) *Desk {
	return &Desk{db: db, redact: redact, clock: clock}
}

// Attend says whether a person is at the desk from now on.
func (d *Desk) Attend(yes bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.attended = yes
}

// Attended reports whether a person can be asked now.
func (d *Desk) Attended() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.attended
}

// Ask puts the question into the database and waits for the first answer, from
// here or from another process.
func (d *Desk) Ask(ctx context.Context, a session.Approval) (session.Answer, error) {
	watch, stop := context.WithCancel(ctx)
	defer stop()
	changed := d.db.Watch(watch)
	if err := d.db.PutApproval(context.WithoutCancel(ctx), d.stored(a)); err != nil { // a terminal that went away meanwhile leaves it in the list
		return session.Answer{}, err
	}
	if !d.Attended() {
		return session.Answer{}, session.ErrNobody
	}
	w := &waiter{a: a, answer: make(chan session.Answer, 1)}
	d.add(w)
	defer d.remove(w)
	for {
		select {
		case ans := <-w.answer:
			return ans, nil
		case <-ctx.Done():
			d.withdraw(ctx, a)
			return session.Answer{}, ctx.Err()
		case _, ok := <-changed:
			if !ok {
				changed = nil // the database is closed, or ctx has ended: that is heard too
				continue
			}
			if ans, ok := d.answered(ctx, w); ok {
				return ans, nil
			}
		}
	}
}

// answered looks for an answer. One given here is taken as it was said: the
// database has it with its secrets masked.
func (d *Desk) answered(ctx context.Context, w *waiter) (session.Answer, bool) {
	d.answering.Lock()
	defer d.answering.Unlock()
	select {
	case ans := <-w.answer:
		return ans, true
	default:
	}
	if p, err := d.db.Approval(ctx, w.a.ID); err == nil && p.Answer != nil {
		return *p.Answer, true
	}
	return session.Answer{}, false
}

// stored is the copy that is kept: secrets masked, and where an argument held
// one it says so, since what was approved must be what is sent.
func (d *Desk) stored(a session.Approval) session.Approval {
	args, n := session.RedactJSON(a.Args, d.redact)
	a.Args, a.Redacted = args, n > 0
	raw, err := json.Marshal(a)
	if err != nil {
		return a // the store will say the same
	}
	red, n := session.RedactJSON(raw, d.redact) // the effect and the origins quote the arguments
	if n == 0 {
		return a
	}
	var kept session.Approval
	if json.Unmarshal(red, &kept) != nil {
		return a
	}
	kept.Args = a.Args
	return kept
}

// withdraw takes a question back that nobody needs to answer any more. One
// whose terminal went away goes on waiting.
func (d *Desk) withdraw(ctx context.Context, a session.Approval) {
	if errors.Is(context.Cause(ctx), session.ErrHangup) {
		return
	}
	_ = d.db.AnswerApproval(context.WithoutCancel(ctx), a.ID, session.Answer{Verdict: session.VerdictUnanswered, By: "vise", At: d.clock.Now()})
	// a failure leaves it in the list, marked as of an ended run: harmless
}

// AskMore asks about a spent budget; nobody there means stop.
func (d *Desk) AskMore(ctx context.Context, s session.Spent) (session.More, error) {
	if !d.Attended() {
		return session.MoreStop, nil
	}
	w := &spentWaiter{s: s, more: make(chan session.More, 1)}
	d.mu.Lock()
	d.spent = append(d.spent, w)
	d.wakeLocked()
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		d.spent = slices.DeleteFunc(d.spent, func(x *spentWaiter) bool { return x == w })
		d.wakeLocked()
		d.mu.Unlock()
	}()
	select {
	case m := <-w.more:
		return m, nil
	case <-ctx.Done():
		return session.MoreStop, ctx.Err()
	}
}

// Mint makes the token that one write runs under.
func (d *Desk) Mint(ctx context.Context, g session.TokenGrant) (string, error) {
	return d.db.MintToken(ctx, g)
}

// Waiting are the calls of this process that wait, in the order they came.
func (d *Desk) Waiting() []session.Approval {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]session.Approval, len(d.waiting))
	for i, w := range d.waiting {
		out[i] = w.a
	}
	return out
}

// Spent is the budget question that waits.
func (d *Desk) Spent() (session.Spent, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.spent) == 0 {
		return session.Spent{}, false
	}
	return d.spent[0].s, true
}

// AnswerSpent answers it.
func (d *Desk) AnswerSpent(m session.More) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.spent) > 0 {
		select {
		case d.spent[0].more <- m:
		default: // it has its answer
		}
	}
}

// Answer answers a call of this process or of another one that still runs. The
// first answer wins; session.ErrAnswered tells the second.
func (d *Desk) Answer(ctx context.Context, id string, ans session.Answer) error {
	d.answering.Lock()
	defer d.answering.Unlock()
	keep, err := d.keeping(ctx, id, &ans)
	if err != nil {
		return err
	}
	if err := d.db.AnswerApproval(ctx, id, d.storedAnswer(ans)); err != nil {
		return err
	}
	if err := keep(); err != nil { // before the run goes on: its next call may be like this one
		return errors.Join(err, d.hand(id, ans))
	}
	return d.hand(id, ans)
}

// hand gives an answer that the database has taken to whoever waits for it.
func (d *Desk) hand(id string, ans session.Answer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.waiting {
		if w.a.ID == id {
			w.answer <- ans // it has room for the one answer that the database took
		}
	}
	return nil
}

// keeping checks what is to hold from now on before anything is answered, and
// gives what keeps it.
func (d *Desk) keeping(ctx context.Context, id string, ans *session.Answer) (func() error, error) {
	if ans.Always == nil || ans.Verdict != session.VerdictAllow {
		ans.Always = nil
		return func() error { return nil }, nil
	}
	a, err := d.question(ctx, id)
	if err != nil {
		return nil, err
	}
	s, err := d.always.standingFor(a, *ans.Always)
	if err != nil {
		return nil, err
	}
	ans.Always = &s
	return func() error { return d.always.allowAlways(context.WithoutCancel(ctx), s) }, nil
}

// question is the question with that id: as it was asked, where it was here.
func (d *Desk) question(ctx context.Context, id string) (session.Approval, error) {
	for _, a := range d.Waiting() {
		if a.ID == id {
			return a, nil
		}
	}
	p, err := d.db.Approval(ctx, id)
	return p.Approval, err
}

// Refused keeps a call that policy denied in the list, where nobody is at the
// desk.
func (d *Desk) Refused(ctx context.Context, a session.Approval) error {
	if d.Attended() {
		return nil
	}
	return d.db.PutApproval(context.WithoutCancel(ctx), d.stored(a))
}

func (d *Desk) storedAnswer(ans session.Answer) session.Answer {
	ans.Args, _ = session.RedactJSON(ans.Args, d.redact)
	ans.Note, _ = d.redact.Redact(ans.Note)
	return ans
}

// Subscribe returns a channel that gets a value when what waits has changed.
func (d *Desk) Subscribe() <-chan struct{} {
	ch := make(chan struct{}, 1)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.subs = append(d.subs, ch)
	return ch
}

func (d *Desk) add(w *waiter) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = append(d.waiting, w)
	d.wakeLocked()
}

func (d *Desk) remove(w *waiter) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = slices.DeleteFunc(d.waiting, func(x *waiter) bool { return x == w })
	d.wakeLocked()
}

func (d *Desk) wakeLocked() {
	for _, ch := range d.subs {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
