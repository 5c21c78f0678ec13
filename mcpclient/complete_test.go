package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestCompletion(t *testing.T) {
	for _, version := range []string{legacyVersion, modernVersion} {
		srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{version},
			CompletionHandler: func(_ context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
				p := req.Params
				r := &mcp.CompleteResult{}
				switch {
				case p.Ref.Type == "ref/prompt" && p.Ref.Name == "plan":
					r.Completion.Values = []string{p.Argument.Name + "=" + p.Argument.Value + "day", fmt.Sprint(p.Context.Arguments)}
				case p.Ref.Type == "ref/resource" && p.Ref.URI == "todo://{id}":
					for range 150 {
						r.Completion.Values = append(r.Completion.Values, strings.Repeat("x", 1000))
					}
				}
				return r, nil
			}})
		h := newHost(t, Config{}, map[string]*mcp.Server{"s": srv, "none": serverWith("fine")})
		got, err := h.CompletePrompt(t.Context(), "s", "plan", "day", "Mon", map[string]string{"week": "3"})
		if err != nil || strings.Join(got, " ") != "day=Monday map[week:3]" {
			t.Errorf("%s: %q, %v", version, got, err)
		}
		got, err = h.CompleteTemplate(t.Context(), "s", "todo://{id}", "id", "", nil)
		if err != nil || len(got) != maxCompletions || len([]rune(got[0])) != maxCompletion {
			t.Errorf("%s: %d values, %v", version, len(got), err)
		}
		if got, err := h.CompletePrompt(t.Context(), "none", "plan", "day", "", nil); err != nil || got != nil {
			t.Errorf("%q, %v", got, err)
		}
		if _, err := h.CompletePrompt(t.Context(), "no", "plan", "day", "", nil); err == nil {
			t.Error("a server that isn't there")
		}
	}
}

func TestSubscription(t *testing.T) {
	for _, version := range []string{legacyVersion, modernVersion} {
		srv := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{version},
			SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
			UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil }})
		srv.AddResource(&mcp.Resource{URI: "todo://list", Name: "todos"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "todo://list", Text: "none"}}}, nil
		})
		var told atomic.Int32
		h := newHost(t, Config{Changed: func(string) { told.Add(1) }}, map[string]*mcp.Server{"s": srv})
		if err := h.Subscribe(t.Context(), "s", "todo://list"); err != nil {
			t.Fatal(err)
		}
		before := told.Load()
		if err := eventually(func() error {
			if err := srv.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: "todo://list"}); err != nil {
				return err
			}
			if told.Load() == before {
				return errors.New("nobody was told")
			}
			return nil
		}); err != nil {
			t.Errorf("%s: %v", version, err)
		}
		if err := h.Unsubscribe(t.Context(), "s", "todo://list"); err != nil {
			t.Error(err)
		}
	}
}
