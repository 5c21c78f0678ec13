package todos

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vise/builtin/todo"
	"vise/ui/keys"
	"vise/ui/theme"
	"vise/ui/uitest"
)

var now = time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC)

func in(d time.Duration) *time.Time {
	t := now.Add(d)
	return &t
}

func sample() []todo.Todo {
	const day = 24 * time.Hour
	prior := todo.Todo{ID: "td_2", Title: "Raise the timeout", Status: todo.Open, DueAt: in(3 * day)}
	return []todo.Todo{
		{ID: "td_1", Title: "Done already", Status: todo.Done, CreatedAt: now.Add(-3 * day), DoneAt: in(-30 * time.Hour)},
		{ID: "td_2", Title: "Raise the retry timeout to 30s", Status: todo.Open, DueAt: in(18 * time.Hour), CreatedAt: now, Run: "01K3", Prior: &prior, Version: 2},
		{ID: "td_3", Title: "Late one", Status: todo.Open, DueAt: in(-2 * time.Hour), CreatedAt: now.Add(-day)},
		{ID: "td_4", Title: "买牛奶 🥛 \x1b[2J\u202e", Status: todo.Open, DueAt: in(5 * time.Hour), CreatedAt: now},
		{ID: "td_5", Title: "Some day", Status: todo.Open, CreatedAt: now},
		{ID: "td_6", Title: "Never mind", Status: todo.Cancelled, CreatedAt: now},
		{ID: "td_7", Title: "Next year", Status: todo.Open, DueAt: in(90 * day), CreatedAt: now},
	}
}

func open() *Pane {
	p := New(theme.New(true), keys.Default(), time.UTC)
	p.SetTodos(sample(), now)
	return p
}

func press(p *Pane, names ...string) Action {
	var a Action
	for _, n := range names {
		a = p.Key(uitest.Key(n))
	}
	return a
}

func TestScreens(t *testing.T) {
	p := open()
	press(p, "down", "down")
	for _, s := range [][2]int{{120, 40}, {80, 24}} {
		uitest.Golden(t, fmt.Sprintf("todos-%dx%d", s[0], s[1]), p.View(s[0], s[1]), s[0], s[1])
	}
	for range 7 {
		for _, k := range []string{"tab", "end", "tab", "up", "enter"} {
			press(p, k)
			for _, s := range [][2]int{{120, 40}, {80, 24}, {40, 10}, {12, 4}, {2, 2}, {1, 1}} {
				v := p.View(s[0], s[1])
				uitest.Fits(t, v, s[0], s[1])
				if strings.ContainsAny(uitest.Plain(v), "\x1b\u202e") {
					t.Errorf("after %q: not inert", k)
				}
			}
		}
	}
}

func TestOrder(t *testing.T) {
	p := open()
	var ids []string
	for _, todo := range p.todos {
		ids = append(ids, todo.ID)
	}
	if got := strings.Join(ids, " "); got != "td_3 td_4 td_2 td_7 td_5 td_1 td_6" {
		t.Errorf("order: %s", got)
	}
}

func TestWhatKeysDo(t *testing.T) {
	for _, c := range []struct {
		keys string
		do   Do
		id   string
	}{
		{"space", Done, "td_3"}, {"end space", Reopen, "td_6"}, {"down down enter", OpenRun, "td_2"}, {"enter", Handled, ""}, {"esc", Back, ""}, {"ctrl+l", Ignored, ""},
	} {
		if a := press(open(), strings.Fields(c.keys)...); a.Do != c.do || a.Todo.ID != c.id {
			t.Errorf("%s: %d %q, want %d %q", c.keys, a.Do, a.Todo.ID, c.do, c.id)
		}
	}
}

func TestTheCursorStaysOnItsTodo(t *testing.T) {
	p := open()
	press(p, "down", "down")
	changed := sample()
	changed[1].Status, changed[1].DoneAt = todo.Done, &now
	p.SetTodos(changed, now)
	if got, _ := p.Selected(); got.ID != "td_2" || got.Status != todo.Done {
		t.Errorf("it is on %s", got.ID)
	}
}

func TestEmptyAndError(t *testing.T) {
	p := New(theme.New(true), keys.Default(), time.UTC)
	p.SetTodos(nil, now)
	press(p, "space", "enter", "down", "tab")
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "nothing to do") {
		t.Errorf("empty:\n%s", v)
	}
	p.SetError(errors.New("locked"))
	if v := uitest.Plain(p.View(80, 24)); !strings.Contains(v, "can't be read: locked") {
		t.Errorf("error:\n%s", v)
	}
}
