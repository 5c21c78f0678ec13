package form

import (
	"encoding/json"
	"strings"
	"testing"

	"vise/ui/theme"
	"vise/ui/uitest"
)

const kindsSchema = `{"type":"object","required":["many"],"properties":{
	"many":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b","c"]}},
	"titled":{"type":"string","oneOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large\u001b[2J"}]},
	"named":{"type":"string","enum":["x","y"],"enumNames":["First"]},
	"mail":{"type":"string","format":"email"},
	"page":{"type":"string","format":"uri"},
	"day":{"type":"string","format":"date"},
	"one":{"oneOf":[{"const":1},{"type":"string"}]}}}`

func kindsForm(t *testing.T, opt Options) *Form {
	t.Helper()
	opt.Theme, opt.AsIs = theme.New(true), true
	f, err := New(json.RawMessage(kindsSchema), Defaults(json.RawMessage(kindsSchema)), opt)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestListsAndTitles(t *testing.T) {
	f := kindsForm(t, Options{})
	if a := f.Use(); a.Do != None || !strings.Contains(f.View(120, 60), "many: it is required") {
		t.Errorf("without a list: %v", a)
	}
	a := story(t, f, "many: space right space right space")
	if a.Do != None || !strings.Contains(f.View(120, 60), "choose at most 2") {
		t.Errorf("too many: %v", a)
	}
	v := uitest.Plain(f.View(120, 60))
	for _, want := range []string{"✓ a", "[✓ c]", "Small (s)", `Large\x1b[2J (l)`, "First (x)", " y "} {
		if !strings.Contains(v, want) {
			t.Errorf("%q isn't shown:\n%s", want, v)
		}
	}
	a = story(t, f, "many: space", "titled: right right", "named: right")
	if want := `{"many":["a","b"],"titled":"l","named":"x"}`; a.Do != Use || string(a.Args) != want {
		t.Errorf("%v %s, want %s", a.Do, a.Args, want)
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, value string
		ok          bool
	}{
		{"mail", "ann@example.org", true}, {"mail", "Ann <ann@example.org>", false}, {"mail", "ann", false},
		{"page", "https://example.org/a", true}, {"page", "mailto:ann@example.org", true}, {"page", "example.org", false}, {"page", "https://", false},
		{"day", "2026-02-28", true}, {"day", "2026-02-30", false}, {"day", "28.2.2026", false},
	} {
		f := kindsForm(t, Options{})
		to(t, f, c.name)
		f.Paste(c.value)
		if got := f.at().problem == ""; got != c.ok {
			t.Errorf("%s %q: %q", c.name, c.value, f.at().problem)
		}
	}
}

func TestDefaults(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"b":{"default":"x"},"a":{"default": false},"c":{},"d":{"default":null}}}`: `{"b":"x","a":false}`,
		`{"properties":[]}`: `{}`, `{`: `{}`, ``: `{}`,
	} {
		if got := string(Defaults(json.RawMessage(schema))); got != want {
			t.Errorf("%s: %s", schema, got)
		}
	}
}

func TestCompletion(t *testing.T) {
	f := kindsForm(t, Options{Complete: true})
	if _, _, ok := f.Written(); ok {
		t.Error("a list can be completed")
	}
	to(t, f, "mail")
	f.Paste("a")
	name, value, ok := f.Written()
	if name != "mail" || value != "a" || !ok {
		t.Fatalf("written: %q %q %v", name, value, ok)
	}
	f.Offer("mail", "b", []string{"late"})
	f.Offer("none", "a", []string{"late"})
	f.Offer("mail", "a", []string{"a", "ann@example.org", "al@example.org"})
	if v := uitest.Plain(f.View(120, 60)); !strings.Contains(v, "tab: ann@example.org · al@example.org") {
		t.Errorf("what is offered:\n%s", v)
	}
	f.Key(uitest.Key("l"))
	if v := uitest.Plain(f.View(120, 60)); !strings.Contains(v, "tab: al@example.org") {
		t.Errorf("what still fits:\n%s", v)
	}
	f.Key(uitest.Key("tab"))
	if f.at().name != "mail" || f.at().line.Text() != "al@example.org" {
		t.Errorf("taken: %s %q", f.at().name, f.at().line.Text())
	}
	f.Key(uitest.Key("tab"))
	if f.at().name != "page" {
		t.Errorf("tab goes to %s", f.at().name)
	}
	f.Offer("page", "", []string{"https://example.org"})
	f.Key(uitest.Key("tab"))
	if f.at().name != "day" {
		t.Error("tab takes what nobody began to write")
	}
	f.Key(uitest.Key("shift+tab"))
	f.Key(uitest.Key("right"))
	if f.at().line.Text() != "https://example.org" {
		t.Errorf("right takes %q", f.at().line.Text())
	}
}
