package app

import (
	"encoding/json"
	"slices"
	"sync"

	"vise/policy"
	"vise/session"
)

// toolMasks are the definitions of tools without the secrets that a server
// may have put into them, by pin.
type toolMasks struct {
	mu    sync.Mutex
	known int // secrets, when they were made
	by    map[string]json.RawMessage
}

// maxMasks bounds what is kept.
const maxMasks = 10_000

// maskedTools is a catalogue that can be shown. Pins are those of what the
// servers really say.
func (w *Workbench) maskedTools(cat policy.Catalogue) policy.Catalogue {
	cat.Offered, cat.Held = slices.Clone(cat.Offered), slices.Clone(cat.Held)
	for i := range cat.Offered {
		w.maskTool(&cat.Offered[i])
	}
	for i := range cat.Held {
		w.maskTool(&cat.Held[i].Tool)
	}
	cat.Texts = slices.Clone(cat.Texts)
	for i := range cat.Texts {
		w.maskTool(&cat.Texts[i])
	}
	return cat
}

func (w *Workbench) maskTool(t *policy.Tool) {
	if t.Server == policy.BuiltinServer {
		return
	}
	m := &w.toolMasks
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := w.redact.Known(); m.by == nil || n != m.known || len(m.by) > maxMasks {
		m.by, m.known = map[string]json.RawMessage{}, n
	}
	def, ok := m.by[t.Pin]
	if !ok || t.Pin == "" {
		def, _ = session.RedactJSON(t.Definition, w.redact)
		m.by[t.Pin] = def
	}
	t.Definition = def
}
