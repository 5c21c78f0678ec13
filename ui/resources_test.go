package ui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

func docs() *fake.Servers {
	return &fake.Servers{
		Hints: []ui.ResourceHint{
			{Server: "docs", Name: "Read me\x1b[2J", URI: "doc://readme", MIME: "text/plain", Bytes: 4000},
			{Server: "docs", Name: "Pages", URI: "doc://page/{id}", Template: true, About: "one page"},
			{Server: "evil", Name: "Bad", URI: "doc://has space"},
		},
		Texts:   map[string]string{"docs:doc://readme": "First line\x1b[2J\nsecond line\nthird\nfourth\nfifth line"},
		Offered: []string{"intro", "index", "setup"},
	}
}

func TestChoosingAResourceWithAt(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := served(t, w, docs(), 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("sum up @READ")
		s := d.WaitFor("▸ docs:doc://readme", "~1.0k tokens · “Read me", "text/plain", `▏ First line\x1b[2J`, "▏ second line")
		if strings.Contains(s, "fifth line") || strings.Contains(s, "doc://page") || strings.Contains(s, "evil") {
			t.Errorf("too much is shown:\n%s", s)
		}
		d.Press("enter")
		d.WaitFor("@docs:doc://readme ~1.0k tokens")
		d.WaitGone("First line")
		d.Press("enter")
		d.WaitFor("Done.")
		d.Press("up") // back from the history it is one piece again
		d.WaitFor("@docs:doc://readme ~1.0k tokens")
		if got := w.Sent(); len(got) != 1 || got[0] != "sum up @docs:doc://readme" {
			t.Errorf("sent %q", got)
		}
	})
}

func TestATemplateIsFilledIn(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := served(t, fake.New(), docs(), 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("see @page")
		d.WaitFor("▸ docs:doc://page/{id}", "to be filled in")
		d.Press("tab")
		d.WaitFor("Fill docs:doc://page/{id}", "▏ one page", "tab: intro · index · setup")
		d.Type("in")
		d.WaitFor("> in", "tab: intro · index")
		d.WaitGone("setup")
		d.Press("tab")
		d.WaitFor("> intro")
		d.Type(" é")
		d.Press("enter", "enter")
		d.WaitFor("▌ see @docs:doc://page/intro%20%C3%A9 resource")
	})
}

func TestPromptsAreCompleted(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		dark := true
		w := fake.New()
		x := &fake.Extras{Offers: []ui.PromptHint{{ID: "web:greet", Args: []ui.PromptArg{{Name: "name", Required: true}, {Name: "style"}}}}, Texts: map[string]string{"web:greet": "Greet {name}, {style}."}}
		d := uitest.Start(t, ui.New(fake.WithServers(w.WithExtras(x), docs()), ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), 80, 24)
		request(d, "/web:greet")
		d.WaitFor("Fill /web:greet", "name  text", "style  text")
		d.Type("se")
		d.WaitFor("tab: setup")
		d.Press("tab", "tab")
		d.WaitFor("> setup", "▸ style")
		d.WaitFor("tab: _name_setup · intro") // the other argument is known
		d.Type("x")
		d.WaitFor("> x")
		d.Press("enter", "enter")
		d.WaitFor("▌ Greet setup, x.", "Enter sends it.")
	})
}

func TestServersThatFailAreSaid(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		x := docs()
		x.Fails = errors.New("the server is gone\x1b")
		d := served(t, fake.New(), x, 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("@re")
		d.WaitFor(`The resources can't be listed: the server is gone\x1b`, "▸ docs:doc://readme")
		d.WaitFor(`it can't be read: the server is gone\x1b`)
	})
}
