package app

import (
	"testing"

	"vise/session"
	"vise/session/ollama"
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

// upperTokens counts tokens without a tokenizer, rather too many: one for each
// eight letters of a word, each digit, each line, and each three signs in a row.
// Of the text that the test below counts, the tokenizers of cl100k, which Qwen's
// and Llama's grew out of, and of o200k make 1,238 and 1,248; this counts 1,396.
func upperTokens(s string) int {
	n, letters, signs := 0, 0, 0
	for _, r := range s + " " {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		blank := r == ' ' || r == '\n' || r >= '0' && r <= '9'
		if !letter {
			n, letters = n+(letters+7)/8, 0
		}
		if letter || blank {
			n, signs = n+(signs+2)/3, 0
		}
		switch {
		case letter:
			letters++
		case !blank:
			signs++
		case r != ' ':
			n++
		}
	}
	return n
}

// What is sent is what Ollama's template makes of the lowered schemas.
func TestThePromptHasFewTokens(t *testing.T) {
	b := newBench(t, scripted.Say("hello"))
	b.run(Request{Text: "hello"})
	req := b.model.Requests()[0]
	estimate, upper := 0, upperTokens(req.System)
	for _, c := range req.Costs() {
		if c.Tool || c.Part == session.CostSystem {
			estimate += c.Tokens
		}
	}
	size := len(req.System)
	for _, tool := range req.Tools {
		low, err := ollama.Lower(tool.Schema)
		if err != nil {
			t.Fatalf("%s: %v", tool.ID, err)
		}
		// as Qwen's and Llama's templates write a tool, and as it is sent
		text := `{"type": "function", "function": {"name": "` + tool.Alias + `", "description": "` + tool.Description + `", "parameters": ` + string(low.Schema) + `}}`
		upper += upperTokens(text)
		size += len(text)
	}
	if upper > 1500 || size > 6<<10 {
		t.Errorf("the system text and the tools are %d bytes and up to %d tokens, want at most 6 KB and 1,500", size, upper)
	}
	if estimate > upper {
		t.Errorf("vise estimates %d tokens, more than the %d there can be", estimate, upper)
	}
}
