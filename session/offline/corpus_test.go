package offline

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"vise/session"
)

// line is one labelled request.
type line struct {
	ID    string     `json:"id"`
	Lang  string     `json:"lang"`
	Now   string     `json:"now"`
	Zone  string     `json:"timezone"`
	Text  string     `json:"text"`
	Calls []wantCall `json:"calls"`
}

type wantCall struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

func readLines(t *testing.T, name string) []line {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []line
	s := bufio.NewScanner(f)
	for s.Scan() {
		if strings.TrimSpace(s.Text()) == "" {
			continue
		}
		var l line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v: %s", name, err, s.Text())
		}
		if l.Now == "" {
			l.Now, l.Zone = "2026-11-30T09:12:00+03:00", "Europe/Moscow"
		}
		out = append(out, l)
	}
	return out
}

func builtins() []session.ChatTool {
	var out []session.ChatTool
	for _, id := range []string{toolSearch, toolRead, toolCreate, toolList, toolUpdate, toolTime} {
		out = append(out, session.ChatTool{ID: id, Alias: strings.ReplaceAll(id, ".", "_")})
	}
	return out
}

// answerCall is a tool that finds whatever is asked for.
func answerCall(tool string, args map[string]any) *session.Observation {
	o := &session.Observation{Tool: tool, OK: true, Ran: true}
	if tool == toolList {
		title, _ := args["text"].(string)
		if title == "" {
			title = "first of all"
		}
		o.Fields = json.RawMessage(fmt.Sprintf(`{"todos":[{"id":"td_1","title":%q,"status":"open"}]}`, title))
	}
	if tool == toolTime {
		o.Fields = json.RawMessage(`{"now":"2026-11-30T06:12:00Z","timezone":"UTC","weekday":"Monday"}`)
	}
	return o
}

// callsFor runs a request to its end and gives the calls it made.
func callsFor(t *testing.T, m *Model, l line) (calls []wantCall, answer string) {
	t.Helper()
	now, err := time.Parse(time.RFC3339, l.Now)
	if err != nil {
		t.Fatal(err)
	}
	req := session.ChatRequest{Tools: builtins(), Options: session.ChatOptions{Now: now, Timezone: l.Zone}}
	req.Messages = []session.ChatMessage{{Role: session.RoleUser, Words: l.Text, Text: l.Text}}
	for range 8 {
		r, err := m.Chat(context.Background(), req, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Calls) == 0 {
			return calls, r.Text
		}
		c := r.Calls[0]
		c.ID = fmt.Sprintf("call_%d", len(calls)+1)
		var args map[string]any
		if err := json.Unmarshal(c.Args, &args); err != nil {
			t.Fatalf("%s: arguments %s: %v", l.ID, c.Args, err)
		}
		tool := strings.ReplaceAll(c.Name, "_", ".")
		calls = append(calls, wantCall{tool, args})
		req.Messages = append(req.Messages, session.ChatMessage{Role: session.RoleAssistant, Calls: []session.ToolCall{c}},
			session.ChatMessage{Role: session.RoleTool, CallID: c.ID, Result: answerCall(tool, args)})
	}
	t.Fatalf("%s: no end of calls for %q", l.ID, l.Text)
	return nil, ""
}

// right compares as the corpus says: paths and queries exactly, times as
// instants, titles when all the expected words are there.
func right(want, got []wantCall) bool {
	if len(want) != len(got) {
		return false
	}
	for i, w := range want {
		if w.Tool != got[i].Tool {
			return false
		}
		for key, v := range w.Args {
			if !sameArg(key, v, got[i].Args[key]) {
				return false
			}
		}
		for key := range got[i].Args {
			// What nobody asked for is wrong too, where it changes what is done.
			if _, named := w.Args[key]; !named && key != "id" && key != "status" && key != "max_results" && key != "max_lines" {
				return false
			}
		}
	}
	return true
}

func sameArg(key string, want, got any) bool {
	if key == "due_at" {
		a, err1 := time.Parse(time.RFC3339, fmt.Sprint(want))
		b, err2 := time.Parse(time.RFC3339, fmt.Sprint(got))
		return err1 == nil && err2 == nil && a.Equal(b)
	}
	if key == "title" {
		have := fmt.Sprint(got)
		for _, w := range strings.Fields(fmt.Sprint(want)) {
			if !strings.Contains(strings.ToLower(have), strings.ToLower(w)) {
				return false
			}
		}
		return got != nil
	}
	return fmt.Sprint(want) == fmt.Sprint(got)
}

// shared is the model of all tests: it keeps nothing between calls.
var shared = sync.OnceValue(New)

// hold requires a share of a file's lines to be right, and no call at all
// where none is wanted.
func hold(t *testing.T, name string, share float64) {
	t.Parallel()
	m := shared()
	lines := readLines(t, name)
	good := 0
	byLang := map[string][2]int{}
	for _, l := range lines {
		got, answer := callsFor(t, m, l)
		n := byLang[l.Lang]
		n[1]++
		if right(l.Calls, got) {
			good++
			n[0]++
		} else {
			w, _ := json.Marshal(l.Calls)
			g, _ := json.Marshal(got)
			t.Logf("%s %q\n  want %s\n  got  %s\n  said %.80q", l.ID, l.Text, w, g, answer)
		}
		byLang[l.Lang] = n
		if len(l.Calls) == 0 && len(got) > 0 {
			t.Errorf("%s: %q made a call", l.ID, l.Text)
		}
		if answer == "" {
			t.Errorf("%s: %q has no answer", l.ID, l.Text)
		}
	}
	got := float64(good) / float64(len(lines))
	t.Logf("%s: %d of %d right (%.1f%%) %v", name, good, len(lines), 100*got, byLang)
	if got < share {
		t.Errorf("%s: %.1f%% right, want %.0f%%", name, 100*got, 100*share)
	}
}

func TestCorpus(t *testing.T) { hold(t, "corpus.jsonl", 1) }
