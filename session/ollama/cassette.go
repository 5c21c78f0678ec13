package ollama

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vise/session"
)

// recordedFields are the parts of a request that decide the answer; the key of
// a recording is a hash of them and of the model's digest.
var recordedFields = []string{"messages", "tools", "options", "think"}

// cassette is one exchange as it was on the wire.
type cassette struct {
	V       int                        `json:"v"`
	Key     string                     `json:"key"`
	Model   string                     `json:"model"`
	Digest  string                     `json:"digest,omitempty"`
	Request map[string]json.RawMessage `json:"request"`
	Status  int                        `json:"status"`
	Lines   []cassetteLine             `json:"-"` // follow, a line each
	End     string                     `json:"-"` // why reading ended, if not at a clean end
}

// cassetteLine is a line of the answer, At milliseconds after the request.
type cassetteLine struct {
	At   int64  `json:"at_ms"`
	Line string `json:"line,omitempty"`
	Part bool   `json:"part,omitempty"` // its newline never came
	End  string `json:"end,omitempty"`  // in the last one: "eof", or the error
}

const cleanEnd = "eof"

// steady takes out of a request what no two runs have in common: the time and
// the nonce of the envelopes. Recordings are made and found without them.
func steady(o session.ChatOptions) *strings.Replacer {
	var pairs []string
	if o.Nonce != "" {
		pairs = append(pairs, o.Nonce, "NONCE")
	}
	if !o.Now.IsZero() {
		pairs = append(pairs, o.Now.Format(time.RFC3339)+", "+o.Now.Weekday().String(), "TIME")
	}
	return strings.NewReplacer(pairs...)
}

// newCassette reads a request's body.
func newCassette(body []byte, digest string) (*cassette, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(body, &all); err != nil {
		return nil, fmt.Errorf("a request that can't be recorded: %w", err)
	}
	c := &cassette{V: 1, Digest: digest, Request: map[string]json.RawMessage{}}
	if err := json.Unmarshal(all["model"], &c.Model); err != nil {
		return nil, fmt.Errorf("a request that names no model: %w", err)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", cmp.Or(digest, c.Model))
	for _, f := range recordedFields {
		if raw, ok := all[f]; ok {
			c.Request[f] = raw
		}
		fmt.Fprintf(h, "%s %s\n", f, all[f])
	}
	c.Key = hex.EncodeToString(h.Sum(nil))
	return c, nil
}

func (c *cassette) file(dir string) string { return filepath.Join(dir, c.Key[:24]+".jsonl") }

// save writes the recording at once or not at all. It holds prompts: only its
// owner may read it.
func (c *cassette) save(dir string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(c); err != nil {
		return err
	}
	for _, l := range append(c.Lines, cassetteLine{End: cmp.Or(c.End, cleanEnd)}) {
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, ".recording-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(b.Bytes())
	if err = firstError(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), c.file(dir))
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// loadCassette reads a recording; one that isn't whole is an error.
func loadCassette(name string) (*cassette, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4*maxLine)
	var c cassette
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &c) != nil || c.V != 1 {
		return nil, fmt.Errorf("%s isn't a recording", name)
	}
	for lines.Scan() {
		var l cassetteLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s can't be read: %w", name, err)
		}
		switch l.End {
		case "":
			c.Lines = append(c.Lines, l)
		case cleanEnd:
			return &c, nil
		default:
			c.End = l.End
			return &c, nil
		}
	}
	return nil, fmt.Errorf("%s ends too early", name)
}
