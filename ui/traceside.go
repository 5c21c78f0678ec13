package ui

import (
	"fmt"
	"regexp"
	"time"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/markdown"
	"vise/ui/pane/chat"
	"vise/ui/pane/eventline"
	"vise/ui/pane/replay"
	"vise/ui/theme"
)

// side is one of the runs that are compared.
type side struct {
	from TraceSide
	turn int // which of its runs is shown
	pane *replay.Pane
}

func newSide(from TraceSide, th theme.Theme, km *keys.Map, zone *time.Location) *side {
	s := &side{from: from}
	s.show(0, th, km, zone)
	return s
}

// show makes the pane of one of the runs; where the side has fewer, of none.
func (s *side) show(turn int, th theme.Theme, km *keys.Map, zone *time.Location) {
	s.turn = turn
	events := s.trace().Events
	var st session.State
	for _, e := range events {
		st.Apply(e)
	}
	s.pane = replay.New(th, km, zone, session.Summarize(st), events)
}

func (s *side) setTheme(th theme.Theme) { s.pane.SetTheme(th) }

// trace is the run that is shown; the zero one where there is none.
func (s *side) trace() Trace {
	if s.turn < len(s.from.Runs) {
		return s.from.Runs[s.turn]
	}
	return Trace{}
}

// head says which run it is, and what came of it.
func (s *side) head() string {
	out := theme.InertWords(s.from.Name + "  " + s.from.Came)
	if n := len(s.from.Runs); n > 1 {
		out = fmt.Sprintf("turn %d of %d  %s", s.turn+1, n, out)
	}
	return out
}

// load hands the pane the contents that it wants.
func (s *side) load() {
	for _, c := range s.pane.Wanted() {
		raw, err := s.blob(c.Blob)
		if err != nil {
			s.pane.Loaded(c.Blob, chat.Content{Missing: "it can't be shown: " + theme.InertWords(err.Error())})
			continue
		}
		text := session.Untrusted(string(raw))
		s.pane.Loaded(c.Blob, chat.Content{Text: text, Chunks: markdown.Split(text)})
	}
}

func (s *side) blob(hash string) ([]byte, error) {
	if get := s.trace().Blob; get != nil {
		return get(hash)
	}
	return nil, session.ErrNoBlob
}

// prompt shows what the model saw at an event.
func (s *side) prompt(seq int) {
	for _, e := range s.trace().Events {
		if r, ok := e.Payload.(session.ModelRequest); ok && e.Seq == seq {
			req, err := session.RebuildPrompt(r, s.blob)
			s.pane.SetPrompt(seq, req, err)
		}
	}
}

// took is a duration, which no two runs have in common.
var took = regexp.MustCompile(`\d[\d.:,]* ?(ms|s|min|h)\b`)

// gist is what happened at a step without how long it took; empty behind the
// last.
func (s *side) gist(i int) string {
	events := s.trace().Events
	if i >= len(events) {
		return ""
	}
	out := string(events[i].Type) + " " + took.ReplaceAllString(eventline.Line(events[i], nil).String(), "")
	switch p := events[i].Payload.(type) {
	case session.ModelMessage:
		out += contentGist(p.Text)
		for _, c := range p.Calls {
			out += " " + c.Name + string(c.Args)
		}
	case session.ToolResult:
		out += contentGist(p.Content)
	case session.AnswerCreated:
		out += contentGist(p.Answer)
	}
	return out
}

// contentGist tells contents apart: by the text, or the hash of a long one.
func contentGist(c session.Content) string { return " " + c.Blob + theme.InertTabs(c.Text) }
