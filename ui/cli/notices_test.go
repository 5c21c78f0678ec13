package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
	"vise/session/app"
	"vise/session/scripted"
)

// What changed is named, what is new is counted, and a server that would be
// reached in another way is told apart from one that a project names.
func TestNoticesOfReviews(t *testing.T) {
	held := func(name string, s policy.Status) policy.Held {
		return policy.Held{Tool: policy.Tool{Server: "github", Name: name, Status: s}}
	}
	cat := policy.Catalogue{
		Held:  []policy.Held{held("a", policy.StatusNew), held("b", policy.StatusChanged), held("c", policy.StatusBlocked)},
		Texts: []policy.Tool{{Server: "github", Kind: policy.KindPrompt, Name: "p", Status: policy.StatusNew}, {Server: "github", Kind: policy.KindInstructions, Name: "text", Status: policy.StatusChanged}},
	}
	got := strings.Join(reviewNotices(cat), "\n")
	want := "github/b, github/instructions:text: not what you approved any more, and kept from the model: /tools\n1 tool waits to be read, and 1 more that servers say: /tools"
	if got != want {
		t.Errorf("%s", got)
	}
	if got := reviewNotices(policy.Catalogue{}); len(got) > 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// A tool that waits to be read is offered by name when a request looks as if it
// would help; the model isn't told.
func TestAHeldBackToolIsOfferedByName(t *testing.T) {
	plan, err := app.Load(app.Config{ConfigDir: t.TempDir(), DataDir: filepath.Join(t.TempDir(), "data"), WorkDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	srv := mcp.NewServer(&mcp.Implementation{Name: "x", Version: "1"}, nil)
	srv.AddTool(&mcp.Tool{Name: "create_issue", Description: "Creates an issue.", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{}, nil
	})
	model := scripted.New(scripted.Say("I can't."), scripted.Say("Hello."))
	a := newAdapter(t.Context(), plan)
	if err := a.open(t.Context(), app.Parts{Model: model, Servers: []app.LocalServer{{Name: "github", Server: srv}}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.w.Close(); err != nil {
			t.Error(err)
		}
	})
	notice := func() string {
		notices := a.Status().Notices
		i := slices.IndexFunc(notices, func(n string) bool { return strings.Contains(n, "might help") })
		if i < 0 {
			return ""
		}
		return notices[i]
	}
	if _, err := a.Send(t.Context(), "create an issue about the retry timeout"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); notice() == ""; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it isn't offered: %q", a.Status().Notices)
		}
	}
	if got := notice(); got != "github/create_issue might help with that; it waits for you to read it: /tools" {
		t.Errorf("%q", got)
	}
	if help := helpNotice("hello", policy.Catalogue{Held: []policy.Held{{Tool: policy.Tool{Server: "github", Name: "create_issue", Status: policy.StatusNew}}}}); help != "" {
		t.Errorf("offered for nothing: %q", help)
	}
	for _, r := range model.Requests() {
		for _, tool := range r.Tools {
			if strings.Contains(tool.ID, "create_issue") {
				t.Errorf("the model was offered %s", tool.ID)
			}
		}
	}
}
