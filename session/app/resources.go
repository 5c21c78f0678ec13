package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient"
	"vise/policy"
	"vise/session"
)

// ResourceHint is a resource of a server, or a template for some. All but
// Server and Bytes are the server's own words.
type ResourceHint struct {
	Server   string
	Name     string
	URI      string // of a template: with its {parameters}
	About    string
	MIME     string
	Bytes    int64 // 0 where the server doesn't say
	Template bool
}

// listLimit bounds what the servers may take to list what they have, all in
// all: somebody is typing.
const listLimit = 5 * time.Second

// Resources are the resources of all servers that are ready, and those of
// their templates that were approved as they are, whose server, name or URI has
// the query in it, whatever the case; at most limit. A server that doesn't
// answer is in the error, beside what the others have.
func (w *Workbench) Resources(ctx context.Context, query string, limit int) ([]ResourceHint, error) {
	found, err := ofAll(ctx, w, w.resourcesOf)
	var out []ResourceHint
	query = strings.ToLower(query)
	for _, h := range found {
		if strings.Contains(strings.ToLower(h.Server+":"+h.URI+"\n"+h.Name), query) {
			out = append(out, h)
		}
	}
	return out[:min(len(out), limit)], err
}

// ofAll asks all servers that are ready what they have, at the same time. What
// one failed with is the error, beside what the others have.
func ofAll[T any](ctx context.Context, w *Workbench, of func(ctx context.Context, host *mcpclient.Host, server string) ([]T, error)) ([]T, error) {
	host, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, listLimit)
	defer cancel()
	var wg sync.WaitGroup
	servers := ready(host.Servers())
	found, failed := make([][]T, len(servers)), make([]error, len(servers))
	for i, s := range servers {
		wg.Go(func() { found[i], failed[i] = of(ctx, host, s) })
	}
	wg.Wait()
	return slices.Concat(found...), cmp.Or(failed...)
}

func ready(servers []policy.ServerState) (names []string) {
	for _, s := range servers {
		if s.State == policy.ServerReady || s.State == policy.ServerDegraded {
			names = append(names, s.Name)
		}
	}
	return names
}

func (w *Workbench) resourcesOf(ctx context.Context, host *mcpclient.Host, server string) ([]ResourceHint, error) {
	var out []ResourceHint
	list, err := host.Resources(ctx, server)
	if err != nil {
		return nil, fmt.Errorf("the resources of %s: %w", server, err)
	}
	for _, r := range list {
		if r != nil && typable(r.URI) {
			out = append(out, ResourceHint{Server: server, Name: cmp.Or(r.Title, r.Name), URI: r.URI, About: r.Description, MIME: r.MIMEType, Bytes: r.Size})
		}
	}
	templates, err := host.ResourceTemplates(ctx, server)
	if err != nil {
		return out, fmt.Errorf("the resource templates of %s: %w", server, err)
	}
	for _, t := range templates {
		if t != nil && typable(t.URITemplate) && w.usable(mcpclient.TemplateText(server, t)) {
			out = append(out, ResourceHint{Server: server, Name: cmp.Or(t.Title, t.Name), URI: t.URITemplate, About: t.Description, MIME: t.MIMEType, Template: true})
		}
	}
	return out, nil
}

// typable reports whether a URI can stand after an @ in a request.
func typable(uri string) bool {
	return uri != "" && len(uri) <= maxURI && !strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r == 0x7f || r > 0x7e })
}

// maxURI bounds a resource's URI, in bytes.
const maxURI = 2000

// maxPreview bounds what is shown of a resource before it is sent, in bytes.
const maxPreview = 4 << 10

// Preview is the beginning of a resource as text; of one that isn't text it
// says what it is.
func (w *Workbench) Preview(ctx context.Context, server, uri string) (session.Foreign, error) {
	text, err := w.resource(ctx, server, uri)
	if err != nil {
		return session.Foreign{}, err
	}
	if len(text) > maxPreview {
		text = strings.ToValidUTF8(text[:maxPreview], "") + "\n…"
	}
	text, _ = w.redact.Redact(text)
	return session.Untrusted(text), nil
}

// resource reads a resource.
func (w *Workbench) resource(ctx context.Context, server, uri string) (string, error) {
	host, err := w.tools(ctx)
	if err != nil {
		return "", err
	}
	res, err := host.ReadResource(ctx, server, uri)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, c := range res.Contents {
		if c != nil {
			parts = append(parts, resourceText(c))
		}
	}
	if len(parts) == 0 {
		return "", fmt.Errorf("%s:%s is empty", server, uri)
	}
	return strings.Join(parts, "\n\n"), nil
}

func resourceText(c *mcp.ResourceContents) string {
	if len(c.Blob) == 0 {
		return c.Text
	}
	return fmt.Sprintf("[not text: %s, %d bytes]", cmp.Or(c.MIMEType, "of an unknown type"), len(c.Blob))
}

// Complete is what could stand for an argument of the prompt id
// (server:prompt) where value is written already; known are the
// other arguments as far as they are.
func (w *Workbench) Complete(ctx context.Context, id, arg, value string, known map[string]string) ([]string, error) {
	server, name, ok := strings.Cut(id, ":")
	if !ok {
		return nil, fmt.Errorf("%q is no prompt: use SERVER:PROMPT", id)
	}
	host, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	if err := w.useText(ctx, host, server, policy.KindPrompt, name); err != nil {
		return nil, err
	}
	return host.CompletePrompt(ctx, server, name, arg, value, known)
}

// CompleteURI is what could stand for a parameter of a resource template.
func (w *Workbench) CompleteURI(ctx context.Context, server, template, arg, value string, known map[string]string) ([]string, error) {
	host, err := w.tools(ctx)
	if err != nil {
		return nil, err
	}
	if err := w.useText(ctx, host, server, policy.KindTemplate, template); err != nil {
		return nil, err
	}
	return host.CompleteTemplate(ctx, server, template, arg, value, known)
}
