package stdio

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestSession(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "", "hello\n")
	s := connect(t, p)
	if got, err := call(t, s, "echo", 5); got != "5" || err != nil {
		t.Fatalf("echo: %q, %v", got, err)
	}
	if p.Exit() != "" || p.Fault() != nil || len(p.Warnings()) != 0 {
		t.Errorf("a server that works: exit %q, fault %v, warnings %q", p.Exit(), p.Fault(), p.Warnings())
	}
	eventually(t, time.Second, "its stderr", func() bool { return slices.Equal(p.Tail(), []string{"hello"}) })
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got := p.Exit(); got != "exited with code 0" {
		t.Errorf("closed, it %q", got)
	}
	if alive(p.PID()) {
		t.Error("it runs after Close")
	}
}

// A session that ends takes the server along: nobody has to remember.
func TestEndOfSessionEndsServer(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "", "")
	if err := connect(t, p).Close(); err != nil {
		t.Error(err)
	}
	if !wait(p.Exited(), 5*time.Second) {
		t.Fatal("the server runs on")
	}
	if _, err := dial(t, p); err == nil || !strings.Contains(err.Error(), "start it anew") {
		t.Errorf("a second session: %v", err)
	}
}

func TestDiesInACall(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "", "")
	s := connect(t, p)
	_, err := call(t, s, "exit", 7)
	if !errors.Is(err, io.EOF) || !strings.Contains(err.Error(), "the server exited with code 7") {
		t.Errorf("the call's error: %v", err)
	}
	<-p.Exited()
	if got := p.Exit(); got != "exited with code 7" {
		t.Errorf("Exit: %q", got)
	}
	if got := p.Tail(); !slices.Equal(got, []string{"out of luck"}) {
		t.Errorf("the last words: %q", got)
	}
}

func TestKilledServer(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "", "")
	if err := syscall.Kill(p.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-p.Exited()
	if got := p.Exit(); got != "killed by SIGKILL" {
		t.Errorf("Exit: %q", got)
	}
}

func TestEndsAtOnce(t *testing.T) {
	t.Parallel()
	p := shell(t, "usage: …\n", "no such option\n", 2)
	_, err := dial(t, p)
	if err == nil || !strings.Contains(err.Error(), "exited with code 2") {
		t.Errorf("the session's error: %v", err)
	}
	if got := p.Tail(); !slices.Equal(got, []string{"no such option"}) {
		t.Errorf("the last words: %q", got)
	}
}

// A server that ignores the end of its stdin and SIGTERM.
func TestCloseIsBounded(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	p := run(t, Config{Grace: 50 * time.Millisecond}, Command{}, "deaf", pids)
	eventually(t, 5*time.Second, "it runs", func() bool { return len(noted(pids)) == 1 })
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got := p.Exit(); got != "killed by SIGKILL" {
		t.Errorf("Exit: %q", got)
	}
}

// A server that doesn't read: a call ends with its context, and what was sent in
// part ends the session.
func TestServerDoesNotRead(t *testing.T) {
	t.Parallel()
	pids := filepath.Join(t.TempDir(), "pids")
	p := run(t, Config{Grace: 50 * time.Millisecond}, Command{}, "deaf", pids)
	c, err := p.Transport().Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m := request(t, strings.Repeat("x", 200<<10)) // more than a pipe holds
	eventually(t, 5*time.Second, "a write is cut short", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		err = c.Write(ctx, m)
		return !errors.Is(err, context.DeadlineExceeded) // which it is when nothing was sent yet
	})
	if err == nil || !strings.Contains(err.Error(), "doesn't read") {
		t.Errorf("a write that nobody reads: %v", err)
	}
	if p.Fault() == nil {
		t.Fatal("the session goes on with half a message")
	}
	if _, err := c.Read(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("a read afterwards: %v", err)
	}
}

func TestStartIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Start(ctx, Config{Supervisor: []string{"/bin/sleep", "0.2"}, Grace: time.Millisecond}, Command{Name: "0.1", Command: os.Args[0]})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a supervisor that says nothing: %v", err)
	}
}

func TestNoSupervisor(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Config{Supervisor: []string{"/bin/sh", "-c", "echo what is this? >&2"}}, Command{Command: os.Args[0]})
	if !errors.Is(err, errNoSupervisor) || !strings.Contains(err.Error(), "what is this?") {
		t.Errorf("a program that doesn't call Supervise: %v", err)
	}
	if _, err := Start(t.Context(), Config{Supervisor: []string{"/nowhere/vise"}}, Command{Command: os.Args[0]}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a supervisor that isn't there: %v", err)
	}
}
