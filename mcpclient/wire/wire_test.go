package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Of a list, only what can't be decoded is replaced, whatever is wrong with it.
func TestMendsLists(t *testing.T) {
	for _, c := range []struct{ entry, name, why string }{
		{`{"name":"x","annotations":[]}`, "x", `"annotations" can't be a list`},
		{`{"name":"x","annotations":{"title":{}}}`, "x", `"annotations.title" can't be an object`},
		{`{"name":"x","description":1.5}`, "x", `"description" can't be a number`},
		{`{"name":7}`, "", `"name" can't be a number`},
		{`{"name":"x","icons":true}`, "x", `"icons" can't be true or false`},
		{`{"name":"x","_meta":"y"}`, "x", `can't be text`},
		{`5`, "", `it is a number, not an object`},
		{`["x"]`, "", `it is a list, not an object`},
	} {
		raw := `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"good","inputSchema":{"type":"object"}},` + c.entry + `,null],"nextCursor":"<n>","ttlMs":5}}`
		m, err := jsonrpc.DecodeMessage(MendText([]byte(raw)))
		if err != nil {
			t.Fatal(err)
		}
		var r mcp.ListToolsResult
		if err := json.Unmarshal(m.(*jsonrpc.Response).Result, &r); err != nil {
			t.Errorf("%s: %v", c.entry, err)
			continue
		}
		if len(r.Tools) != 3 || r.Tools[0].Name != "good" || Unreadable(r.Tools[0].Meta) != "" || r.Tools[2] != nil || r.NextCursor != "<n>" || r.TTLMs != 5 {
			t.Errorf("%s: the rest of the list: %+v", c.entry, r)
			continue
		}
		if got := r.Tools[1]; got.Name != c.name || !strings.Contains(Unreadable(got.Meta), c.why) {
			t.Errorf("%s: %q: %q, want %q", c.entry, got.Name, Unreadable(got.Meta), c.why)
		}
	}
}

// So is what stands beside the list, in a page that is one.
func TestMendsPages(t *testing.T) {
	const tools = `"tools":[{"name":"good","inputSchema":{"type":"object"}}]`
	for _, c := range []struct{ members, why, cursor string }{
		{tools + `,"nextCursor":5`, `"nextCursor" can't be a number, so what follows can't be asked for`, ""},
		{tools + `,"ttlMs":"soon","nextCursor":"n"`, `"ttlMs" can't be text`, "n"},
		{tools + `,"ttlMs":1.5`, `"ttlMs" can't be 1.5`, ""},
		{tools + `,"ttlMs":10000000000000000000000000`, `"ttlMs" can't be so large a number`, ""},
		{tools + `,"ttlMs":{},"cacheScope":[]`, `"ttlMs" can't be an object; "cacheScope" can't be a list`, ""},
		{`"_meta":"x",` + tools, `"_meta" can't be text`, ""},
		{`"_meta":{"a":"b"},"resultType":true,` + tools, `"resultType" can't be true or false`, ""},
		{tools + `,"nextCursor":null,"ttlMs":null`, "", ""},
		{tools + `,"other":5`, "", ""},
	} {
		m, err := jsonrpc.DecodeMessage(MendText([]byte(`{"jsonrpc":"2.0","id":1,"result":{` + c.members + `}}`)))
		if err != nil {
			t.Fatal(err)
		}
		var r mcp.ListToolsResult
		if err := json.Unmarshal(m.(*jsonrpc.Response).Result, &r); err != nil {
			t.Errorf("%s: %v", c.members, err)
			continue
		}
		if got := Unreadable(r.Meta); got != c.why || r.NextCursor != c.cursor || len(r.Tools) != 1 || r.Tools[0].Name != "good" {
			t.Errorf("%s: %q, %+v", c.members, got, r)
		}
		if strings.Contains(c.members, `"a":"b"`) && r.Meta["a"] != "b" {
			t.Errorf("%s: the rest of _meta is lost: %v", c.members, r.Meta)
		}
	}
}

