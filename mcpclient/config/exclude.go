package config

import (
	"slices"

	"github.com/tailscale/hujson"
)

// exclude switches off what Gemini CLI's and Qwen Code's settings exclude:
// mcp.excluded and mcp.allowed name servers of the same file.
func exclude(root hujson.Value, servers []Server) {
	excluded, _ := names(root.Find("/mcp/excluded"))
	allowed, only := names(root.Find("/mcp/allowed"))
	for i := range servers {
		s := &servers[i]
		if slices.Contains(excluded, s.Name) || only && !slices.Contains(allowed, s.Name) {
			s.Disabled = true
			s.Notes = append(s.Notes, `it is off: the file's "mcp" section leaves it out`)
		}
	}
}

// names is a list of texts; false for anything else.
func names(v *hujson.Value) (out []string, ok bool) {
	if v == nil {
		return nil, false
	}
	list, ok := v.Value.(*hujson.Array)
	if !ok {
		return nil, false
	}
	for _, e := range list.Elements {
		if l, ok := e.Value.(hujson.Literal); ok {
			out = append(out, l.String())
		}
	}
	return out, true
}
