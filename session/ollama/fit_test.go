package ollama

import (
	"strings"
	"testing"

	"vise/session/ollama/ollamatest"
)

// The shapes are those of qwen3:8b, llama2:13b and llama3.2:1b.
var (
	shape8b  = map[string]int{"block_count": 36, "attention.head_count": 32, "attention.head_count_kv": 8, "attention.key_length": 128, "attention.value_length": 128, "embedding_length": 4096}
	shape13b = map[string]int{"block_count": 40, "attention.head_count": 40, "embedding_length": 5120}
	shape1b  = map[string]int{"block_count": 16, "attention.head_count": 32, "attention.head_count_kv": 8, "embedding_length": 2048}
)

func TestTheContextThatFits(t *testing.T) {
	for name, c := range map[string]struct {
		model ollamatest.Model
		set   int
		want  int
		why   string
	}{
		"as told":                     {ollamatest.Model{Context: 40960}, 20000, 20000, "ollama.num_ctx in vise.yaml"},
		"as told, beyond the model":   {ollamatest.Model{Context: 4096}, 20000, 20000, "made for 4,096"},
		"loaded with more":            {ollamatest.Model{Context: 40960, Loaded: 16384}, 0, 16384, "loaded with"},
		"loaded with less":            {ollamatest.Model{Context: 40960, Loaded: 2048, Shape: shape8b}, 0, 8192, "a safe size"},
		"made for less":               {ollamatest.Model{Context: 2048, Shape: shape8b}, 0, 2048, "all that the model was made for"},
		"of a usual shape":            {ollamatest.Model{Context: 40960, Shape: shape8b}, 0, 8192, "1.1 GB"},
		"with a large cache":          {ollamatest.Model{Context: 40960, Shape: shape13b}, 0, 4096, "6.2 GB"},
		"with a small cache":          {ollamatest.Model{Context: 131072, Shape: shape1b}, 0, 16384, "only 512 MB"},
		"nothing known of its shape":  {ollamatest.Model{Context: 40960}, 0, 8192, "a safe size"},
		"a shape that makes no sense": {ollamatest.Model{Context: 40960, Shape: map[string]int{"block_count": -4, "attention.head_count": 1 << 30}}, 0, 8192, "a safe size"},
	} {
		c.model.Name, c.model.Family = "m", "f"
		s := ollamatest.New(t, c.model)
		m := newModel(t, s, func(cfg *Config) { cfg.NumCtx = c.set })
		if err := m.Resolve(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := m.Info(); got.ContextTokens != c.want || !strings.Contains(got.ContextWhy, c.why) || m.numCtx() != c.want {
			t.Errorf("%s: %d, %s; want %d, %s", name, got.ContextTokens, got.ContextWhy, c.want, c.why)
		}
	}
}

func TestLessContextThanAskedForIsTold(t *testing.T) {
	s := ollamatest.New(t, ollamatest.Model{Name: "m", Family: "f", Context: 40960, Loaded: 4096})
	m := newModel(t, s)
	notices := []string{}
	for range 2 {
		s.Answer(ollamatest.Whole("hi"))
		r, err := m.Chat(t.Context(), ask("hello"), nil)
		if err != nil {
			t.Fatal(err)
		}
		notices = append(notices, r.Notice)
	}
	if want := "Ollama gave m a context of 4,096 tokens, not the 8,192 that were asked for"; !strings.HasPrefix(notices[0], want) || notices[1] != "" {
		t.Errorf("notices %q", notices)
	}
	if i := m.Info(); i.ContextTokens != 4096 || !strings.Contains(i.ContextWhy, "8,192 were asked for") {
		t.Errorf("info %+v", i)
	}
	// A prompt that fills what is really there may have been cut.
	s.Answer(ollamatest.Answer{Lines: []string{ollamatest.Text("hi"), ollamatest.Done("stop", 4094, 1)}})
	if r, err := m.Chat(t.Context(), ask("hello"), nil); err != nil || !strings.Contains(r.Notice, "in a context of 4,096") {
		t.Errorf("%q, %v", r.Notice, err)
	}
}
