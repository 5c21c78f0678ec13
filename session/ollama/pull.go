package ollama

import (
	"context"
	"errors"
	"strings"

	"github.com/ollama/ollama/api"

	"vise/session"
)

// Progress is how far a pull has come.
type Progress struct {
	Status    string // such as "pulling manifest", "verifying sha256 digest"
	Completed int64  // bytes of all layers so far
	Total     int64  // bytes of the layers seen so far; 0 before the first
}

// Pull downloads a model to the server at host, in the form of OLLAMA_HOST, and
// says how it goes. A pull that was cancelled or cut off goes on where it was
// when it is started again. Errors are *session.ModelError, or ctx's.
func Pull(ctx context.Context, host, name string, onProgress func(Progress)) error {
	return At{Host: host}.Pull(ctx, name, onProgress)
}

func (s *server) pull(ctx context.Context, name string, onProgress func(Progress)) error {
	ex := &exchange{}
	p := &pull{onProgress: onProgress, layers: map[string]api.ProgressResponse{}}
	err := s.client.Pull(withExchange(ctx, ex), &api.PullRequest{Model: name}, p.see)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.success && err == nil:
		return nil
	case ex.status == 0:
		return s.unreachable(err).err
	}
	return pullError(name, ex, err)
}

type pull struct {
	onProgress func(Progress)
	layers     map[string]api.ProgressResponse
	success    bool
}

func (p *pull) see(r api.ProgressResponse) error {
	p.success = p.success || r.Status == "success"
	if r.Digest != "" && r.Total > 0 {
		p.layers[r.Digest] = r
	}
	out := Progress{Status: plain(r.Status)}
	for _, l := range p.layers {
		out.Total += l.Total
		out.Completed += min(l.Completed, l.Total)
	}
	if p.onProgress != nil {
		p.onProgress(out)
	}
	return nil
}

func pullError(name string, ex *exchange, err error) error {
	text := readServerError(firstOf(ex.errLine, ex.body)).Text
	if text == "" && err != nil && ex.readErr == nil {
		text = err.Error()
	}
	me := &session.ModelError{Kind: session.ModelServer, What: "Ollama couldn't pull " + plain(name) + ": " + plain(text),
		Remedy: "pull it again: it goes on where it was", Err: errors.Join(ex.readErr, err)}
	switch {
	case strings.Contains(text, "file does not exist"), strings.Contains(text, "not found"):
		me.Kind, me.What, me.Remedy = session.ModelNotFound, "Ollama's library has no model "+plain(name), "look for its name at https://ollama.com/library"
	case strings.Contains(text, "no space left"):
		me.What, me.Remedy = "the disk is full: "+plain(name)+" wasn't pulled", "make room, and pull it again: it goes on where it was"
	case text == "":
		me.Kind, me.What = session.ModelCutOff, "the pull of "+plain(name)+" was cut off"
	}
	return me
}

func firstOf(bs ...[]byte) []byte {
	for _, b := range bs {
		if len(b) > 0 {
			return b
		}
	}
	return nil
}
