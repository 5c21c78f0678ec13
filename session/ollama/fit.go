package ollama

import (
	"context"
	"fmt"
	"time"

	"vise/session"
)

const (
	// mostCache is how much memory the cache of a whole context may take where
	// nothing else decides, in bytes: what a machine of 8 GB can spare beside a
	// small model.
	mostCache = 2 << 30
	// littleCache is what a context larger than the default may take.
	littleCache = 512 << 20
	// leastCtx is the smallest context that is chosen without being told to: the
	// tools, the system text and a short request.
	leastCtx = 4096
)

// facts are what is known of a model that its context depends on; 0 is unknown.
type facts struct {
	set      int   // in the configuration
	made     int   // what the model was made for
	loaded   int   // what it is loaded with
	perToken int64 // bytes of cache for each token of context, at 16 bits
}

// fit is the context to ask for, in tokens, and why. Ollama doesn't tell how
// much memory there is, so that without a word from the person or a model that
// is loaded already it is a default that is safe.
func (f facts) fit() (tokens int, why string) {
	switch {
	case f.set > 0 && f.made > 0 && f.set > f.made:
		return f.set, fmt.Sprintf("ollama.num_ctx in vise.yaml; the model was made for %s", count(f.made))
	case f.set > 0:
		return f.set, "ollama.num_ctx in vise.yaml"
	case f.loaded >= DefaultNumCtx:
		return f.loaded, "what the model is loaded with: another size would load it anew"
	case f.made > 0 && f.made <= DefaultNumCtx:
		return f.made, "all that the model was made for"
	}
	n := DefaultNumCtx
	for n > leastCtx && f.cache(n) > mostCache {
		n /= 2
	}
	switch {
	case n < DefaultNumCtx:
		return n, fmt.Sprintf("at %s the model's cache alone would take %s; ollama.num_ctx in vise.yaml sets another size", count(DefaultNumCtx), bytesWords(f.cache(DefaultNumCtx)))
	case f.perToken > 0 && f.cache(2*n) <= littleCache && f.made >= 2*n:
		return 2 * n, fmt.Sprintf("the model's cache takes only %s at this size", bytesWords(f.cache(2*n)))
	case f.perToken > 0:
		return n, fmt.Sprintf("a safe size, since Ollama doesn't tell how much memory there is: the cache takes %s; ollama.num_ctx in vise.yaml sets another", bytesWords(f.cache(n)))
	}
	return n, "a safe size while nothing is known of the model; ollama.num_ctx in vise.yaml sets another"
}

func (f facts) cache(tokens int) int64 { return f.perToken * int64(tokens) }

func bytesWords(n int64) string {
	if n < 1<<30 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
}

// cachePerToken works out of a model's own description how many bytes of cache
// a token takes: for every block a key and a value of 16 bits for each head
// that has its own. 0 where the description doesn't say enough, or is odd.
func cachePerToken(info map[string]any) int64 {
	arch, _ := info["general.architecture"].(string)
	get := func(key string) float64 {
		n, _ := info[arch+"."+key].(float64)
		if n < 0 || n > 1e6 {
			return 0
		}
		return n
	}
	heads := get("attention.head_count")
	kv := get("attention.head_count_kv")
	if kv == 0 {
		kv = heads
	}
	key, value := get("attention.key_length"), get("attention.value_length")
	if key == 0 && heads > 0 {
		key = get("embedding_length") / heads
	}
	if value == 0 {
		value = key
	}
	return int64(2 * get("block_count") * kv * (key + value))
}

// asking bounds the question what was really allocated, which comes after a
// reply that is whole already.
const asking = time.Second

// checkAllocated asks once, after the first reply, how large a context the
// model was really given, and says where it is less than was asked for.
func (m *Model) checkAllocated(ctx context.Context, asked int) string {
	m.mu.Lock()
	known := m.checked == asked
	m.checked = asked
	m.mu.Unlock()
	if known || asked == 0 {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	one := []Installed{{Name: m.cfg.Model}, {Name: m.cfg.Model + ":latest"}}
	m.server.addLoaded(ctx, one) // what can't be asked isn't known
	given := max(one[0].LoadedContext, one[1].LoadedContext)
	m.mu.Lock()
	m.given = given
	m.mu.Unlock()
	if given == 0 || given >= asked {
		return ""
	}
	return fmt.Sprintf("Ollama gave %s a context of %s tokens, not the %s that were asked for: there is less room than planned; /context shows what takes it",
		plain(m.cfg.Model), count(given), count(asked))
}

// really is how many of the asked-for tokens the model was given, as far as is
// known.
func (m *Model) really(asked int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.given > 0 && m.given < asked {
		return m.given
	}
	return asked
}

// contextLocked is the context that there is, and why.
func (m *Model) contextLocked() (int, string) {
	n, why := m.factsLocked().fit()
	if m.given > 0 && m.given < n {
		return m.given, fmt.Sprintf("what Ollama really gave it; %s were asked for", count(n))
	}
	return n, why
}

func (m *Model) factsLocked() facts {
	return facts{set: m.cfg.NumCtx, made: m.context, loaded: m.loaded, perToken: m.perToken}
}

// info is Info, with the lock held.
func (m *Model) infoLocked() session.ModelInfo {
	n, why := m.contextLocked()
	return session.ModelInfo{Name: "ollama/" + m.cfg.Model, Digest: m.digest, ContextTokens: n, ContextWhy: why}
}
