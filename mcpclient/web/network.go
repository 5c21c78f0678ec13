package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"
	"time"
)

// ownTransport reaches the network: the proxy of the environment, bounded
// times for everything up to the request. Answers aren't bounded here: a tool
// may take minutes, and whoever calls it bounds that.
func ownTransport() *http.Transport {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConnsPerHost:    2,
		MaxResponseHeaderBytes: 256 << 10,
		ForceAttemptHTTP2:      true,
	}
}

// plainError says in plain words what the network did; the error of the
// network is in it.
type plainError struct {
	text string
	err  error
}

func (e *plainError) Error() string { return e.text }
func (e *plainError) Unwrap() error { return e.err }

// plain puts a network's error into words. Errors that aren't the network's
// stay as they are.
func plain(host string, err error) error {
	var (
		dns     *net.DNSError
		cert    *tls.CertificateVerificationError
		records tls.RecordHeaderError
		timeout net.Error
	)
	say := func(format string, args ...any) error { return &plainError{fmt.Sprintf(format, args...), err} }
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &dns):
		return say("the host %q can't be found: check the address and the network", dns.Name)
	case errors.As(err, &cert):
		return say("the host %q shows a certificate that isn't valid for it: %v", host, cert.Err)
	case errors.As(err, &records):
		return say("the host %q doesn't speak TLS there: http:// perhaps", host)
	case errors.Is(err, syscall.ECONNREFUSED):
		return say("nothing listens at %s: is the server running?", where(err, host))
	case errors.Is(err, syscall.ECONNRESET):
		return say("the server at %s cut the connection", host)
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return say("the host %q doesn't answer in time", host)
	}
	return err
}

// where is the address that a connection was tried to.
func where(err error, host string) string {
	var op *net.OpError
	if errors.As(err, &op) && op.Addr != nil {
		return op.Addr.String()
	}
	return host
}

// Plain is the part of err that a person needs: without the SDK's and the HTTP
// client's own words around it, and without the address, which may hold a key.
// Where there is none, it is err.
func Plain(err error) error {
	var (
		fault    *Fault
		large    *TooLarge
		redirect *Redirect
		login    *loginError
		network  *plainError
		wrapped  *url.Error
	)
	switch {
	case errors.As(err, &login):
		return login
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &large):
		return large
	case errors.As(err, &redirect):
		return redirect
	case errors.As(err, &network):
		return network
	case errors.As(err, &wrapped):
		return wrapped.Err
	}
	return err
}
