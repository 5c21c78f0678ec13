package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Places are folders that differ between machines and people, and so are left
// out of an identity. Empty ones don't count.
type Places struct {
	Home   string
	Root   string   // the project, or vise's working folder
	Caches []string // of package managers
}

// UsualPlaces are the places with the caches of npm, pnpm, bun, uv and pipx
// where they are unless moved. lookup is the environment.
func UsualPlaces(root string, lookup func(string) (string, bool)) Places {
	p := Places{Root: root}
	p.Home, _ = lookup("HOME")
	for _, name := range []string{"npm_config_cache", "XDG_CACHE_HOME", "UV_CACHE_DIR", "PIPX_HOME", "PNPM_HOME", "BUN_INSTALL"} {
		if v, ok := lookup(name); ok && filepath.IsAbs(v) {
			p.Caches = append(p.Caches, v)
		}
	}
	if p.Home == "" {
		return p
	}
	for _, dir := range []string{".npm", ".cache", ".bun", "Library/Caches", "Library/pnpm", ".local/share/uv", ".local/share/pipx", ".local/share/pnpm"} {
		p.Caches = append(p.Caches, filepath.Join(p.Home, dir))
	}
	return p
}

// Identity says which server this is, as what is approved of its tools is kept
// under: its name with its command and arguments, or with its URL. Paths under
// the places are written as $CACHE, $ROOT and $HOME, a literal $ as $$, and
// secrets as $SECRET, so that it is the same on another machine and with a new
// token, and can be stored. It is one line.
func (s Server) Identity(places Places) string {
	words := []string{s.URL}
	if s.Transport == Stdio {
		words = append([]string{s.Command}, s.Args...)
	}
	hide := s.replacements(places)
	out := []string{s.Name}
	for _, w := range words {
		out = append(out, quote(replace(w, hide), plainMarks+"$"))
	}
	return strings.Join(out, " ")
}

// replacement is text that stands for other text.
type replacement struct {
	from, to string
	path     bool // only where a path of that name, or below it, stands
}

// replacements are what an identity doesn't show, the longest first.
func (s Server) replacements(places Places) []replacement {
	var all []replacement
	for _, secret := range s.Secrets {
		if len(secret) >= leastSecret {
			all = append(all, replacement{from: secret, to: "$SECRET"})
		}
	}
	if s.Transport == Stdio {
		for _, dir := range places.Caches {
			all = append(all, replacement{dir, "$CACHE", true})
		}
		all = append(all, replacement{places.Root, "$ROOT", true}, replacement{places.Home, "$HOME", true})
	}
	all = slices.DeleteFunc(all, func(r replacement) bool { return r.from == "" || r.path && len(filepath.Clean(r.from)) < 2 })
	for i, r := range all {
		if r.path {
			all[i].from = filepath.Clean(r.from)
		}
	}
	slices.SortStableFunc(all, func(a, b replacement) int { return len(b.from) - len(a.from) })
	return all
}

// replace puts every replacement into a word, from left to right.
func replace(word string, all []replacement) string {
	var b strings.Builder
next:
	for i := 0; i < len(word); {
		for _, r := range all {
			if strings.HasPrefix(word[i:], r.from) && (!r.path || isolated(word, i, i+len(r.from))) {
				b.WriteString(r.to)
				i += len(r.from)
				continue next
			}
		}
		if word[i] == '$' {
			b.WriteByte('$')
		}
		b.WriteByte(word[i])
		i++
	}
	return b.String()
}

// isolated reports whether word[from:to] is a path from its root on to the end
// of a name: /home/ada in --dir=/home/ada/x, not in /mnt/home/ada or
// /home/adam.
func isolated(word string, from, to int) bool {
	inName := func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("._-~+@%", c) >= 0 || c >= 0x80
	}
	return (from == 0 || !inName(word[from-1]) && word[from-1] != '/') && (to == len(word) || !inName(word[to]))
}

// Fingerprint is "sha256:" and the hex hash of what an approval to start a
// project's server is bound to: its name, exact command line, folder,
// environment, URL, the headers' names, and for headers what the file says,
// before variables are filled in. Another value in the same variable of a
// header changes nothing; everything else does.
func (s Server) Fingerprint() string {
	headers := map[string]string{}
	for name := range s.Headers {
		headers[strings.ToLower(name)] = s.sources[name]
	}
	h := sha256.New()
	part := func(values ...string) {
		fmt.Fprintf(h, "%d\n", len(values))
		for _, v := range values {
			fmt.Fprintf(h, "%d:%s\n", len(v), v) // with lengths: no two lists give the same bytes
		}
	}
	part(s.Name, s.Transport.String(), s.Command, s.Cwd, s.URL)
	part(s.Args...)
	part(pairs(s.Env)...)
	part(pairs(headers)...)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// pairs are the names and values of a map, sorted by name.
func pairs(m map[string]string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out = append(out, name, m[name])
	}
	return out
}
