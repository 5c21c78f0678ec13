package app

import (
	"testing"

	"vise/session/scripted"
)

// A model on a processor reads everything it is sent before the first word:
// the system text and the built-in tools stay small, and the same to the byte.
func TestThePromptIsSmallAndStable(t *testing.T) {
	b := newBench(t, search, scripted.Say("[ev_001]"), scripted.Say("hello"))
	b.run(Request{Text: "where is the retry timeout?"})
	b.run(Request{Text: "hello"})
	reqs := b.model.Requests()
	size := len(reqs[0].System)
	for _, tool := range reqs[0].Tools {
		size += len(tool.Alias) + len(tool.Description) + len(tool.Schema)
	}
	if size > 6<<10 {
		t.Errorf("the system text and the tools are %d bytes, want at most 6 KB", size)
	}
	for i, r := range reqs[1:] {
		if r.System != reqs[0].System || len(r.Tools) != len(reqs[0].Tools) {
			t.Errorf("request %d begins in another way", i+2)
		}
		for j := range r.Tools {
			if string(r.Tools[j].Schema) != string(reqs[0].Tools[j].Schema) || r.Tools[j].Description != reqs[0].Tools[j].Description {
				t.Errorf("request %d: tool %s differs", i+2, r.Tools[j].ID)
			}
		}
	}
	if reqs[0].Messages[0].Text != reqs[1].Messages[0].Text {
		t.Error("the request reads otherwise in its second step")
	}
}
