package mcpclient

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"vise/mcpclient/config"
	"vise/mcpclient/stdio"
	"vise/policy"
)

// helper is the first argument of this test binary where it plays a server;
// the second says which.
const helper = "helper"

// Its processes end with syscall.Exit: under the race detector os.Exit sleeps
// for a second.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == stdio.Subcommand {
		syscall.Exit(stdio.Supervise(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == helper {
		syscall.Exit(play(os.Args[2], os.Args[3:]))
	}
	// An HTTP server keeps the sessions that nobody ended, which is what it is for.
	goleak.VerifyTestMain(m, goleak.Cleanup(syscall.Exit), goleak.IgnoreAnyFunction("github.com/modelcontextprotocol/go-sdk/mcp.(*streamableServerConn).Read"))
}

func play(part string, args []string) int {
	switch part {
	case "server": // says something on stdout and stderr first
		fmt.Print(args[0])
		fmt.Fprint(os.Stderr, args[1])
		return serveStdio()
	case "sleeper": // answers nothing for a while
		d, _ := time.ParseDuration(args[0])
		time.Sleep(d)
		return serveStdio()
	case "broken":
		fmt.Fprintln(os.Stderr, "\x1b[31mTraceback\x1b[0m\nModuleNotFoundError: no module named 'gizmo'")
		return 3
	case "old": // ends at the first thing it doesn't know
		return serveOld()
	case "malformed":
		return serveMalformed(args[0])
	}
	return 64
}

func serveStdio() int {
	s := serverWith("fine")
	addTool(s, "pid", answer(fmt.Sprint(os.Getpid())))
	addTool(s, "die", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		fmt.Fprintln(os.Stderr, "out of luck")
		syscall.Exit(7)
		return nil, nil
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return 1
	}
	return 0
}

// serveOld speaks revision 2024-11-05, in a small way of its own.
func serveOld() int {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var req struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			return 1
		}
		result := ""
		switch req.Method {
		case "initialize":
			result = `{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"0"}}`
		case "tools/list":
			result = `{"tools":[{"name":"one","inputSchema":{"type":"object"}}]}`
		case "tools/call":
			if bytes.Contains(in.Bytes(), []byte(`"huge"`)) {
				huge(req.ID)
				continue
			}
			result = `{"content":[{"type":"text","text":"called"}]}`
		case "notifications/initialized", "notifications/cancelled":
			continue
		default:
			fmt.Fprintln(os.Stderr, "unknown method")
			return 2
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", req.ID, result)
	}
	return 0
}

// huge answers with 40 MiB.
func huge(id json.RawMessage) {
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, id)
	chunk := bytes.Repeat([]byte("x"), 1<<20)
	for range 40 {
		if _, err := os.Stdout.Write(chunk); err != nil {
			syscall.Exit(4)
		}
	}
	fmt.Println(`"}]}}`)
}

// program is a configured server that this test binary plays.
func program(name, part string, args ...string) config.Server {
	return config.Server{Name: name, Command: os.Args[0], Args: append([]string{helper, part}, args...),
		Source: config.Source{File: "mcp.json", Line: 3}}
}

// approve makes every tool an approved one.
func approve(policy.Tool) policy.Status { return policy.StatusApproved }

// short are times for tests.
func short() Times {
	return Times{Ping: 100 * time.Millisecond, Backoff: 5 * time.Millisecond, MaxBackoff: 50 * time.Millisecond,
		Refresh: 20 * time.Millisecond, Opened: 100 * time.Millisecond, Grace: 200 * time.Millisecond, Tries: 3}
}

// ready configures servers and waits until they are up.
func ready(t *testing.T, cfg Config, servers ...config.Server) *Host {
	t.Helper()
	if cfg.Times == (Times{}) {
		cfg.Times = short()
	}
	if cfg.Status == nil {
		cfg.Status = approve
	}
	h := newHost(t, cfg, nil)
	h.Configure(servers)
	h.Wait(t.Context(), 10*time.Second)
	return h
}

func state(t *testing.T, h *Host, name string) policy.ServerState {
	t.Helper()
	for _, s := range h.Servers() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no server %q", name)
	return policy.ServerState{}
}

func callText(h *Host, server, tool string) (string, error) {
	res, err := h.CallTool(context.Background(), policy.Tool{Server: server, Name: tool}, nil, policy.Calling{})
	return textOf(res), err
}
