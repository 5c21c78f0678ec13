package fake

import (
	"fmt"

	"vise/policy"
)

// question is one that waits.
type question struct {
	q     policy.Question
	reply chan policy.Reply
}

// Question puts a question of a server to the person, during this run, and
// waits for the reply; the end of the run cancels it.
func (r *Run) Question(q policy.Question) policy.Reply {
	r.asks++
	q.Run, q.ID = r.id, fmt.Sprintf("%s/q%d", r.id, r.asks)
	if q.Number == 0 {
		q.Number = r.asks
	}
	w := &question{q, make(chan policy.Reply, 1)}
	r.w.mu.Lock()
	r.w.asked = append(r.w.asked, w)
	r.w.mu.Unlock()
	r.w.wake()
	select {
	case reply := <-w.reply:
		return reply
	case <-r.cancel:
		r.w.Reply(q.ID, policy.Reply{})
		return policy.Reply{Action: policy.ReplyCancel}
	}
}

// Wonder leaves a question of a server that belongs to no run.
func (w *Workbench) Wonder(q policy.Question) {
	w.mu.Lock()
	w.asked = append(w.asked, &question{q, make(chan policy.Reply, 1)})
	w.mu.Unlock()
	w.wake()
}

// Asked is the question that waits longest.
func (w *Workbench) Asked() (policy.Question, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.asked) == 0 {
		return policy.Question{}, false
	}
	return w.asked[0].q, true
}

// Reply answers a question.
func (w *Workbench) Reply(id string, r policy.Reply) {
	w.mu.Lock()
	for i, a := range w.asked {
		if a.q.ID == id {
			w.asked = append(w.asked[:i:i], w.asked[i+1:]...)
			a.reply <- r
			break
		}
	}
	w.mu.Unlock()
	w.wake()
}
