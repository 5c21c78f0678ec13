package web

import (
	"net"
	"net/url"
	"strings"
	"unicode"
)

// displayHost is a host (with its port) as people write it: labels in
// Punycode are decoded. What can't be decoded stays as it is.
func displayHost(host string) string {
	u := url.URL{Host: host}
	labels := strings.Split(u.Hostname(), ".")
	for i, l := range labels {
		if rest, ok := strings.CutPrefix(strings.ToLower(l), "xn--"); ok {
			if decoded, ok := punycode(rest); ok && shown(decoded) {
				labels[i] = decoded
			}
		}
	}
	name := strings.Join(labels, ".")
	switch {
	case name == u.Hostname():
		return host
	case u.Port() != "":
		return net.JoinHostPort(name, u.Port())
	}
	return name
}

// shown reports whether a decoded label is one that can be read. Encoded
// ASCII is a trick.
func shown(label string) bool {
	foreign := false
	for _, r := range label {
		if !unicode.IsPrint(r) {
			return false
		}
		foreign = foreign || r >= 0x80
	}
	return foreign
}

// isPunycode reports whether a label of host is encoded, whether or not it can
// be decoded.
func isPunycode(host string) bool {
	host = strings.ToLower(host)
	return strings.HasPrefix(host, "xn--") || strings.Contains(host, ".xn--")
}

// Parameters of RFC 3492, section 5.
const (
	base, tMin, tMax     = 36, 1, 26
	skew, damp           = 38, 700
	initialBias, initial = 72, 128
)

// punycode decodes a label without its "xn--" (RFC 3492, section 6.2).
func punycode(s string) (string, bool) {
	if len(s) > 63 { // RFC 1035
		return "", false
	}
	var out []rune
	if i := strings.LastIndexByte(s, '-'); i >= 0 {
		out, s = []rune(s[:i]), s[i+1:]
	}
	n, at, bias := initial, 0, initialBias
	for s != "" {
		before, w := at, 1
		for k := base; ; k += base {
			if s == "" {
				return "", false
			}
			d := digit(s[0])
			s = s[1:]
			if d < 0 || w > 1<<24 {
				return "", false
			}
			at += d * w
			t := min(max(k-bias, tMin), tMax)
			if d < t {
				break
			}
			w *= base - t
		}
		bias = adapt(at-before, len(out)+1, before == 0)
		n += at / (len(out) + 1)
		at %= len(out) + 1
		if n > 0x10ffff || 0xd800 <= n && n < 0xe000 {
			return "", false
		}
		out = append(out[:at], append([]rune{rune(n)}, out[at:]...)...)
		at++
	}
	return string(out), true
}

func digit(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case '0' <= c && c <= '9':
		return int(c-'0') + 26
	}
	return -1
}

func adapt(delta, points int, first bool) int {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for delta > (base-tMin)*tMax/2 {
		delta /= base - tMin
		k += base
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}
