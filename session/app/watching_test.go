package app

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/session"
	"vise/session/scripted"
)

// What a request named and was read is watched: its change is told once, until
// it is read again.
func TestAResourceThatChangesAfterItWasReadIsNews(t *testing.T) {
	for _, version := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(version, func(t *testing.T) {
			srv := mcp.NewServer(&mcp.Implementation{Name: "board", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{version},
				SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
				UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil }})
			for _, uri := range []string{"note://one", "note://two"} {
				srv.AddResource(&mcp.Resource{Name: uri, URI: uri, MIMEType: "text/plain"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
					return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, Text: "Be kind."}}}, nil
				})
			}
			web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, &mcp.StreamableHTTPOptions{Stateless: version > "2026"}))
			t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
			b := newBench(t, scripted.Say("Be kind [ev_001]."), scripted.Say("Still kind [ev_001]."))
			b.configure(`{"mcpServers": {"board": {"type": "http", "url": "` + web.URL + `"}}}`)
			changes := func(uri string) {
				if err := srv.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: uri}); err != nil {
					t.Error(err)
				}
			}
			const news = "board:note://one has changed since it was read; @board:note://one in a request reads it again"
			changes("note://one") // which nobody has read yet
			for range 2 {
				if st := b.run(Request{Text: "what does @board:note://one say?"}); st.Status != session.StatusDone {
					t.Fatalf("%s %+v", st.Status, st.Finished)
				}
				changes("note://two") // which nobody read
				until(t, "the news", func() bool { changes("note://one"); return b.News() == news })
			}
		})
	}
}

// A server that refuses to tell of changes once is asked at the next read, and
// one that agreed isn't asked twice.
func TestAResourceIsWatchedAtTheNextRead(t *testing.T) {
	var asked atomic.Int32
	srv := mcp.NewServer(&mcp.Implementation{Name: "board", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: []string{"2025-11-25"},
		SubscribeHandler: func(context.Context, *mcp.SubscribeRequest) error {
			if asked.Add(1) == 1 {
				return errors.New("not now")
			}
			return nil
		},
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil }})
	srv.AddResource(&mcp.Resource{Name: "one", URI: "note://one", MIMEType: "text/plain"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "note://one", Text: "Be kind."}}}, nil
	})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil))
	t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
	b := newBench(t, scripted.Say("Kind [ev_001]."), scripted.Say("Kind [ev_001]."), scripted.Say("Kind [ev_001]."))
	b.configure(`{"mcpServers": {"board": {"type": "http", "url": "` + web.URL + `"}}}`)
	for n := range 3 {
		if st := b.run(Request{Text: "what does @board:note://one say?"}); st.Status != session.StatusDone {
			t.Fatalf("%s %+v", st.Status, st.Finished)
		}
		until(t, "the server to be asked", func() bool { return asked.Load() == int32(min(n+1, 2)) })
	}
	until(t, "the news", func() bool {
		if err := srv.ResourceUpdated(t.Context(), &mcp.ResourceUpdatedNotificationParams{URI: "note://one"}); err != nil {
			t.Error(err)
		}
		return b.News() != ""
	})
	if n := asked.Load(); n != 2 {
		t.Errorf("it was asked %d times", n)
	}
}
