package stdio

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// lastWords is how long the output of a process that has ended is waited
	// for: a grandchild can hold the pipe open.
	lastWords    = 200 * time.Millisecond
	lastMessages = 2 * time.Second
	// spare is added to the supervisor's own limits before it is killed itself.
	spare = unkillable + time.Second
)

// Process is one running server. It is safe for several goroutines.
type Process struct {
	name    string
	maxLine int
	grace   time.Duration

	cmd                         *exec.Cmd // the supervisor
	pid                         int       // the server, and its group
	started                     time.Time
	stdin, stdout, life, status *os.File
	stderr                      *stderrLog
	conn                        *conn

	exited chan struct{} // the server has ended
	over   chan struct{} // the supervisor, too: nothing is left
	closed chan struct{} // Close is done

	closing  sync.Once
	closeErr error

	mu       sync.Mutex
	how      string
	fault    error
	warnings []string
}

// watch waits for the server's end, then for the supervisor's.
func (p *Process) watch(reports *bufio.Reader) {
	for {
		word, n, err := readReport(reports)
		if err != nil {
			break
		}
		if word == saidCode || word == saidSignal {
			p.end(ending(word, n))
		}
	}
	if err := p.cmd.Wait(); err != nil { // killed, before it could end what it looked after
		_ = syscall.Kill(-p.pid, syscall.SIGKILL)
		p.end("ended with its supervisor, which was killed")
	} else {
		p.end("was killed, but hangs in the system") // unless it has ended
	}
	_ = p.status.Close()
	close(p.over)
	p.stderr.finish(lastWords)
	if !p.conn.over.Load() { // its last messages; then one that left the group can hold the pipe open
		_ = p.stdout.SetReadDeadline(time.Now().Add(lastMessages))
	}
}

// end notes how the server ended, once, when what it said last has been read.
func (p *Process) end(how string) {
	p.mu.Lock()
	first := p.how == ""
	if first {
		p.how = how
	}
	p.mu.Unlock()
	if !first {
		return
	}
	select {
	case <-p.stderr.done:
	case <-time.After(lastWords):
	}
	close(p.exited)
}

// Transport is for one client session. When the session ends, so does the
// server; Close waits for that.
func (p *Process) Transport() mcp.Transport { return transport{p.conn} }

// PID is the server's process id, which is its group's, too.
func (p *Process) PID() int { return p.pid }

// Started is when the server began to run.
func (p *Process) Started() time.Time { return p.started }

// Exited is closed when the server has ended, for whatever reason.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Exit says in words how the server ended: "exited with code 1", "killed by
// SIGKILL"; "" while it runs.
func (p *Process) Exit() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.how
}

// Tail is the last lines of the server's stderr, at most 50 and 8 KiB, inert
// and without secrets.
func (p *Process) Tail() []string { return p.stderr.lines() }

// Log is the path of the file with the server's stderr; "" where none is kept.
func (p *Process) Log() string { return p.stderr.path() }

// Warnings are what a person should know of a server that works all the same:
// lines on stdout that aren't messages, a log that can't be written. Inert.
func (p *Process) Warnings() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Concat(p.warnings, p.stderr.warnings())
}

// Fault is why the connection was given up although the server ran: a broken
// line, a message without an end. nil where the server ended by itself or was closed.
func (p *Process) Fault() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fault
}

func (p *Process) warn(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.warnings) < maxStray+1 && !slices.Contains(p.warnings, text) {
		p.warnings = append(p.warnings, text)
	}
}

// fail notes the first fault and returns the one that counts.
func (p *Process) fail(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault == nil {
		p.fault = err
	}
	return p.fault
}

// Close ends the server: its stdin is closed; after the grace it gets SIGTERM,
// with all that it has started; after another, SIGKILL. It returns when none is left, no
// later than twice the grace and 3 s, and may be called several times.
func (p *Process) Close() error {
	p.closing.Do(func() { go p.shutdown() })
	<-p.closed
	return p.closeErr
}

func (p *Process) shutdown() {
	defer close(p.closed)
	p.conn.hangUp()
	wait(p.exited, p.grace)
	_ = p.life.Close() // the supervisor sees to the rest
	if !wait(p.over, p.grace+spare) {
		_ = p.cmd.Process.Kill()
		_ = syscall.Kill(-p.pid, syscall.SIGKILL)
		if !wait(p.over, time.Second) {
			p.closeErr = fmt.Errorf("the server %s (process %d) didn't end although it was killed: it hangs in the system", inert(p.name, shown), p.pid)
		}
	}
	_ = p.stdout.SetReadDeadline(time.Now().Add(lastWords))
	p.conn.drained()
	if err := p.stdout.Close(); err != nil && !errors.Is(err, os.ErrClosed) && p.closeErr == nil {
		p.closeErr = err
	}
	if p.closeErr == nil {
		<-p.stderr.done
	}
}

func wait(c <-chan struct{}, limit time.Duration) bool {
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-c:
		return true
	case <-late.C:
		return false
	}
}
