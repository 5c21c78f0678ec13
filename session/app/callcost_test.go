package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
	"vise/session"
	"vise/session/scripted"
)

// BenchmarkStepStored is what a call costs with all that is kept of it: a run of
// a request, five calls of a server in this process and an answer, against one
// without the calls; a step is the difference, divided by five. It is more than
// the call: the request to the model, the decision and the evidence are in it.
func BenchmarkStepStored(b *testing.B) {
	for _, calls := range []int{0, 5} {
		b.Run(fmt.Sprintf("%d calls", calls), func(b *testing.B) {
			srv := mcp.NewServer(&mcp.Implementation{Name: "fine", Version: "1"}, nil)
			srv.AddTool(&mcp.Tool{Name: "fine", Description: "Is fine.", InputSchema: json.RawMessage(`{"type":"object"}`), Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "fine"}}}, nil
				})
			dir := b.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "project"), 0o755); err != nil {
				b.Fatal(err)
			}
			w, err := Open(b.Context(), Config{ConfigDir: filepath.Join(dir, "conf"), DataDir: filepath.Join(dir, "data"), WorkDir: filepath.Join(dir, "project"), HomeDir: filepath.Join(dir, "home")},
				Parts{Model: scripted.New(), Servers: []LocalServer{{Name: "local", Server: srv}}})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			cat, err := w.Catalogue(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			tool, _, ok := FindTool(cat, "local/fine")
			if !ok {
				b.Fatal("there is no local/fine")
			}
			tool.FreeReads = true
			if err := w.ApproveTools(b.Context(), []policy.Tool{tool}); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				var steps []scripted.Step
				for n := range calls {
					steps = append(steps, scripted.Call("local_fine", map[string]any{"n": n}))
				}
				r, err := w.Start(b.Context(), Request{Text: "go on", Model: scripted.New(append(steps, scripted.Say("Fine."))...)})
				if err != nil {
					b.Fatal(err)
				}
				if st, err := r.Result(); err != nil || st.Status != session.StatusDone || len(st.Calls) != calls {
					b.Fatalf("%s, %d calls, %v: %+v", st.Status, len(st.Calls), err, st.Finished)
				}
			}
		})
	}
}
