package offline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"vise/session"
)

func ask(words string) session.ChatRequest {
	return session.ChatRequest{Tools: builtins(), Messages: []session.ChatMessage{{Role: session.RoleUser, Words: words}},
		Options: session.ChatOptions{Now: time.Date(2026, 11, 30, 9, 12, 0, 0, time.UTC), Timezone: "UTC"}}
}

func TestInfo(t *testing.T) {
	if i := New().Info(); i.Name != "offline" || !i.Offline {
		t.Errorf("info %+v", i)
	}
}

func TestAnswerComesInPieces(t *testing.T) {
	var got strings.Builder
	n := 0
	r, err := New().Chat(t.Context(), ask("hello"), func(d session.Delta) {
		n++
		if d.Kind != session.DeltaText {
			t.Errorf("delta of kind %q", d.Kind)
		}
		got.WriteString(d.Text)
	})
	if err != nil || got.String() != r.Text || n < 2 || n > 12 {
		t.Errorf("%d pieces %q of %q, %v", n, got.String(), r.Text, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := New().Chat(ctx, ask("hello"), func(session.Delta) { n++; cancel() })
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%d pieces, %v", n, err)
	}
	if _, err := New().Chat(ctx, ask("find x"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestAnswersInTheLanguageAsked(t *testing.T) {
	m := shared()
	for words, want := range map[string]string{
		"translate 'доброе утро' into French": "language model", "переведи «good morning» на французский": "языковой модели", "把“good morning”翻译成法语": "语言模型",
		"find ошибка": "Nothing was found", "hello": "/model", "привет": "/model", "你好": "ollama/NAME",
	} {
		req := ask(words)
		r, err := m.Chat(t.Context(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Calls) > 0 {
			req.Messages = append(req.Messages, session.ChatMessage{Role: session.RoleAssistant, Calls: r.Calls}, session.ChatMessage{Role: session.RoleTool, Result: &session.Observation{OK: true, Ran: true, Tool: toolSearch}})
			if r, err = m.Chat(t.Context(), req, nil); err != nil {
				t.Fatal(err)
			}
		}
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q: %q, want %q in it", words, r.Text, want)
		}
	}
}

// hostile are requests that could cost too much or trip the grammar.
func hostile() []string {
	return []string{
		"", " ", "?", "«", "\"", "''''", "\x00\xff", strings.Repeat("a", 100_000), strings.Repeat("найди ", 20_000), strings.Repeat("在", 40_000), strings.Repeat("\"", 3_000),
		strings.Repeat("the ", 230), strings.Repeat("有什么", 75), strings.Repeat("and remind me to ", 50), strings.Repeat("1 ", 200), strings.Repeat("на ", 200), "remind me in 99999999999999999999 years", "remind me in 999999 years to x",
		"in in in in", "lines 99999999999999999999 of a.go", "remind me at 99:99", "напомни 32 декабря", "2月30日提醒我", "30 февраля напомни", "////", "*", "**/*", "..", "/", "read /", "read *", "10-", "-20-30", "5'", "what'", "\u202eabc", "e\u0301\u0301\u0301",
		"show the first 0 matches for x", "remind me on the 99th to x", "в в в в в", "至", "第行", "第一", "把", "。", "：", "remind me to \"", "find \"\"",
	}
}

func TestHostileWordsAreBounded(t *testing.T) {
	m := shared()
	for _, words := range hostile() {
		start := time.Now()
		if _, err := m.Chat(t.Context(), ask(words), nil); err != nil {
			t.Errorf("%.40q: %v", words, err)
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("%.40q took %v", words, d)
		}
	}
}

func FuzzChat(f *testing.F) {
	for _, words := range hostile() {
		if len(words) < 2000 {
			f.Add(words, "and in Berlin?")
		}
	}
	f.Add("find where x is set and remind me tomorrow at 9 to raise it", "mark it done")
	f.Add("напомни завтра в половине девятого", "купить молоко")
	f.Add("下周一上午10点交报告，提醒我", "改到星期五")
	m := shared()
	f.Fuzz(func(t *testing.T, first, second string) {
		req := ask(first)
		req.Messages = append(req.Messages, session.ChatMessage{Role: session.RoleAssistant, Text: "x"}, session.ChatMessage{Role: session.RoleUser, Words: second})
		r, err := m.Chat(t.Context(), req, nil)
		if err != nil || len(r.Calls) == 0 && r.Text == "" {
			t.Errorf("%q, %q: reply %+v, %v", first, second, r, err)
		}
	})
}

func BenchmarkUnderstand(b *testing.B) {
	m := New()
	req := ask("find where the retry timeout is set and remind me tomorrow at 9 to raise it")
	for b.Loop() {
		if _, err := m.Chat(b.Context(), req, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGrammar(b *testing.B) {
	for b.Loop() {
		if _, err := New().Chat(b.Context(), ask("hello"), nil); err != nil {
			b.Fatal(err)
		}
	}
}
