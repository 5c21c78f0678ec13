package ollama

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// MissError means that no recording holds a request.
type MissError struct {
	Key     string
	Nearest string // the nearest recording, and where it differs first, in words
}

func (e *MissError) Error() string { return "nothing is kept under " + e.Key[:24] }

// Replayer is a transport that answers chats from the recordings in Dir. It
// reaches nothing: a request that was not recorded is a *MissError.
type Replayer struct {
	Dir  string
	Pace bool // with the recorded delays; else at once
}

// NewReplay makes a model that answers from the recordings in dir, as fast as
// it can. cfg must say what it said when they were made: model, digest, options.
func NewReplay(dir string, cfg Config) (*Model, error) {
	cfg.Transport = &Replayer{Dir: dir}
	return New(cfg)
}

// RoundTrip implements http.RoundTripper.
func (r *Replayer) RoundTrip(req *http.Request) (*http.Response, error) {
	if !isChat(req) {
		return nil, &MissError{Key: fmt.Sprintf("%-24s", req.URL.Path), Nearest: "only chats are recorded"}
	}
	want, err := cassetteOf(req)
	if err != nil {
		return nil, err
	}
	c, err := loadCassette(want.file(r.Dir))
	if errors.Is(err, os.ErrNotExist) || err == nil && c.Key != want.Key {
		return nil, &MissError{Key: want.Key, Nearest: r.nearest(want)}
	}
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: c.Status, Status: fmt.Sprintf("%d %s", c.Status, http.StatusText(c.Status)),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: req,
		ContentLength: -1, Body: &replay{c: c, pace: r.Pace, began: time.Now(), gone: req.Context().Done()},
	}, nil
}

// replay is the body of a recorded answer.
type replay struct {
	c     *cassette
	pace  bool
	began time.Time
	gone  <-chan struct{}
	rest  []byte
	next  int
}

func (b *replay) Close() error { return nil }

func (b *replay) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		if b.next >= len(b.c.Lines) {
			if b.c.End != "" {
				return 0, errors.New(b.c.End)
			}
			return 0, io.EOF
		}
		l := b.c.Lines[b.next]
		b.next++
		if err := b.wait(time.Duration(l.At) * time.Millisecond); err != nil {
			return 0, err
		}
		if b.rest = []byte(l.Line); !l.Part {
			b.rest = append(b.rest, '\n')
		}
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

func (b *replay) wait(at time.Duration) error {
	if !b.pace {
		return nil
	}
	t := time.NewTimer(time.Until(b.began.Add(at)))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-b.gone:
		return errors.New("the request was cancelled")
	}
}

// nearest says which recording comes closest and where it differs first.
func (r *Replayer) nearest(want *cassette) string {
	files, _ := filepath.Glob(filepath.Join(r.Dir, "*.jsonl"))
	best, where := -1, "there are no recordings in "+r.Dir
	for _, f := range files {
		c, err := loadCassette(f)
		if err != nil {
			continue
		}
		if same, diff := compare(c, want); same > best {
			best, where = same, "the nearest is "+filepath.Base(f)+": "+diff
		}
	}
	return where
}

// compare counts the bytes in which two requests are the same, in the order of
// the fields, and names the first difference.
func compare(have, want *cassette) (same int, diff string) {
	if have.Model != want.Model {
		diff = fmt.Sprintf("it is of model %s, not %s", have.Model, want.Model)
	} else if have.Digest != want.Digest {
		diff = fmt.Sprintf("it is of digest %q, not %q", have.Digest, want.Digest)
	}
	for _, f := range []string{"options", "think", "tools", "messages"} {
		a, b := pieces(have.Request[f]), pieces(want.Request[f])
		for i := range max(len(a), len(b)) {
			switch {
			case i >= len(a) || i >= len(b):
				diff = cmp.Or(diff, fmt.Sprintf("it has %d %s, the request %d", len(a), f, len(b)))
			case bytes.Equal(a[i], b[i]):
				same += len(a[i])
			default:
				diff = cmp.Or(diff, fmt.Sprintf("%s %d: %s", f, i+1, firstDifference(a[i], b[i])))
			}
		}
	}
	return same, cmp.Or(diff, "they are the same")
}

// pieces takes a list apart; anything else is one piece.
func pieces(raw json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && list != nil {
		return list
	}
	if len(raw) == 0 {
		return nil
	}
	return []json.RawMessage{raw}
}

func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(s []byte) string { return plain(string(s[max(0, i-20):min(len(s), i+40)])) }
	return fmt.Sprintf("recorded %q, asked %q", around(a), around(b))
}
