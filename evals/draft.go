package evals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"vise/policy"
	"vise/session"
	"vise/session/app"
)

// Bounds on the files that a draft takes along.
const (
	draftFileBytes = 256 << 10
	draftAllBytes  = 2 << 20
)

// Draft makes a case of a run: what the person said up to it in its
// conversation, the files that it found something in, todos and tools as far as
// they are known, how questions were answered, and what then happened. Secrets
// are masked. It is to be read before it is used: files are as they are now, and
// what happened is taken for what should happen.
func Draft(ctx context.Context, w *app.Workbench, run string) (Case, error) {
	sum, err := w.Summary(ctx, run)
	if err != nil {
		return Case{}, err
	}
	log, err := conversationLog(ctx, w, sum)
	if err != nil {
		return Case{}, err
	}
	if len(log.Started) == 0 {
		return Case{}, fmt.Errorf("run %s says nothing that a case could be made of", sum.Run)
	}
	d := drafter{w: w, log: log, c: Case{ID: "from-" + strings.ToLower(sum.Run), Kind: "life", Tags: []string{"draft"}, Model: ModelOf{Name: ModelAny}}}
	d.c.Note = "Made of a run: read it, and say what must hold. Files are as they were when it was saved."
	if err := d.setup(ctx); err != nil {
		return Case{}, err
	}
	d.answers()
	d.expect()
	return d.c, d.masked()
}

// conversationLog reads the runs of a conversation up to one, but for calls by
// hand and summaries, which are no turns.
func conversationLog(ctx context.Context, w *app.Workbench, sum session.Summary) (*Log, error) {
	all, err := w.Store().Conversation(ctx, sum.Conversation)
	if err != nil {
		return nil, err
	}
	var runs []RunLog
	for _, s := range all {
		if s.Entry != session.EntryCall {
			recs, err := w.Store().Since(ctx, s.Run, 0)
			if err != nil {
				return nil, err
			}
			log := RunLog{Blobs: map[string]string{}}
			for _, r := range recs {
				log.Events = append(log.Events, r.Bytes)
			}
			if err := log.fetch(ctx, w); err != nil {
				return nil, err
			}
			runs = append(runs, log)
		}
		if s.Run == sum.Run {
			break
		}
	}
	return ReadLog(runs)
}

// drafter makes a case of what a log says.
type drafter struct {
	w   *app.Workbench
	log *Log
	c   Case
}

func (d *drafter) setup(ctx context.Context) error {
	first := d.log.Started[0]
	s := &d.c.Setup
	s.Now, s.Timezone = d.log.Runs[0].StartedAt, first.Timezone
	for i, st := range d.log.Started {
		if st.Resumes != "" {
			d.c.Input = append(d.c.Input, Turn{Resume: true})
		} else {
			d.c.Input = append(d.c.Input, Turn{Say: d.log.Started[i].Task})
		}
	}
	d.c.Lang = language(first.Task)
	d.files(first.Roots)
	if err := d.todos(ctx); err != nil {
		return err
	}
	return d.servers(ctx)
}

// files takes the files that something was found in, as they are now.
func (d *drafter) files(roots []session.Root) {
	s := &d.c.Setup
	s.Files, s.Roots = map[string]string{}, map[string]string{}
	for _, r := range roots {
		s.Roots[r.Name] = r.Name
		s.Files[filepath.Join(r.Name, ".keep")] = ""
	}
	left := draftAllBytes
	for _, id := range sortedKeys(d.log.Evidence) {
		u, err := url.Parse(d.log.Evidence[id].URI)
		if err != nil || u.Scheme != "file" {
			continue
		}
		for _, r := range roots {
			rel, err := filepath.Rel(r.Dir, u.Path)
			if err != nil || !filepath.IsLocal(rel) {
				continue
			}
			name := filepath.Join(r.Name, rel)
			if text, err := readIn(r.Dir, rel, left); err == nil && s.Files[name] == "" {
				s.Files[name] = text
				left -= len(text)
			}
		}
	}
}

// readIn reads a text file that lies in a folder, whatever links say.
func readIn(dir, rel string, left int) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	f, err := root.Open(rel)
	if err != nil {
		return "", err
	}
	defer f.Close()
	most := min(draftFileBytes, left)
	raw, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	if err != nil {
		return "", err
	}
	if len(raw) > most || !utf8.Valid(raw) {
		return "", errors.New("it is too large for a case, or no text")
	}
	return string(raw), nil
}

// todos are those that were there before, as far as it is still known.
func (d *drafter) todos(ctx context.Context) error {
	all, err := d.w.Todos(ctx)
	if err != nil {
		return err
	}
	for _, td := range all {
		if !td.CreatedAt.Before(d.log.Runs[0].StartedAt) {
			continue
		}
		setup := TodoSetup{Title: td.Title, Done: td.DoneAt != nil && td.DoneAt.Before(d.log.Runs[0].StartedAt)}
		if td.DueAt != nil {
			setup.DueAt = td.DueAt.Format("2006-01-02T15:04:05Z07:00")
		}
		d.c.Setup.Todos = append(d.c.Setup.Todos, setup)
	}
	return nil
}

