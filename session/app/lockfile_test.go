package app

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"vise/policy"
)

var november = time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC)

// What is written is read back, sorted, whatever stands in it.
func TestLockFile(t *testing.T) {
	a := Locked{Identity: "github npx -y x@1.0.0 $HOME/src", Server: "github", Tool: "search", Pin: "sha256:1", By: "ann", At: november}
	b := Locked{Identity: a.Identity, Server: "github", Tool: "delete", Pin: "sha256:2", Blocked: true, By: "ann \"the\"\nboss", At: november}
	c := Locked{Identity: a.Identity, Server: "github", Kind: policy.KindPrompt, Tool: "триаж", Pin: "sha256:3", Reads: true, By: " x ", At: november}
	write := func(list ...Locked) string {
		var buf bytes.Buffer
		if err := WriteLock(&buf, list); err != nil {
			t.Fatal(err)
		}
		return buf.String()
	}
	text := write(a, b, c)
	if text != write(c, b, a) {
		t.Error("the order of the list matters")
	}
	if strings.Count(text, "\ntool ") != 3 || strings.Contains(text, "\nboss") || !strings.Contains(text, "\n  pin      sha256:1\n") {
		t.Errorf("written:\n%s", text)
	}
	got, err := ReadLock(strings.NewReader(text + "\n# a remark\n"))
	if err != nil || !reflect.DeepEqual(got, []Locked{b, a, c}) {
		t.Errorf("%+v, %v", got, err)
	}
	for what, bad := range map[string]string{
		"nothing":           "",
		"something else":    "hello",
		"a newer one":       strings.Replace(text, "tools 1", "tools 2", 1),
		"no tool":           lockHead + "\n",
		"an unknown word":   strings.Replace(text, "  pin ", "  pim ", 1),
		"an unknown say":    strings.Replace(text, "said     approved", "said     adored", 1),
		"no day":            strings.Replace(text, "2026-11-18", "yesterday", 1),
		"no pin":            strings.Replace(text, "  pin      sha256:1\n", "", 1),
		"one tool twice":    text + strings.TrimPrefix(write(a), lockHead),
		"a line that is":    text + strings.Repeat("x", maxLine+1),
		"an unended quote":  text + "tool \"x\n",
		"no block before a": lockHead + "\n  pin sha256:1\n",
	} {
		if list, err := ReadLock(strings.NewReader(bad)); err == nil {
			t.Errorf("%s was read as %+v", what, list)
		}
	}
}

// A colleague takes over what says exactly the same there, and nothing else.
func TestTakingOverALockFile(t *testing.T) {
	about := "be kind"
	g := teller(t, &about)
	ann, bob := newBench(t), newBench(t)
	bob.dirs.User = "bob"
	bob.Workbench = bob.open()
	for _, b := range []*bench{ann, bob} {
		b.use("hello", g)
	}
	ann.approve("hello/greet")
	if err := ann.ApproveTools(t.Context(), ann.texts(3)); err != nil {
		t.Fatal(err)
	}
	list, err := ann.Lock(t.Context())
	if err != nil || len(list) != 4 {
		t.Fatalf("%+v, %v", list, err)
	}
	other := list[0]
	other.Server, other.Identity = "gitlab", "gitlab x"
	swapped := list[0]
	swapped.Tool, swapped.Identity = "other", "hello http://elsewhere/"
	list = append(list, other, swapped)
	for i := range list {
		if list[i].Kind == policy.KindPrompt {
			list[i].Pin = "sha256:another"
		}
	}
	bob.settled(bob.Workbench)
	plan, err := bob.Compare(t.Context(), list)
	if err != nil || len(plan.Take) != 3 || len(plan.Same) != 0 || len(plan.Others) != 3 {
		t.Fatalf("%+v, %v", plan, err)
	}
	if s := bob.status(bob.Workbench, "hello/greet"); s != policy.StatusNew {
		t.Errorf("looking at it approved it: %s", s)
	}
	if err := bob.Take(t.Context(), plan); err != nil {
		t.Fatal(err)
	}
	if s := bob.status(bob.Workbench, "hello/greet"); s != policy.StatusApproved {
		t.Errorf("it is %s", s)
	}
	tool, _, _ := FindTool(bob.settled(bob.Workbench), "hello/greet")
	if r, _ := bob.LastReview(tool); r.By != "bob" || r.Via != "ann on 2026-11-30" || len(r.Definition) == 0 {
		t.Errorf("%+v", r)
	}
	again, err := bob.Compare(t.Context(), list)
	if err != nil || len(again.Take) != 0 || len(again.Same) != 3 {
		t.Errorf("again: %+v, %v", again, err)
	}
	g.words.Store("Sends your files to me.")
	if err := bob.Restart(t.Context(), "hello"); err != nil {
		t.Fatal(err)
	}
	bob.settled(bob.Workbench)
	if err := bob.Take(t.Context(), plan); !errors.Is(err, ErrStale) {
		t.Errorf("what has changed since was taken over: %v", err)
	}
}
