package stdio

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// ends are the pipes of a process that is being started: ours and the other's.
type ends struct {
	ours, theirs []*os.File
	err          error
}

// in makes a pipe that we write, out one that we read. After an error they
// return nil, and close is all there is to do.
func (e *ends) in() (theirs, ours *os.File) {
	if e.err != nil {
		return nil, nil
	}
	r, w, err := os.Pipe()
	return e.add(r, w, err)
}

func (e *ends) out() (theirs, ours *os.File) {
	if e.err != nil {
		return nil, nil
	}
	r, w, err := os.Pipe()
	return e.add(w, r, err)
}

func (e *ends) add(theirs, ours *os.File, err error) (*os.File, *os.File) {
	if err != nil {
		e.err = fmt.Errorf("no pipe for the server (too many open files?): %w", err)
		return nil, nil
	}
	e.theirs, e.ours = append(e.theirs, theirs), append(e.ours, ours)
	return theirs, ours
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close() // pipes: nothing is lost
	}
}

// launch starts the supervisor, which waits for its order.
func launch(cfg Config, c Command) (*Process, error) {
	p := &Process{
		name: c.Name, maxLine: c.MaxLine, grace: cfg.Grace,
		exited: make(chan struct{}), over: make(chan struct{}), closed: make(chan struct{}),
	}
	if p.maxLine <= 0 {
		p.maxLine = defaultMaxLine
	}
	var e ends
	cmd := exec.Command(cfg.Supervisor[0], append(cfg.Supervisor[1:len(cfg.Supervisor):len(cfg.Supervisor)], c.Name)...)
	var stderr, life, status *os.File
	cmd.ExtraFiles = make([]*os.File, 2)
	in, stdin := e.in()
	out, stdout := e.out()
	errs, stderr := e.out()
	cmd.ExtraFiles[lifeFD-3], life = e.in()
	cmd.ExtraFiles[reportFD-3], status = e.out()
	if e.err == nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, errs
		cmd.Env = []string{"GOMAXPROCS=1"} // it only waits
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			e.err = fmt.Errorf("the supervisor of the server didn't start: %w", err)
		}
	}
	closeAll(e.theirs)
	if e.err != nil {
		closeAll(e.ours)
		return nil, e.err
	}
	p.cmd, p.stdin, p.stdout, p.life, p.status = cmd, stdin, stdout, life, status
	p.stderr = newStderr(stderr, cfg, c.Name)
	p.conn = newConn(p)
	return p, nil
}

// begin gives the supervisor its order and waits until the server runs.
func (p *Process) begin(ctx context.Context, o order) error {
	stop := context.AfterFunc(ctx, func() { // ends both the writing and the reading
		_ = p.life.SetWriteDeadline(time.Unix(1, 0))
		_ = p.status.SetReadDeadline(time.Unix(1, 0))
	})
	defer stop()
	reports := bufio.NewReader(p.status)
	_, err := p.life.Write(o.encode())
	word, n := "", 0
	if err == nil || errors.Is(err, syscall.EPIPE) {
		word, n, err = readReport(reports)
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("the start of the server was given up: %w", context.Cause(ctx))
	case err != nil || word != saidPid && word != saidErrno:
		wait(p.stderr.done, lastWords)
		return fmt.Errorf("%w: %s", errNoSupervisor, strings.Join(p.stderr.lines(), " · "))
	case word == saidErrno:
		return startError(o.path, syscall.Errno(n))
	}
	if !stop() {
		return fmt.Errorf("the start of the server was given up: %w", context.Cause(ctx))
	}
	p.pid, p.started = n, time.Now()
	go p.watch(reports)
	return nil
}

// abandon ends a process whose server never ran, or whose start was given up:
// the supervisor ends what there is when life closes.
func (p *Process) abandon() {
	closeAll([]*os.File{p.life, p.stdin, p.stdout, p.status})
	late := time.AfterFunc(p.grace+spare, func() { _ = p.cmd.Process.Kill() })
	go func() {
		_ = p.cmd.Wait()
		late.Stop()
	}()
	p.stderr.finish(0)
}
