package web

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// maxURL bounds an address, in bytes.
const maxURL = 8 << 10

// origin is scheme, host and port (RFC 6454); the port is always there.
type origin struct{ scheme, host, port string }

func originOf(u *url.URL) origin {
	o := origin{strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()}
	switch {
	case o.port != "":
	case o.scheme == "https":
		o.port = "443"
	case o.scheme == "http":
		o.port = "80"
	}
	return o
}

// String is the origin as people write it.
func (o origin) String() string {
	if o.port == "443" && o.scheme == "https" || o.port == "80" && o.scheme == "http" {
		if strings.Contains(o.host, ":") {
			return o.scheme + "://[" + o.host + "]"
		}
		return o.scheme + "://" + o.host
	}
	return o.scheme + "://" + net.JoinHostPort(o.host, o.port)
}

// parseEndpoint is a configured address. http is taken everywhere: a server in
// one's own network is often reached so; Dialer.Notes says what that means.
func parseEndpoint(raw string) (*url.URL, error) {
	u, err := parse(raw)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the address begins with %q: a server's address begins with https:// or http://", u.Scheme+":")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// parse is what all addresses have to be. Its errors never hold the address,
// which may hold a key.
func parse(raw string) (*url.URL, error) {
	if len(raw) > maxURL {
		return nil, fmt.Errorf("the address is longer than %d bytes", maxURL)
	}
	for _, r := range raw {
		if r <= ' ' || r >= 0x7f {
			return nil, fmt.Errorf("the address holds %U: outside ASCII, host names are written as xn--…, and the rest with %%XX", r)
		}
	}
	u, err := url.Parse(raw)
	if err != nil {
		var e *url.Error
		if errors.As(err, &e) {
			err = e.Err
		}
		return nil, fmt.Errorf("this is no address: %w", err)
	}
	if u.Host == "" || u.Hostname() == "" || u.Opaque != "" {
		return nil, errors.New("the address names no host")
	}
	if u.User != nil {
		return nil, errors.New("the address holds a user name or password (before @): put credentials into headers")
	}
	if !plainHost(u.Hostname()) {
		return nil, errors.New("the address names a host with characters that host names don't have")
	}
	return u, nil
}

// plainHost reports whether host is a name in ASCII or an IP address.
func plainHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Zone() == ""
	}
	for _, c := range []byte(host) {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' || c == '_') {
			return false
		}
	}
	return !strings.HasPrefix(host, "-") && host != ""
}

// checkPage is checked before an address is shown for opening, and again
// before a browser gets it: https, or http on this machine, and nothing in it
// that a shell on the way could take for its own.
func checkPage(raw string) (*url.URL, error) {
	u, err := parse(raw)
	if err != nil {
		return nil, err
	}
	switch {
	case u.Scheme == "https", u.Scheme == "http" && isLoopback(u.Hostname()):
	default:
		return nil, fmt.Errorf("the page's address begins with %q: only https:// is opened, or http:// on this machine", u.Scheme+":")
	}
	if i := strings.IndexAny(raw, "\"'`$;|<>\\(){}^"); i >= 0 {
		return nil, fmt.Errorf("the page's address holds %q, which a shell could take for its own: it isn't opened", raw[i:i+1])
	}
	return u, nil
}

// isLoopback reports whether host is this machine, by name or number.
func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// sharedSpace is 100.64.0.0/10, carrier-grade NAT (RFC 6598).
func sharedSpace(ip netip.Addr) bool {
	b := ip.As4()
	return b[0] == 100 && b[1]&0xc0 == 64
}

// isPrivate reports whether ip isn't on the public Internet. Loopback isn't
// counted.
func isPrivate(ip netip.Addr) bool {
	ip = ip.Unmap()
	return !ip.IsValid() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified() ||
		ip.Is4() && sharedSpace(ip)
}
