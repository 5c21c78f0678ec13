package mcpclient

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

// Each has a pin over what is shown of it; icons and hidden data are aside.
func TestTextsHavePins(t *testing.T) {
	prompt := func(change func(*mcp.Prompt)) policy.Tool {
		p := &mcp.Prompt{Name: "triage", Description: "Sorts.", Arguments: []*mcp.PromptArgument{{Name: "repo", Required: true}, nil}}
		change(p)
		return PromptText("x", p)
	}
	plain := prompt(func(*mcp.Prompt) {})
	for what, change := range map[string]func(*mcp.Prompt){
		"title":       func(p *mcp.Prompt) { p.Title = "T" },
		"description": func(p *mcp.Prompt) { p.Description = "Sorts all." },
		"argument":    func(p *mcp.Prompt) { p.Arguments[0].Description = "which" },
		"required":    func(p *mcp.Prompt) { p.Arguments[0].Required = false },
	} {
		if p := prompt(change); p.Pin == plain.Pin || p.Pin == "" {
			t.Errorf("%s: the same pin", what)
		}
	}
	iconic := prompt(func(p *mcp.Prompt) { p.Icons = []mcp.Icon{{Source: "https://x/y.png"}} })
	if iconic.Pin != plain.Pin || iconic.Aside == plain.Aside {
		t.Errorf("icons: %+v", iconic)
	}
	if odd := prompt(func(p *mcp.Prompt) { p.Name = "a b" }); odd.Status != policy.StatusInvalid {
		t.Errorf("a name that can't be typed is %s", odd.Status)
	}
	if long := prompt(func(p *mcp.Prompt) { p.Description = strings.Repeat("x", maxDefinition) }); long.Status != policy.StatusInvalid || len(long.Definition) > 0 {
		t.Errorf("a long one is %s", long.Status)
	}
}

// What a server says beside its tools, over the protocol; of two by one name
// neither can be used.
func TestTextsOfAServer(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, &mcp.ServerOptions{Instructions: "Call me first."})
	s.AddPrompt(&mcp.Prompt{Name: "triage"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return nil, errors.New("no")
	})
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "day", URITemplate: "motd://{day}"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return nil, errors.New("no")
	})
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if r, ok := res.(*mcp.ListPromptsResult); ok {
				r.Prompts = append(r.Prompts, &mcp.Prompt{Name: "twice"}, &mcp.Prompt{Name: "twice", Description: "another"})
			}
			return res, err
		}
	})
	h := newHost(t, Config{Times: short(), Status: approve}, map[string]*mcp.Server{"x": s})
	list, err := h.Texts(t.Context(), "x")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range list {
		got = append(got, x.ID()+" "+string(x.Status))
	}
	want := "x/instructions:text approved, x/prompt:triage approved, x/prompt:twice invalid, x/prompt:twice invalid, x/template:motd://{day} approved"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s", strings.Join(got, ", "))
	}
	if _, err := h.Texts(t.Context(), "nobody"); err == nil {
		t.Error("of a server that isn't there")
	}
}
