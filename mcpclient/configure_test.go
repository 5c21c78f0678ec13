package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

// fleet are configured servers of this process, by name.
type fleet struct {
	mu      sync.Mutex
	servers map[string]*mcp.Server
	dialled map[string]int
	broken  map[string]error // why one can't be reached
	ended   map[string]int
	slow    time.Duration
}

func newFleet(names ...string) *fleet {
	f := &fleet{servers: map[string]*mcp.Server{}, dialled: map[string]int{}, broken: map[string]error{}, ended: map[string]int{}}
	for _, n := range names {
		f.servers[n] = serverWith("fine")
	}
	return f
}

func (f *fleet) dial(c config.Server) *dialer {
	d := &dialer{kind: always("stdio"), reached: c.Command}
	d.dial = func(ctx context.Context) (*link, error) {
		f.mu.Lock()
		f.dialled[c.Name]++
		srv, err, slow := f.servers[c.Name], f.broken[c.Name], f.slow
		f.mu.Unlock()
		if err := pauseFor(ctx, slow); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, err
		}
		l, err := inMemory(srv).dial(ctx)
		if err != nil {
			return nil, err
		}
		end := l.close
		l.close = func() error {
			f.mu.Lock()
			f.ended[c.Name]++
			f.mu.Unlock()
			return end()
		}
		return l, nil
	}
	return d
}

func (f *fleet) breakIt(name string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.broken[name] = err
}

func (f *fleet) count(name string) (dialled, ended int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dialled[name], f.ended[name]
}

func named(names ...string) []config.Server {
	var out []config.Server
	for i, n := range names {
		out = append(out, config.Server{Name: n, Command: n, Source: config.Source{File: "mcp.json", Line: i + 1}})
	}
	return out
}

