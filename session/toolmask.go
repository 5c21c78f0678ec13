package session

// toolMasks are tools as a model is told of them, by pin: a description may
// hold a secret that its server was given.
type toolMasks map[string]ChatTool

// chatTools are the tools that are offered, without secrets. The same tool
// reads the same for the whole run.
func (r *run) chatTools() []ChatTool {
	tools := r.tools.chatTools()
	if r.toolMasks == nil {
		r.toolMasks = toolMasks{}
	}
	for i, t := range tools {
		key := t.ID + " " + r.tools.byName[t.Alias].Pin
		masked, ok := r.toolMasks[key]
		if !ok {
			masked = t
			masked.Description = r.redacted(t.Description)
			masked.Schema, _ = RedactJSON(t.Schema, r.Redactor)
			r.toolMasks[key] = masked
		}
		tools[i] = masked
	}
	return tools
}
