package ollamatest

import (
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
)

// Port is an address of this machine where nothing listens until Serve is
// called, or a program of the test's is told to. It is the test's own: a socket
// that never listens stays bound to it, so that a connection is refused and the
// system gives the port to nobody, while who asks for it by number gets it.
// (Only Linux shares it so; elsewhere it is let go of at once, and might be taken.)
type Port struct {
	Addr string // host:port

	tb testing.TB
}

// NewPort keeps an address until the test is over.
func NewPort(tb testing.TB) *Port {
	tb.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		tb.Fatal(os.NewSyscallError("socket", err))
	}
	syscall.CloseOnExec(fd)
	letGo := sync.OnceFunc(func() { _ = syscall.Close(fd) })
	tb.Cleanup(letGo)
	// without this the port isn't shared with the socket that will listen
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		tb.Fatal(os.NewSyscallError("setsockopt", err))
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		tb.Fatal(os.NewSyscallError("bind", err))
	}
	at, err := syscall.Getsockname(fd)
	if err != nil {
		tb.Fatal(os.NewSyscallError("getsockname", err))
	}
	if runtime.GOOS != "linux" {
		letGo()
	}
	return &Port{Addr: net.JoinHostPort("127.0.0.1", strconv.Itoa(at.(*syscall.SockaddrInet4).Port)), tb: tb}
}

// Serve has h listen there until stop is called or the test is over.
func (p *Port) Serve(h http.Handler) (stop func()) {
	p.tb.Helper()
	l, err := net.Listen("tcp", p.Addr)
	if err != nil {
		p.tb.Fatal(err)
	}
	srv := &http.Server{Handler: h}
	go func() { _ = srv.Serve(l) }()
	stop = func() { srv.Close() }
	p.tb.Cleanup(stop)
	return stop
}
