package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/policy"
	"vise/session"
	"vise/session/scripted"
)

// BenchmarkStepStored is what a step costs with all that is kept of it: a run
// of a request, five calls of a server in this process and an answer, against
// one without the calls; a step is the difference, divided by five. It is more
// than the call: the request to the model, the decision and the evidence are in
// it.
func BenchmarkStepStored(b *testing.B) {
	for _, calls := range []int{0, 5} {
		b.Run(fmt.Sprintf("%d calls", calls), func(b *testing.B) {
			srv := newFineServer(b)
			for b.Loop() {
				var steps []scripted.Step
				for n := range calls {
					steps = append(steps, scripted.Call("local_fine", map[string]any{"n": n}))
				}
				srv.run(calls, steps...)
			}
		})
	}
}

// BenchmarkCallStored is what one call costs with all that is kept of it, from
// the decided call to its recorded result: call_started is on the disk before
// the tool runs, the result after. It is what each further call of the same
// reply adds to a run. ms/over-bare is how much more that is than the same call
// by the bare SDK. The figures are medians: a disk that others write to has
// moments in which everything takes ten times as long.
func BenchmarkCallStored(b *testing.B) {
	const more = 15
	srv := newFineServer(b)
	bare := srv.bare()
	calls := func(n int) scripted.Step {
		var s scripted.Step
		for i := range n {
			s.Calls = append(s.Calls, scripted.Call("local_fine", map[string]any{"n": i}).Calls...)
		}
		return s
	}
	srv.run(1, calls(1)) // what is made once
	var stored, sdk []time.Duration
	for b.Loop() {
		one := timed(func() { srv.run(1, calls(1)) })
		many := timed(func() { srv.run(1+more, calls(1+more)) })
		stored = append(stored, many-one)
		sdk = append(sdk, timed(func() {
			for n := range more {
				if _, err := bare.CallTool(b.Context(), &mcp.CallToolParams{Name: "fine", Arguments: map[string]any{"n": n}}); err != nil {
					b.Fatal(err)
				}
			}
		}))
	}
	perCall := func(rounds []time.Duration) float64 {
		slices.Sort(rounds)
		return float64(rounds[len(rounds)/2]) / float64(time.Millisecond) / more
	}
	call, without := perCall(stored), perCall(sdk)
	b.ReportMetric(call, "ms/call")
	b.ReportMetric(without, "ms/bare")
	b.ReportMetric(call-without, "ms/over-bare")
}

func timed(do func()) time.Duration {
	from := time.Now()
	do()
	return time.Since(from)
}

// fineServer is a workbench with a real store, and a server in this process
// whose only tool is approved and runs freely.
type fineServer struct {
	b   *testing.B
	srv *mcp.Server
	w   *Workbench
}

func newFineServer(b *testing.B) fineServer {
	b.Helper()
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
	b.Cleanup(func() { w.Close() })
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
	return fineServer{b, srv, w}
}

// run is one run that has so many calls and then an answer.
func (f fineServer) run(calls int, steps ...scripted.Step) {
	f.b.Helper()
	r, err := f.w.Start(f.b.Context(), Request{Text: "go on", Budget: session.Budget{Steps: 20, Calls: 20}, Model: scripted.New(append(steps, scripted.Say("Fine."))...)})
	if err != nil {
		f.b.Fatal(err)
	}
	if st, err := r.Result(); err != nil || st.Status != session.StatusDone || st.Ran() != calls {
		f.b.Fatalf("%s, %d calls, %v: %+v", st.Status, st.Ran(), err, st.Finished)
	}
}

// bare is the SDK's own client of the same server.
func (f fineServer) bare() *mcp.ClientSession {
	f.b.Helper()
	mine, theirs := mcp.NewInMemoryTransports()
	ss, err := f.srv.Connect(f.b.Context(), theirs, nil)
	if err != nil {
		f.b.Fatal(err)
	}
	cs, err := mcp.NewClient(&mcp.Implementation{Name: "bare", Version: "1"}, nil).Connect(f.b.Context(), mine, nil)
	if err != nil {
		f.b.Fatal(err)
	}
	f.b.Cleanup(func() { cs.Close(); ss.Close() })
	return cs
}
