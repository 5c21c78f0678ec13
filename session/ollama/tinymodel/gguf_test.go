//go:build !race

package tinymodel

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	texttemplate "text/template"
)

// file is a GGUF file, read back.
type file struct {
	meta    map[string]any
	tensors map[string]tensor
}

func read(t *testing.T, raw []byte) file {
	t.Helper()
	r := &reader{t: t, r: bytes.NewReader(raw)}
	var head struct {
		Magic         [4]byte
		Version       uint32
		Tensors, Meta uint64
	}
	r.get(&head)
	if string(head.Magic[:]) != "GGUF" || head.Version != 3 {
		t.Fatalf("header = %+v", head)
	}
	f := file{meta: map[string]any{}, tensors: map[string]tensor{}}
	for range head.Meta {
		name := r.text()
		f.meta[name] = r.value(r.u32())
	}
	type info struct {
		tensor
		offset uint64
	}
	var infos []info
	for range head.Tensors {
		i := info{tensor: tensor{name: r.text()}}
		i.dims = make([]uint64, r.u32())
		r.get(i.dims)
		if kind := r.u32(); kind != 0 {
			t.Errorf("%s isn't of 32-bit floats", i.name)
		}
		r.get(&i.offset)
		infos = append(infos, i)
	}
	start := uint64(len(raw)-r.r.Len()+alignment-1) / alignment * alignment
	end := start
	for _, i := range infos {
		n := uint64(1)
		for _, d := range i.dims {
			n *= d
		}
		if i.offset%alignment != 0 || start+i.offset != end {
			t.Errorf("%s lies at %d, not after the one before", i.name, i.offset)
		}
		i.data = make([]float32, n)
		for k := range i.data {
			i.data[k] = math.Float32frombits(binary.LittleEndian.Uint32(raw[start+i.offset+4*uint64(k):]))
		}
		end = start + i.offset + (4*n+alignment-1)/alignment*alignment
		f.tensors[i.name] = i.tensor
	}
	if end != uint64(len(raw)) {
		t.Errorf("%d bytes, the tensors end at %d", len(raw), end)
	}
	return f
}

type reader struct {
	t *testing.T
	r *bytes.Reader
}

func (r *reader) get(into any) {
	if err := binary.Read(r.r, binary.LittleEndian, into); err != nil {
		r.t.Fatal(err)
	}
}

func (r *reader) u32() (v uint32) { r.get(&v); return v }

func (r *reader) text() string {
	var n uint64
	r.get(&n)
	b := make([]byte, n)
	if _, err := io.ReadFull(r.r, b); err != nil {
		r.t.Fatal(err)
	}
	return string(b)
}

func (r *reader) value(kind uint32) any {
	switch kind {
	case ggufU32:
		return r.u32()
	case ggufI32:
		return int32(r.u32())
	case ggufF32:
		return math.Float32frombits(r.u32())
	case ggufBool:
		var b bool
		r.get(&b)
		return b
	case ggufStr:
		return r.text()
	case ggufArray:
		of := r.u32()
		var n uint64
		r.get(&n)
		var out []any
		for range n {
			out = append(out, r.value(of))
		}
		return out
	}
	r.t.Fatalf("a value of kind %d", kind)
	return nil
}

// say runs the model as the server does, where attention and feed-forward add
// nothing: embedding, norm, output matrix, the largest wins.
func (f file) say(t *testing.T, start string, most int) string {
	t.Helper()
	tokens := f.meta["tokenizer.ggml.tokens"].([]any)
	dim := int(f.meta["llama.embedding_length"].(uint32))
	embed, out := f.tensors["token_embd.weight"].data, f.tensors["output.weight"].data
	at := -1
	for i, text := range tokens {
		if text == start {
			at = i
		}
	}
	if at < 0 {
		t.Fatalf("there is no token %s", start)
	}
	var b strings.Builder
	for range most {
		best, top := 0, float32(-1)
		for row := range tokens {
			var sum float32
			for k, e := range embed[at*dim : (at+1)*dim] {
				sum += e * out[row*dim+k]
			}
			if sum > top {
				best, top = row, sum
			}
		}
		if best == int(f.meta["tokenizer.ggml.eos_token_id"].(uint32)) {
			break
		}
		b.WriteString(tokens[best].(string))
		at = best
	}
	return b.String()
}

