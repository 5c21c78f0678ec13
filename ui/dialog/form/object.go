package form

import (
	"bytes"
	"encoding/json"
	"errors"
)

// member is one member of a JSON object.
type member struct {
	name string
	raw  json.RawMessage
}

// members returns an object's members in the order of its bytes.
func members(object json.RawMessage) ([]member, error) {
	bad := errors.New("it isn't one JSON object")
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, bad
	}
	var out []member
	for d.More() {
		k, err := d.Token()
		name, ok := k.(string)
		if err != nil || !ok {
			return nil, bad
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, bad
		}
		out = append(out, member{name: name, raw: raw})
	}
	if _, err := d.Token(); err != nil || d.More() {
		return nil, bad
	}
	return out, nil
}

// join writes members as one compact object; values stay byte for byte.
func join(ms []member) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range ms {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(m.name))
		b.WriteByte(':')
		b.Write(m.raw)
	}
	b.WriteByte('}')
	return b.Bytes()
}