// servers are those whose tools were called, with the results that came.
func (d *drafter) servers(ctx context.Context) error {
	var cat policy.Catalogue
	for _, c := range d.log.Calls {
		server, name, external := strings.Cut(c.Tool, "/")
		if !external || c.Result == nil || !c.Result.Ran {
			continue
		}
		if len(cat.Servers) == 0 {
			var err error
			if cat, err = d.w.Catalogue(ctx); err != nil {
				return err
			}
		}
		t := d.tool(server, name, cat)
		t.Results = append(t.Results, ResultSetup{Text: text(c.Result.Content.Text), Error: !c.Result.OK})
	}
	return nil
}

// tool finds a tool in the setup, or takes it from the catalogue.
func (d *drafter) tool(server, name string, cat policy.Catalogue) *ToolSetup {
	s := &d.c.Setup
	i := slices.IndexFunc(s.Servers, func(x ServerSetup) bool { return x.Name == server })
	if i < 0 {
		i, s.Servers = len(s.Servers), append(s.Servers, ServerSetup{Name: server})
	}
	srv := &s.Servers[i]
	if j := slices.IndexFunc(srv.Tools, func(x ToolSetup) bool { return x.Name == name }); j >= 0 {
		return &srv.Tools[j]
	}
	t := ToolSetup{Name: name}
	if known, _, ok := app.FindTool(cat, server+"/"+name); ok {
		said := known.Described()
		t.Title, t.Description, t.Schema = said.Title, said.Description, said.InputSchema
		var notes struct {
			Annotations struct{ ReadOnlyHint, DestructiveHint *bool }
		}
		if json.Unmarshal(known.Definition, &notes) == nil {
			t.ReadOnly, t.Destructive = notes.Annotations.ReadOnlyHint, notes.Annotations.DestructiveHint
		}
	}
	srv.Tools = append(srv.Tools, t)
	return &srv.Tools[len(srv.Tools)-1]
}

// answers are how the person answered.
func (d *drafter) answers() {
	for _, c := range d.log.Calls {
		if c.Answer == nil || c.Answer.Verdict == session.VerdictUnanswered {
			continue
		}
		d.c.Approve.Rest = session.VerdictDeny
		d.c.Approve.Answers = append(d.c.Approve.Answers, AnswerSetup{Tool: c.Tool, Verdict: c.Answer.Verdict, Args: c.Answer.Args, Note: c.Answer.Note})
	}
}

// expect takes what happened for what should happen.
func (d *drafter) expect() {
	e := &d.c.Expect
	calls, asked := []WantCall{}, []string{}
	for _, c := range d.log.asked() {
		if c.Malformed() {
			continue
		}
		calls = append(calls, WantCall{Tool: c.Tool, Args: matchers(c.Args)})
	}
	for _, c := range d.log.Calls {
		for range c.Asked {
			asked = append(asked, c.Tool)
		}
	}
	e.Calls, e.Approvals = &calls, &asked
	if last, ok := d.log.last(); ok && last.Status != session.StatusDone {
		e.Status = last.Status
	}
	if ids := cited(d.log.said()); len(ids) > 0 {
		e.Cites = &WantCites{Min: 1}
	}
}

// matchers compare arguments in the way that fits each.
func matchers(raw json.RawMessage) map[string]Matcher {
	var args map[string]any
	if json.Unmarshal(raw, &args) != nil {
		return nil
	}
	out := map[string]Matcher{}
	for name, v := range args {
		s, isText := v.(string)
		switch {
		case name == "idempotency_key" || name == "id":
		case name == "due_at" && isText && sameInstant(s, s):
			out[name] = Matcher{Time: &s}
		case name == "path" && isText:
			out[name] = Matcher{Path: &s}
		case isText:
			out[name] = Matcher{Text: &s}
		default:
			out[name] = Matcher{Equal: v}
		}
	}
	return out
}

// masked masks what is secret in the whole case.
func (d *drafter) masked() error {
	raw, err := json.Marshal(d.c)
	if err != nil {
		return err
	}
	red, _ := session.RedactJSON(raw, masker{d.w})
	var c Case
	if err := json.Unmarshal(red, &c); err != nil {
		return err
	}
	d.c = c
	return c.check()
}

type masker struct{ w *app.Workbench }

func (m masker) Redact(text string) (string, int) {
	out := m.w.Masked(text)
	if out == text {
		return text, 0
	}
	return out, 1
}

// DraftFrom makes a case of a run that the person has said something about: as
// it was where the answer was useful, else one that the same answer fails.
func DraftFrom(ctx context.Context, w *app.Workbench, f session.FeedbackGiven) (Case, error) {
	c, err := Draft(ctx, w, f.Run)
	if err != nil || f.Mark == session.MarkUseful {
		return c, err
	}
	c.Tags = append(c.Tags, f.Mark)
	c.Note = strings.TrimSpace("The person said: " + f.Mark + ". " + f.Note)
	sum, err := w.Summary(ctx, f.Run)
	if err != nil {
		return c, err
	}
	log, err := conversationLog(ctx, w, sum)
	if err != nil {
		return c, err
	}
	said := log.said()
	c.Expect = Expect{}
	switch {
	case f.Mark == session.MarkWrongSource && len(cited(said)) > 0:
		c.Expect.Cites = &WantCites{Min: 1}
		for _, id := range cited(said) {
			c.Expect.Cites.Not = append(c.Expect.Cites.Not, log.Evidence[id].Name)
		}
	case f.Mark == session.MarkMissing && f.Note != "":
		c.Expect.Answer = &WantAnswer{Has: []string{f.Note}}
	default:
		c.Expect.Answer = &WantAnswer{Not: []string{w.Masked(short(said, 200))}}
	}
	return c, c.check()
}
