package ollama

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ollama/ollama/api"
)

func TestLower(t *testing.T) {
	for _, c := range []struct{ name, schema, want, note string }{
		{"nothing", ``, `{"type":"object","properties":{}}`, ""},
		{"true", `true`, `{"type":"object","properties":{}}`, ""},
		{"order is kept", `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["z","z"]}`,
			`{"type":"object","required":["z"],"properties":{"z":{"type":"string"},"a":{"type":"integer"}}}`, ""},
		{"limits and defaults", `{"properties":{"n":{"type":"integer","description":"How many.","minimum":1,"maximum":50,"default":10},"s":{"type":"string","format":"date-time","minLength":1,"pattern":"^a"}}}`,
			`{"type":"object","properties":{"n":{"type":"integer","description":"How many. [1 to 50; default 10]"},"s":{"type":"string","description":"format date-time; matches ^a; at least 1 characters"}}}`, ""},
		{"type lists", `{"type":["object","null"],"properties":{"a":{"type":["string","null"]}}}`,
			`{"type":"object","properties":{"a":{"type":["string","null"]}}}`, ""},
		{"boolean properties", `{"properties":{"any":true,"never":false}}`,
			`{"type":"object","properties":{"any":{"description":"any value"}}}`, ""},
		{"odd enums", `{"properties":{"a":{"enum":"x"},"b":{"const":2.50},"c":{"enum":["x",1,null]}}}`,
			`{"type":"object","properties":{"a":{"description":"one of x"},"b":{"type":"number","enum":[2.50]},"c":{"type":["string","number","null"],"enum":["x",1,null]}}}`, ""},
		{"references", `{"properties":{"a":{"$ref":"#/$defs/P","description":"Where."}},"$defs":{"P":{"type":"object","description":"A place.","properties":{"x":{"$ref":"#/definitions/N"}},"required":["x"]}},"definitions":{"N":{"type":"number"}}}`,
			`{"type":"object","properties":{"a":{"type":"object","description":"Where. [needs x]","properties":{"x":{"type":"number"}}}}}`, ""},
		{"a reference at the top", `{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}}}`,
			`{"type":"object","required":["q"],"properties":{"q":{"type":"string"}}}`, ""},
		{"a recursive reference", `{"properties":{"t":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"$ref":"#/$defs/T"}}}}}}`,
			`{"type":"object","properties":{"t":{"type":"object","properties":{"v":{"type":"string"},"kids":{"type":"array","items":{"description":"again the same shape, one level down"}}}}}}`, ""},
		{"oneOf", `{"properties":{"a":{"oneOf":[{"type":"string"},{"type":"object","properties":{"x":{"type":"string"}},"required":["x"],"additionalProperties":false}]}}}`,
			`{"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"object","description":"needs x; no other fields","properties":{"x":{"type":"string"}}}],"description":"exactly one of the alternatives"}}}`, ""},
		{"allOf", `{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`,
			`{"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`, ""},
		{"alternatives at the top", `{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}],"minProperties":1}`,
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`, "give at least one of these sets: a | b; at least 1 fields"},
		{"maps and places", `{"properties":{"m":{"type":"object","additionalProperties":{"$ref":"#/$defs/N"}},"p":{"type":"array","prefixItems":[{"type":"string"},{"$ref":"#/$defs/N"}]}},"$defs":{"N":{"type":"number"}}}`,
			`{"type":"object","properties":{"m":{"type":"object","description":"other fields like {\"type\":\"number\"}"},"p":{"type":"array","description":"its places: [{\"type\":\"string\"},{\"type\":\"number\"}]"}}}`, ""},
		{"allOf of one thing twice", `{"properties":{"a":{"allOf":[{"$ref":"#/$defs/S"},{"minLength":5,"description":"Long."},{"maxLength":9}],"description":"A name."}}, "allOf":[{"properties":{"b":{"type":"string"}}},{"properties":{"b":{"enum":["x"]}}}],"$defs":{"S":{"type":"string","minLength":2}}}`,
			`{"type":"object","properties":{"a":{"type":"string","description":"A name. Long. [2 to 9 characters; and [{\"minLength\":5}]]"},"b":{"type":"string","enum":["x"]}}}`, ""},
		{"fields by pattern", `{"properties":{"a":{"type":"object","patternProperties":{"^x":{"$ref":"#/$defs/N"}}}},"patternProperties":{"^y":{"type":"string"}},"$defs":{"N":{"type":"number"}}}`,
			`{"type":"object","properties":{"a":{"type":"object","description":"fields by pattern: {\"^x\":{\"type\":\"number\"}}"}}}`, `fields by pattern: {"^y":{"type":"string"}}`},
		{"pointers", `{"properties":{"a/b":{"type":"string"},"c":{"$ref":"#/properties/a~1b"},"d":{"$ref":"#/$defs/L/anyOf/1"}},"$defs":{"L":{"anyOf":[true,{"type":"boolean"}]}}}`,
			`{"type":"object","properties":{"a/b":{"type":"string"},"c":{"type":"string"},"d":{"type":"boolean"}}}`, ""},
		{"the rest", `{"properties":{"a":{"type":"string","title":"Name","not":{"const":"x"},"examples":["p","q","r"]}}}`,
			`{"type":"object","properties":{"a":{"type":"string","description":"Name [not {\"const\":\"x\"}; for example [\"p\",\"q\"]]"}}}`, ""},
	} {
		got, err := Lower(json.RawMessage(c.schema))
		if err != nil || string(got.Schema) != c.want || got.Note != c.note {
			t.Errorf("%s: %v\n%s %q\nwant\n%s %q", c.name, err, got.Schema, got.Note, c.want, c.note)
		}
	}
}

func TestWhatCannotBeLoweredSaysWhy(t *testing.T) {
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 20) + `{}` + strings.Repeat(`}}`, 20)
	var bomb strings.Builder
	bomb.WriteString(`{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`)
	for i := range 10 {
		fmt.Fprintf(&bomb, `"d%d":{"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"},"c":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1, i+1)
	}
	bomb.WriteString(`"d10":{"type":"string"}}}`)
	for name, c := range map[string][2]string{
		"false":              {`false`, "its schema allows no arguments at all"},
		"a list":             {`[]`, "its schema allows no arguments at all"},
		"not JSON":           {`{"type":`, "its schema isn't whole JSON"},
		"twice":              {`{"type":"object","type":"object"}`, `its schema says "type" twice in one place`},
		"not an object":      {`{"type":["string","null"]}`, "its arguments aren't an object but string or null"},
		"type a number":      {`{"type":"object","properties":{"a":{"type":3}}}`, `"type" in its schema isn't a name or a list of names`},
		"properties a list":  {`{"properties":[]}`, `"properties" in its schema isn't an object`},
		"a property a text":  {`{"properties":{"a":"string"}}`, "a field in its schema is described by something that isn't a schema"},
		"outside":            {`{"properties":{"a":{"$ref":"https://x.example/s.json"}}}`, "its schema refers to something outside itself: https://x.example/s.json"},
		"dangling":           {`{"properties":{"a":{"$ref":"#/$defs/no"}}}`, "its schema refers to something that isn't in it: #/$defs/no"},
		"itself":             {`{"$ref":"#"}`, "its schema refers to itself alone"},
		"deep":               {deep, "its schema is more than 32 levels deep"},
		"large":              {`{"description":"` + strings.Repeat("x", maxSchema) + `"}`, "its schema has 262,162 bytes, at most 262,144 are read"},
		"references in tens": {bomb.String(), "its schema has more than 2,000 parts with its references written out"},
		"anyOf an object":    {`{"properties":{"a":{"anyOf":{}}}}`, `"anyOf" in its schema isn't a list`},
	} {
		began := time.Now()
		_, err := Lower(json.RawMessage(c[0]))
		if err == nil || err.Error() != c[1] {
			t.Errorf("%s: %v, want %s", name, err, c[1])
		}
		if d := time.Since(began); d > time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
}

// What Lower returns must be read by the server's own types, whatever came in.
func FuzzLower(f *testing.F) {
	for _, s := range []string{`{"type":"object","properties":{"a":{"anyOf":[{"$ref":"#"},true]}}}`, `{"allOf":[{"$ref":"#/allOf/0"}]}`,
		`{"oneOf":[true,{"required":["a"]}],"properties":{"a":{"items":[{}],"type":[]}}}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		low, err := Lower(json.RawMessage(s))
		if err != nil {
			return
		}
		var back api.ToolFunctionParameters
		if err := json.Unmarshal(low.Schema, &back); err != nil {
			t.Errorf("%s: %v", low.Schema, err)
		}
	})
}
