package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// order is what the supervisor is told to run, over the pipe that it then
// watches: a line of numbers, then strings that each end in a zero byte, as
// the system itself takes them (they needn't be UTF-8).
type order struct {
	path  string
	dir   string
	args  []string // the first is the command as it was configured
	env   []string
	grace time.Duration
}

func (o order) encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d %d %d\n", o.grace, len(o.args), len(o.env))
	for _, list := range [][]string{{o.path, o.dir}, o.args, o.env} {
		for _, s := range list {
			b.WriteString(s)
			b.WriteByte(0)
		}
	}
	return b.Bytes()
}

func readOrder(r *bufio.Reader) (o order, err error) {
	var args, env int
	line, err := r.ReadString('\n')
	if err != nil {
		return order{}, err
	}
	if _, err := fmt.Sscanf(line, "%d %d %d\n", &o.grace, &args, &env); err != nil {
		return order{}, err
	}
	read := func(n int) []string {
		var list []string
		for ; n > 0 && err == nil; n-- {
			var s string
			s, err = r.ReadString(0)
			list = append(list, strings.TrimSuffix(s, "\x00"))
		}
		return list
	}
	head := read(2)
	o.args, o.env = read(args), read(env)
	if err != nil {
		return order{}, err
	}
	o.path, o.dir = head[0], head[1]
	return o, nil
}

// What a supervisor reports, a line each: a word and a number.
const (
	saidPid    = "pid"    // the server runs
	saidErrno  = "errno"  // it didn't start
	saidCode   = "code"   // it exited
	saidSignal = "signal" // it was killed
)

func report(w io.Writer, word string, n int) {
	fmt.Fprintf(w, "%s %d\n", word, n) // vise may be gone: then nobody is to be told
}

func readReport(r *bufio.Reader) (word string, n int, err error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return "", 0, err
	}
	word, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	n, err = strconv.Atoi(number)
	return word, n, err
}

// ending says in words how a process ended.
func ending(word string, n int) string {
	if word == saidCode {
		return fmt.Sprintf("exited with code %d", n)
	}
	return "killed by " + signalName(syscall.Signal(n))
}

func signalName(s syscall.Signal) string {
	names := map[syscall.Signal]string{
		syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGFPE: "SIGFPE", syscall.SIGHUP: "SIGHUP",
		syscall.SIGILL: "SIGILL", syscall.SIGINT: "SIGINT", syscall.SIGKILL: "SIGKILL", syscall.SIGPIPE: "SIGPIPE",
		syscall.SIGQUIT: "SIGQUIT", syscall.SIGSEGV: "SIGSEGV", syscall.SIGSYS: "SIGSYS", syscall.SIGTERM: "SIGTERM",
		syscall.SIGTRAP: "SIGTRAP", syscall.SIGXCPU: "SIGXCPU", syscall.SIGXFSZ: "SIGXFSZ",
	}
	if name, ok := names[s]; ok {
		return name
	}
	return fmt.Sprintf("signal %d", int(s))
}

var errNoSupervisor = errors.New("the supervisor ended before it had started the server")