func TestReloadRestartsOnlyWhatChanged(t *testing.T) {
	f := newFleet("a", "b", "c", "d")
	h := ready(t, Config{dial: f.dial}, named("a", "b", "c")...)
	next := named("b", "c", "d")
	next[1].Args = []string{"--other"}
	next[0].Notes = []string{"read again"}
	ch := h.Configure(next)
	h.Wait(t.Context(), 5*time.Second)
	if got := fmt.Sprint(ch.Started, ch.Restarted, ch.Stopped, ch.Kept); got != "[d] [c] [a] [b]" {
		t.Errorf("changes %s", got)
	}
	if offered, _ := ids(catalogue(t, h)); offered != "b/fine c/fine d/fine" {
		t.Errorf("offered %q", offered)
	}
	for name, want := range map[string]string{"a": "1 1", "b": "1 0", "c": "2 1", "d": "1 0"} {
		if err := eventually(func() error {
			dialled, ended := f.count(name)
			if got := fmt.Sprint(dialled, ended); got != want {
				return fmt.Errorf("%s: dialled and ended %s times, want %s", name, got, want)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
	if st := state(t, h, "b"); st.Source != "mcp.json:1" || len(st.Notes) != 1 || st.Restarts != 0 {
		t.Errorf("b: %+v", st)
	}
}

func TestServersThatAreNotStarted(t *testing.T) {
	f := newFleet("ok", "off", "wrong", "theirs", "mine")
	servers := named("ok", "off", "wrong", "theirs", "mine", "ok", policy.BuiltinServer)
	servers[1].Disabled = true
	servers[1].Err = errors.New("the variable TOKEN isn't set") // nobody needs it now
	servers[2].Err = errors.New(`the key "comand" isn't known: "command" perhaps`)
	servers[3].Source.Project, servers[4].Source.Project = true, true
	var secrets []string
	servers[0].Secrets, servers[3].Secrets = []string{"s3cret"}, []string{"theirs"}
	approved := map[string]bool{"mine": true, "ok": true, "wrong": true, "off": true}
	cfg := Config{dial: f.dial, Approved: func(c config.Server) bool { return approved[c.Name] }, Secret: func(v []string) { secrets = append(secrets, v...) }}
	h := ready(t, cfg, servers...)
	if ch := h.Configure(servers); len(ch.Refused) != 2 || !strings.Contains(ch.Refused["ok"], "mcp.json:6") || ch.Refused[policy.BuiltinServer] == "" || len(ch.Kept) != 5 {
		t.Errorf("%+v", ch)
	}
	for name, want := range map[string]string{
		"ok": "ready   ", "off": "stopped  switched off vise servers enable off", "mine": "ready   ",
		"wrong": `failed  the key "comand" isn't known: "command" perhaps correct mcp.json:3`, "theirs": "stopped approval approved vise servers approve theirs",
	} {
		st := state(t, h, name)
		for _, part := range strings.Fields(want) {
			if !strings.Contains(fmt.Sprint(st.State, st.Need, st.LastError, st.Try), part) {
				t.Errorf("%s: %q isn't in %+v", name, part, st)
			}
		}
	}
	if !slices.Equal(secrets, []string{"s3cret"}) {
		t.Errorf("secrets %q", secrets)
	}
	missing := h.Wait(t.Context(), time.Second)
	var names []string
	for _, m := range missing {
		names = append(names, m.Name)
	}
	if strings.Join(names, " ") != "wrong theirs" {
		t.Errorf("missing %q", names)
	}
	if _, err := callText(h, "theirs", "fine"); err == nil || !strings.Contains(err.Error(), "haven't approved") {
		t.Errorf("%v", err)
	}
	if n, _ := f.count("theirs"); n != 0 {
		t.Error("it was started")
	}
	approved["theirs"] = true
	ch := h.Configure(servers)
	h.Wait(t.Context(), 5*time.Second)
	if !slices.Equal(ch.Restarted, []string{"theirs"}) || state(t, h, "theirs").State != policy.ServerReady {
		t.Errorf("%+v, %+v", ch, state(t, h, "theirs"))
	}
	delete(approved, "ok") // it is reached in another way
	ch = h.Configure(servers)
	if st := state(t, h, "ok"); !slices.Equal(ch.Stopped, []string{"ok"}) || st.Need != policy.NeedApproval || !strings.Contains(st.LastError, "another way") {
		t.Errorf("%+v, %+v", ch, st)
	}
}

func TestCatalogueDoesNotWait(t *testing.T) {
	f := newFleet("slow")
	f.slow = time.Minute
	h := newHost(t, Config{dial: f.dial, Times: short(), Status: approve}, map[string]*mcp.Server{policy.BuiltinServer: serverWith("file.read")})
	start := time.Now()
	h.Configure(named("slow"))
	cat := catalogue(t, h)
	if offered, _ := ids(cat); offered != "file.read" || cat.Servers[1].State != policy.ServerStarting {
		t.Errorf("%q, %+v", offered, cat.Servers)
	}
	missing := h.Wait(t.Context(), 30*time.Millisecond)
	if len(missing) != 1 || missing[0].State != policy.ServerStarting {
		t.Errorf("missing %+v", missing)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// Thirty servers start side by side: one after another they would take 9 s.
// BenchmarkStart has the figure.
func TestServersStartSideBySide(t *testing.T) {
	var names []string
	for i := range 30 {
		names = append(names, fmt.Sprintf("s%d", i))
	}
	f := newFleet(names...)
	f.slow = 300 * time.Millisecond
	start := time.Now()
	h := ready(t, Config{dial: f.dial}, named(names...)...)
	took := time.Since(start)
	if took > 8*time.Second {
		t.Errorf("30 servers that take 300 ms each took %v", took)
	}
	if cat := catalogue(t, h); len(cat.Offered) != 30 {
		t.Errorf("%d tools", len(cat.Offered))
	}
	t.Logf("30 servers that take 300 ms each: %v", took)
}

func TestTimeoutOfAServer(t *testing.T) {
	f := newFleet("s")
	servers := named("s")
	servers[0].Timeout = 7 * time.Second
	h := ready(t, Config{dial: f.dial}, servers...)
	if tool := catalogue(t, h).Offered[0]; tool.Timeout != 7*time.Second {
		t.Errorf("%v", tool.Timeout)
	}
}

// The end of a process is seen by the next request, also where the session
// hasn't noticed it yet: nothing is asked of what isn't there.
func TestAnEndIsSeenByTheNextRequest(t *testing.T) {
	f := newFleet("mortal")
	var dead atomic.Bool
	dial := func(c config.Server) *dialer {
		d := f.dial(c)
		connect := d.dial
		d.dial = func(ctx context.Context) (*link, error) {
			l, err := connect(ctx)
			if err != nil {
				return nil, err
			}
			l.exit = func() string {
				if dialled, _ := f.count("mortal"); dialled == 1 && dead.Load() {
					return "exited with code 7"
				}
				return ""
			}
			return l, nil
		}
		return d
	}
	h := ready(t, Config{dial: dial}, named("mortal")...)
	dead.Store(true)
	if text, err := callText(h, "mortal", "fine"); err != nil || text != "from fine" {
		t.Errorf("%q, %v", text, err)
	}
	if dialled, _ := f.count("mortal"); dialled != 2 {
		t.Errorf("dialled %d times, want 2", dialled)
	}
}
