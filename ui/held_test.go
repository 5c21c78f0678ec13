package ui_test

import (
	"encoding/json"
	"strings"
	"testing"

	"vise/policy"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// heldNotes is a server with prompts and a resource template that nobody has
// read yet, and one that was.
func heldNotes() policy.Catalogue {
	text := func(kind, name string, s policy.Status) policy.Tool {
		def, _ := json.Marshal(map[string]string{"kind": kind, "name": name, "description": "HIDDEN words"})
		return policy.Tool{Server: "notes", Kind: kind, Name: name, Definition: def, Pin: "sha256:" + name, Status: s}
	}
	return policy.Catalogue{
		Servers: []policy.ServerState{{Name: "notes", State: policy.ServerReady}},
		Texts: []policy.Tool{text(policy.KindPrompt, "ask", policy.StatusNew), text(policy.KindPrompt, "sum", policy.StatusChanged), text(policy.KindPrompt, "old", policy.StatusApproved),
			text(policy.KindTemplate, "note://{id}", policy.StatusNew)},
	}
}

// Where prompts and templates of a server are looked for, it is said that they
// wait to be read, and they can be opened from there.
func TestHeldBackTextsAreNamedWhereTheyAreLookedFor(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.SetCatalogue(heldNotes())
		d := served(t, w, docs(), 80, 24)
		d.WaitFor("Ask, or /")
		d.Type("/")
		if s := d.WaitFor("/help"); strings.Contains(s, "held back") {
			t.Errorf("it is said before anything of the server is wanted:\n%s", s)
		}
		d.Type("notes:")
		if s := d.WaitFor("▸ /notes:", "2 prompts held back until you have read them"); strings.Contains(s, "HIDDEN") {
			t.Errorf("words that nobody has read are in the menu:\n%s", s)
		}
		d.Press("enter")
		d.WaitFor("prompt ask", "prompt sum")
		d.Press("esc")
		d.WaitFor("Ask, or /")
		request(d, "/notes:ask about it")
		d.WaitFor("There is no prompt /notes:ask that you have read: 2 of notes held back")
		d.Press("ctrl+u")
		d.Type("see @not")
		d.WaitFor("▸ notes:", "a resource template held back until you have read it")
		d.Press("tab")
		d.WaitFor("template note://{id}")
		d.Press("esc")
		d.WaitFor("▌ see @not") // what was being written is still there
	})
}
