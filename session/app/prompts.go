package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient"
	"vise/policy"
	"vise/session"
)

// PromptHint is one prompt of a server. All but its name are the server's own
// words.
type PromptHint struct {
	Server, Name string
	Description  string
	Args         []PromptArg
}

// ID names the prompt as a person types it, without the slash: server:name.
func (h PromptHint) ID() string { return h.Server + ":" + h.Name }

// PromptArg is one argument of a prompt.
type PromptArg struct {
	Name, About string
	Required    bool
}

// Prompts lists the prompts of every server that is reached now. One whose
// name can't be typed after a slash is left out, and so is one that wasn't
// approved as it is; a server that doesn't answer is in the error, beside what
// the others have.
func (w *Workbench) Prompts(ctx context.Context) ([]PromptHint, error) {
	return ofAll(ctx, w, w.promptsOf)
}

func (w *Workbench) promptsOf(ctx context.Context, host *mcpclient.Host, server string) (out []PromptHint, err error) {
	ps, err := host.Prompts(ctx, server)
	if err != nil {
		err = fmt.Errorf("the prompts of %s: %w", server, err)
	}
	for _, p := range ps {
		if p != nil && policy.ValidName(p.Name) && w.usable(mcpclient.PromptText(server, p)) {
			out = append(out, promptHint(server, p))
		}
	}
	return out, err
}

func promptHint(server string, p *mcp.Prompt) PromptHint {
	h := PromptHint{Server: server, Name: p.Name, Description: p.Description}
	if h.Description == "" {
		h.Description = p.Title
	}
	for _, a := range p.Arguments {
		if a != nil {
			h.Args = append(h.Args, PromptArg{Name: a.Name, About: a.Description, Required: a.Required})
		}
	}
	return h
}

// maxPrompt bounds the text that a prompt of a server may stand for, in bytes.
const maxPrompt = 64 << 10

// Expand is the text of a prompt with its arguments filled in. What isn't text
// is named in its place.
func (w *Workbench) Expand(ctx context.Context, id string, args map[string]string) (session.Foreign, error) {
	none := session.Foreign{}
	server, name, ok := strings.Cut(id, ":")
	if !ok {
		return none, fmt.Errorf("%q is no prompt: use SERVER:PROMPT", id)
	}
	host, err := w.tools(ctx)
	if err != nil {
		return none, err
	}
	w.texts.changed(server) // some servers don't tell
	if err := w.useText(ctx, host, server, policy.KindPrompt, name); err != nil {
		return none, err
	}
	res, err := host.GetPrompt(ctx, server, name, args)
	if err != nil {
		return none, err
	}
	var parts []string
	for _, m := range res.Messages {
		if m != nil {
			parts = append(parts, contentText(m.Content))
		}
	}
	text := strings.TrimSpace(strings.Join(parts, "\n\n"))
	switch {
	case text == "":
		return none, fmt.Errorf("%s has nothing to say", id)
	case len(text) > maxPrompt:
		return none, fmt.Errorf("%s stands for %d bytes; at most %d are taken", id, len(text), maxPrompt)
	}
	return session.Untrusted(text), nil
}

func contentText(c mcp.Content) string {
	switch c := c.(type) {
	case *mcp.TextContent:
		return c.Text
	case *mcp.EmbeddedResource:
		if c.Resource != nil && c.Resource.Text != "" {
			return c.Resource.Text
		}
	}
	return "[something that isn't text]"
}
