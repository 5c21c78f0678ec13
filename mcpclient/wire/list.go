package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// list is one of the lists that a result may be.
type list struct {
	key    string
	decode func(json.RawMessage) error
	named  []string // what is kept of an entry that can't be read
}

var lists = []list{
	{"tools", into[mcp.Tool], []string{"name"}},
	{"prompts", into[mcp.Prompt], []string{"name"}},
	{"resources", into[mcp.Resource], []string{"name", "uri"}},
	{"resourceTemplates", into[mcp.ResourceTemplate], []string{"name", "uriTemplate"}},
}

// into decodes as the SDK does, but for names of members that differ in case
// alone, which it tells apart.
func into[T any](raw json.RawMessage) error {
	var v T
	return json.Unmarshal(raw, &v)
}

// mend puts a mark in the place of every entry that can't be decoded; nil where
// there is none.
func (l list) mend(raw json.RawMessage) json.RawMessage {
	var all []json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &all) != nil {
		return nil
	}
	changed := false
	for i, one := range all {
		if err := l.decode(one); err != nil {
			all[i], changed = l.mark(one, err), true
		}
	}
	if !changed {
		return nil
	}
	return encoded(all, raw)
}

// unreadable is the key of the _meta object in an entry that stands for one
// that can't be read.
const unreadable = "vise/unreadable"

// mark stands for an entry that can't be read: by its name, with the reason.
func (l list) mark(raw json.RawMessage, err error) json.RawMessage {
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // one that is no object has no name
	stub := map[string]any{"_meta": map[string]string{unreadable: reason(err)}, "inputSchema": map[string]string{"type": "object"}}
	for _, key := range l.named {
		var name string
		if json.Unmarshal(members[key], &name) == nil {
			stub[key] = name
		}
	}
	return encoded(stub, raw)
}

// reason says what is wrong with an entry, without Go's names for it.
func reason(err error) string {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return "its JSON is broken"
	}
	if kind.Field == "" {
		return fmt.Sprintf("it is %s, not an object", found(kind))
	}
	return fmt.Sprintf("%q can't be %s", kind.Field, found(kind))
}

// found says what stands where something else should.
func found(kind *json.UnmarshalTypeError) string {
	words := map[string]string{"array": "a list", "object": "an object", "string": "text", "number": "a number", "bool": "true or false"}
	what, number, _ := strings.Cut(kind.Value, " ") // "number 1.5": the type would do, the value doesn't
	switch {
	case number != "" && len(number) <= 20:
		return number
	case number != "":
		return "so large a number"
	case words[what] == "":
		return "something else"
	}
	return words[what]
}

// Unreadable says why an entry with this _meta object stands for one that
// couldn't be read, or what of a list's page couldn't; empty for any other.
func Unreadable(meta mcp.Meta) string {
	why, _ := meta[unreadable].(string)
	return why
}

// isObject reports whether raw is a JSON object, isList whether it is a list.
func isObject(raw json.RawMessage) bool { return begins(raw, '{') }
func isList(raw json.RawMessage) bool   { return begins(raw, '[') }

func begins(raw json.RawMessage, with byte) bool {
	trimmed := bytes.TrimLeft(raw, " \t\r\n")
	return len(trimmed) > 0 && trimmed[0] == with
}
