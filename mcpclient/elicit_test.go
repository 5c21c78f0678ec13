package mcpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The person isn't asked for these, whatever they would say.
func TestQuestionsThatAreNotAsked(t *testing.T) {
	field := func(name, schema string) *mcp.ElicitParams {
		return &mcp.ElicitParams{Mode: "form", Message: "please", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"` + name + `":` + schema + `}}`)}
	}
	page := func(u string) *mcp.ElicitParams {
		return &mcp.ElicitParams{Mode: "url", Message: "go", URL: u, ElicitationID: "1"}
	}
	var fields []string
	for i := range 41 {
		fields = append(fields, fmt.Sprintf(`"f%d":{"type":"string"}`, i))
	}
	for name, c := range map[string]struct {
		p    *mcp.ElicitParams
		says string
	}{
		"password":     {field("password", `{"type":"string"}`), "a form for a secret"},
		"camel":        {field("githubApiKey", `{"type":"string"}`), "api key"},
		"token":        {field("token", `{"type":"string"}`), "token"},
		"title":        {field("x", `{"type":"string","title":"Credit Card Number"}`), "credit card"},
		"description":  {field("x", `{"type":"string","description":"the passphrase of your key"}`), "passphrase"},
		"pin":          {field("pin", `{"type":"integer"}`), "pin"},
		"nested":       {field("x", `{"type":"object","properties":{"y":{"type":"string"}}}`), "isn't a simple one"},
		"reference":    {field("x", `{"$ref":"https://example.com/schema"}`), "flat object"},
		"list":         {field("x", `{"type":"array","items":{"type":"string"}}`), "a list of anything"},
		"no type":      {field("x", `{}`), "isn't a simple one"},
		"many":         {&mcp.ElicitParams{RequestedSchema: json.RawMessage(`{"type":"object","properties":{` + strings.Join(fields, ",") + `}}`)}, "41 fields"},
		"big":          {field("x", `{"type":"string","description":"`+strings.Repeat("x", 40_000)+`"}`), "bytes"},
		"no schema":    {&mcp.ElicitParams{Mode: "form", Message: "x"}, "without a schema"},
		"array":        {&mcp.ElicitParams{RequestedSchema: json.RawMessage(`{"type":"array"}`)}, "flat object"},
		"script":       {page("javascript:alert(1)"), "names no host"},
		"file":         {page("file:///etc/passwd"), "names no host"},
		"other scheme": {page("ftp://example.com/"), "only https and http"},
		"user":         {page("https://github.com@evil.example/"), "user name"},
		"control":      {page("https://example.com/\x1b[2J"), "holds U+001B"},
		"letters":      {page("https://gіthub.com/"), "holds U+0456"},
		"long":         {page("https://example.com/" + strings.Repeat("x", 5000)), "longer"},
		"unknown mode": {&mcp.ElicitParams{Mode: "telepathy"}, "telepathy"},
	} {
		p := &person{t: t, answer: says("accept", "{}")}
		_, st, err := callAs(t, modernVersion, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return asks(c.p), nil }, p)
		if err == nil || !strings.Contains(err.Error(), c.says) || len(p.asked) != 0 || len(err.Error()) > 700 {
			t.Errorf("%s: %v, %d asked", name, err, len(p.asked))
		}
		if len(st.Notes) == 0 || !strings.Contains(st.Notes[0], "refused: it asked") {
			t.Errorf("%s: notes %q", name, st.Notes)
		}
	}
}

func TestQuestionsThatAreAsked(t *testing.T) {
	f := newServer(named("s")[0], Config{}.filled())
	for name, c := range map[string]struct {
		p       *mcp.ElicitParams
		host    string
		warning string
	}{
		"max_tokens":    {&mcp.ElicitParams{RequestedSchema: json.RawMessage(`{"type":"object","properties":{"max_tokens":{"type":"integer"},"resetPassword":{"type":"boolean"},"card":{"type":"string","enum":["a","b"]}}}`)}, "", ""},
		"message":       {&mcp.ElicitParams{Message: "your password, please", RequestedSchema: json.RawMessage(nameForm)}, "", "never type a secret"},
		"page":          {&mcp.ElicitParams{Mode: "url", URL: "https://Example.com:8443/a?b=c"}, "example.com", ""},
		"no mode":       {&mcp.ElicitParams{URL: "https://example.com/"}, "example.com", ""},
		"punycode":      {&mcp.ElicitParams{Mode: "url", URL: "https://xn--gthub-2of.com/"}, "xn--gthub-2of.com", "letters outside ASCII"},
		"number":        {&mcp.ElicitParams{Mode: "url", URL: "https://203.0.113.7/"}, "203.0.113.7", "bare number"},
		"in the open":   {&mcp.ElicitParams{Mode: "url", URL: "http://example.com/"}, "example.com", "http"},
		"here":          {&mcp.ElicitParams{Mode: "url", URL: "http://localhost:8080/"}, "localhost", ""},
		"a long speech": {&mcp.ElicitParams{Message: strings.Repeat("blah ", 10_000), RequestedSchema: json.RawMessage(nameForm)}, "", ""},
	} {
		q, _, err := f.question(c.p)
		if err != nil || q.Host != c.host || (c.warning == "") != (q.Warning == "") || !strings.Contains(q.Warning, c.warning) || q.URL != c.p.URL || len(q.Message) > 3*maxQuestion {
			t.Errorf("%s: %+v, %v", name, q, err)
		}
	}
}
