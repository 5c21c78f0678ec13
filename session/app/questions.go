package app

import (
	"context"
	"slices"

	"vise/policy"
)

// questionWaiter is one question of a server that waits for its reply.
type questionWaiter struct {
	q     policy.Question
	reply chan policy.Reply
}

// maxQuestions bounds how many questions of servers wait at once. What comes
// beyond it is declined.
const maxQuestions = 8

// Question puts a question of a server to the person, after those that came
// before it.
func (d *Desk) Question(ctx context.Context, q policy.Question) (policy.Reply, error) {
	w := &questionWaiter{q: q, reply: make(chan policy.Reply, 1)}
	d.mu.Lock()
	attended, room := d.attended, len(d.asked) < maxQuestions
	if attended && room {
		d.asked = append(d.asked, w)
		d.wakeLocked()
	}
	d.mu.Unlock()
	switch {
	case !attended:
		return policy.Reply{Action: policy.ReplyDecline, Reason: "nobody can be asked: no terminal"}, nil
	case !room:
		return policy.Reply{Action: policy.ReplyDecline, Reason: "too many questions wait already"}, nil
	}
	defer func() {
		d.mu.Lock()
		d.asked = slices.DeleteFunc(d.asked, func(x *questionWaiter) bool { return x == w })
		d.wakeLocked()
		d.mu.Unlock()
	}()
	select {
	case r := <-w.reply:
		return r, nil
	case <-ctx.Done():
		return policy.Reply{}, ctx.Err()
	}
}

// Asked is the question of a server that is to be answered next.
func (d *Desk) Asked() (policy.Question, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.asked) == 0 {
		return policy.Question{}, false
	}
	return d.asked[0].q, true
}

// Reply answers the question with that ID, if it still waits.
func (d *Desk) Reply(id string, r policy.Reply) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.asked {
		if w.q.ID == id {
			select {
			case w.reply <- r:
				return true
			default: // it has its reply
			}
		}
	}
	return false
}
