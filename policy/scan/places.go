package scan

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// place is a stretch of the normal form that counts as one word.
type place struct {
	start, end int
	class      string
}

// places finds addresses, numbers, paths of secrets and names of other tools,
// and puts each in the place of the words it is made of.
func (p *page) places() {
	p.found = append(append(p.found, p.findURLs()...), p.findEmails()...)
	p.found = append(p.found, p.findPaths()...)
	p.found = append(p.found, p.findPhones()...)
	p.found = append(p.found, p.findNames()...)
	p.quotedNotes()
	if len(p.found) == 0 {
		return
	}
	slices.SortStableFunc(p.found, func(a, b place) int { return cmp.Compare(a.start, b.start) })
	v := words()
	out := make([]token, 0, len(p.tokens))
	i := 0
	past := 0
	for _, pl := range p.found {
		if pl.start < past {
			continue
		}
		for i < len(p.tokens) && int(p.tokens[i].end) <= pl.start {
			out = append(out, p.tokens[i])
			i++
		}
		t := token{start: int32(pl.start), end: int32(pl.end), cost: 2}
		t.classes = v.class(pl.class)
		if i < len(p.tokens) {
			t.sentence = p.tokens[i].sentence
		}
		for i < len(p.tokens) && int(p.tokens[i].start) < pl.end {
			i++
		}
		out = append(out, t)
		past = pl.end
	}
	p.tokens = append(out, p.tokens[i:]...)
}

// quotedNotes marks words such as 'sidenote' that stand in quotes.
func (p *page) quotedNotes() {
	v := words()
	note, quoted := v.class("note"), v.class(atNote)
	for i := range p.tokens {
		t := &p.tokens[i]
		if !t.classes.with(t.more).meets(note) || t.start == 0 {
			continue
		}
		last := p.tokens[min(i+int(t.span), len(p.tokens)-1)]
		if int(last.end) < len(p.norm) && quote(p.norm[t.start-1]) && quote(p.norm[last.end]) {
			t.classes = t.classes.with(quoted)
		}
	}
}

func quote(b byte) bool { return b == '\'' || b == '"' || b == '`' }

// secretPaths are pieces of paths that hold secrets, in lower case.
var secretPaths = [...]string{
	".ssh/", ".ssh\\", "id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "authorized_keys",
	".aws/cred", ".aws/config", ".aws\\cred", ".config/gcloud", ".azure/", ".kube/config", ".docker/config.json",
	".npmrc", ".pypirc", ".netrc", ".git-credentials", ".pgpass", ".my.cnf", ".gnupg", ".vault-token", ".password-store", ".htpasswd",
	".cursor/mcp.json", "claude_desktop_config", ".claude.json", ".bash_history", ".zsh_history",
	"/etc/shadow", "/etc/passwd", "/etc/sudoers", "/proc/self/environ", "library/keychains", "login.keychain",
	"cookies.sqlite", "logins.json", "key4.db", "wallet.dat", "credentials.json", "service-account.json", "ntuser.dat", "config/sam",
}

func (p *page) findPaths() []place {
	var out []place
	if bytes.IndexByte(p.norm, '.') < 0 && bytes.IndexByte(p.norm, '_') < 0 && bytes.IndexByte(p.norm, '/') < 0 {
		return nil
	}
	for _, piece := range secretPaths {
		for from := 0; ; {
			i := bytes.Index(p.norm[from:], []byte(piece))
			if i < 0 {
				break
			}
			i += from
			from = i + len(piece)
			out = append(out, p.wholePath(i, from))
		}
	}
	return append(out, p.dotEnv()...)
}

// wholePath widens a piece to the path around it.
func (p *page) wholePath(i, end int) place {
	const reach = 200 // bytes to either side
	from, to := max(0, i-reach), min(len(p.norm), end+reach)
	for i > from && pathByte(p.norm[i-1]) {
		i--
	}
	for end < to && pathByte(p.norm[end]) {
		end++
	}
	for end > i && p.norm[end-1] == '.' {
		end--
	}
	return place{i, end, atPath}
}

func pathByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || strings.IndexByte("/\\~._-$%{}", b) >= 0
}

// dotEnv finds files named .env, .env.local and the like.
func (p *page) dotEnv() []place {
	var out []place
	for from := 0; ; {
		i := bytes.Index(p.norm[from:], []byte(".env"))
		if i < 0 {
			return out
		}
		i += from
		from = i + 4
		before := i == 0 || !alnum(p.norm[i-1]) && p.norm[i-1] != ')'
		after := from == len(p.norm) || !alnum(p.norm[from]) && p.norm[from] != '_' && p.norm[from] != '('
		if before && after && !bytes.HasPrefix(p.norm[from:], []byte(".example")) {
			out = append(out, p.wholePath(i, from))
		}
	}
}

func alnum(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' }

// findEmails finds addresses such as name@host.tld.
func (p *page) findEmails() []place {
	var out []place
	for from := 0; ; {
		at := bytes.IndexByte(p.norm[from:], '@')
		if at < 0 {
			return out
		}
		at += from
		from = at + 1
		start, end := at, at+1
		for start > 0 && (alnum(p.norm[start-1]) || strings.IndexByte("._+-", p.norm[start-1]) >= 0) {
			start--
		}
		for end < len(p.norm) && (alnum(p.norm[end]) || p.norm[end] == '-' || p.norm[end] == '.') {
			end++
		}
		host := strings.TrimRight(string(p.norm[at+1:end]), ".-")
		if start < at && strings.Contains(host, ".") && !strings.Contains(host, "..") && len(host) > 3 {
			out = append(out, place{start, at + 1 + len(host), atEmail})
			from = at + 1 + len(host)
		}
	}
}

// findPhones finds + and at least nine digits.
func (p *page) findPhones() []place {
	var out []place
	for from := 0; ; {
		i := bytes.IndexByte(p.norm[from:], '+')
		if i < 0 {
			return out
		}
		i += from
		end, digits := i+1, 0
		for end < len(p.norm) && (p.norm[end] >= '0' && p.norm[end] <= '9' || digits > 0 && strings.IndexByte(" -()", p.norm[end]) >= 0) {
			if p.norm[end] >= '0' {
				digits++
			}
			end++
		}
		from = end
		for end > i && (p.norm[end-1] < '0' || p.norm[end-1] > '9') {
			end--
		}
		if digits >= 9 && digits <= 15 {
			out = append(out, place{i, end, atPhone})
		}
	}
}
