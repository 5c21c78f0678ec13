package offline

import (
	"strings"
	"testing"
	"time"

	"vise/session"
)

// plain fails where an answer says that a request wasn't understood.
func plain(t *testing.T, answer string) {
	t.Helper()
	for _, s := range []string{"didn't understand", "не понял", "没看懂"} {
		if strings.Contains(answer, s) {
			t.Errorf("not understood: %q", answer)
		}
	}
}

func TestNotesAreNoRequests(t *testing.T) {
	for words, want := range map[string]string{
		"remind me to buy milk": "It was changed before it was added: “buy oat milk”", "напомни купить молоко": "Перед добавлением изменено: «buy oat milk»", "提醒我买牛奶": "添加前已改为：“buy oat milk”",
	} {
		w := newWorld(t)
		w.edit = func(_ string, a *writeArgs) { a.Title = "buy oat milk" }
		a := w.says(words)
		plain(t, a)
		has(t, a, want)
		w.edit = nil
		w.says("mark it done")
		w.expect(`todo.update {"id":"td_1","status":"done"}`)
	}
}

func TestEditedUpdateIsToldAsItWasMade(t *testing.T) {
	w := newWorld(t)
	w.add("buy milk", "")
	w.edit = func(tool string, a *writeArgs) {
		if tool == toolUpdate {
			due := w.now.AddDate(0, 0, 3)
			a.DueAt = &due
		}
	}
	a := w.says("move the buy milk todo to tomorrow at 10")
	has(t, a, "as you edited it", "Thu 3 Dec")
}

func TestEditedCallThatFailsOrIsRefused(t *testing.T) {
	for code, want := range map[string]string{"refused_by_person": "Nothing was added: you said no.", "invalid_arguments": "Nothing was added", "denied": "Nothing was added"} {
		w := newWorld(t)
		w.note = "The person changed the arguments of todo.create."
		w.msgs = []session.ChatMessage{
			{Role: session.RoleUser, Words: "remind me to buy milk"},
			{Role: session.RoleAssistant, Calls: []session.ToolCall{{ID: "call_001", Name: "todo_create", Args: []byte(`{"title":"buy milk"}`)}}},
			{Role: session.RoleTool, CallID: "call_001", Result: &session.Observation{Call: "call_002", Tool: toolCreate, Error: &session.ToolError{Code: code, Message: session.Untrusted("no; they say: later")}}},
			{Role: session.RoleUser, Text: "(vise: The person changed the arguments of todo.create.)"},
		}
		r, err := w.m.Chat(t.Context(), session.ChatRequest{Tools: w.tools, Messages: w.msgs, Options: session.ChatOptions{Now: w.now, Timezone: "Europe/Moscow"}}, nil)
		if err != nil || len(r.Calls) > 0 {
			t.Fatalf("%s: %+v, %v", code, r, err)
		}
		has(t, r.Text, want)
	}
}

func TestLastStepTellsWhatWasFound(t *testing.T) {
	w := newWorld(t)
	w.steps = 2
	a := w.says("find where the retry timeout is set and remind me tomorrow at 9 to raise it")
	w.expect(`file.search {"query":"retry timeout"}`)
	plain(t, a)
	has(t, a, "[ev_001]", "Nothing was added", "raise the retry timeout", "steps of this run are used up")
	w.steps = 1
	plain(t, w.says("покажи мои дела"))
	a = w.says("найди retry timeout")
	w.expect()
	has(t, a, "Не искал", "retry timeout")
}

func TestRequestWithoutWords(t *testing.T) {
	m := shared()
	req := ask("")
	req.Messages[0].Text = "\n\n(vise: it is " + time.RFC3339 + ")"
	req.Messages = append([]session.ChatMessage{{Role: session.RoleUser, Words: "what time is it"}, {Role: session.RoleAssistant, Text: "x"}}, req.Messages...)
	r, err := m.Chat(t.Context(), req, nil)
	if err != nil || len(r.Calls) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	has(t, r.Text, "nothing to do yet")
}
