package ui_test

import (
	"strings"
	"testing"

	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

func TestTheWelcomeWithoutAFolder(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Line.Roots = nil
		d := at(t, w, 100, 30)
		if s := d.WaitFor("It may read no folder", "--root work=DIR", "what time is it in Tokyo?"); strings.Contains(s, "find where") {
			t.Errorf("it suggests a search of files:\n%s", s)
		}
	})
}

func TestAThemeIsConfirmed(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		d := at(t, fake.New(), 80, 24)
		request(d, "/theme light")
		d.WaitFor("The theme is light now.")
		d.Type("/theme")
		d.WaitFor("▸ /theme")
		d.Press("enter")
		d.WaitFor("The theme is dark now.")
	})
}

func TestAGateIsToldInPlainWords(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Emit(session.GateTriggered{Gate: session.GateTool, Call: "call_1", Reason: "todo.create: you refused it in this run", Action: "not run; the model was told (refused_by_person)"})
			r.Answer("Nothing was added.")
		}
		d := at(t, w, 80, 30)
		request(d, "add it again")
		if s := d.WaitFor("you refused it in this run: it was not run", "Nothing was added."); strings.Contains(s, "refused_by_person") {
			t.Errorf("a code is shown:\n%s", s)
		}
	})
}

func TestAGatesLongWordsDontPushTheAnswerAway(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Answer("It is in http.go.")
			r.Emit(session.GateTriggered{Gate: session.GateOutput, Reason: strings.Repeat("“some words of a file”, ", 200) + ": not in what is cited for it", Action: "marked"})
		}
		d := at(t, w, 80, 24)
		request(d, "where is it")
		d.WaitFor("It is in http.go.", "some words of a file")
	})
}

func TestASearchSaysWhatItDoesntUnderstand(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		d := at(t, w, 80, 24)
		request(d, "water the plants")
		d.WaitFor("Done.")
		d.Press("ctrl+r")
		d.WaitFor("1 run")
		d.Type("on:foo")
		d.WaitFor(`! That isn't understood: on: takes a day`, `not "foo"`)
		d.Press("ctrl+u")
		d.WaitFor("1 run")
	})
}

func TestTheWelcomeMakesRoomForWhatNeedsThePerson(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Line.Notices = []string{
			"gone is missing: it can't be reached: the command /usr/bin/gone isn't there: file does not exist (/servers)",
			"web is missing: it can't be reached: nothing listens at 127.0.0.1:9: is the server running? (/servers)",
			"24 tools wait to be read, and 7 more that servers say: /tools",
		}
		at(t, w, 80, 24).WaitFor("gone is missing", "web is missing", "24 tools wait to be read", "It may read")
	})
}
