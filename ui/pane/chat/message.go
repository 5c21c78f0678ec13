package chat

import (
	"fmt"
	"slices"
	"strings"

	"vise/session"
	"vise/ui/markdown"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// foldLines is how many lines of a long request are shown while it is folded.
const foldLines = 12

// message is one item of a run's conversation.
type message struct {
	key      string // names the message in its run
	sign     string // all of what is drawn: another one means another drawing
	run      string
	kind     session.ItemKind
	words    string          // user, gate, notice
	text     session.Content // model
	thinking session.Content // model
	failed   string          // model
	told     bool            // model: the end of the run says why it failed
	call     session.CallState
	finished *session.RunFinished // notice
	cites    []string             // evidence of an answer

	chunks   []markdown.Chunk // of text, once it is here
	unfolded bool
	label    bool // the speaker is named above it

	first, count      int // its items
	version, blocksAt int
}

// side is who speaks: the labels of the conversation.
func (m *message) side() string {
	if m.kind == session.ItemUser {
		return "you"
	}
	return "vise"
}

// messages makes the messages of a run, keeping those of old that are drawn
// the same.
func (p *Pane) messages(s *session.State, old []*message) []*message {
	known := make(map[string]*message, len(old))
	for _, m := range old {
		known[m.key] = m
	}
	out := make([]*message, 0, len(s.Items))
	for i := range s.Items {
		m := newMessage(s, s.Items[i])
		if m.kind == session.ItemGate && slices.ContainsFunc(out, m.retells) {
			continue
		}
		if was := known[m.key]; was != nil {
			if was.sign == m.sign {
				out = append(out, was)
				continue
			}
			m.unfolded = was.unfolded
		}
		if m.kind == session.ItemModel && m.text.Blob == "" && m.text.Size > 0 {
			m.chunks = markdown.Split(m.text.Text)
		}
		out = append(out, m)
	}
	return out
}

// retells reports whether a gate says only what the line of the call before it
// says already.
func (m *message) retells(before *message) bool {
	c := before.call
	if before.kind != session.ItemCall || c.Result == nil || c.Result.Error == nil {
		return false
	}
	why := theme.InertLine(c.Result.Error.Message)
	if c.Answer != nil && c.Answer.Verdict != session.VerdictAllow && !denied(c) {
		return false // its line says something else
	}
	return theme.Width(why) <= longProblem && eventline.Retells(theme.InertWords(m.words), c.Tool, why, denied(c))
}

// denied reports that a person refused c.
func denied(c session.CallState) bool {
	return c.Answer != nil && (c.Answer.Verdict == session.VerdictDeny || c.Answer.Verdict == session.VerdictDenyStop)
}

func newMessage(s *session.State, it session.Item) *message {
	m := &message{
		key: fmt.Sprintf("%s/%d/%s", s.Run, it.Seq, it.Kind), run: s.Run, kind: it.Kind,
		words: it.Words, text: it.Text, thinking: it.Thinking, failed: it.Failed,
	}
	switch it.Kind {
	case session.ItemCall:
		m.call = s.Calls[it.Call]
		m.key += m.call.ID
		m.sign = callSign(m.call)
		if res := m.call.Result; res != nil && res.OK && s.Started.TaskType == session.TaskCall {
			m.text = res.Content // nobody else tells what came of it
		}
	case session.ItemModel:
		m.told = it.Failed != "" && s.Finished != nil && s.Finished.Reason != "" && strings.HasPrefix(it.Failed, s.Finished.Reason)
		m.sign = fmt.Sprint(it.Text.Size, it.Text.Blob, it.Thinking.Size, it.Failed, m.told)
		if it.Final && s.Answer != nil {
			m.cites = s.Answer.Citations
			m.sign += " final"
		}
	case session.ItemNotice:
		m.finished = s.Finished
		m.sign = it.Words
	}
	return m
}

func callSign(c session.CallState) string {
	done := c.Result != nil
	return fmt.Sprint(c.Tool, c.Phase, c.Millis, done, c.Answer != nil, c.Decision != nil)
}

// shows are the contents that have to be here to draw m.
func (m *message) shows() []session.Content {
	out := []session.Content{m.text}
	if m.unfolded {
		out = append(out, m.thinking)
	}
	return out
}

// blocks are the parts of m that are drawn alone.
func (m *message) blocks(p *Pane) []func(w int) []string {
	one := func(draw func(p *Pane, w int) []string) []func(int) []string {
		return []func(int) []string{func(w int) []string { return append(p.head(m, w), draw(p, w)...) }}
	}
	switch m.kind {
	case session.ItemUser:
		return one(m.drawUser)
	case session.ItemCall:
		return one(m.drawCall)
	case session.ItemModel:
		return m.modelBlocks(p)
	default:
		return one(m.drawNotice)
	}
}

// head is an empty line and the speaker, where the speaker changes.
func (p *Pane) head(m *message, _ int) []string {
	if !m.label {
		return nil
	}
	var out []string
	if m.first > 0 {
		out = append(out, "")
	}
	if m.side() == "you" {
		return append(out, p.th.User.Render("you"))
	}
	return append(out, p.th.Accent.Render("vise"))
}

func (m *message) drawUser(p *Pane, w int) []string {
	lines := theme.Wrap(theme.InertBlock(m.words), w)
	if m.unfolded || len(lines) <= foldLines {
		return lines
	}
	more := len(lines) - foldLines
	return append(lines[:foldLines:foldLines], p.th.Dim.Render(theme.Cut(fmt.Sprintf("… %d more lines · space unfolds", more), w)))
}

// modelBlocks are the thinking, the text in its chunks, and what went wrong.
func (m *message) modelBlocks(p *Pane) []func(int) []string {
	chunks, missing := m.chunks, ""
	if c, ok := p.contents[m.text.Blob]; ok && m.text.Blob != "" {
		chunks, missing = c.Chunks, c.Missing
	} else if m.text.Blob != "" {
		missing = fmt.Sprintf("reading %d KiB …", m.text.Size>>10)
	}
	out := []func(int) []string{func(w int) []string {
		lines := append(p.head(m, w), m.drawThinking(p, w)...)
		if missing != "" {
			lines = append(lines, p.th.Dim.Render(theme.Cut(missing, w)))
		}
		return lines
	}}
	for i, c := range chunks {
		out = append(out, func(w int) []string {
			lines := quoted(c, w, p.th)
			if i > 0 && !c.Joined && len(lines) > 0 {
				lines = append([]string{""}, lines...)
			}
			return lines
		})
	}
	switch {
	case m.told && m.text.Size+m.thinking.Size > 0:
		out = append(out, func(w int) []string { return p.marked("✗ ", "This reply isn't whole.", w, p.th.Bad) })
	case m.failed != "" && !m.told:
		out = append(out, func(w int) []string { return p.marked("✗ ", "This reply isn't whole: "+m.failed, w, p.th.Bad) })
	}
	return out
}

func (m *message) drawThinking(p *Pane, w int) []string {
	if m.thinking.Size == 0 {
		return nil
	}
	if !m.unfolded {
		return []string{p.th.Dim.Render(theme.Cut(fmt.Sprintf("▸ thinking, %s · space unfolds", size(m.thinking.Size)), w))}
	}
	text := m.thinking.Text
	if c, ok := p.contents[m.thinking.Blob]; ok {
		text = c.Text
	}
	out := []string{p.th.Dim.Render("▾ thinking")}
	for _, l := range theme.Wrap(strings.TrimSpace(theme.Inert(text)), w-2) {
		out = append(out, p.th.Dim.Render("  "+l))
	}
	return append(out, "")
}

func size(n int) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d characters", n)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}
