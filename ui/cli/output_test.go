package cli

import (
	"bytes"
	"context"
	"strings"
	"syscall"
	"testing"
)

// broken takes nothing.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// Whatever prints, with --json and without, fails where it can't be printed.
func TestAFullDiskIsNoSuccess(t *testing.T) {
	apart(t)
	for _, line := range []string{"todo list", "tools", "servers", "policy", "decisions", "runs", "audit verify"} {
		for _, args := range [][]string{strings.Fields(line), append(strings.Fields(line), "--json")} {
			var errs bytes.Buffer
			code := Main(context.Background(), args, Streams{In: strings.NewReader(""), Out: broken{syscall.ENOSPC}, Err: &errs})
			if code != exitFailed || strings.Count(errs.String(), "no space left on device") != 1 {
				t.Errorf("%v: exit code %d, stderr %q", args, code, errs.String())
			}
		}
	}
}

// A reader that has enough, such as head, is no failure of a list.
func TestAReaderThatGoesAwayIsNoFailure(t *testing.T) {
	apart(t)
	var errs bytes.Buffer
	code := Main(context.Background(), []string{"tools"}, Streams{In: strings.NewReader(""), Out: broken{syscall.EPIPE}, Err: &errs})
	if code != exitDone || errs.Len() > 0 {
		t.Errorf("exit code %d, stderr %q", code, errs.String())
	}
}

func TestATerminalThatCantBeDrawnOn(t *testing.T) {
	apart(t)
	t.Setenv("TERM", "dumb")
	var out, errs bytes.Buffer
	code := Main(context.Background(), nil, Streams{In: strings.NewReader(""), Out: &out, Err: &errs, Terminal: true})
	if code != exitUsage || out.Len() > 0 || !strings.Contains(errs.String(), "TERM=dumb") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out.String(), errs.String())
	}
}

// What a person is told has no words of a validator; days are those of the
// search in the workbench.
func TestWordsOfCommands(t *testing.T) {
	apart(t)
	for line, want := range map[string]struct {
		code        int
		says, never string
	}{
		`call time.now {"zone":"X"}`: {exitFailed, `unexpected additional properties ["zone"]`, "validating"},
		"runs --on tue":              {exitDone, "", "--on"},
		"runs --on someday":          {exitUsage, "a weekday such as tue", "parsing"},
	} {
		code, errs := ended(strings.Fields(line)...)
		if code != want.code || !strings.Contains(errs, want.says) || strings.Contains(errs, want.never) {
			t.Errorf("%s: exit code %d, stderr %q", line, code, errs)
		}
	}
}

// A run whose events nobody reads any more is cancelled, and that is said in
// words.
func TestAReaderOfEventsThatGoesAway(t *testing.T) {
	apart(t)
	var errs bytes.Buffer
	code := Main(context.Background(), []string{"run", "--json", "what time is it?"}, Streams{In: strings.NewReader(""), Out: broken{syscall.EPIPE}, Err: &errs})
	if code != exitFailed || errs.String() != "vise: whoever read the events went away, so the run was cancelled\n" {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
