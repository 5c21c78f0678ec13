package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/session/scripted"
	"vise/store"
)

// rules writes vise.yaml so that it counts as changed.
func (b *bench) rules(text string) {
	b.t.Helper()
	path := filepath.Join(b.dirs.ConfigDir, "vise.yaml")
	write(b.t, path, "timezone: Europe/Moscow\n"+text)
	at := time.Now().Add(time.Duration(len(text)) * time.Second)
	if err := os.Chtimes(path, at, at); err != nil {
		b.t.Fatal(err)
	}
}

func title(s string) scripted.Step { return scripted.Call("todo_create", map[string]any{"title": s}) }

// allowAlways is an answer that allows calls like this one from now on.
func allowAlways(t *testing.T, a session.Approval) session.Answer {
	t.Helper()
	holds, err := policy.Holds(a.Args, a.Filled)
	if err != nil {
		t.Fatal(err)
	}
	s, err := policy.NewStanding(a.Tool, a.Decision.Level, a.Args, holds)
	if err != nil {
		t.Fatal(err)
	}
	return session.Answer{Verdict: session.VerdictAllow, By: "workbench", Always: &s}
}

// workspace are the changes of the policy in the workspace chain, a line each.
func (b *bench) policyEvents() (out []string) {
	b.t.Helper()
	chain, err := b.Store().Since(b.t.Context(), session.Workspace, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	events, err := session.Codec{}.DecodeAll(chain)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, e := range events {
		if p, ok := e.Payload.(session.PolicyChanged); ok {
			out = append(out, p.What...)
		}
	}
	return out
}

func TestAllowedAlwaysUntilItIsTakenBack(t *testing.T) {
	b := newBench(t, title("water the plants"), scripted.Say("ok"), title("water the plants"), title("sell the house"), scripted.Say("ok"), title("water the plants"), scripted.Say("ok"))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	a := b.waiting(b.Workbench)
	b.answer(a.ID, allowAlways(t, a))
	first := b.end(r)
	if first.Calls[0].Answer.Always != `title is "water the plants", idempotency_key: any` {
		t.Errorf("the run says %+v", first.Calls[0].Answer)
	}
	list, err := b.Standing(t.Context())
	if err != nil || len(list) != 1 || list[0].ID != "always-1" || list[0].By != "ann" || list[0].Call != a.ID || list[0].Over {
		t.Fatalf("%+v, %v", list, err)
	}
	r = b.start(Request{Text: "again, and something else"})
	other := b.waiting(b.Workbench) // the first wasn't asked about, in another conversation
	if !strings.Contains(string(other.Args), "sell the house") {
		t.Errorf("asked about %s", other.Args)
	}
	b.answer(other.ID, session.Answer{Verdict: session.VerdictDeny})
	st := b.end(r)
	if d := st.Calls[0].Decision; d.Outcome != policy.Allow || d.Grant != "always-1" || !strings.Contains(d.Reason, "water the plants") {
		t.Errorf("%+v", d)
	}
	if err := b.open().Revoke(t.Context(), "always-1"); err != nil { // in another process
		t.Fatal(err)
	}
	r = b.start(Request{Text: "and again"})
	a = b.waiting(b.Workbench)
	r.Cancel()
	b.end(r)
	if err := b.Revoke(t.Context(), "always-1"); !errors.Is(err, store.ErrNoStanding) {
		t.Errorf("taken back twice: %v", err)
	}
	want := []string{"+ always: todo.create where " + list[0].Words, "- always: todo.create where " + list[0].Words}
	if got := b.policyEvents(); !slices.Equal(got, want) {
		t.Errorf("recorded %q", got)
	}
}

func TestASecretIsNotKeptInWhatIsAllowedAlways(t *testing.T) {
	b := newBench(t, title("the token is ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD now"), scripted.Say("ok"))
	b.Desk().Attend(true)
	r := b.start(Request{Text: "remind me"})
	a := b.waiting(b.Workbench)
	if err := b.Desk().Answer(t.Context(), a.ID, allowAlways(t, a)); !errors.Is(err, policy.ErrNoStanding) || !strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
	b.answer(a.ID, session.Answer{Verdict: session.VerdictAllow}) // it still waited
	b.end(r)
	if list, err := b.Standing(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestNarrowingHoldsWhileARunGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		rules   string
		outcome policy.Outcome
		rule    string
		code    string
	}{
		"a rule denies":         {"policy: {rules: [{tool: file.search, decision: deny}]}\n", policy.Deny, "policy.rules[0]", "denied"},
		"a scope is gone":       {"policy: {scopes: [\"todo:write\"]}\n", "", "", "unknown_tool"},
		"the file is broken":    {"policy: {rules: [{tool: file.serch}]}\n", policy.Approval, "rules can't be read", "refused_by_person"},
		"what is wider doesn't": {"policy: {rules: [{tool: todo.create, decision: allow}]}\n", policy.Allow, "default: reads here", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, title("x"), search, scripted.Say("ok"))
			b.Desk().Attend(true)
			r := b.start(Request{Text: "remind me, then look"})
			a := b.waiting(b.Workbench)
			b.rules(c.rules)
			b.answer(a.ID, session.Answer{Verdict: session.VerdictAllow})
			if c.outcome == policy.Approval {
				b.answer(b.waitingFor("file.search").ID, session.Answer{Verdict: session.VerdictDeny})
			}
			st := b.end(r)
			call, code := st.Calls[1], ""
			if call.Result.Error != nil {
				code = call.Result.Error.Code
			}
			if code != c.code || c.outcome != "" && (call.Decision.Outcome != c.outcome || call.Decision.Rule != c.rule) {
				t.Errorf("%s: %+v", code, call.Decision)
			}
		})
	}
}

