package approval

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/policy"
	"vise/session"
)

func pinned(args string) session.Approval {
	a := call(create, args)
	a.Tool.Pin = "sha256:p"
	a.Filled = []string{"idempotency_key"}
	return a
}

func TestAlwaysShowsTheRuleBeforeItIsMade(t *testing.T) {
	b := ready(pinned(`{"title":"water the plants","link":"https://a.example/x?y=1","idempotency_key":"k-01"}`), 80, 24)
	if act := press(t, b, "A"); act.Do != None {
		t.Fatalf("A alone did %q", act.Do)
	}
	shown := screen(b, 80, 24)
	for _, want := range []string{"allowed without asking, in every", `▸ title is "water the plants"`, `link is "https://a.example/x?y=1"`, "idempotency_key: any", "/policy revoke"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is missing in\n%s", want, shown)
		}
	}
	press(t, b, "down", "space")
	if shown := screen(b, 80, 24); !strings.Contains(shown, `▸ link begins with "https://a.example/"`) {
		t.Errorf("not wider:\n%s", shown)
	}
	act := press(t, b, "a")
	ans, ok := act.Answer(opened)
	if act.Do != AllowAlways || !ok || ans.Verdict != session.VerdictAllow || ans.Always == nil || ans.Always.Tool != "todo.create" || ans.Always.Pin != "sha256:p" ||
		ans.Always.Words != `title is "water the plants", link begins with "https://a.example/", idempotency_key: any` {
		t.Errorf("%+v, %+v", act, ans.Always)
	}
}

func TestAlwaysIsLeftWithoutAnything(t *testing.T) {
	b := ready(pinned(`{"title":"x"}`), 80, 24)
	press(t, b, "A")
	if act := press(t, b, "esc"); act.Do != None || b.Turned() {
		t.Errorf("did %q", act.Do)
	}
	if act := press(t, b, "A", "d"); act.Do != None {
		t.Errorf("a key that isn't on the screen did %q", act.Do)
	}
	if act := press(t, b, "esc", "A", "enter"); act.Do != None {
		t.Errorf("enter alone did %q", act.Do)
	}
	if act := press(t, b, "tab", "enter"); act.Do != AllowAlways {
		t.Errorf("tab, enter did %q", act.Do)
	}
	b = ready(pinned(`{"title":"x"}`), 80, 24)
	if act := press(t, b, "A", "esc", "a"); act.Do != AllowOnce || act.Always != nil {
		t.Errorf("%+v", act)
	}
}

func TestAHeldKeyMakesNoRule(t *testing.T) {
	b := ready(pinned(`{"title":"x"}`), 80, 24)
	press(t, b, "A")
	if act := b.Key(tea.KeyPressMsg{Text: "a", Code: 'a', IsRepeat: true}, opened.Add(10*time.Second)); act.Do != None {
		t.Errorf("did %q", act.Do)
	}
}

func TestWhatIsNeverAllowedAlways(t *testing.T) {
	dangerous := pinned(`{"title":"x"}`)
	dangerous.Decision.Level = policy.Dangerous
	unread := call(create, `{"title":"x"}`) // without a pin
	for name, c := range map[string]struct {
		a    session.Approval
		keys []string
		says string
	}{
		"dangerous":        {dangerous, []string{"A"}, "each call is asked about"},
		"dangerous, width": {dangerous, []string{"s"}, "each call is asked about"},
		"without a pin":    {unread, []string{"A", "a"}, "nobody has approved"},
	} {
		b := ready(c.a, 80, 24)
		if act := press(t, b, c.keys...); act.Do != None {
			t.Errorf("%s: did %q", name, act.Do)
		}
		if shown := screen(b, 80, 24); !strings.Contains(shown, c.says) {
			t.Errorf("%s: %q is missing in\n%s", name, c.says, shown)
		}
	}
}

func TestALongRuleIsReadToItsEnd(t *testing.T) {
	b := ready(pinned(`{"title":`+quoteJSON(strings.Repeat("a long word ", 400))+`}`), 80, 24)
	if act := press(t, b, "end", "A", "a"); act.Do != None {
		t.Fatalf("did %q", act.Do)
	}
	if act := press(t, b, "end", "a"); act.Do != AllowAlways {
		t.Errorf("did %q:\n%s", act.Do, screen(b, 80, 24))
	}
}

func TestPartsOfAnArgumentAreToldByPath(t *testing.T) {
	a := pinned(`{"items":[{"url":"https://evil.example/x","note":"buy milk"}]}`)
	a.Decision.Origins = policy.Trace(a.Args, []string{"buy milk"}, []policy.EvidenceText{{ID: "ev_001", Text: "https://evil.example/x"}}, nil)
	shown := screen(ready(a, 120, 40), 120, 40)
	for _, want := range []string{`the model's, partly from ev_001`, `items[0].url: from ev_001`, `items[0].note: your words "buy milk"`} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is missing in\n%s", want, shown)
		}
	}
}

func TestARefusedCallSaysSo(t *testing.T) {
	a := pinned(`{"title":"x"}`)
	a.Decision.Outcome, a.Decision.Reason = policy.Deny, "no todos on Sundays (policy.rules[0])"
	b := ready(a, 80, 24)
	if shown := screen(b, 80, 24); !strings.Contains(shown, "Refused because") {
		t.Error(shown)
	}
	if act := press(t, b, "s"); act.Do != None {
		t.Errorf("did %q", act.Do)
	}
	if act := press(t, b, "a"); act.Do != AllowOnce {
		t.Errorf("did %q", act.Do)
	}
}
