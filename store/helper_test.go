package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"vise/builtin/todo"
	"vise/session"
)

const helperEnv = "VISE_STORE_HELPER"

// helpers are the programs that tests run as other processes.
func helpers() map[string]func(args []string) error {
	return map[string]func([]string) error{
		"append": helperAppend, "begin": helperBegin, "hold": helperHold, "work": helperWork, "full": helperFull, "nosync": helperNoSync,
	}
}

// helper is another process.
type helper struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startHelper(t testing.TB, name string, args ...string) *helper {
	t.Helper()
	h := &helper{Cmd: exec.Command(os.Args[0], args...)}
	// Built for finding races, a process sleeps for a second before it ends.
	h.Env = append(os.Environ(), helperEnv+"="+name, "GORACE=atexit_sleep_ms=0 "+os.Getenv("GORACE"))
	h.Stderr = os.Stderr
	var err error
	if h.in, err = h.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := h.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	h.out = bufio.NewReader(out)
	if err := h.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = h.Process.Kill() // it may have ended
		_ = h.Wait()
	})
	return h
}

// line reads one line of the helper's output.
func (h *helper) line(t testing.TB) string {
	t.Helper()
	s, err := h.out.ReadString('\n')
	if err != nil {
		t.Fatalf("the helper said %q, then: %v", s, err)
	}
	return s[:len(s)-1]
}

// finish lets the helper end and fails unless it ended well.
func (h *helper) finish(t testing.TB) {
	t.Helper()
	h.in.Close()
	if _, err := io.Copy(io.Discard, h.out); err != nil {
		t.Fatal(err)
	}
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
}

// helperAppend appends N events to RUN of the database at PATH.
func helperAppend(args []string) error {
	ctx := context.Background()
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	d, err := Open(ctx, args[0], Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	l, err := d.Begin(ctx, args[1])
	if err != nil {
		return err
	}
	var last session.Record
	for range n {
		last = event(args[1], last, "from a helper")
		if err := l.Append(ctx, entry(last)); err != nil {
			return err
		}
	}
	return l.Release(ctx)
}

// helperBegin takes RUN, says so, and keeps it until its input ends.
func helperBegin(args []string) error {
	ctx := context.Background()
	d, err := Open(ctx, args[0], Options{Command: "vise run"})
	if err != nil {
		return err
	}
	l, err := d.Begin(ctx, args[1])
	if err != nil {
		return err
	}
	if err := l.Append(ctx, entry(event(args[1], session.Record{}, "one"))); err != nil {
		return err
	}
	fmt.Println("mine")
	_, _ = io.Copy(io.Discard, os.Stdin) // until the parent closes it
	return l.Release(ctx)
}

// helperHold keeps the file open for writing until its input ends.
func helperHold(args []string) error {
	c, err := openConn(context.Background(), args[0], true, holder{PID: os.Getpid(), Command: "vise \x1b[31mserve"}, time.Now().Add(time.Second))
	if err != nil {
		return err
	}
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin) // until the parent closes it
	c.close()
	return nil
}

// helperWork appends to a run of its own, two events at a time and an anchor
// with them, and makes a todo after every such pair, saying what was
// acknowledged, until it is killed.
func helperWork(args []string) error {
	ctx := context.Background()
	d, err := Open(ctx, args[0], Options{})
	if err != nil {
		return err
	}
	run := args[1]
	l, err := d.Begin(ctx, run)
	if err != nil {
		return err
	}
	var last session.Record
	for n := 1; ; n++ {
		one := event(run, last, "work")
		last = event(run, one, "done")
		if err := l.Append(ctx, entry(one, blob(fmt.Sprint(run, n))), anchored(entry(last))); err != nil {
			return err
		}
		fmt.Println("event", last.Seq)
		fmt.Println("try", n)
		if err := makeTodo(ctx, d, run, n); err != nil {
			return err
		}
		fmt.Println("todo", n)
	}
}

// makeTodo creates the todo number n of run, under a key of its own.
func makeTodo(ctx context.Context, d *DB, run string, n int) error {
	p := todo.Proof{Tool: "todo.create", ArgsHash: "sha256:a", Run: run, Call: fmt.Sprint("call_", n)}
	var err error
	p.Token, err = d.MintToken(ctx, session.TokenGrant{Tool: p.Tool, ArgsHash: p.ArgsHash, Run: p.Run, Call: p.Call, Under: "person"})
	if err != nil {
		return err
	}
	_, _, err = d.CreateTodo(ctx, p, todo.Draft{Title: fmt.Sprint("todo ", n), Key: fmt.Sprint(run, "/", n)})
	return err
}

var errNotSeen = errors.New("the expected error didn't come")
