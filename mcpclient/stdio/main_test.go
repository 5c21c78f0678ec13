package stdio

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"
)

// helper is the first argument of this test binary where it plays another
// program; the second says which.
const helper = "helper"

func TestMain(m *testing.M) {
	// syscall.Exit: under the race detector os.Exit sleeps for a second.
	if len(os.Args) > 1 && os.Args[1] == Subcommand {
		syscall.Exit(Supervise(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == helper {
		syscall.Exit(play(os.Args[2], os.Args[3:]))
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(syscall.Exit))
}

func play(part string, args []string) int {
	switch part {
	case "server": // what is to be said first, on stdout and on stderr
		fmt.Print(args[0])
		fmt.Fprint(os.Stderr, args[1])
		return serve()
	case "flood":
		line := strings.Repeat("\x1b[31mnoise ", 100) + "\n"
		for range 10 << 20 / len(line) {
			fmt.Fprint(os.Stderr, line)
		}
		fmt.Fprintln(os.Stderr, "the last word")
		return serve()
	case "deaf": // neither reads nor minds being asked to end
		signal.Ignore(syscall.SIGTERM)
		note(args[0], "server")
		select {}
	case "parent":
		return parent(args[0], args[1])
	case "vise":
		return vise(args[0])
	}
	return 64
}

// serve is an ordinary server with a few tools.
func serve() int {
	s := mcp.NewServer(&mcp.Implementation{Name: "helper", Version: "1"}, nil)
	type in struct {
		N int `json:"n,omitempty"`
	}
	add := func(name string, f func(ctx context.Context, n int) string) {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: f(ctx, in.N)}}}, nil, nil
		})
	}
	add("echo", func(_ context.Context, n int) string { return strconv.Itoa(n) })
	add("big", func(_ context.Context, n int) string { return strings.Repeat(`{"id":7}`, n/8) })
	add("env", func(context.Context, int) string { return strings.Join(os.Environ(), "\n") })
	add("cwd", func(context.Context, int) string { d, _ := os.Getwd(); return d })
	add("tty", func(context.Context, int) string {
		_, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
		return fmt.Sprint(err)
	})
	add("exit", func(_ context.Context, n int) string {
		fmt.Fprintln(os.Stderr, "out of luck")
		syscall.Exit(n)
		return ""
	})
	add("debug", func(context.Context, int) string { fmt.Print("[debug] here\n"); return "" })
	add("say", func(context.Context, int) string { fmt.Print("{\"half\": \n"); return "" })
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return 1
	}
	return 0
}

// parent is a server with one child that ignores SIGTERM, one in a session of its
// own, and one that nobody waits for; how it ends itself is mode.
func parent(pids, mode string) int {
	stubborn := func(who string) string { // the exec'd sleep goes on ignoring them
		return `trap "" TERM HUP; echo "` + who + ` $$" >>"$0"; exec sleep 60`
	}
	start(false, stubborn("stubborn"), pids)
	start(true, stubborn("apart"), pids)
	_ = start(true, `sh -c '`+stubborn("left")+`' "$0" & exit`, pids).Wait()
	for len(noted(pids)) < 3 {
		time.Sleep(time.Millisecond)
	}
	note(pids, "server")
	if mode == "ends" {
		_, _ = bufio.NewReader(os.Stdin).ReadString(0) // until it is closed
		return 0
	}
	signal.Ignore(syscall.SIGTERM)
	select {}
}

func start(setsid bool, script, arg string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", script, arg)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: setsid}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	return cmd
}

// vise starts a server as the program does, and then hangs.
func vise(pids string) int {
	_, err := Start(context.Background(), Config{Grace: 100 * time.Millisecond}, Command{
		Name: "parent", Command: os.Args[0], Args: []string{helper, "parent", pids, "stays"},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	select {}
}

// note appends a process to a file, noted reads them.
func note(path, who string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(f, "%s %d\n", who, os.Getpid())
	_ = f.Close()
}

func noted(path string) map[string]int {
	pids := map[string]int{}
	data, _ := os.ReadFile(path)
	for line := range strings.Lines(string(data)) {
		if who, n, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok {
			pids[who], _ = strconv.Atoi(n)
		}
	}
	return pids
}

// alive tells whether a process runs; one that is dead and not waited for doesn't.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		_, gone := os.Stat("/proc/self/stat")
		return gone != nil // no /proc on this system
	}
	state := data[bytes.LastIndexByte(data, ')')+2]
	return state != 'Z' && state != 'X'
}

// eventually waits for something that other processes do.
func eventually(t *testing.T, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", limit, what)
		}
	}
}

// run starts this binary as a helper; it is closed when the test ends.
func run(t *testing.T, cfg Config, c Command, args ...string) *Process {
	t.Helper()
	if cfg.Grace == 0 {
		cfg.Grace = 2 * time.Second
	}
	c.Name, c.Command, c.Args = "one", os.Args[0], append([]string{helper}, args...)
	p, err := Start(t.Context(), cfg, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// shell starts a server that says something and ends with a code.
func shell(t *testing.T, stdout, stderr string, code int) *Process {
	t.Helper()
	c := Command{Name: "two", Command: "sh", Args: []string{"-c", `printf %s "$1"; printf %s "$2" >&2; exit "$3"`, "sh", stdout, stderr, strconv.Itoa(code)}}
	p, err := Start(t.Context(), Config{}, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func connect(t *testing.T, p *Process) *mcp.ClientSession {
	t.Helper()
	s, err := dial(t, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func dial(t *testing.T, p *Process) (*mcp.ClientSession, error) {
	t.Helper()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), p.Transport(), nil)
	if err == nil {
		t.Cleanup(func() { _ = s.Close() })
	}
	return s, err
}

func call(t *testing.T, s *mcp.ClientSession, tool string, n int) (string, error) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"n": n}})
	if err != nil {
		return "", err
	}
	return r.Content[0].(*mcp.TextContent).Text, nil
}

func request(t *testing.T, text string) jsonrpc.Message {
	t.Helper()
	m, err := jsonrpc.DecodeMessage([]byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"text":%q}}`, text)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
