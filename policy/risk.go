package policy

import (
	"encoding/json"
	"strings"
)

type risk struct {
	level Level
	scope string
}

// builtinRisks are the tools of vise's own server.
var builtinRisks = map[string]risk{
	"file.search": {ReadsHere, "files:read"},
	"file.read":   {ReadsHere, "files:read"},
	"todo.list":   {ReadsHere, "todo:read"},
	"todo.create": {Writes, "todo:write"},
	"todo.update": {Writes, "todo:write"},
	"time.now":    {ReadsHere, "time:read"},
}

// hints are the annotations that say how much harm a tool does.
type hints struct {
	ReadOnly    bool  `json:"readOnlyHint"`
	Destructive *bool `json:"destructiveHint"`
}

// Classify gives a tool its level and the scope that a run must hold to see
// it. An external tool is at least L2; one that says nothing of itself,
// contradicts itself, or can't be read is L4.
func Classify(server string, definition json.RawMessage) (Level, string) {
	var d struct {
		Name        string `json:"name"`
		Annotations *hints `json:"annotations"`
	}
	if err := json.Unmarshal(definition, &d); err != nil {
		return Dangerous, "server:" + server
	}
	if server != BuiltinServer {
		return externalLevel(d.Annotations), "server:" + server
	}
	if r, ok := builtinRisks[d.Name]; ok {
		return r.level, r.scope
	}
	return Dangerous, "server:" + server
}

// ResourceScope is the scope that a run must hold to read a resource of a
// server: of vise's own, that of the tool which gives the same.
func ResourceScope(server, uri string) string {
	switch {
	case server != BuiltinServer:
		return "server:" + server
	case strings.HasPrefix(uri, "todo://"):
		return builtinRisks["todo.list"].scope
	}
	return builtinRisks["file.read"].scope // which folders there are
}

func externalLevel(h *hints) Level {
	switch {
	case h == nil:
		return Dangerous
	case h.Destructive != nil && *h.Destructive:
		return Dangerous // also where it calls itself read-only
	case h.ReadOnly:
		return ReadsOutside
	case h.Destructive != nil:
		return Writes
	}
	return Dangerous // MCP's default is that a tool destroys
}
