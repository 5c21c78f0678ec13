package ui_test

import (
	"sync"
	"testing"
	"time"

	"vise/policy"
	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// news is a status that changes.
type news struct {
	mu      sync.Mutex
	line    ui.StatusLine
	changed chan struct{}
}

func (n *news) Status() ui.StatusLine {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.line
}

func (n *news) StatusChanged() <-chan struct{} { return n.changed }

func (n *news) set(servers []policy.ServerState, notices ...string) {
	n.mu.Lock()
	n.line.Servers, n.line.Notices = servers, notices
	n.mu.Unlock()
	n.changed <- struct{}{}
}

func TestServersThatFailAreNoticed(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		n := &news{line: w.Line, changed: make(chan struct{})}
		deps := w.Deps()
		deps.Status = n
		dark := true
		d := uitest.Start(t, ui.New(deps, ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), 120, 40)
		d.WaitFor("Ask, or /")
		servers := []policy.ServerState{
			{Name: policy.BuiltinServer, State: policy.ServerReady}, {Name: "a", State: policy.ServerReady}, {Name: "b", State: policy.ServerDegraded},
			{Name: "c", State: policy.ServerStarting}, {Name: "off", State: policy.ServerStopped}, {Name: "d", State: policy.ServerStopped, Need: policy.NeedApproval},
		}
		n.set(servers, "the server b is missing its tools\x1b[2J")
		d.WaitFor("servers 2✓ 2! 1…", `! the server b is missing its tools\x1b[2J`) // where nothing is said yet
		request(d, "hello")
		d.WaitFor("Done.")
		d.WaitGone("is missing its tools")
		n.set(servers[:2], "the server b is missing its tools\x1b[2J", "the server c didn't start")
		d.WaitFor("servers 2✓", "! the server c didn't start")
		d.Press("tab")
		d.WaitGone("didn't start")
		n.set(servers[:2])
		n.set(servers, "the server c didn't start", "the server d is gone") // read anew: one of them was told already
		d.WaitFor("! the server d is gone", "servers 2✓ 2!")
	})
}

func TestTheOpenToolsScreenFollowsTheServers(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.SetCatalogue(github())
		n := &news{line: w.Line, changed: make(chan struct{})}
		deps := w.Deps()
		deps.Status = n
		dark := true
		d := uitest.Start(t, ui.New(deps, ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), 120, 40)
		request(d, "/servers")
		d.WaitFor("▸ github  ● ready")
		c := github()
		c.Servers[1].State, c.Servers[1].LastError = policy.ServerFailed, "exited: status 1"
		w.SetCatalogue(c)
		n.set(c.Servers)
		d.WaitFor("▸ github  ✗ failed", "▏ exited: status 1")
	})
}
