package stdio

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// The supervisor's pipes, beside the server's stdin, stdout and stderr.
const (
	lifeFD   = 3 // the order, then nothing until the other end closes
	reportFD = 4
)

// unkillable is how long the supervisor goes on sending SIGKILL: a process that
// hangs in the kernel can outlast it.
const unkillable = 2 * time.Second

// Supervise is what the hidden subcommand runs; a main calls it before anything
// else and exits with what it returns. args (the server's name) are there for people
// who read the list of processes.
//
// It starts the server in a process group of its own and in a session without a
// terminal, so that the server can't write to the person's, and ends it, and
// all that it has started, when the pipe to vise closes or the server ends by itself.
func Supervise(args []string) int {
	// The kernel ties the server's life to the thread that forks it.
	runtime.LockOSThread()
	if !isPipe(lifeFD) || !isPipe(reportFD) {
		fmt.Fprintln(os.Stderr, "vise runs this command itself, to start MCP servers; it does nothing by hand.")
		return 2
	}
	syscall.CloseOnExec(lifeFD)
	syscall.CloseOnExec(reportFD)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	life := bufio.NewReader(os.NewFile(lifeFD, "life"))
	reports := os.NewFile(reportFD, "reports")
	o, err := readOrder(life)
	if err != nil { // vise is gone already
		return 1
	}
	adoptOrphans()
	pid, err := o.run()
	if err != nil {
		errno, _ := err.(syscall.Errno)
		report(reports, saidErrno, int(errno))
		return 1
	}
	report(reports, saidPid, pid)
	letGo()
	gone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, life) // any end is the end
		close(gone)
	}()
	f := newFamily(pid)
	told := make(chan struct{})
	go func() {
		<-f.ended
		report(reports, f.word, f.number)
		close(told)
	}()
	select {
	case <-told:
	case <-gone:
	case <-stop:
	}
	f.end(o.grace)
	select {
	case <-f.ended:
		<-told
	default: // it can't be killed
	}
	return 0
}

func isPipe(fd int) bool {
	var st syscall.Stat_t
	return syscall.Fstat(fd, &st) == nil && st.Mode&syscall.S_IFMT == syscall.S_IFIFO
}

func (o order) run() (pid int, err error) {
	return syscall.ForkExec(o.path, o.args, &syscall.ProcAttr{
		Dir: o.dir, Env: o.env, Files: []uintptr{0, 1, 2}, Sys: serverAttr(),
	})
}

// letGo gives up the supervisor's own ends of the server's pipes, so that they
// close when the server closes them.
func letGo() {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil { // no /dev/null: closed does, too
		for fd := range 3 {
			_ = syscall.Close(fd)
		}
		return
	}
	for fd := range 3 {
		_ = dup2(int(null.Fd()), fd) // can't fail: both are open
	}
}

// family is the server and all that it has started.
type family struct {
	server int
	ended  chan struct{} // the server has ended; word and number say how
	word   string
	number int
	none   chan struct{} // no child is left
}

// newFamily starts to wait for children's ends, those of adopted orphans
// included.
func newFamily(server int) *family {
	f := &family{server: server, ended: make(chan struct{}), none: make(chan struct{})}
	go func() {
		defer close(f.none)
		for {
			var ws syscall.WaitStatus
			pid, err := syscall.Wait4(-1, &ws, 0, nil)
			switch {
			case err == syscall.EINTR:
			case err != nil:
				return
			case pid == server:
				f.word, f.number = saidCode, ws.ExitStatus()
				if ws.Signaled() {
					f.word, f.number = saidSignal, int(ws.Signal())
				}
				close(f.ended)
			}
		}
	}()
	return f
}

// end asks all to end, waits no longer than grace, and kills what is left.
func (f *family) end(grace time.Duration) {
	if f.gone(time.Millisecond) {
		return
	}
	f.signal(syscall.SIGTERM)
	if f.gone(grace) {
		return
	}
	for deadline := time.Now().Add(unkillable); time.Now().Before(deadline); {
		f.signal(syscall.SIGKILL)
		if f.gone(10 * time.Millisecond) {
			return
		}
	}
}

// gone tells whether none is left, after no longer than limit.
func (f *family) gone(limit time.Duration) bool {
	late := time.After(limit)
	for {
		select {
		case <-f.none:
			if f.empty() {
				return true
			}
		case <-late:
			return false
		}
		time.Sleep(5 * time.Millisecond) // only where orphans aren't adopted
	}
}
