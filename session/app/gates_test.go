package app

import (
	"testing"
	"time"

	"vise/session"
	"vise/session/offline"
)

// What the offline model answers is true, and its citations say it: nothing is
// held against it, whatever it is asked and however an approval is answered.
func TestOfflineAnswersPassTheGates(t *testing.T) {
	for _, verdict := range []session.Verdict{session.VerdictAllow, session.VerdictDeny} {
		b := newBench(t)
		b.Desk().Attend(true)
		ctx := t.Context()
		changed := b.Desk().Subscribe()
		go func() { // answers all that waits
			for {
				select {
				case <-ctx.Done():
					return
				case <-changed:
				}
				for _, a := range b.Desk().Waiting() {
					_ = b.Desk().Answer(ctx, a.ID, session.Answer{Verdict: verdict}) // it may have been withdrawn
				}
			}
		}()
		conversation := b.NewConversation()
		for i, words := range []string{
			"zzz", "ыыы", "呵呵", // nothing was done yet
			"where is the retry timeout set?", "remind me tomorrow at 9 to raise the retry timeout", "what are my todos?", "mark the retry timeout todo as done", "delete all old logs", "send an email to Bob",
			"где задан retry timeout?", "напомни завтра в 9 позвонить Бобу", "какие у меня задачи?", "отметь звонок Бобу как выполненный", "удали старые логи", "отмени задачу позвонить Бобу",
			"查找 retryTimeout", "明天九点提醒我给鲍勃打电话", "我有哪些待办？", "删除旧日志", "把给鲍勃打电话标记为完成",
		} {
			if raceBuild && i%4 != 0 {
				continue
			}
			r, err := b.Start(ctx, Request{Text: words, Conversation: conversation, Model: offline.New()})
			if err != nil {
				t.Fatal(err)
			}
			select {
			case <-r.Done():
			case <-time.After(20 * time.Second):
				t.Fatalf("%q doesn't end", words)
			}
			st := b.end(r)
			if st.Answer == nil {
				t.Errorf("%q: %+v", words, st.Finished)
				continue
			}
			for _, c := range st.Answer.Checks {
				if !c.Passed && c.Name != session.CheckCites {
					t.Errorf("%q (%s): %s: %s\n%s", words, verdict, c.Name, c.Detail, st.Answer.Answer.Text.Raw())
				}
			}
		}
	}
}
