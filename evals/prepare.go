package evals

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/session/scripted"
)

// scriptModel plays the script of a case, which needs what the setup made.
type scriptModel struct {
	*scripted.Model
	trial *trial
}

// Info names the model before there is a script, too.
func (*scriptModel) Info() session.ModelInfo { return session.ModelInfo{Name: "scripted"} }

// prepare makes the todos of the setup, each with a call by hand on the same
// road as any other, and approves the tools of its servers.
func (t *trial) prepare(ctx context.Context) error {
	for _, td := range t.c.Setup.Todos {
		id, err := t.makeTodo(ctx, td)
		if err != nil {
			return fmt.Errorf("the todo %q: %w", td.Title, err)
		}
		t.ids, t.out.Before = append(t.ids, id), append(t.out.Before, id)
	}
	return t.review(ctx)
}

func (t *trial) makeTodo(ctx context.Context, td TodoSetup) (string, error) {
	args := map[string]string{"title": td.Title}
	if td.DueAt != "" {
		args["due_at"] = td.DueAt
	}
	if td.Key != "" {
		args["idempotency_key"] = td.Key
	}
	id, err := t.byHand(ctx, "todo.create", args)
	if err != nil || !td.Done {
		return id, err
	}
	return t.byHand(ctx, "todo.update", map[string]string{"id": id, "status": "done"})
}

func (t *trial) byHand(ctx context.Context, tool string, args map[string]string) (string, error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	r, err := t.w.Call(ctx, app.Request{Entry: session.EntryCall}, tool, raw, &session.Answer{Verdict: session.VerdictAllow, By: "eval", At: t.w.Now()})
	if err != nil {
		return "", err
	}
	st, err := r.Result()
	if err != nil {
		return "", err
	}
	if len(st.Calls) == 0 || st.Calls[0].Result == nil || len(st.Calls[0].Result.Objects) == 0 {
		return "", errors.New("it couldn't be made")
	}
	return st.Calls[0].Result.Objects[0], nil
}

// review approves what the person has read, and then changes what is said to
// change after that.
func (t *trial) review(ctx context.Context) error {
	if len(t.c.Setup.Servers) == 0 {
		return nil
	}
	cat, err := t.w.Catalogue(ctx)
	if err != nil {
		return err
	}
	var read []policy.Tool
	for _, h := range cat.Held {
		if h.Tool.Status == policy.StatusNew && !t.unreviewed(h.Tool) {
			read = append(read, h.Tool)
		}
	}
	if err := t.w.ApproveTools(ctx, read); err != nil {
		return err
	}
	return t.drift(ctx)
}

func (t *trial) unreviewed(tool policy.Tool) bool {
	for _, s := range t.c.Setup.Servers {
		for _, st := range s.Tools {
			if s.Name == tool.Server && st.Name == tool.Name {
				return st.Unreviewed
			}
		}
	}
	return false
}

// driftLimit bounds the wait for a change to be heard of.
const driftLimit = 5 * time.Second

