package ollama

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const (
	maxSchema      = 256 << 10 // bytes of a schema as it came
	maxSchemaDepth = 32        // of objects and lists within one another
)

// object is a JSON object with its fields in order: what a model reads must be
// the same from request to request.
type object struct {
	keys   []string
	fields map[string]any // object, []any, string, json.Number, bool, nil
}

func (o *object) get(key string) any {
	if o == nil {
		return nil
	}
	return o.fields[key]
}

func (o *object) set(key string, v any) {
	if _, ok := o.fields[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.fields[key] = v
}

func newObject() *object { return &object{fields: map[string]any{}} }

// MarshalJSON keeps the order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(k)
		if err != nil {
			return nil, err
		}
		val, err := json.Marshal(o.fields[k])
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(val)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// decodeOrdered reads one JSON value, within bounds.
func decodeOrdered(raw []byte) (any, error) {
	if len(raw) > maxSchema {
		return nil, fmt.Errorf("its schema has %s bytes, at most %s are read", count(len(raw)), count(maxSchema))
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := decodeValue(dec, 0)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errors.New("its schema isn't whole JSON")
	}
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows its schema")
	}
	return v, nil
}

func decodeValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxSchemaDepth {
		return nil, fmt.Errorf("its schema is more than %d levels deep", maxSchemaDepth)
	}
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		return decodeObject(dec, depth)
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := decodeValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	return t, nil
}

func decodeObject(dec *json.Decoder, depth int) (any, error) {
	o := newObject()
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if _, twice := o.fields[name]; twice {
			return nil, fmt.Errorf("its schema says %q twice in one place", plain(name))
		}
		v, err := decodeValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		o.set(name, v)
	}
	_, err := dec.Token()
	return o, err
}
