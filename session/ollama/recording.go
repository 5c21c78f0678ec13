package ollama

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vise/session"
)

// Recording is a model that answers from the recordings in one folder, and
// from nothing else.
type Recording struct {
	dir   string
	model *Model
}

// OpenRecording reads which model the recordings in dir are of, and how it was
// asked. Errors are *session.ModelError.
func OpenRecording(dir string) (*Recording, error) {
	failed := func(what string) (*Recording, error) {
		return nil, &session.ModelError{Kind: session.ModelNotFound, What: what, Remedy: "record some with --record " + plain(dir) + " first"}
	}
	newest, err := newestCassette(dir)
	switch {
	case err != nil:
		return failed(fmt.Sprintf("the recordings in %s can't be read: %v", plain(dir), err))
	case newest == nil:
		return failed("there are no recordings in " + plain(dir))
	}
	cfg := Config{Model: newest.Model, Digest: newest.Digest}
	var options struct {
		NumCtx int `json:"num_ctx"`
	}
	if raw := newest.Request["options"]; raw != nil {
		_ = json.Unmarshal(raw, &options) // what can't be read is missed loudly when it is asked for
	}
	cfg.NumCtx = options.NumCtx
	var think bool
	if raw := newest.Request["think"]; raw != nil && json.Unmarshal(raw, &think) == nil {
		cfg.Think = &think
	}
	m, err := NewReplay(dir, cfg)
	if err != nil {
		return nil, err
	}
	return &Recording{dir, m}, nil
}

// newestCassette is the one that was made last; nil where there is none.
func newestCassette(dir string) (*cassette, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	made := map[string]int64{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), ".jsonl") {
			names, made[e.Name()] = append(names, e.Name()), info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return int(made[b]/1e6 - made[a]/1e6) })
	var first error
	for _, name := range names {
		c, err := loadCassette(filepath.Join(dir, name))
		if err == nil {
			return c, nil
		}
		first = firstError(first, err)
	}
	return nil, first
}

// Info names the recording.
func (r *Recording) Info() session.ModelInfo {
	info := r.model.Info()
	info.Name, info.ContextWhy = "cassette:"+r.dir, "as it was recorded"
	return info
}

// Chat answers as it was recorded; what wasn't is a *session.ModelError that
// names the nearest recording and where it differs.
func (r *Recording) Chat(ctx context.Context, req session.ChatRequest, onDelta func(session.Delta)) (session.Reply, error) {
	return r.model.Chat(ctx, req, onDelta)
}

// said is all that the model wrote in a recorded answer.
func (c *cassette) said() string {
	var b strings.Builder
	for _, l := range c.Lines {
		var line struct {
			Message struct {
				Content  string          `json:"content"`
				Thinking string          `json:"thinking"`
				Calls    json.RawMessage `json:"tool_calls"`
			} `json:"message"`
		}
		if json.Unmarshal([]byte(l.Line), &line) != nil {
			b.WriteString(l.Line)
			continue
		}
		b.WriteString(line.Message.Thinking + line.Message.Content)
		b.Write(line.Message.Calls)
	}
	return b.String()
}
