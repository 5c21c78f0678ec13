package ollama

import (
	"encoding/json"
	"strings"
	"testing"

	"vise/session"
	"vise/session/ollama/ollamatest"
)

func TestACallPrintedAsText(t *testing.T) {
	tools := []session.ChatTool{searchTool,
		{Alias: "time_now", ID: "time.now", Schema: json.RawMessage(`{"type":"object","properties":{"timezone":{"type":"string"}},"additionalProperties":false}`)},
		{Alias: "odd_one", ID: "x/odd", Schema: json.RawMessage(`{"$ref":"https://x.example/"}`)}}
	for text, want := range map[string]string{
		`{"name":"file_search","arguments":{"query":"x","max_results":1e1}}`:                 `file_search {"query":"x","max_results":1e1}`,
		"```json\n{\"name\": \"file_search\", \"parameters\": {\"query\": \"x\"}}\n```":      `file_search {"query":"x"}`,
		`<tool_call>{"name":"file.search","arguments":"{\"query\":\"x\"}"}</tool_call>`:      `file_search {"query":"x"}`,
		`[TOOL_CALLS] [{"name":"time_now","arguments":{}}]`:                                  `time_now {}`,
		`{"type":"function","function":{"name":"time_now","arguments":{"timezone":"Asia"}}}`: `time_now {"timezone":"Asia"}`,
		`{"function":"time_now"}`:                                   `time_now {}`,
		`{"name":"time_now"} and so on`:                             "",
		`Here: {"name":"time_now"}`:                                 "",
		`{"name":"file_search","arguments":{}}`:                     "",
		`{"name":"file_search","arguments":{"query":"x","more":1}}`: "",
		`{"name":"no_such","arguments":{}}`:                         "",
		`{"name":"odd_one","arguments":{}}`:                         "",
		`{"query":"x"}`:                                             "",
		`[{"name":"time_now"},{"name":"time_now"}]`:                 "",
		`plain words`:                                               "",
		``:                                                          "",
	} {
		call, note, ok := callInText(text, tools)
		got := ""
		if ok {
			got = call.Name + " " + string(call.Args)
		}
		if got != want || ok != (note != "") {
			t.Errorf("%s: %q (%q), want %q", text, got, note, want)
		}
	}
}

func TestAPrintedCallBecomesACallAndIsMarked(t *testing.T) {
	s := ollamatest.New(t)
	s.Answer(ollamatest.Whole(`{"name":"file_search",`, ` "arguments":{"query":"x"}}`))
	r, err := newModel(t, s).Chat(t.Context(), ask("find x"), nil)
	if err != nil || len(r.Calls) != 1 || r.Text != "" || string(r.Calls[0].Args) != `{"query":"x"}` {
		t.Errorf("reply = %+v, err = %v", r, err)
	}
	if r.Notice != "the model printed this call as text; it was read as a call of file.search" {
		t.Errorf("notice = %q", r.Notice)
	}
}

func TestAToolThatCannotBeSentDoesNotEndTheChat(t *testing.T) {
	s := ollamatest.New(t)
	s.Answer(ollamatest.Whole("hi"))
	req := ask("hello")
	req.Tools = append(req.Tools, session.ChatTool{Alias: "bad_one", ID: "x/bad", Schema: json.RawMessage(`{"type":"string"}`)})
	r, err := newModel(t, s).Chat(t.Context(), req, nil)
	if err != nil || r.Notice != "x/bad was left out: its arguments aren't an object but string" {
		t.Errorf("reply = %+v, err = %v", r, err)
	}
	if sent := string(s.Requests()[0]); strings.Contains(sent, "bad_one") || !strings.Contains(sent, "file_search") {
		t.Errorf("sent %s", sent)
	}
}
