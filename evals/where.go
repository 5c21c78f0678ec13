package evals

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// unknownField is how encoding/json says that a key isn't known; it has no
// type of its own.
var unknownField = regexp.MustCompile(`unknown field "([^"]+)"`)

// column is where in a line an error is, from 1, in characters; 0 where that
// can't be said. Parts of a case decode themselves, so what their errors count
// from isn't the line: their key is looked for instead.
func column(line []byte, err error) int {
	var any any
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(line, &any), &syntax) {
		return utf8.RuneCount(line[:min(max(int(syntax.Offset)-1, 0), len(line))]) + 1
	}
	return keyColumn(line, badKey(err))
}

// badKey is the key that an error is about; empty for none.
func badKey(err error) string {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return typ.Field[strings.LastIndexByte(typ.Field, '.')+1:]
	}
	if m := unknownField.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	return ""
}

func keyColumn(line []byte, key string) int {
	if key == "" {
		return 0
	}
	re, err := regexp.Compile(`"` + regexp.QuoteMeta(key) + `"\s*:`)
	if err != nil {
		return 0
	}
	if at := re.FindIndex(line); at != nil {
		return utf8.RuneCount(line[:at[0]]) + 1
	}
	return 0
}

// plainly says in words what encoding/json says of its types.
func plainly(err error) error {
	var typ *json.UnmarshalTypeError
	switch m := unknownField.FindStringSubmatch(err.Error()); {
	case errors.As(err, &typ) && typ.Field != "":
		return fmt.Errorf("%q can't be a %s", typ.Field, typ.Value)
	case m != nil:
		return errors.New(strings.Replace(strings.TrimPrefix(err.Error(), "json: "), m[0], fmt.Sprintf("there is no key %q here", m[1]), 1))
	}
	return err
}
