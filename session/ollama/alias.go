package ollama

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
)

const (
	maxAlias = 64
	// reserved is what Ollama's generic parser reads around a call: an alias that
	// is part of it would be found where no tool is named.
	reserved = "name tool call arguments parameters function"
)

// Aliases names tools for a model: one alias for each id, `[a-z][a-z0-9_]*` of
// at most 64 characters, different from all others and part of none of them,
// since parsers look for names as parts of text. The same ids give the same
// aliases, in whatever order.
func Aliases(ids []string) map[string]string {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	tries := make([]int, len(ids))
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = candidate(id, 0)
	}
	// Every round gives the names that clash a longer one. Hashes make the
	// rounds few; the last try holds a whole one.
	for range lastTry {
		all := "\n" + strings.Join(names, "\n") + "\n" + reserved + "\n"
		clash := false
		for i, id := range ids {
			if tries[i] < lastTry && strings.Count(all, names[i]) > 1 {
				tries[i]++
				names[i] = candidate(id, tries[i])
				clash = true
			}
		}
		if !clash {
			break
		}
	}
	out := make(map[string]string, len(ids))
	for i, id := range ids {
		out[id] = names[i]
	}
	return out
}

const lastTry = 8

// candidate is the name to try: the id in small letters, then with "_tool",
// then with more and more of a hash of the id.
func candidate(id string, try int) string {
	base := snake(id)
	switch {
	case try == 0 && len(base) <= maxAlias:
		return base
	case try <= 1 && len(base)+len("_tool") <= maxAlias:
		return base + "_tool"
	}
	sum := sha256.Sum256([]byte(id))
	tail := "_" + hex.EncodeToString(sum[:])[:min(4+4*try, 56)]
	return base[:min(len(base), maxAlias-len(tail))] + tail
}

// snake writes an id in [a-z0-9_], beginning with a letter.
func snake(id string) string {
	var b strings.Builder
	var prev rune
	for _, r := range id {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case r >= 'A' && r <= 'Z':
			if prev >= 'a' && prev <= 'z' {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		default:
			if s := b.String(); s != "" && !strings.HasSuffix(s, "_") {
				b.WriteByte('_')
			}
		}
		prev = r
	}
	s := strings.Trim(b.String(), "_")
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		s = strings.TrimSuffix("t_"+s, "_")
	}
	return s
}
