package mcpclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/wire"
	"vise/policy"
)

// Texts are what a server says beside its tools: its instructions, prompts and
// resource templates, each as it is to be reviewed, with its pin and its
// status. One that can't be used is there as invalid. An error is beside what
// could be read.
func (h *Host) Texts(ctx context.Context, server string) ([]policy.Tool, error) {
	var out []policy.Tool
	said, err := h.instructions(ctx, server)
	if err != nil {
		return nil, err
	}
	if said != "" {
		out = append(out, reviewable(server, policy.KindInstructions, "text", map[string]any{"instructions": said}, nil))
	}
	prompts, perr := h.prompts(ctx, server, nil)
	for _, p := range prompts {
		if p != nil {
			out = append(out, PromptText(server, p))
		}
	}
	templates, terr := h.templates(ctx, server, nil)
	for _, t := range templates {
		if t != nil {
			out = append(out, TemplateText(server, t))
		}
	}
	seen := map[string]int{}
	for i, t := range out {
		if j, twice := seen[t.ID()]; twice {
			out[i].Status, out[j].Status = policy.StatusInvalid, policy.StatusInvalid // which one is meant isn't known
		}
		seen[t.ID()] = i
	}
	for i := range out {
		h.judge(&out[i])
	}
	return out, errors.Join(perr, terr)
}

// judge puts the status on a text.
func (h *Host) judge(t *policy.Tool) {
	switch {
	case t.Status == policy.StatusInvalid:
	case t.Server == policy.BuiltinServer:
		t.Status = policy.StatusApproved
	case h.cfg.Status != nil:
		t.Status = h.cfg.Status(*t)
	}
}

// instructions are what a server said of itself when the session was made.
func (h *Host) instructions(ctx context.Context, server string) (string, error) {
	s, err := h.server(server)
	if err != nil {
		return "", err
	}
	return do(ctx, s, func(_ context.Context, cs *session) (string, error) {
		if r := cs.InitializeResult(); r != nil {
			return r.Instructions, nil
		}
		return "", nil
	})
}

// PromptText is a prompt as it is reviewed.
func PromptText(server string, p *mcp.Prompt) policy.Tool {
	var args []map[string]any
	for _, a := range p.Arguments {
		if a != nil {
			args = append(args, some(map[string]any{"name": a.Name, "title": a.Title, "description": a.Description, "required": a.Required}))
		}
	}
	def := map[string]any{"name": p.Name, "title": p.Title, "description": p.Description}
	if len(args) > 0 {
		def["arguments"] = args
	}
	t := reviewable(server, policy.KindPrompt, p.Name, def, aside(p.Meta, p.Icons))
	if !policy.ValidName(p.Name) {
		t.Status = policy.StatusInvalid
	}
	return whereRead(t, p.Meta)
}

// TemplateText is a resource template as it is reviewed.
func TemplateText(server string, r *mcp.ResourceTemplate) policy.Tool {
	def := map[string]any{"name": r.Name, "title": r.Title, "description": r.Description, "uriTemplate": r.URITemplate, "mimeType": r.MIMEType}
	return whereRead(reviewable(server, policy.KindTemplate, r.URITemplate, def, aside(r.Meta, r.Icons)), r.Meta)
}

// whereRead is t, or what says that it couldn't be read.
func whereRead(t policy.Tool, meta mcp.Meta) policy.Tool {
	if why := wire.Unreadable(meta); why != "" {
		t.Status, t.Note, t.Definition, t.Pin = policy.StatusInvalid, unread(why), nil, ""
	}
	return t
}

// reviewable makes what is reviewed; def has no empty members then.
func reviewable(server, kind, name string, def map[string]any, aside []byte) policy.Tool {
	t := policy.Tool{Server: server, Kind: kind, Name: name, Status: policy.StatusInvalid, Level: policy.ReadsHere, Scope: "server:" + server, Aside: asideHash(aside)}
	def["kind"] = kind
	raw, err := encode(some(def))
	if err != nil || len(raw) > maxDefinition {
		return t
	}
	t.Definition = raw
	if t.Pin, err = policy.PinText(raw); err == nil {
		t.Status = policy.StatusNew
	}
	return t
}

// some leaves out what is empty.
func some(m map[string]any) map[string]any {
	for k, v := range m {
		if v == "" || v == false {
			delete(m, k)
		}
	}
	return m
}

// aside is what changes neither what the model sees nor what a call does:
// hidden data and icons. nil where there is none.
func aside(meta mcp.Meta, icons []mcp.Icon) []byte {
	if len(meta) == 0 && len(icons) == 0 {
		return nil
	}
	raw, err := json.Marshal(map[string]any{"_meta": meta, "icons": icons})
	if err != nil {
		return fmt.Appendf(nil, "%v", err) // it is compared only
	}
	return raw
}
