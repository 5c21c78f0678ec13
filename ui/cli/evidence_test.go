package cli

import (
	"bytes"
	"strings"
	"testing"

	"vise/session/app"
	"vise/session/scripted"
)

// An answer that isn't true is printed, said to be none to rely on, and no
// success for a script.
func TestAFalseClaimIsNoSuccess(t *testing.T) {
	dir := t.TempDir()
	vise := func(m *scripted.Model, args ...string) (code int, out, errs string) {
		var o, e bytes.Buffer
		code = Main(t.Context(), append(args, "--config-dir", dir, "--data-dir", dir, "--root", "work="+t.TempDir()),
			Streams{In: strings.NewReader(""), Out: &o, Err: &e, Parts: app.Parts{Model: m}})
		return code, o.String(), e.String()
	}
	lie := scripted.Say("I have created the todo.")
	code, out, errs := vise(scripted.New(lie, lie), "run", "add a todo: milk")
	if code != exitFailed || out != "I have created the todo.\n" {
		t.Errorf("ends with %d and prints %q", code, out)
	}
	for _, w := range []string{"don't rely on this answer", "“I have created the todo.”", "the answer says that something was done, and no call did it", "then ask again"} {
		if !strings.Contains(errs, w) {
			t.Errorf("%q isn't in\n%s", w, errs)
		}
	}
	_, out, _ = vise(scripted.New(), "runs", "--status", "failed")
	run, _, _ := strings.Cut(out, " ")
	if code, _, errs := vise(scripted.New(), "resume", run); code != exitFailed || !strings.Contains(errs, "ended with an answer, though not one to rely on") {
		t.Errorf("resumed it ends with %d: %s", code, errs)
	}
	if code, out, errs := vise(scripted.New(lie, scripted.Say("Nothing was created.")), "run", "add a todo: milk"); code != exitDone || out != "Nothing was created.\n" {
		t.Errorf("corrected it ends with %d: %s%s", code, out, errs)
	}
}
