package web

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"vise/mcpclient/wire"
)

// faults is what the SDK talks to. It bounds what is read, and turns answers
// that aren't MCP's into errors that can be understood: the SDK would keep
// only the text of the status, and end the session for many of them.
type faults struct {
	d    *Dialer
	next http.RoundTripper
	sse  bool
}

// maxError bounds the body of an error, in bytes.
const maxError = 1 << 20

// RoundTrip implements http.RoundTripper.
func (f *faults) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := f.next.RoundTrip(req)
	if err != nil {
		f.d.failed(err)
		return nil, err
	}
	if err := f.check(req, resp); err != nil {
		_ = resp.Body.Close() // what is left of it isn't wanted
		f.d.failed(err)
		return nil, err
	}
	return resp, nil
}

func (f *faults) check(req *http.Request, resp *http.Response) error {
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")) // no type is no known type
	limit := f.d.e.MaxBody
	switch {
	case resp.StatusCode >= 400 && (req.Method == http.MethodPost || f.sse):
		return f.refused(req, resp, media)
	case media == "text/event-stream":
		e := newEvents(resp.Body, limit, func() []byte { return replyTo(req, limit) }, f.d.failed)
		e.mend = !f.sse // there it is done to messages
		resp.Body = e
	case media == "text/html" && req.Method == http.MethodPost && resp.StatusCode/100 == 2:
		head, _ := io.ReadAll(io.LimitReader(resp.Body, 16<<10)) // what there is
		return &Fault{Status: resp.StatusCode, Excerpt: excerpt(head, true, f.d.secrets()), page: true}
	case req.Method == http.MethodGet && f.sse:
		return &Fault{Status: resp.StatusCode, page: media == "text/html", noStream: true}
	case req.Method == http.MethodGet:
		_ = resp.Body.Close() // only streams are wanted
		resp.Body = http.NoBody
	default:
		return whole(resp, limit)
	}
	return nil
}

// whole reads an answer that the SDK would read whole, without a bound.
func whole(resp *http.Response, limit int64) error {
	big := &TooLarge{Limit: limit, What: "answer"}
	if resp.ContentLength > limit {
		return big
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil {
		return plain("", err)
	}
	if int64(len(body)) > limit {
		return big
	}
	_ = resp.Body.Close() // it was read to its end
	resp.Body = io.NopCloser(bytes.NewReader(wire.MendText(body)))
	return nil
}

// rpcError is what decides what an error answer is.
type rpcError struct {
	Version string `json:"jsonrpc"`
	Error   *struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

const methodNotFound = -32601

// refused reads an answer with a status of 400 and up. An error of JSON-RPC is
// the SDK's where it answers a call: for a refused notification, such as of a
// cancelled server/discover that nobody has a session for, the SDK would end
// the session.
func (f *faults) refused(req *http.Request, resp *http.Response, media string) error {
	body, err := io.ReadAll(io.LimitReader(resp.Body, min(maxError, f.d.e.MaxBody)))
	if err != nil {
		body = nil // the status is known
	}
	fault := &Fault{Status: resp.StatusCode, Excerpt: excerpt(body[:min(len(body), 16<<10)], media == "text/html", f.d.secrets())}
	var rpc rpcError
	isRPC := json.Unmarshal(body, &rpc) == nil && rpc.Version == "2.0" && rpc.Error != nil
	if req.Header.Get("Mcp-Session-Id") != "" {
		// Most servers answer 404 as they should, with or without an error of
		// JSON-RPC; examples that many were copied from answer 400.
		gone := resp.StatusCode == http.StatusNotFound && !(isRPC && rpc.Error.Code == methodNotFound)
		lost := resp.StatusCode == http.StatusBadRequest && isRPC && strings.Contains(strings.ToLower(rpc.Error.Message), "session")
		fault.Stale = gone || lost
	}
	if isRPC && !fault.Stale && len(callID(req)) > 0 {
		_ = resp.Body.Close() // what there was to read was read
		resp.Body = io.NopCloser(bytes.NewReader(body))
		return nil
	}
	return fault
}

// replyTo is the answer that is given in the server's place when its own is
// too large: an error to the request that req carried. It is empty where there
// is no such request.
func replyTo(req *http.Request, limit int64) []byte {
	id := callID(req)
	if len(id) == 0 {
		return nil
	}
	big := &TooLarge{Limit: limit, What: "answer"}
	reply, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": id,
		"error": map[string]any{"code": internalError, "message": big.Error(), "data": inPlace},
	})
	if err != nil {
		return nil
	}
	return reply
}

// internalError is JSON-RPC's code for it.
const internalError = -32603

// inPlace is the data of the error that is given in a server's place.
const inPlace = "vise: too large"

// InPlace says of an error of JSON-RPC that the server didn't give it: what it
// gave was too large to be read.
func InPlace(code int64, data json.RawMessage) bool {
	return code == internalError && string(data) == strconv.Quote(inPlace)
}

// callID is the id of the call that req carries; nil where it carries none.
func callID(req *http.Request) json.RawMessage {
	if req.Method != http.MethodPost || req.GetBody == nil {
		return nil
	}
	body, err := req.GetBody()
	if err != nil {
		return nil
	}
	defer func() { _ = body.Close() }()
	var sent struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	if err := json.NewDecoder(body).Decode(&sent); err != nil || sent.Method == "" {
		return nil
	}
	return sent.ID
}