// drift lets tools become others, and waits until the workbench has seen it.
func (t *trial) drift(ctx context.Context) error {
	for _, s := range t.c.Setup.Servers {
		for _, st := range s.Tools {
			if st.Becomes == nil {
				continue
			}
			t.servers[s.Name](*st.Becomes)
			if err := t.seen(ctx, s.Name+"/"+st.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// seen waits until an approved tool isn't offered any more.
func (t *trial) seen(ctx context.Context, tool string) error {
	changed := t.w.Subscribe()
	late := time.NewTimer(driftLimit)
	defer late.Stop()
	for {
		cat, err := t.w.Catalogue(ctx)
		if err != nil {
			return err
		}
		if _, offered := cat.Find(tool); !offered {
			return nil
		}
		select {
		case <-changed:
		case <-late.C:
			return nil // graders find it offered
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// record takes the events of a run as they were stored, and what they name.
func (t *trial) record(ctx context.Context, r interface{ ID() string }) error {
	recs, err := t.w.Store().Since(ctx, r.ID(), 0)
	if err != nil {
		return err
	}
	log := RunLog{Blobs: map[string]string{}}
	for _, rec := range recs {
		log.Events = append(log.Events, rec.Bytes)
	}
	if err := log.fetch(ctx, t.w); err != nil {
		return err
	}
	if err := t.show(ctx, recs); err != nil {
		return err
	}
	t.out.Runs = append(t.out.Runs, log)
	return nil
}

// fetch takes the contents that the events of a run name.
func (r *RunLog) fetch(ctx context.Context, w *app.Workbench) error {
	get := func(hash string) error {
		if _, ok := r.Blobs[hash]; ok || hash == "" {
			return nil
		}
		b, err := w.Store().Blob(ctx, hash)
		r.Blobs[hash] = string(b)
		return err
	}
	events, err := r.Decoded()
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := named(e.Payload, get); err != nil {
			return err
		}
	}
	return nil
}

// show takes the answers as a terminal gets them.
func (t *trial) show(ctx context.Context, recs []session.Record) error {
	if t.opts.Show == nil {
		return nil
	}
	events, err := session.Codec{}.DecodeAll(recs)
	if err != nil {
		return err
	}
	for _, e := range events {
		a, ok := e.Payload.(session.AnswerCreated)
		if !ok {
			continue
		}
		said, err := t.w.Content(ctx, a.Answer)
		if err != nil {
			return err
		}
		t.out.Shown = append(t.out.Shown, t.opts.Show(said))
	}
	return nil
}

// named fetches the contents that an event names, but for what isn't text.
func named(p session.Payload, fetch func(hash string) error) error {
	hashes := []string{}
	switch p := p.(type) {
	case session.ModelRequest:
		return namedByPrompt(p, fetch)
	case session.ModelMessage:
		hashes = append(hashes, p.Text.Blob, p.Thinking.Blob)
	case session.ToolResult:
		hashes = append(hashes, p.Content.Blob)
		for _, q := range p.Quarantined {
			hashes = append(hashes, q.Text.Blob)
		}
	case session.AnswerCreated:
		hashes = append(hashes, p.Answer.Blob)
	}
	for _, h := range hashes {
		if err := fetch(h); err != nil {
			return err
		}
	}
	return nil
}

func namedByPrompt(p session.ModelRequest, fetch func(hash string) error) error {
	if err := fetch(p.Manifest.Blob); err != nil {
		return err
	}
	if p.Manifest.Blob != "" {
		return nil // a manifest of that many messages: its prompt isn't looked at
	}
	var m session.PromptManifest
	if err := json.Unmarshal([]byte(text(p.Manifest.Text)), &m); err != nil {
		return err
	}
	for _, h := range append([]string{m.System, m.Tools}, m.Messages...) {
		if err := fetch(h); err != nil {
			return err
		}
	}
	return nil
}

// text is what others wrote, to be compared and kept. Nothing here prints it,
// and no prompt is made of it.
func text(f session.Foreign) string {
	b, _ := f.MarshalText() // it never fails
	return string(b)
}

// fingerprints are the files below some folders, by path, with a hash of each.
func fingerprints(dirs ...string) (map[string]string, error) {
	out := map[string]string{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(filepath.Dir(dir), path)
			if err != nil {
				return err
			}
			if d.Type()&fs.ModeSymlink != 0 {
				out[rel], err = os.Readlink(path)
				return err
			}
			raw, err := os.ReadFile(path)
			out[rel] = fmt.Sprintf("%x", sha256.Sum256(raw))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// changed are the files that one of them has and the other has not as it is.
func changed(before, after map[string]string) []string {
	var out []string
	for path, sum := range before {
		if after[path] != sum {
			out = append(out, path)
		}
	}
	for path := range after {
		if _, ok := before[path]; !ok {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}
