package ollama

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"vise/session"
)

// judgeText looks at what the server said, before or in the middle of a reply.
func (m *Model) judgeText(ctx context.Context, wire *api.ChatRequest, e serverError, status int) *fault {
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(e.Text, w) {
				return true
			}
		}
		return false
	}
	name := wire.Model
	switch {
	case has("does not support thinking", "think value"):
		f := failed(session.ModelServer, name+" can't think in the way that was asked for", "turn thinking off")
		f.again = againWithoutThinking
		return f
	case has("does not support tools"):
		return failed(session.ModelNoTools, name+" can't use tools", m.server.withTools(ctx, name))
	case has("does not support chat", "does not support generate"):
		return failed(session.ModelNotFound, name+" isn't a model to talk to", m.server.withTools(ctx, name))
	case e.Type == "exceed_context_size_error",
		has("input length exceeds", "exceeds the available context", "maximum context length"):
		return tooLong(wire, e)
	case has("parsing tool call", "parse tool call", "XML syntax error"):
		f := failed(session.ModelUnreadable, "the model wrote a tool call that can't be read", "send it again, or choose another model")
		f.err.Partial.Text = rawOf(e.Text)
		return f
	case status == http.StatusNotFound, has("model is required", "invalid model name"):
		return failed(session.ModelNotFound, fmt.Sprintf("there is no model %s at %s", name, m.server.url), m.server.installedOrPull(ctx, name))
	case has("runner has unexpectedly stopped", "runner process", "more system memory", "out of memory", "allocate memory", "llama runner to start", "cudaMalloc"):
		return failed(session.ModelServer, fmt.Sprintf("Ollama stopped running %s, most likely out of memory: %s", name, plain(e.Text)),
			fmt.Sprintf("choose a smaller model, or a num_ctx below %v; what you typed is kept", wire.Options["num_ctx"]))
	case has("server busy", "maximum pending requests"):
		f := failed(session.ModelBusy, "Ollama is busy: "+plain(e.Text), "wait a little and send it again")
		if status >= http.StatusBadRequest {
			f.again = againLater
		}
		return f
	case status == http.StatusForbidden:
		return failed(session.ModelUnavailable, "Ollama refused: "+plain(e.Text), "choose a model that runs here")
	case status == http.StatusBadRequest:
		return failed(session.ModelServer, "Ollama didn't take the request: "+plain(e.Text), "look at the tools and options that were sent")
	}
	return failed(session.ModelServer, "Ollama failed: "+plain(e.Text), "send it again; Ollama's log says more")
}

// toShorten is what a person can do about a prompt that is too long.
const toShorten = "/compact sums up earlier requests; or switch tools off in /tools, or raise ollama.num_ctx in vise.yaml"

// tooLong names both numbers; the prompt's is an estimate where the server
// doesn't count.
func tooLong(wire *api.ChatRequest, e serverError) *fault {
	size, about := e.PromptTokens, ""
	if size == 0 {
		size, about = promptBytes(wire)/4, "about "
	}
	limit := e.ContextSize
	if limit == 0 {
		limit, _ = wire.Options["num_ctx"].(int)
	}
	if size <= limit { // the estimate was wrong: the server has counted
		return failed(session.ModelTooLong, fmt.Sprintf("the prompt is longer than the context of %s tokens, says Ollama", count(limit)), toShorten)
	}
	return failed(session.ModelTooLong,
		fmt.Sprintf("the prompt has %s%s tokens, the context holds %s", about, count(size), count(limit)),
		toShorten)
}

// rawOf takes what the model wrote out of "error parsing tool call: raw='…', err=…".
func rawOf(text string) string {
	_, rest, ok := strings.Cut(text, "raw='")
	if !ok {
		return ""
	}
	if i := strings.LastIndex(rest, "', err="); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// cutNote says that the server dropped parts of the prompt although it was told
// not to: it then counts as many tokens as fit, or half of that.
func cutNote(asm *assembly, numCtx, bytes int) string {
	n := asm.last.PromptEvalCount
	if n == 0 || numCtx == 0 {
		return ""
	}
	half := n >= numCtx/2-8 && n <= numCtx/2+8 && bytes/n >= 7
	if n < numCtx-8 && !half {
		return ""
	}
	return fmt.Sprintf("the prompt may have been cut: the server read %s tokens of it, in a context of %s; /compact sums up earlier requests", count(n), count(numCtx))
}

// promptBytes is the size of all that the model is to read.
func promptBytes(wire *api.ChatRequest) int {
	n := 0
	for _, m := range wire.Messages {
		n += len(m.Content)
		for _, c := range m.ToolCalls {
			n += len(c.Function.Name) + len(c.Function.Arguments.String())
		}
	}
	if len(wire.Tools) > 0 {
		b, _ := json.Marshal(wire.Tools)
		n += len(b)
	}
	return n
}

// count writes a number with its thousands apart.
func count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// lookup bounds a question asked only to make an error more helpful.
const lookup = 2 * time.Second

// withTools names installed models that can use tools, other than the one that
// was refused.
func (s *server) withTools(ctx context.Context, refused string) string {
	ctx, cancel := context.WithTimeout(ctx, lookup)
	defer cancel()
	st := s.discover(ctx)
	var names []string
	for _, one := range st.Models {
		if one.HasTools() && one.Remote == "" && strings.TrimSuffix(one.Name, ":latest") != strings.TrimSuffix(refused, ":latest") {
			names = append(names, one.Name)
		}
	}
	if len(names) == 0 {
		return "no other installed model can: pull one with: ollama pull " + Recommended()[0].Name
	}
	return "choose one that can; installed: " + listed(names)
}

func (s *server) installedOrPull(ctx context.Context, name string) string {
	ctx, cancel := context.WithTimeout(ctx, lookup)
	defer cancel()
	var names []string
	if list, err := s.client.List(ctx); err == nil {
		for _, one := range list.Models {
			names = append(names, plain(one.Name))
		}
	}
	if len(names) == 0 {
		return "pull it with: ollama pull " + plain(name)
	}
	return fmt.Sprintf("installed: %s; or pull it with: ollama pull %s", listed(names), plain(name))
}

// listed joins up to eight names.
func listed(names []string) string {
	if len(names) > 8 {
		return strings.Join(names[:8], ", ") + fmt.Sprintf(" and %d more", len(names)-8)
	}
	return strings.Join(names, ", ")
}
