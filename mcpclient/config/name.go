package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/tailscale/hujson"

	"vise/policy"
)

// Files of other programs call servers whatever they like: "My Server",
// "@scope/name", names in Chinese. Tools, approvals and rules need a name that
// can be told from every other and typed anywhere, so such a server gets one,
// made of its own.

// InFile is what the server's file calls it.
func (s Server) InFile() string {
	if s.Key != "" {
		return s.Key
	}
	return s.Name
}

// Called reports whether a person may mean the server by name: as vise calls
// it, or as its file does.
func (s Server) Called(name string) bool { return name == s.Name || name == s.InFile() }

// name finds the name that the server goes by, or says why there is none.
func (e *entry) name(m hujson.ObjectMember) *Error {
	n := name(m)
	safe := safeName(n)
	switch {
	case safe == "":
		return e.fail(m.Name.StartOffset, fmt.Sprintf("the server name %s can't be used", shown(n)), "use letters, digits and marks that can be seen")
	case n == policy.BuiltinServer:
		return e.fail(m.Name.StartOffset, fmt.Sprintf("%q is the name of vise's own server", n), "give this one another name")
	case safe == policy.BuiltinServer:
		return e.fail(m.Name.StartOffset, fmt.Sprintf("%s would be called %q here, which is the name of vise's own server", shown(n), safe), "give this one another name")
	case safe != n:
		e.server.Name, e.server.Key = safe, n
	}
	return nil
}

// maxName is the length of a name, in bytes.
const maxName = 128

// safeName is the name that a server goes by which a file calls n: n itself
// where that can be. What can't stand in a name becomes a dash; where letters
// or digits are lost with it, or the end is, a piece of n's hash keeps it from
// meeting another. It is empty for what nobody could tell from another name by
// sight, as with invisible characters.
func safeName(n string) string {
	if policy.ValidName(n) {
		return n
	}
	lost := len(n) > maxName
	for _, r := range n {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return ""
		}
		lost = lost || r >= 0x80 && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || unicode.IsSymbol(r))
	}
	words := strings.FieldsFunc(n, func(r rune) bool { return !policy.ValidName(string(r)) })
	safe := strings.Trim(strings.Join(words, "-"), "-/")
	if !lost {
		return safe
	}
	const piece = 6
	sum := sha256.Sum256([]byte(n))
	safe = strings.TrimRight(safe[:min(len(safe), maxName-piece-1)], "-/")
	if safe == "" {
		safe = "server"
	}
	return safe + "-" + hex.EncodeToString(sum[:])[:piece]
}

// apart says which servers of a file go by another name than they have there,
// and refuses those whose names become one: the one that is called so by the
// file keeps it, or else the first.
func (r *reader) apart(servers []Server) {
	owner := map[string]int{}
	for i, s := range servers {
		if _, taken := owner[s.Name]; s.Key == "" || !taken {
			owner[s.Name] = i
		}
	}
	for i := range servers {
		s := &servers[i]
		if s.Key == "" {
			continue
		}
		o := owner[s.Name]
		if o == i {
			if len(s.Notes) < maxNotes {
				s.Notes = append(s.Notes, fmt.Sprintf("here it is called %s: %s can't be a name in rules and commands, which is made of 1 to 128 of A–Z a–z 0–9 _ . / -", s.Name, shown(s.Key)))
			}
			continue
		}
		if s.Err == nil {
			s.Err = &Error{File: r.path, Line: s.Source.Line, Column: s.Source.Column,
				What: fmt.Sprintf("the server %s would be called %s here, which is the name of the one on line %d", shown(s.Key), s.Name, servers[o].Source.Line),
				Hint: "give one of them another name"}
		}
		s.Name = shownName(s.Key)
	}
}
