package evals

import (
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// normal is a text without what people don't mean by it: case, width, white
// space, composition.
func normal(s string) string {
	return strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), " ")
}

// bare is normal without the punctuation around it.
func bare(s string) string {
	return strings.TrimFunc(normal(s), func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) })
}

// match compares an argument with what is expected of it. The words say what
// is wrong; empty: it matches.
func (m Matcher) match(got any, there bool) string {
	if m.None != nil {
		if there == *m.None {
			return fmt.Sprintf("it is %s, and should be left out", show(got))
		}
		return ""
	}
	if !there {
		return "it is missing, and should be " + m.String()
	}
	if m.holds(got) {
		return ""
	}
	return fmt.Sprintf("it is %s, and should be %s", show(got), m)
}

func (m Matcher) holds(got any) bool {
	s, isText := got.(string)
	switch {
	case m.Text != nil:
		return isText && bare(s) == bare(*m.Text)
	case m.Words != nil:
		return isText && !slices.ContainsFunc(strings.Fields(normal(*m.Words)), func(w string) bool { return !strings.Contains(normal(s), w) })
	case m.Regex != nil:
		re, err := regexp.Compile(*m.Regex)
		return isText && err == nil && re.MatchString(s)
	case m.Path != nil:
		return isText && path.Clean(s) == path.Clean(*m.Path)
	case m.Time != nil:
		return isText && sameInstant(s, *m.Time)
	case m.Day != nil:
		at, err := time.Parse(time.RFC3339, s)
		return isText && err == nil && at.Format(time.DateOnly) == *m.Day
	case m.Set != nil:
		return sameSet(got, *m.Set)
	case m.Any != nil:
		return slices.ContainsFunc(*m.Any, func(v any) bool { return reflect.DeepEqual(v, got) })
	}
	return reflect.DeepEqual(got, m.Equal)
}

func sameInstant(a, b string) bool {
	x, err1 := time.Parse(time.RFC3339, a)
	y, err2 := time.Parse(time.RFC3339, b)
	return err1 == nil && err2 == nil && x.Equal(y)
}

func sameSet(got any, want []any) bool {
	list, ok := got.([]any)
	if !ok || len(list) != len(want) {
		return false
	}
	left := slices.Clone(want)
	for _, v := range list {
		i := slices.IndexFunc(left, func(w any) bool { return reflect.DeepEqual(v, w) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// String is what is expected, in words.
func (m Matcher) String() string {
	for _, k := range []struct {
		name string
		v    *string
	}{{"the text", m.Text}, {"with the words", m.Words}, {"like", m.Regex}, {"the path", m.Path}, {"the time", m.Time}, {"on the day", m.Day}} {
		if k.v != nil {
			return fmt.Sprintf("%s %q", k.name, *k.v)
		}
	}
	switch {
	case m.Set != nil:
		return "in any order " + show(*m.Set)
	case m.Any != nil:
		return "one of " + show(*m.Any)
	}
	return show(m.Equal)
}

// show is a value in few words.
func show(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return short(string(raw), 160)
}

func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// arguments compares the named arguments of a call. right counts those that
// match.
func arguments(want map[string]Matcher, none []string, raw json.RawMessage) (right int, wrong []string) {
	var got map[string]any
	if json.Unmarshal(raw, &got) != nil {
		return 0, []string{"the arguments aren't a JSON object: " + short(string(raw), 80)}
	}
	for _, name := range sortedKeys(want) {
		v, there := got[name]
		if why := want[name].match(v, there); why != "" {
			wrong = append(wrong, name+": "+why)
		} else {
			right++
		}
	}
	for _, name := range none {
		if v, there := got[name]; there {
			wrong = append(wrong, fmt.Sprintf("%s: it is %s, and should be left out", name, show(v)))
		} else {
			right++
		}
	}
	return right, wrong
}
