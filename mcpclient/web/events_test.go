package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
)

// A stream comes out as it went in, however it is cut.
func TestEvents(t *testing.T) {
	for _, text := range []string{
		"", "\n", "\r\n", "data: a\n\ndata: b\n\n", "data: a\r\n\r\nid: 1\r\n\r\n", ": keep\n\n: keep\n\n", "data: unfinished", "data: a\n\n\n\n",
		"data: " + strings.Repeat("x", 900) + "\n\ndata: y\n\n",
	} {
		for _, cut := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			e := newEvents(io.NopCloser(cut(strings.NewReader(text))), 1000, func() []byte { return nil }, func(err error) { t.Error(err) })
			got, err := io.ReadAll(e)
			if err != nil || string(got) != text {
				t.Errorf("%.20q came out as %.20q, %v", text, got, err)
			}
		}
	}
}

// What is too large is left out, and answered in the server's place where
// somebody waits for an answer.
func TestEventsTooLarge(t *testing.T) {
	for _, large := range []string{"data: " + strings.Repeat("x", 2000), strings.Repeat("data: xx\n", 200), strings.Repeat(":\n", 2000)} {
		for _, reply := range []string{"", `{"id":1}`} {
			var said error
			body := &closedReader{Reader: strings.NewReader("data: a\n\n" + large + "\n\ndata: never\n\n")}
			e := newEvents(body, 1000, func() []byte { return []byte(reply) }, func(err error) { said = err })
			got, err := io.ReadAll(e)
			want, big := "data: a\n\n", new(TooLarge)
			if reply != "" {
				want += "data: " + reply + "\n\n"
			}
			if string(got) != want || !errors.As(said, &big) || (err == nil) != (reply != "") || !body.closed {
				t.Errorf("%.10q, %q: got %q, %v; said %v", large, reply, got, err, said)
			}
		}
	}
}

// What is answered in a server's place is known from what it answered itself.
func TestInPlace(t *testing.T) {
	req := httptest.NewRequest(http.MethodPost, "/", nil)
	req.GetBody = func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`)), nil
	}
	var reply struct {
		Error struct {
			Code int64
			Data json.RawMessage
		}
	}
	if err := json.Unmarshal(replyTo(req, 1000), &reply); err != nil || !InPlace(reply.Error.Code, reply.Error.Data) || InPlace(reply.Error.Code, nil) {
		t.Errorf("%+v, %v", reply, err)
	}
}

type closedReader struct {
	io.Reader
	closed bool
}

func (r *closedReader) Close() error { r.closed = true; return nil }
