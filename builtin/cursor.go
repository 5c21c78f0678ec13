package builtin

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"path"
	"strings"
)

// query is one page of a search.
type query struct {
	text, glob, root string
	max              int
	after            position
	only             tier // on later pages: the tier of the first
}

// position is the place of a hit in the order of all hits. The zero position
// is before all.
type position struct {
	root string
	rel  string
	line int
}

// cursorData is what a cursor holds. It is no secret and gives no rights: the
// path in it is only compared with.
type cursorData struct {
	Query string `json:"q"` // fingerprint: a cursor is good for one query
	Root  string `json:"r"`
	Rel   string `json:"p"`
	Line  int    `json:"l"`
	Tier  tier   `json:"t"`
}

func (q *query) fingerprint() string {
	sum := sha256.Sum256([]byte(q.text + "\x00" + q.glob + "\x00" + q.root))
	return hex.EncodeToString(sum[:6])
}

// cursor is the token for what is behind a position.
func (q *query) cursor(at position, t tier) string {
	b, err := json.Marshal(cursorData{Query: q.fingerprint(), Root: at.root, Rel: at.rel, Line: at.line, Tier: t})
	if err != nil {
		return "" // strings and numbers always encode
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// resume takes a cursor.
func (q *query) resume(token string) error {
	bad := invalid("send next_cursor as it was given, with the same query, glob and root; or leave cursor out to start anew", "the cursor isn't one of this search")
	b, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return bad
	}
	var d cursorData
	if json.Unmarshal(b, &d) != nil || d.Query != q.fingerprint() {
		return bad
	}
	clean := d.Rel != "" && path.Clean(d.Rel) == strings.TrimSuffix(d.Rel, "/") && !path.IsAbs(d.Rel) && !strings.HasPrefix(d.Rel, "../")
	if !clean || d.Root == "" || d.Line < 0 || d.Tier > loose {
		return bad
	}
	q.after = position{root: d.Root, rel: strings.TrimSuffix(d.Rel, "/"), line: d.Line}
	q.only = d.Tier
	return nil
}
