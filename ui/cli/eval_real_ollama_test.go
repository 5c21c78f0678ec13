//go:build ollama

package cli

import (
	"strings"
	"testing"
)

// A model that knows one sentence gets a poor score, and no error.
func TestRealEvalOfAPoorModel(t *testing.T) {
	o := startOllama(t)
	t.Setenv("OLLAMA_HOST", o.host)
	set := writeCases(t, "mine.jsonl", goodCase, `{"id":"hello","kind":"abstain","input":"hello","expect":{"calls":[]}}`)
	out, errs, code := runEval(t, "--dataset", set, "--model", "ollama/tiny-chat")
	if code != exitFailed || !strings.Contains(out, "cases passed                   50 % (1 of 2)") || !strings.Contains(out, "time.now was not called") || strings.Contains(out, "infrastructure") {
		t.Errorf("exit %d\n%s\n%s", code, out, errs)
	}
}
