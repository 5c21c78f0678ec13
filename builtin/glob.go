package builtin

import "strings"

// globMatch matches one path element as git does: *, ?, [a-z], [!a-z],
// [[:alpha:]] and backslashes; by bytes. A glob that is malformed matches
// nothing. It takes at most len(glob)·len(name) steps.
func globMatch(glob, name string) bool {
	g, n := 0, 0
	starG, starN := -1, 0 // where to go on when the last * has to take more
	for n < len(name) || g < len(glob) {
		if g < len(glob) && glob[g] == '*' {
			g++
			starG, starN = g, n
			continue
		}
		if n < len(name) {
			if size, ok := matchOne(glob[g:], name[n]); ok {
				g += size
				n++
				continue
			}
		}
		if starG < 0 || starN >= len(name) {
			return false
		}
		starN++
		g, n = starG, starN
	}
	return true
}

// matchOne matches one byte against what glob begins with, and says how much
// of glob that was.
func matchOne(glob string, c byte) (size int, ok bool) {
	if glob == "" {
		return 0, false
	}
	switch glob[0] {
	case '?':
		return 1, true
	case '[':
		return matchClass(glob, c)
	case '\\':
		return 2, len(glob) > 1 && glob[1] == c
	}
	return 1, glob[0] == c
}

// matchClass matches a byte against a class in brackets.
func matchClass(glob string, c byte) (size int, ok bool) {
	i := 1
	negated := i < len(glob) && (glob[i] == '!' || glob[i] == '^')
	if negated {
		i++
	}
	found := false
	for first := true; ; first = false {
		if i >= len(glob) {
			return 0, false // never closed
		}
		if glob[i] == ']' && !first {
			return i + 1, found != negated
		}
		if strings.HasPrefix(glob[i:], "[:") {
			if end := strings.Index(glob[i:], ":]"); end > 0 {
				found = found || inNamedClass(glob[i+2:i+end], c)
				i += end + 2
				continue
			}
		}
		low, next, valid := classByte(glob, i)
		high := low
		if valid && next+1 < len(glob) && glob[next] == '-' && glob[next+1] != ']' {
			high, next, valid = classByte(glob, next+1)
		}
		if !valid {
			return 0, false
		}
		found = found || (low <= c && c <= high)
		i = next
	}
}

// classByte reads one byte of a class, which a backslash may quote.
func classByte(glob string, i int) (c byte, next int, ok bool) {
	if glob[i] == '\\' {
		i++
	}
	if i >= len(glob) {
		return 0, i, false
	}
	return glob[i], i + 1, true
}

func inNamedClass(name string, c byte) bool {
	l := lower(c)
	alpha, digit := 'a' <= l && l <= 'z', '0' <= c && c <= '9'
	switch name {
	case "alpha":
		return alpha
	case "digit":
		return digit
	case "alnum":
		return alpha || digit
	case "upper":
		return alpha && l != c
	case "lower":
		return alpha && l == c
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r'
	case "blank":
		return c == ' ' || c == '\t'
	case "xdigit":
		return digit || 'a' <= l && l <= 'f'
	case "punct":
		return c > ' ' && c < 0x7f && !alpha && !digit
	}
	return false
}

// matchSegments matches the path dir+name, dir with a slash at its end or "",
// against globs for its elements; ** stands for any number of them, at the end
// for at least one.
func matchSegments(globs []string, dir, name string) bool {
	path := strings.Split(dir+name, "/")
	g, n := 0, 0
	starG, starN := -1, 0
	for n < len(path) || g < len(globs) {
		if g < len(globs) && globs[g] == "**" {
			g++
			if g == len(globs) {
				return n < len(path)
			}
			starG, starN = g, n
			continue
		}
		if n < len(path) && g < len(globs) && globMatch(globs[g], path[n]) {
			g++
			n++
			continue
		}
		if starG < 0 || starN >= len(path) {
			return false
		}
		starN++
		g, n = starG, starN
	}
	return true
}
