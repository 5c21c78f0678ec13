package approval

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"vise/session"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

func TestItIsDeafUntilTheKeyboardIsQuiet(t *testing.T) {
	b := open(todo())
	b.View(80, 24)
	at := opened
	for range 10 { // someone goes on typing, a key every 300 ms
		at = at.Add(300 * time.Millisecond)
		if got := b.Key(uitest.Key("a"), at); got.Do != Unheard {
			t.Fatalf("while typing: %v", got)
		}
	}
	if !strings.Contains(screen(b, 80, 24), "listens when the keyboard is quiet") {
		t.Error("the box doesn't say that it isn't listening")
	}
	if got := b.Key(uitest.Key("a"), at.Add(Quiet)); got.Do != AllowOnce {
		t.Errorf("after the quiet: %v", got)
	}
}

func TestTickSaysHowLongItIsStillDeaf(t *testing.T) {
	b := open(todo())
	if got := b.Tick(opened.Add(100 * time.Millisecond)); got != 300*time.Millisecond {
		t.Errorf("after 100 ms: %v", got)
	}
	if got := b.Tick(opened.Add(Quiet)); got != 0 {
		t.Errorf("after the quiet: %v", got)
	}
}

func TestKeys(t *testing.T) {
	for _, tc := range []struct {
		name string
		keys []string
		want Do
	}{
		{"allow", []string{"a"}, AllowOnce},
		{"allow the tool", []string{"s"}, AllowTool},
		{"edit", []string{"e"}, Edit},
		{"deny", []string{"d"}, Deny},
		{"deny and stop", []string{"D"}, DenyStop},
		{"leave", []string{"esc"}, Leave},
		{"next", []string{"n"}, Next},
		{"Cyrillic allow", []string{"ф"}, AllowOnce},
		{"Cyrillic deny", []string{"в"}, Deny},
		{"Cyrillic deny and stop", []string{"В"}, DenyStop},
		{"enter alone", []string{"enter"}, None},
		{"enter thrice", []string{"enter", "enter", "enter"}, None},
		{"space", []string{"space"}, None},
		{"y is no answer", []string{"y"}, None},
		{"an input method's letters", []string{"啊"}, None},
		{"tab, enter", []string{"tab", "enter"}, AllowOnce},
		{"tab, tab, enter", []string{"tab", "tab", "enter"}, AllowTool},
		{"back to the last one", []string{"shift+tab", "enter"}, Leave},
		{"round to none", []string{"tab", "shift+tab", "enter"}, None},
		{"round the other way", []string{"tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab", "enter"}, None},
		{"scrolling keeps the choice", []string{"tab", "down", "pgdown", "enter"}, AllowOnce},
		{"after raw and description", []string{"v", "t", "a"}, AllowOnce},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := press(t, ready(todo(), 80, 24), tc.keys...); got.Do != tc.want {
				t.Errorf("got %q, want %q", got.Do, tc.want)
			}
		})
	}
}

func TestAHeldKeyAnswersNothing(t *testing.T) {
	b := ready(todo(), 80, 24)
	held := uitest.Key("a")
	held.IsRepeat = true
	if got := b.Key(held, opened.Add(2*time.Second)); got.Do != None {
		t.Errorf("got %v", got)
	}
}

func TestPasteAnswersNothing(t *testing.T) {
	b := ready(todo(), 80, 24)
	press(t, b, "tab")
	at := opened.Add(4 * time.Second)
	b.Paste("a\nd\n", at)
	if got := b.Key(uitest.Key("enter"), at.Add(time.Millisecond)); got.Do != Unheard {
		t.Errorf("right after a paste: %v", got)
	}
	if b.note != nil || b.done {
		t.Error("the paste did something")
	}
}

func TestOneAnswerOnly(t *testing.T) {
	b := ready(todo(), 80, 24)
	if got := press(t, b, "d", "a"); got.Do != None {
		t.Errorf("after an answer: %v", got)
	}
	b.Reopen("answered in another terminal")
	if !strings.Contains(screen(b, 80, 24), "answered in another terminal") {
		t.Error("it doesn't say why it is open again")
	}
	if got := press(t, b, "a"); got.Do != AllowOnce {
		t.Errorf("open again: %v", got)
	}
}