// The other lists, in a batch too.
func TestMendsEveryList(t *testing.T) {
	raw := `[{"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"p","arguments":{}}]}},
		{"jsonrpc":"2.0","id":2,"result":{"resources":[{"uri":"a://b","name":"r","size":"big"}]}},
		{"jsonrpc":"2.0","id":3,"result":{"resourceTemplates":[{"uriTemplate":"a://{b}","name":[]}]}}]`
	var got []struct{ Result json.RawMessage }
	if err := json.Unmarshal(MendText([]byte(raw)), &got); err != nil || len(got) != 3 {
		t.Fatal(err)
	}
	var prompts mcp.ListPromptsResult
	var resources mcp.ListResourcesResult
	var templates mcp.ListResourceTemplatesResult
	for i, into := range []any{&prompts, &resources, &templates} {
		if err := json.Unmarshal(got[i].Result, into); err != nil {
			t.Fatalf("%s: %v", got[i].Result, err)
		}
	}
	if p := prompts.Prompts[0]; p.Name != "p" || Unreadable(p.Meta) != `"arguments" can't be an object` {
		t.Errorf("%+v", p)
	}
	if r := resources.Resources[0]; r.URI != "a://b" || Unreadable(r.Meta) != `"size" can't be text` {
		t.Errorf("%+v", r)
	}
	if r := templates.ResourceTemplates[0]; r.URITemplate != "a://{b}" || Unreadable(r.Meta) == "" {
		t.Errorf("%+v", r)
	}
}

// What needs nothing stays byte for byte, and so does what isn't understood.
func TestLeavesTheRest(t *testing.T) {
	for _, raw := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"tools": [ {"name":"x","inputSchema":{"type":"object"}} ]}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":"none"}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":{},"nextCursor":5}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":"n","ttlMs":5,"cacheScope":"public","_meta":{}}}`,
		`{"jsonrpc":"2.0","id":1,"result":["tools"]}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"\"tools\""}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\"tools\":[5]"}]}}`,
		`{"jsonrpc":"2.0","method":"elicitation/create","id":1,"params":{"requestedSchema":"no object"}}`,
		`{"jsonrpc":"2.0","method":"other","id":1,"params":{"requestedSchema":{}}}`,
		`{"tools":`, `["tools"`, ``, `null`,
	} {
		if got := MendText([]byte(raw)); string(got) != raw {
			t.Errorf("got  %s\nwant %s", got, raw)
		}
	}
}

// A schema's text is there to the letter, in both ways to ask.
func TestSchemasKeepTheirText(t *testing.T) {
	const schema = `{"type":"object", "properties":{"z":{"type":"string","title":"<b>"},"a":{"type":"integer"},"m":{"type":"boolean"}}}`
	request, err := jsonrpc.DecodeMessage([]byte(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":` + schema + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	Mend(request)
	var asked mcp.ElicitParams
	if err := json.Unmarshal(request.(*jsonrpc.Request).Params, &asked); err != nil {
		t.Fatal(err)
	}
	response, err := jsonrpc.DecodeMessage([]byte(`{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"message":"m","requestedSchema":` + schema + `}},"r":{"method":"roots/list","params":{}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	Mend(response)
	var result mcp.CallToolResult
	if err := json.Unmarshal(response.(*jsonrpc.Response).Result, &result); err != nil {
		t.Fatal(err)
	}
	for how, p := range map[string]*mcp.ElicitParams{"request": &asked, "result": result.InputRequests["q"].(*mcp.ElicitParams)} {
		if got, err := Schema(p.RequestedSchema); err != nil || string(got) != schema {
			t.Errorf("%s: %s, %v", how, got, err)
		}
		if p.Message != "m" {
			t.Errorf("%s: %+v", how, p)
		}
	}
	if got, err := Schema(map[string]any{"type": "object"}); err != nil || string(got) != `{"type":"object"}` {
		t.Errorf("one that wasn't mended: %s, %v", got, err)
	}
}

func FuzzMendText(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"result":{"tools":[5,{"name":"x"}],"inputRequests":{"a":{"params":{"requestedSchema":{}}}}}}`))
	f.Add([]byte(`[{"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":{}}]}}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := MendText(raw)
		if json.Valid(raw) && !json.Valid(got) {
			t.Errorf("%q became %q", raw, got)
		}
	})
}