func TestTheFileSaysItsChains(t *testing.T) {
	var raw, again bytes.Buffer
	if err := Write(&raw, Chains()); err != nil {
		t.Fatal(err)
	}
	if err := Write(&again, Chains()); err != nil || !bytes.Equal(raw.Bytes(), again.Bytes()) {
		t.Error("the file isn't the same twice")
	}
	if raw.Len() > 3_000_000 {
		t.Errorf("%d bytes", raw.Len())
	}
	f := read(t, raw.Bytes())
	if f.meta["general.architecture"] != "llama" || f.meta["llama.context_length"] != uint32(contextLength) || f.meta["tokenizer.ggml.add_space_prefix"] != false {
		t.Errorf("meta = %v", f.meta["general.architecture"])
	}
	n, dim := len(f.meta["tokenizer.ggml.tokens"].([]any)), int(f.meta["llama.embedding_length"].(uint32))
	if uint32(n) != f.meta["llama.vocab_size"] || len(f.meta["tokenizer.ggml.scores"].([]any)) != n || len(f.meta["tokenizer.ggml.token_type"].([]any)) != n || dim < n {
		t.Errorf("%d tokens, %d dimensions", n, dim)
	}
	for _, c := range Chains() {
		want := strings.Join(c.Pieces, "")
		most := len(c.Pieces) + 1
		if c.Loop {
			want, most = strings.Repeat(want, 3), 3*len(c.Pieces)
		}
		if got := f.say(t, c.Start, most); got != want {
			t.Errorf("%s says %q, want %q", c.Start, got, want)
		}
	}
}

func TestBadChains(t *testing.T) {
	for _, chains := range [][]Chain{
		{{Start: "<a>", Pieces: []string{"x", "x"}}},
		{{Start: "<a>", Pieces: []string{"x"}}, {Start: "<a>", Pieces: []string{"y"}}},
		{{Start: "<s>", Pieces: []string{"x"}}},
		{{Start: "<a>"}},
	} {
		if err := Write(io.Discard, chains); err == nil {
			t.Errorf("%v was written", chains)
		}
	}
}

func TestTemplatesPickTheChain(t *testing.T) {
	type message struct {
		Role, Content string
		ToolCalls     []any
	}
	for _, m := range Models() {
		tmpl, err := texttemplate.New(m.Name).Parse(m.Template)
		if err != nil {
			t.Fatal(err)
		}
		render := func(roles ...string) string {
			var b strings.Builder
			var msgs []message
			for _, r := range roles {
				msgs = append(msgs, message{Role: r, Content: "said"})
			}
			if err := tmpl.Execute(&b, map[string]any{"Tools": []string{"T"}, "Messages": msgs}); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		if strings.Contains(m.Template, ".Tools") != m.Tools {
			t.Errorf("%s: has a place for tools: %v", m.Name, !m.Tools)
		}
		if !m.Tools {
			continue
		}
		if got := render("user"); !strings.HasSuffix(got, "|>") || strings.HasSuffix(got, AfterTool) {
			t.Errorf("%s after a user: %s", m.Name, got)
		}
		if got := render("user", "assistant", "tool"); !strings.HasSuffix(got, AfterTool) {
			t.Errorf("%s after a tool: %s", m.Name, got)
		}
	}
}

func TestInstall(t *testing.T) {
	var paths []string
	fail := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, strings.SplitN(r.URL.Path, "sha256:", 2)[0])
		if r.URL.Path == "/api/create" && fail != "" {
			_, _ = io.WriteString(w, `{"status":"reading"}`+"\n"+`{"error":"`+fail+`"}`+"\n")
		}
	}))
	defer s.Close()
	if err := Install(t.Context(), s.URL); err != nil || len(paths) != 1+len(Models()) || paths[0] != "/api/blobs/" {
		t.Errorf("%v, %v", paths, err)
	}
	fail = "no room"
	if err := Install(t.Context(), s.URL); err == nil || !strings.Contains(err.Error(), "tiny-chat can't be made: 200 OK: no room") {
		t.Errorf("err = %v", err)
	}
}