func TestTheEndHasToBeSeen(t *testing.T) {
	b := ready(long(), 80, 24)
	for _, k := range []string{"a", "s", "ф"} {
		if got := press(t, b, k); got.Do != None {
			t.Fatalf("%s before the end was seen: %v", k, got)
		}
	}
	if got := screen(b, 80, 24); !strings.Contains(got, "scroll to the end to allow") || strings.Contains(got, "The end.") {
		t.Errorf("the screen:\n%s", got)
	}
	if got := press(t, b, "tab"); got.Do != None || b.chosen != keys.ApprovalEdit {
		t.Errorf("tab chose %q, which isn't possible yet or not the first that is", b.chosen)
	}
	press(t, b, "end")
	if got := screen(b, 80, 24); !strings.Contains(got, "The end.") {
		t.Fatalf("the end isn't on the screen:\n%s", got)
	}
	if got := press(t, b, "a"); got.Do != AllowOnce {
		t.Errorf("after the end was seen: %v", got)
	}
}

func TestPageByPageReachesTheEnd(t *testing.T) {
	for _, size := range sizes {
		b := ready(long(), size.w, size.h)
		for i := 0; i < 200 && !b.seen; i++ {
			b.Key(uitest.Key("pgdown"), opened.Add(3*time.Second))
			b.View(size.w, size.h)
		}
		if got := b.Key(uitest.Key("a"), opened.Add(4*time.Second)); got.Do != AllowOnce {
			t.Errorf("%dx%d: %v", size.w, size.h, got)
		}
	}
}

func TestTheDescriptionIsNotTheArguments(t *testing.T) {
	b := ready(long(), 80, 24)
	if got := press(t, b, "t", "end", "a"); got.Do != None {
		t.Errorf("got %v", got)
	}
}

func TestTheRawBytesAreTheArguments(t *testing.T) {
	b := ready(long(), 80, 24)
	if got := press(t, b, "v", "end", "a"); got.Do != AllowOnce {
		t.Errorf("got %v", got)
	}
}

func TestAScreenTooSmallToReadAllowsNothing(t *testing.T) {
	b := ready(todo(), 30, 4)
	if got := b.Key(uitest.Key("a"), opened.Add(2*time.Second)); got.Do != None {
		t.Errorf("got %v", got)
	}
}

func TestRedactedCanOnlyBeDenied(t *testing.T) {
	for k, want := range map[string]Do{"a": None, "s": None, "e": None, "d": Deny, "D": DenyStop, "esc": Leave} {
		if got := press(t, ready(redacted(), 80, 24), k); got.Do != want {
			t.Errorf("%s: %q, want %q", k, got.Do, want)
		}
	}
}

func TestDenyWithANote(t *testing.T) {
	b := ready(todo(), 80, 24)
	press(t, b, "r", "n", "o", "space", "ф")
	b.Paste("\nline", opened.Add(9*time.Second))
	if got := press(t, b, "enter"); got.Do != DenyNote || got.Note != "no ф line" {
		t.Errorf("got %+v", got)
	}
}

func TestANoteNeedsWords(t *testing.T) {
	b := ready(todo(), 80, 24)
	if got := press(t, b, "r", "enter"); got.Do != None || b.note == nil {
		t.Errorf("got %+v", got)
	}
	if got := press(t, b, "esc", "d"); got.Do != Deny {
		t.Errorf("back at the call: %v", got)
	}
}

func TestANoteIsBounded(t *testing.T) {
	b := ready(todo(), 80, 24)
	press(t, b, "r", "x")
	b.Paste(strings.Repeat("y", MaxNote), opened.Add(9*time.Second))
	if got := press(t, b, "enter"); got.Note != "x" {
		t.Errorf("a note of %d bytes", len(got.Note))
	}
}

