package mcpclient

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
)

func benchServer() *mcp.Server {
	srv := serverWith()
	addTool(srv, "small", answer("x"))
	addTool(srv, "64K", answer(strings.Repeat("x", 64<<10)))
	return srv
}

// BenchmarkCall is a call through the Host with all that belongs to it: the
// tool is compared with the newest list, progress and questions are listened
// for, and the result is checked. BenchmarkBareCall is what of it is the SDK's.
func BenchmarkCall(b *testing.B) {
	h := New(Config{Status: approve})
	defer func() { _ = h.Close() }()
	if err := h.AddInMemory(b.Context(), "s", benchServer()); err != nil {
		b.Fatal(err)
	}
	cat, err := h.Catalogue(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	with := policy.Calling{Progress: func(policy.Progress) {}}
	for _, tool := range cat.Offered {
		b.Run(tool.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := h.CallTool(b.Context(), tool, nil, with); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBareCall(b *testing.B) {
	near, far := mcp.NewInMemoryTransports()
	ss, err := benchServer().Connect(b.Context(), far, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = ss.Close() }()
	c := mcp.NewClient(&mcp.Implementation{Name: "bare", Version: "1"}, &mcp.ClientOptions{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	cs, err := c.Connect(b.Context(), near, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = cs.Close() }()
	for _, name := range []string{"64K", "small"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := cs.CallTool(b.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage("{}")}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStart is the start of 30 servers, each of which takes 500 ms.
func BenchmarkStart(b *testing.B) {
	var names []string
	for i := range 30 {
		names = append(names, fmt.Sprintf("s%d", i))
	}
	f := newFleet(names...)
	f.slow = 500 * time.Millisecond
	for b.Loop() {
		h := New(Config{dial: f.dial, Status: approve})
		h.Configure(named(names...))
		if missing := h.Wait(b.Context(), 10*time.Second); len(missing) > 0 {
			b.Fatalf("missing %+v", missing)
		}
		b.StopTimer()
		_ = h.Close()
		b.StartTimer()
	}
}
