package builtin_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vise/policy"
)

func TestCreateNeedsItsOwnApproval(t *testing.T) {
	w := newWorld(t, nil)
	const args = `{"title":"buy <milk> & \"eggs\" 牛奶","due_at":"2026-05-10T09:00:00+08:00"}`
	w.refused("todo.create", args, "approval_required")
	ctx := context.Background()
	for name, spoil := range map[string]func() result{
		"made up": func() result {
			m := w.approval("todo.create", args)
			m[policy.MetaApproval] = "tok_x"
			return w.callMeta(ctx, "todo.create", args, m)
		},
		"not text": func() result {
			m := w.approval("todo.create", args)
			m[policy.MetaApproval] = 7
			return w.callMeta(ctx, "todo.create", args, m)
		},
		"other run": func() result {
			m := w.approval("todo.create", args)
			m[policy.MetaRun] = "run_2"
			return w.callMeta(ctx, "todo.create", args, m)
		},
		"other call": func() result {
			m := w.approval("todo.create", args)
			m[policy.MetaCall] = "call_2"
			return w.callMeta(ctx, "todo.create", args, m)
		},
		"other args": func() result {
			return w.callMeta(ctx, "todo.create", `{"title":"pay"}`, w.approval("todo.create", args))
		},
		"other order": func() result {
			return w.callMeta(ctx, "todo.create", `{"due_at":"2026-05-10T09:00:00+08:00","title":"x"}`, w.approval("todo.create", `{"title":"x","due_at":"2026-05-10T09:00:00+08:00"}`))
		},
		"other tool": func() result { return w.callMeta(ctx, "todo.create", args, w.approval("todo.update", args)) },
	} {
		if r := spoil(); r.OK || r.Error.Code != "approval_required" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if len(w.todos.todos) != 0 {
		t.Fatalf("something was written: %+v", w.todos.todos)
	}
	meta := w.approval("todo.create", args)
	r := w.callMeta(ctx, "todo.create", args, meta)
	if !r.OK || !r.Result.Created || r.Result.Todo.Title != `buy <milk> & "eggs" 牛奶` || r.Result.Todo.DueAt != "2026-05-10T09:00:00+08:00" || r.Result.ObjectIDs[0] != r.Result.Todo.ID {
		t.Fatalf("%+v", r)
	}
	if !r.Policy.Approval || r.Policy.Level != "L3" || !strings.Contains(r.Result.Summary, "Sun 10 May 2026 09:00 (Asia/Shanghai)") {
		t.Errorf("%+v %s", r.Policy, r.Result.Summary)
	}
	if again := w.callMeta(ctx, "todo.create", args, meta); again.OK || again.Error.Code != "approval_required" {
		t.Errorf("a spent approval: %+v", again)
	}
	if len(w.todos.todos) != 1 || w.todos.todos[0].Run != "run_1" {
		t.Errorf("%+v", w.todos.todos)
	}
}

func TestIdempotencyKeys(t *testing.T) {
	w := newWorld(t, nil)
	first := w.approved("todo.create", `{"title":"a","idempotency_key":"k"}`)
	again := w.approved("todo.create", `{"title":"a","idempotency_key":"k"}`)
	if !again.OK || again.Result.Created || again.Result.Todo.ID != first.Result.Todo.ID || !strings.Contains(again.Result.Summary, "already") {
		t.Errorf("%+v", again)
	}
	if r := w.approved("todo.create", `{"title":"b","idempotency_key":"k"}`); r.OK || r.Error.Code != "idempotency_conflict" {
		t.Errorf("%+v", r)
	}
}

func TestPastDueIsTakenWithANote(t *testing.T) {
	w := newWorld(t, nil)
	if r := w.approved("todo.create", `{"title":"a","due_at":"2026-05-09T03:00:00Z"}`); !r.OK || !strings.Contains(r.Result.Note, "in the past") || !r.Result.Todo.Overdue {
		t.Errorf("%+v", r)
	}
}

func TestUpdate(t *testing.T) {
	w := newWorld(t, nil)
	id := w.approved("todo.create", `{"title":"a","due_at":"2026-05-10T09:00:00+08:00"}`).Result.Todo.ID
	w.refused("todo.update", `{"id":"`+id+`","status":"done"}`, "approval_required")
	for _, c := range []struct{ change, status, title, due string }{
		{`"status":"done"`, "done", "a", "2026-05-10T09:00:00+08:00"},
		{`"undo":true`, "open", "a", "2026-05-10T09:00:00+08:00"},
		{`"title":"b","due_at":"2026-06-01T10:00:00Z"`, "open", "b", "2026-06-01T10:00:00Z"},
		{`"due_at":""`, "open", "b", ""},
		{`"status":"cancelled"`, "cancelled", "b", ""},
		{`"status":"open"`, "open", "b", ""},
	} {
		r := w.approved("todo.update", fmt.Sprintf(`{"id":%q,%s}`, id, c.change))
		if td := r.Result.Todo; !r.OK || td.Status != c.status || td.Title != c.title || td.DueAt != c.due || !td.CanUndo {
			t.Errorf("%s: %+v %+v", c.change, r.Error, td)
		}
	}
	if r := w.approved("todo.update", `{"id":"td_99","status":"done"}`); r.OK || r.Error.Code != "not_found" {
		t.Errorf("%+v", r)
	}
	fresh := w.approved("todo.create", `{"title":"c"}`).Result.Todo.ID
	if r := w.approved("todo.update", `{"id":"`+fresh+`","undo":true}`); r.OK || r.Error.Code != "nothing_to_undo" {
		t.Errorf("%+v", r)
	}
}

func TestList(t *testing.T) {
	w := newWorld(t, nil)
	for _, args := range []string{
		`{"title":"undated Ёлка"}`,
		`{"title":"late","due_at":"2026-05-08T10:00:00+08:00"}`,
		`{"title":"morning","due_at":"2026-05-09T08:00:00+08:00"}`,
		`{"title":"tonight","due_at":"2026-05-09T23:30:00+08:00"}`,
		`{"title":"friday","due_at":"2026-05-15T23:59:00+08:00"}`,
		`{"title":"next saturday","due_at":"2026-05-16T00:00:00+08:00"}`,
		`{"title":"finished"}`,
	} {
		w.approved("todo.create", args)
	}
	w.approved("todo.update", `{"id":"td_7","status":"done"}`)
	for args, want := range map[string]string{
		`{}`:                            "late morning tonight friday next saturday undated Ёлка",
		`{"due":"overdue"}`:             "late morning",
		`{"due":"today"}`:               "morning tonight",
		`{"due":"week"}`:                "morning tonight friday",
		`{"due":"none"}`:                "undated Ёлка",
		`{"status":"done"}`:             "finished",
		`{"status":"all","due":"none"}`: "undated Ёлка finished",
		`{"text":"ёлка"}`:               "undated Ёлка",
		`{"text":"SATURDAY next"}`:      "next saturday",
		`{"text":"nothing such"}`:       "",
		`{"status":"cancelled"}`:        "",
	} {
		r := w.ok("todo.list", args)
		var got []string
		for _, td := range r.Result.Todos {
			got = append(got, td.Title)
		}
		if strings.Join(got, " ") != want || r.Result.Total != len(got) || len(r.Result.ObjectIDs) != len(got) {
			t.Errorf("%s: got %q, want %q", args, strings.Join(got, " "), want)
		}
	}
	if sum := w.ok("todo.list", `{}`).Result.Summary; sum != "6 open todos, 2 overdue" {
		t.Errorf("summary %q", sum)
	}
}

func TestLongListIsCut(t *testing.T) {
	w := newWorld(t, nil)
	for i := range 60 {
		w.approved("todo.create", fmt.Sprintf(`{"title":"t%d"}`, i))
	}
	r := w.ok("todo.list", `{}`)
	if len(r.Result.Todos) != 50 || r.Result.Total != 60 || !r.Result.Truncated || r.Result.Hint == "" {
		t.Errorf("%d of %d", len(r.Result.Todos), r.Result.Total)
	}
}

func TestStorageErrorsAreTold(t *testing.T) {
	w := newWorld(t, nil)
	w.todos.fail = errors.New("the database is locked by pid 7")
	for tool, args := range map[string]string{"todo.list": `{}`, "todo.create": `{"title":"x"}`, "todo.update": `{"id":"td_1","status":"done"}`} {
		if r := w.approved(tool, args); r.OK || r.Error.Code != "unavailable" || !r.Retryable || !strings.Contains(r.Error.Message, "pid 7") {
			t.Errorf("%s: %+v", tool, r)
		}
	}
}
