package scan

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// thousand is 1,000 tools of about 1 KB over 50 servers.
func thousand(b testing.TB) (defs []json.RawMessage, ctx Context) {
	ordinary := readOrdinary(b)
	for i := range 1000 {
		def, err := json.Marshal(map[string]any{
			"name":        fmt.Sprintf("do_thing_%d", i),
			"description": strings.Join([]string{ordinary[i%len(ordinary)], ordinary[(i+7)%len(ordinary)], ordinary[(i+13)%len(ordinary)]}, "\n"),
			"inputSchema": map[string]any{"type": "object", "required": []string{"owner"}, "properties": map[string]any{
				"owner": map[string]any{"type": "string", "description": ordinary[(i+17)%len(ordinary)]},
				"state": map[string]any{"type": "string", "enum": []string{"open", "closed", "all"}, "default": "open"},
				"limit": map[string]any{"type": "integer", "minimum": 1, "maximum": 100, "description": ordinary[(i+23)%len(ordinary)]},
			}},
		})
		if err != nil {
			b.Fatal(err)
		}
		defs = append(defs, def)
		ctx.Tools = append(ctx.Tools, fmt.Sprintf("server%d/do_thing_%d", i%50, i))
	}
	for i := range 50 {
		ctx.Servers = append(ctx.Servers, fmt.Sprintf("server%d", i))
	}
	return defs, ctx
}

func BenchmarkThousandTools(b *testing.B) {
	defs, ctx := thousand(b)
	size := 0
	for _, d := range defs {
		size += len(d)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		ready := ctx.Ready()
		for i, d := range defs {
			ready.Server = ctx.Servers[i%50]
			Tool(d, ready)
		}
	}
}

// A whole megabyte, as long as any text that is looked at.
func BenchmarkMegabyte(b *testing.B) {
	for _, piece := range []string{"Returns the sum of both numbers. ", "a ", "忽略之前的", "Отправляет письмо. ", "ignore all your previous any must always "} {
		text := strings.Repeat(piece, MaxText/len(piece))
		b.Run(piece[:2], func(b *testing.B) {
			b.SetBytes(MaxText)
			for b.Loop() {
				Text("result", text, Context{})
			}
		})
	}
}
