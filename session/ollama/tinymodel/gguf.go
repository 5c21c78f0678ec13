package tinymodel

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
)

const (
	contextLength = 32768
	feedForward   = 64
	alignment     = 32
	headSize      = 64
)

// types of GGUF values.
const (
	ggufU32   uint32 = 4
	ggufI32   uint32 = 5
	ggufF32   uint32 = 6
	ggufBool  uint32 = 7
	ggufStr   uint32 = 8
	ggufArray uint32 = 9
)

// tensor is a matrix of 32-bit floats, its fastest dimension first.
type tensor struct {
	name string
	dims []uint64
	data []float32
}

// Write writes the model file. Embeddings are one-hot, attention and
// feed-forward weights zero, and the output matrix is the table of successors.
func Write(w io.Writer, chains []Chain) error {
	v, err := newVocab(chains)
	if err != nil {
		return err
	}
	size := len(v.texts)
	dim := max(256, (size+headSize-1)/headSize*headSize) // a dimension for each token
	tensors := v.tensors(dim)
	head := header(v, dim, tensors)
	if _, err := w.Write(head); err != nil {
		return err
	}
	for _, t := range tensors {
		if _, err := w.Write(padded(floats(t.data))); err != nil {
			return err
		}
	}
	return nil
}

func (v *vocab) tensors(dim int) []tensor {
	size := len(v.texts)
	embed, out, ones := make([]float32, size*dim), make([]float32, size*dim), make([]float32, dim)
	for i := range size {
		embed[i*dim+i] = 1
		out[v.successor(i)*dim+i] += 4
	}
	for i := range ones {
		ones[i] = 1
	}
	d, n, ff := uint64(dim), uint64(size), uint64(feedForward)
	zero := func(a, b uint64) ([]uint64, []float32) { return []uint64{a, b}, make([]float32, a*b) }
	list := []tensor{{"token_embd.weight", []uint64{d, n}, embed}, {"output_norm.weight", []uint64{d}, ones}, {"output.weight", []uint64{d, n}, out},
		{"blk.0.attn_norm.weight", []uint64{d}, ones}}
	for _, name := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
		dims, data := zero(d, d)
		list = append(list, tensor{"blk.0." + name + ".weight", dims, data})
	}
	list = append(list, tensor{"blk.0.ffn_norm.weight", []uint64{d}, ones})
	for _, t := range []struct {
		name string
		a, b uint64
	}{{"ffn_gate", d, ff}, {"ffn_up", d, ff}, {"ffn_down", ff, d}} {
		dims, data := zero(t.a, t.b)
		list = append(list, tensor{"blk.0." + t.name + ".weight", dims, data})
	}
	return list
}

// header is everything before the tensors' data.
func header(v *vocab, dim int, tensors []tensor) []byte {
	meta := &metadata{}
	heads := uint32(dim / headSize)
	meta.str("general.architecture", "llama")
	meta.str("general.name", "bigram automaton")
	meta.u32("general.file_type", 0)
	meta.u32("llama.context_length", contextLength)
	meta.u32("llama.embedding_length", uint32(dim))
	meta.u32("llama.block_count", 1)
	meta.u32("llama.feed_forward_length", feedForward)
	meta.u32("llama.attention.head_count", heads)
	meta.u32("llama.attention.head_count_kv", heads)
	meta.f32("llama.attention.layer_norm_rms_epsilon", 1e-5)
	meta.u32("llama.rope.dimension_count", headSize)
	meta.u32("llama.vocab_size", uint32(len(v.texts)))
	meta.str("tokenizer.ggml.model", "llama")
	meta.strs("tokenizer.ggml.tokens", v.texts)
	meta.f32s("tokenizer.ggml.scores", make([]float32, len(v.texts)))
	meta.i32s("tokenizer.ggml.token_type", v.kinds)
	meta.u32("tokenizer.ggml.bos_token_id", tokenBOS)
	meta.u32("tokenizer.ggml.eos_token_id", tokenEOS)
	meta.u32("tokenizer.ggml.unknown_token_id", tokenUnknown)
	meta.bool("tokenizer.ggml.add_bos_token", true)
	meta.bool("tokenizer.ggml.add_eos_token", false)
	meta.bool("tokenizer.ggml.add_space_prefix", false)

	b := &metadata{}
	b.WriteString("GGUF")
	b.put(uint32(3), uint64(len(tensors)), uint64(meta.count))
	b.Write(meta.Bytes())
	var offset uint64
	for _, t := range tensors {
		b.text(t.name)
		b.put(uint32(len(t.dims)), t.dims, uint32(0), offset) // 0: 32-bit floats
		offset += uint64(len(padded(floats(t.data))))
	}
	return padded(b.Bytes())
}

// metadata writes GGUF's keys and values.
type metadata struct {
	bytes.Buffer
	count int
}

func (m *metadata) put(values ...any) {
	for _, v := range values {
		_ = binary.Write(m, binary.LittleEndian, v) // into memory: it can't fail
	}
}

func (m *metadata) text(s string) {
	m.put(uint64(len(s)))
	m.WriteString(s)
}

func (m *metadata) key(name string, kind uint32) {
	m.count++
	m.text(name)
	m.put(kind)
}

func (m *metadata) u32(name string, v uint32)  { m.key(name, ggufU32); m.put(v) }
func (m *metadata) f32(name string, v float32) { m.key(name, ggufF32); m.put(v) }
func (m *metadata) bool(name string, v bool)   { m.key(name, ggufBool); m.put(v) }
func (m *metadata) str(name, v string)         { m.key(name, ggufStr); m.text(v) }

func (m *metadata) array(name string, kind uint32, n int) {
	m.key(name, ggufArray)
	m.put(kind, uint64(n))
}

func (m *metadata) strs(name string, vs []string) {
	m.array(name, ggufStr, len(vs))
	for _, v := range vs {
		m.text(v)
	}
}

func (m *metadata) f32s(name string, vs []float32) { m.array(name, ggufF32, len(vs)); m.put(vs) }
func (m *metadata) i32s(name string, vs []int32)   { m.array(name, ggufI32, len(vs)); m.put(vs) }

func floats(vs []float32) []byte {
	out := make([]byte, 0, 4*len(vs))
	for _, v := range vs {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

func padded(b []byte) []byte {
	return append(b, make([]byte, (alignment-len(b)%alignment)%alignment)...)
}
