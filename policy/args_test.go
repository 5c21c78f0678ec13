package policy

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestCompactArgs(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"nothing":            {"", "{}"},
		"white space":        {" \n\t", "{}"},
		"null":               {" null ", "{}"},
		"empty":              {" { } ", "{}"},
		"key order":          {`{ "b": 1, "a": [ 1 , 2 ] }`, `{"b":1,"a":[1,2]}`},
		"number text":        {`{"n":1.0,"e":1E+2,"big":12345678901234567890}`, `{"n":1.0,"e":1E+2,"big":12345678901234567890}`},
		"no HTML escapes":    {`{"s":"\u003ca\u003e \u0026 \u2028"}`, "{\"s\":\"<a> & \u2028\"}"},
		"needed escapes":     {`{"s":"\u0022\u005c\u0009\u0000\b\f\/"}`, `{"s":"\"\\\t\u0000\b\f/"}`},
		"surrogate pair":     {`{"s":"\ud83d\ude00"}`, `{"s":"😀"}`},
		"spaces in strings":  {`{"s":" a  b "}`, `{"s":" a  b "}`},
		"same key nested":    {`{"a":{"a":1},"b":[{"a":1},{"a":2}]}`, `{"a":{"a":1},"b":[{"a":1},{"a":2}]}`},
		"a value like a key": {`{"a":"a","b":["a","a"]}`, `{"a":"a","b":["a","a"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := CompactArgs(json.RawMessage(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestCompactArgsRefuses(t *testing.T) {
	deep := strings.Repeat(`{"a":`, MaxArgsDepth+1) + "1" + strings.Repeat("}", MaxArgsDepth+1)
	for name, c := range map[string]struct{ in, says string }{
		"array":               {`[1]`, "JSON object"},
		"string":              {`"a"`, "JSON object"},
		"two values":          {`{} {}`, "valid JSON"},
		"cut off":             {`{"a":`, "valid JSON"},
		"duplicate":           {`{"a":1,"a":1}`, "twice"},
		"duplicate, escaped":  {`{"a":1,"\u0061":2}`, "twice"},
		"duplicate, deep":     {`{"x":[{"y":{"a":1,"a":2}}]}`, "twice"},
		"not UTF-8":           {"{\"a\":\"\xff\"}", "UTF-8"},
		"half surrogate":      {`{"a":"\ud800"}`, "surrogate"},
		"half surrogate pair": {`{"a":"\ud800\u0041"}`, "surrogate"},
		"too deep":            {deep, "levels"},
		"too big":             {`{"a":"` + strings.Repeat("x", MaxArgs) + `"}`, "bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := CompactArgs(json.RawMessage(c.in))
			if err == nil {
				t.Fatalf("accepted as %.80s", got)
			}
			if !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %q doesn't say %q", err, c.says)
			}
		})
	}
}

func TestHashSurvivesMarshal(t *testing.T) {
	raw := json.RawMessage("{\"title\": \"a <b> & c \u2028 \\u0008\", \"n\": 1.50}")
	escaped, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(escaped, []byte(`\u003c`)) {
		t.Fatalf("Marshal didn't escape: %s", escaped)
	}
	a, errA := HashArgs(raw)
	b, errB := HashArgs(escaped)
	if errA != nil || errB != nil || a != b {
		t.Errorf("hashes differ: %s %v, %s %v", a, errA, b, errB)
	}
	if other, _ := HashArgs(json.RawMessage(`{"n":1.5}`)); other == a || !strings.HasPrefix(a, "sha256:") || len(a) != 71 {
		t.Errorf("odd hash %s", a)
	}
}

func FuzzCompactArgs(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":"\u003c\ud83d\ude00","b":[1.0,{"c":null}]}`, `{"a":1,"a":2}`, `{"\ud800":1}`, "null", "{\"a\":\"\x7f\u2028\"}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		once, err := CompactArgs(in)
		if err != nil {
			return
		}
		twice, err := CompactArgs(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("not idempotent: %q then %q, %v", once, twice, err)
		}
		var a, b any
		if len(bytes.TrimSpace(in)) > 0 && json.Unmarshal(in, &a) == nil && a != nil {
			if err := json.Unmarshal(once, &b); err != nil {
				t.Fatal(err)
			}
			x, _ := json.Marshal(a)
			y, _ := json.Marshal(b)
			if !bytes.Equal(x, y) {
				t.Fatalf("means something else: %s, %s", x, y)
			}
		}
		escaped, err := json.Marshal(json.RawMessage(once))
		if err != nil {
			t.Fatal(err)
		}
		h1, _ := HashArgs(once)
		h2, err := HashArgs(escaped)
		if err != nil || h1 != h2 {
			t.Fatalf("hash changed by Marshal: %v", err)
		}
	})
}