func TestTheCursorStandsInTheNote(t *testing.T) {
	b := ready(todo(), 80, 24)
	if _, _, ok := b.Cursor(); ok {
		t.Error("a cursor without a note")
	}
	press(t, b, "r", "买", "x")
	rows := strings.Split(screen(b, 80, 24), "\n")
	x, y, ok := b.Cursor()
	if !ok || !strings.HasPrefix(rows[y], "│ > 买x") || x != theme.Width("│ > 买x") {
		t.Errorf("cursor at %d,%d,%v: %q", x, y, ok, rows[min(y, len(rows)-1)])
	}
}

func TestAnswers(t *testing.T) {
	for do, want := range map[Do]session.Verdict{
		AllowOnce: session.VerdictAllow, AllowTool: session.VerdictAllowTool,
		Deny: session.VerdictDeny, DenyStop: session.VerdictDenyStop, DenyNote: session.VerdictDeny,
	} {
		got, ok := Action{Do: do, Note: "why"}.Answer(opened)
		if !ok || got.Verdict != want || got.By != "workbench" || !got.At.Equal(opened) || got.Note != "why" {
			t.Errorf("%s: %+v, %v", do, got, ok)
		}
	}
	for _, do := range []Do{None, Unheard, Edit, Leave, Next} {
		if _, ok := (Action{Do: do}).Answer(opened); ok {
			t.Errorf("%s is an answer", do)
		}
	}
}

func TestOtherKeysOfAPerson(t *testing.T) {
	m := keys.Default()
	if err := m.Override(map[string][]string{keys.ApprovalAllow: {"ctrl+y"}}); err != nil {
		t.Fatal(err)
	}
	b := New(todo(), Options{Keys: m, Theme: theme.New(false), Now: opened, Zone: moscow})
	if got := screen(b, 80, 24); !strings.Contains(got, "ctrl+y allow once") {
		t.Errorf("the screen:\n%s", got)
	}
	at := opened.Add(time.Second)
	if got := b.Key(uitest.Key("a"), at); got.Do != None {
		t.Errorf("a: %v", got)
	}
	if got := b.Key(tea.KeyPressMsg{Code: 'y', Mod: tea.ModCtrl}, at); got.Do != AllowOnce {
		t.Errorf("ctrl+y: %v", got)
	}
}

func TestAnotherConversationsRequestIsNamed(t *testing.T) {
	b := New(todo(), Options{Theme: theme.New(true), Now: opened, Zone: moscow, Other: true})
	if got := screen(b, 80, 24); !strings.Contains(got, `Your request     "Remind me to raise it tomorrow at 9"`) {
		t.Errorf("the screen:\n%s", got)
	}
}

func TestWhateverArgumentsAreTheyAreShown(t *testing.T) {
	many := make([]string, 3000)
	for i := range many {
		many[i] = `"a` + strings.Repeat("x", i%40) + `":` + strings.Repeat("1", i%50+1)
	}
	for name, args := range map[string]string{
		"nothing": ``, "no object": `7`, "null": `null`, "deep": `{"a":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, "too deep": `{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
		"cut off": `{"a":"b`, "bad UTF-8": "{\"a\xff\":\"\xfe\"}", "half a surrogate": `{"a":"\ud800"}`, "a long name": `{"` + strings.Repeat("n ", 5000) + `":1}`,
		"many": "{" + strings.Join(many, ",") + "}", "marks": `{"a":"` + strings.Repeat("e\u0301\u0302", 500) + `"}`,
	} {
		a := call(create, args)
		for _, size := range sizes {
			b := ready(a, size.w, size.h)
			holds(t, screen(b, size.w, size.h), size.w, size.h)
			b.Key(uitest.Key("v"), opened.Add(2*time.Second))
			holds(t, screen(b, size.w, size.h), size.w, size.h)
			b.Key(uitest.Key("end"), opened.Add(3*time.Second))
			b.View(size.w, size.h)
			if got := b.Key(uitest.Key("a"), opened.Add(4*time.Second)); got.Do != AllowOnce {
				t.Errorf("%s at %v: %v", name, size, got.Do)
			}
		}
	}
}
