package fake

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"vise/session"
	"vise/ui"
)

// Extras are what the screen can do without; a test fills what it needs.
type Extras struct {
	Hints  []ui.PathHint
	Offers []ui.PromptHint
	Texts  map[string]string // of prompts, by id; {name} stands for an argument
	Lines  []string          // rules
	Tested []string          // what a test of a call says
	Taken  []string          // ids that were taken back
	// Denied are calls that were refused, by id.
	Denied map[string]session.Approval
	Judged []session.FeedbackGiven // what was said of answers
	Cases  []string                // "RUN in FILE", those that were saved
	Fails  error                   // of everything that can fail
	Slow   chan struct{}
	Left   chan string // gets words that were looked for in vain; see Deeper
}

// WithExtras is Deps with everything that the screen can do without.
func (w *Workbench) WithExtras(x *Extras) ui.Deps {
	d := w.Deps()
	e := extras{w, x}
	d.Shelf, d.Files, d.Prompts, d.Rules, d.Lessons = e, e, e, e, e
	return d
}

type extras struct {
	w *Workbench
	x *Extras
}

// Delete takes the run off the list.
func (e extras) Delete(_ context.Context, run string) error {
	if e.x.Fails != nil {
		return e.x.Fails
	}
	e.w.mu.Lock()
	defer e.w.mu.Unlock()
	for i, r := range e.w.runs {
		if r.id == run {
			e.w.runs = append(e.w.runs[:i:i], e.w.runs[i+1:]...)
			return nil
		}
	}
	return session.ErrNoRun
}

// Export only names a file.
func (e extras) Export(_ context.Context, run string) (string, error) {
	return "/home/ann/work/" + run + ".jsonl", e.x.Fails
}

// SaveFiles only names two files.
func (e extras) SaveFiles(_ context.Context, run string) ([]string, error) {
	return []string{"/home/ann/work/" + run + "-call_001-1.png", "/home/ann/work/" + run + "-call_001-2.wav"}, e.x.Fails
}

// Paths are the hints that begin with the prefix; a prefix of "slow" waits for
// Slow.
func (e extras) Paths(ctx context.Context, prefix string, limit int) ([]ui.PathHint, error) {
	if prefix == "slow" {
		select {
		case <-e.x.Slow:
		case <-ctx.Done():
		}
	}
	var out []ui.PathHint
	for _, h := range e.x.Hints {
		rest, ok := strings.CutPrefix(h.Path, prefix)
		if ok && (rest != "" || !h.Folder) && !strings.Contains(strings.TrimSuffix(rest, "/"), "/") && len(out) < limit {
			out = append(out, h)
		}
	}
	return out, e.x.Fails
}

// Deeper are the hints in folders that have the word in them. A word that
// begins with "wait" waits for Slow; Left gets it where nobody waited.
func (e extras) Deeper(ctx context.Context, word string, limit int) ([]ui.PathHint, error) {
	if strings.HasPrefix(word, "wait") {
		select {
		case <-e.x.Slow:
		case <-ctx.Done():
			e.x.Left <- word
			return nil, ctx.Err()
		}
	}
	var out []ui.PathHint
	for _, h := range e.x.Hints {
		if !h.Folder && strings.Contains(h.Path, word) && strings.Contains(h.Path, "/") && len(out) < limit {
			out = append(out, h)
		}
	}
	return out, e.x.Fails
}

// Prompts are the offers.
func (e extras) Prompts(context.Context) ([]ui.PromptHint, error) { return e.x.Offers, e.x.Fails }

// Expand fills a text.
func (e extras) Expand(_ context.Context, id string, args map[string]string) (session.Foreign, error) {
	text, ok := e.x.Texts[id]
	if !ok {
		return session.Foreign{}, errors.New("no such prompt")
	}
	for name, v := range args {
		text = strings.ReplaceAll(text, "{"+name+"}", v)
	}
	return session.Untrusted(text), e.x.Fails
}

// Rules are the lines.
func (e extras) Rules() []string { return e.x.Lines }

// Test says what the test says.
func (e extras) Test(_ context.Context, tool string, args json.RawMessage) ([]string, error) {
	return append([]string{tool + " " + string(args)}, e.x.Tested...), e.x.Fails
}

// Revoke remembers the id.
func (e extras) Revoke(_ context.Context, id string) error {
	e.w.mu.Lock()
	defer e.w.mu.Unlock()
	e.x.Taken = append(e.x.Taken, id)
	return e.x.Fails
}

// Refused is the call with that id.
func (e extras) Refused(_ context.Context, id string) (session.Approval, error) {
	a, ok := e.x.Denied[id]
	if !ok {
		return a, errors.New("there is no such call")
	}
	return a, e.x.Fails
}

// Feedback remembers what was said.
func (e extras) Feedback(_ context.Context, run, mark, note string) error {
	e.w.mu.Lock()
	defer e.w.mu.Unlock()
	e.x.Judged = append(e.x.Judged, session.FeedbackGiven{Run: run, Mark: mark, Note: note})
	return e.x.Fails
}

// SaveCase remembers the run; a second time it is there already.
func (e extras) SaveCase(_ context.Context, run, file string) (ui.SavedCase, error) {
	e.w.mu.Lock()
	defer e.w.mu.Unlock()
	c := ui.SavedCase{ID: "from-" + strings.ToLower(run), File: cmp.Or(file, "vise-cases.jsonl")}
	line := run + " in " + c.File
	if c.New = !slices.Contains(e.x.Cases, line); c.New {
		e.x.Cases = append(e.x.Cases, line)
	}
	return c, e.x.Fails
}
