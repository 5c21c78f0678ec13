package app

import (
	"strings"
	"testing"

	"vise/session/scripted"
)

// An earlier result can be read again under its evidence id, in a later run of
// the same conversation and in no other.
func TestEarlierResultIsReadAgain(t *testing.T) {
	read := scripted.Call("file_read", map[string]any{"path": "result:ev_001"})
	b := newBench(t, search, scripted.Say("found"),
		read, scripted.Say("read"), read, scripted.Say("not there"))
	first := b.run(Request{Text: "find the retry timeout"})
	again := b.run(Request{Text: "what did it say?", Conversation: first.Started.Conversation})
	if res := again.Calls[0].Result; !res.OK || !strings.Contains(res.Content.Text.Raw(), "the retry timeout, in seconds") {
		t.Errorf("%+v", res)
	}
	other := b.run(Request{Text: "what did it say?"})
	if res := other.Calls[0].Result; res.OK || res.Error.Code != "not_found" {
		t.Errorf("another conversation reads %+v", res)
	}
}
