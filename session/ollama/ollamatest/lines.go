package ollamatest

import (
	"encoding/json"
	"fmt"
)

// Text is a line with a piece of text.
func Text(piece string) string { return message(fmt.Sprintf(`"content":%s`, quote(piece))) }

// Texts is a line for each piece.
func Texts(pieces ...string) []string {
	var out []string
	for _, p := range pieces {
		out = append(out, Text(p))
	}
	return out
}

// Thinking is a line with a piece of thinking.
func Thinking(piece string) string {
	return message(fmt.Sprintf(`"content":"","thinking":%s`, quote(piece)))
}

// Call is a line with one tool call; args go out as they are.
func Call(id, name, args string) string {
	return message(fmt.Sprintf(`"content":"","tool_calls":[{"id":%s,"function":{"index":0,"name":%s,"arguments":%s}}]`,
		quote(id), quote(name), args))
}

// Done is the line that ends a whole reply.
func Done(reason string, promptTokens, outputTokens int) string {
	return fmt.Sprintf(`{"model":"m","created_at":"2026-01-02T03:04:05Z","message":{"role":"assistant","content":""},"done":true,"done_reason":%s,`+
		`"total_duration":3000000000,"load_duration":1000000000,"prompt_eval_count":%d,"prompt_eval_duration":500000000,"eval_count":%d,"eval_duration":1500000000}`,
		quote(reason), promptTokens, outputTokens)
}

// Error is a line, or a body, with an error.
func Error(text string) string { return fmt.Sprintf(`{"error":%s}`, quote(text)) }

// Whole is an answer that says text and ends as it should.
func Whole(pieces ...string) Answer {
	return Answer{Lines: append(Texts(pieces...), Done("stop", 20, len(pieces)))}
}

func message(fields string) string {
	return `{"model":"m","created_at":"2026-01-02T03:04:05Z","message":{"role":"assistant",` + fields + `},"done":false}`
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always can be
	}
	return string(b)
}
