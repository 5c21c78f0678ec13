package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// LongTalk makes a past conversation of n runs, each a request and an answer,
// and one more whose answer has size bytes.
func longTalk(w *fake.Workbench, n, size int) {
	states := make([]session.State, n+1)
	for i := range states {
		text := fmt.Sprintf("Answer **%d** with some `code`, a list:\n\n- one\n- two\n\nand 一些中文。", i)
		c := fake.Content(text)
		if i == n && size > 0 {
			var b strings.Builder
			for b.Len() < size {
				fmt.Fprintf(&b, "Paragraph %d of a very long text with **bold** words and `code`.\n\n", b.Len())
			}
			w.Keep("sha256:big", session.Untrusted(b.String()))
			c = session.Content{Blob: "sha256:big", Size: b.Len()}
		}
		st := &states[i]
		for k, p := range []session.Payload{
			session.RunStarted{Task: fmt.Sprintf("question %d", i)}, session.ModelMessage{Step: 1, Text: c},
			session.AnswerCreated{Answer: c}, session.RunFinished{Status: session.StatusDone},
		} {
			st.Apply(session.Event{Run: fmt.Sprintf("run%d", i), Seq: k + 1, Type: p.Type(), Payload: p})
		}
	}
	w.Remember("long", states)
}

// loaded is a model with the long conversation on the screen.
func loaded(b *testing.B) *ui.Model {
	w := fake.New()
	longTalk(w, 1000, 1<<20)
	dark := true
	m := ui.New(w.Deps(), ui.Options{Zone: time.UTC, Dark: &dark, Conversation: "long"})
	b.Cleanup(m.Stop)
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	run(m, m.Init())
	if s := uitest.Plain(m.View().Content); !strings.Contains(s, "Paragraph") {
		b.Fatalf("the long message isn't on the screen:\n%s", s)
	}
	return m
}

// run runs commands that end at once, and what follows from them.
func run(m *ui.Model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				run(m, c)
			}
		} else if msg != nil {
			_, next := m.Update(msg)
			run(m, next)
		}
	case <-time.After(500 * time.Millisecond): // it waits for something
	}
}

// BenchmarkKeyPress is a key from Update to the text of the screen, in a
// conversation of 2,000 messages with one of 1 MB as the last.
func BenchmarkKeyPress(b *testing.B) {
	m := loaded(b)
	for i := 0; b.Loop(); i++ {
		if i%60 == 59 {
			m.Update(uitest.Key("ctrl+u"))
		}
		m.Update(uitest.Key("x"))
		_ = m.View()
	}
}

// BenchmarkScroll is a page up in the same conversation.
func BenchmarkScroll(b *testing.B) {
	m := loaded(b)
	for i := 0; b.Loop(); i++ {
		key := "pgup"
		if i%200 >= 100 {
			key = "pgdown"
		}
		m.Update(uitest.Key(key))
		_ = m.View()
	}
}
