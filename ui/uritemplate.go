package ui

import (
	"slices"
	"strings"
)

// operator is how the values of one {…} of a URI template are written
// (RFC 6570, levels 1 to 3; MCP's templates are plain strings, so the
// modifiers of level 4 are left out of account).
type operator struct {
	first, sep string
	named      bool // name=value
	plain      bool // reserved characters stay
}

func operatorOf(expr string) (op operator, names []string) {
	op = operator{sep: ","}
	if expr != "" {
		rest := expr[1:]
		switch expr[0] {
		case '+':
			op, expr = operator{sep: ",", plain: true}, rest
		case '#':
			op, expr = operator{first: "#", sep: ",", plain: true}, rest
		case '.':
			op, expr = operator{first: ".", sep: "."}, rest
		case '/':
			op, expr = operator{first: "/", sep: "/"}, rest
		case ';':
			op, expr = operator{first: ";", sep: ";", named: true}, rest
		case '?':
			op, expr = operator{first: "?", sep: "&", named: true}, rest
		case '&':
			op, expr = operator{first: "&", sep: "&", named: true}, rest
		}
	}
	for n := range strings.SplitSeq(expr, ",") {
		n, _, _ = strings.Cut(strings.TrimSuffix(strings.TrimSpace(n), "*"), ":")
		if n != "" {
			names = append(names, n)
		}
	}
	return op, names
}

// expressions calls text for what stands between the {…} of a template and
// expr for what stands in them, in their order.
func expressions(template string, text, expr func(string)) {
	for template != "" {
		before, rest, open := strings.Cut(template, "{")
		inside, after, shut := strings.Cut(rest, "}")
		if !open || !shut {
			text(template)
			return
		}
		text(before)
		expr(inside)
		template = after
	}
}

// parameters are the names in a template, each once.
func parameters(template string) []string {
	var out []string
	expressions(template, func(string) {}, func(expr string) {
		_, names := operatorOf(expr)
		for _, n := range names {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	})
	return out
}

// expandURI fills a template; a name without a value is left out.
func expandURI(template string, values map[string]string) string {
	var b strings.Builder
	expressions(template, func(s string) { b.WriteString(s) }, func(expr string) {
		op, names := operatorOf(expr)
		lead := op.first
		for _, n := range names {
			v, ok := values[n]
			if !ok {
				continue
			}
			b.WriteString(lead)
			lead = op.sep
			if op.named {
				b.WriteString(n)
				if v != "" || op.first != ";" {
					b.WriteByte('=')
				}
			}
			escape(&b, v, op.plain)
		}
	})
	return b.String()
}

// escape writes a value with all but unreserved characters as %XX; plain
// leaves the reserved ones as they are.
func escape(b *strings.Builder, v string, plain bool) {
	const unreserved, reserved, hex = "-._~", ":/?#[]@!$&'()*+,;=", "0123456789ABCDEF"
	for i := range len(v) {
		switch c := v[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte(unreserved, c) >= 0,
			plain && strings.IndexByte(reserved, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}
