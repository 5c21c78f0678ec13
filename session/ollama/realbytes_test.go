package ollama

import (
	"path/filepath"
	"testing"

	"vise/session"
)

// searchAndAnswer asks for a call, gives it a result and returns what was said.
func searchAndAnswer(t *testing.T, m session.Model) string {
	t.Helper()
	req := ask("find it")
	r, err := m.Chat(t.Context(), req, nil)
	if err != nil || len(r.Calls) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	said := r.Calls[0].Name + string(r.Calls[0].Args)
	r.Calls[0].ID = "call_001" // the server makes new ones every time; the loop numbers them itself
	req.Messages = append(req.Messages, session.ChatMessage{Role: session.RoleAssistant, Calls: r.Calls},
		session.ChatMessage{Role: session.RoleTool, Text: "found", CallID: "call_001", Alias: "file_search"})
	if r, err = m.Chat(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	if r.Usage.PromptTokens == 0 || r.Usage.OutputTokens == 0 || r.DoneReason != "stop" {
		t.Errorf("usage %+v, %s", r.Usage, r.DoneReason)
	}
	return said + " " + r.Text
}

// TestRealBytes reads what a real server of version 0.17.4 once sent: the
// recordings are made by the test against one, with VISE_RECORD=1.
func TestRealBytes(t *testing.T) {
	m, err := OpenRecording(filepath.Join("testdata", "tiny"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := searchAndAnswer(t, m), `file_search{"max_results":5,"query":"timeout"} Finished: that is what the tool said.`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