// waitingFor waits until a call of that tool waits at the desk.
func (b *bench) waitingFor(tool string) session.Approval {
	b.t.Helper()
	for {
		if a := b.waiting(b.Workbench); a.Tool.ID() == tool {
			return a
		}
		time.Sleep(time.Millisecond)
	}
}

func TestChangesOfTheRulesAreTold(t *testing.T) {
	b := newBench(t, scripted.Say("1"), scripted.Say("2"), search, scripted.Say("3"))
	if news := b.PolicyNews(t.Context()); news != "" {
		t.Errorf("before anything ran: %q", news)
	}
	one := b.run(Request{Text: "one"})
	again := b.open() // another process, later
	if news := again.PolicyNews(t.Context()); news != "" {
		t.Errorf("nothing changed: %q", news)
	}
	b.rules("policy: {rules: [{tool: file.search, decision: deny}]}\n")
	for _, w := range []*Workbench{b.Workbench, again, b.open()} {
		if news := w.PolicyNews(t.Context()); !strings.Contains(news, "+ {tool: file.search, decision: deny}") {
			t.Errorf("told %q", news)
		}
	}
	two := b.run(Request{Text: "two"})
	if one.Started.PolicyHash == two.Started.PolicyHash {
		t.Error("the next run doesn't have the rules as they are")
	}
	if news := b.PolicyNews(t.Context()); !strings.Contains(news, "file.search") {
		t.Errorf("after the run: %q", news)
	}
	b.SawPolicy()
	if news := b.PolicyNews(t.Context()); news != "" {
		t.Errorf("once seen: %q", news)
	}
	st := b.run(Request{Text: "three"})
	if d := st.Calls[0].Decision; d.Outcome != policy.Deny {
		t.Errorf("%+v", d)
	}
	if got := b.policyEvents(); !slices.Equal(got, []string{"+ {tool: file.search, decision: deny}"}) {
		t.Errorf("recorded %q", got)
	}
	b.rules("policy: {rules: [{tool: x}]}\n")
	if _, err := b.Start(t.Context(), Request{Text: "four"}); !errors.Is(err, ErrConfig) {
		t.Errorf("broken rules: %v", err)
	}
	if news := b.PolicyNews(t.Context()); !strings.Contains(news, "can't be read") {
		t.Errorf("broken rules: %q", news)
	}
}

func TestTheMachineWidePolicy(t *testing.T) {
	b := newBench(t, search, scripted.Say("no"), search, scripted.Say("no"))
	b.rules("policy: {rules: [{tool: file.search, decision: allow}]}\n")
	b.dirs.MachinePolicy = filepath.Join(t.TempDir(), "policy.yaml")
	b.Workbench = b.open()
	write(t, b.dirs.MachinePolicy, "rules:\n  - {tool: file.search, decision: deny, reason: not on this machine}\n")
	st := b.run(Request{Text: "look"})
	if d := st.Calls[0].Decision; d.Outcome != policy.Deny || d.Rule != "machine policy.rules[0]" || d.CanInsist || !strings.Contains(d.Remedy, "who looks after this machine") {
		t.Errorf("%+v", d)
	}
	write(t, b.dirs.MachinePolicy, "scopes: [\"todo:read\"]\n# and so on\n")
	if st := b.run(Request{Text: "look"}); len(st.Offered) != 1 || st.Offered[0].Tool != "todo.list" || st.Calls[0].Result.Error.Code != "unknown_tool" {
		t.Errorf("offered %+v", st.Offered)
	}
	for name, text := range map[string]string{"broken": "rules: {", "unknown": "rulez: []", "mistyped": "rules: [{tool: file.serch, decision: deny}]"} {
		write(t, b.dirs.MachinePolicy, text)
		if _, err := Load(b.dirs); !errors.Is(err, ErrConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.Remove(b.dirs.MachinePolicy); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(b.dirs.MachinePolicy, 0o700); err != nil { // it is there, and can't be read
		t.Fatal(err)
	}
	if _, err := Load(b.dirs); !errors.Is(err, ErrConfig) {
		t.Errorf("unreadable: %v", err)
	}
}
