package offline

import (
	"strings"
	"testing"
	"time"

	"vise/session"
)

func TestListThenSaidToBeDone(t *testing.T) {
	w := newWorld(t)
	w.add("buy milk", "")
	w.add("купить хлеб", "")
	w.says("I bought the milk")
	w.expect()
	w.says("show my todos")
	has(t, w.says("I bought the milk"), "Done:", "buy milk")
	w.expect(`todo.update {"id":"td_1","status":"done"}`)
	w.says("покажи мои дела")
	w.says("я купил хлеб")
	w.expect(`todo.update {"id":"td_2","status":"done"}`)
}

func TestLooseChanges(t *testing.T) {
	for words, want := range map[string]string{
		"cancel the dentist thing": `"id":"td_2","status":"cancelled"`, "取消买牛奶": `"id":"td_1","status":"cancelled"`, "完成买牛奶": `"id":"td_1","status":"done"`,
		"把买牛奶取消": `"id":"td_1","status":"cancelled"`, "我完成了买牛奶": `"id":"td_1","status":"done"`,
	} {
		w := newWorld(t)
		w.add("买牛奶", "")
		w.add("dentist appointment", "2026-12-02T10:00:00+03:00")
		w.says(words)
		w.expect(`todo.list`, want)
	}
	w := newWorld(t)
	w.says("cancel my subscription")
	w.expect()
}

func TestMovesByADistance(t *testing.T) {
	for words, want := range map[string]string{
		"postpone dentist by a week": "2026-12-09T10:00", "push the dentist appointment back 2 days": "2026-12-04T10:00", "move dentist a day earlier": "2026-12-01T10:00",
		"перенеси dentist на неделю": "2026-12-09T10:00", "перенеси dentist на неделю позже": "2026-12-09T10:00", "отложи dentist на 2 дня": "2026-12-04T10:00", "把dentist推迟一周": "2026-12-09T10:00",
	} {
		w := newWorld(t)
		w.add("dentist appointment", "2026-12-02T10:00:00+03:00")
		w.says(words)
		if len(w.calls) != 2 {
			t.Errorf("%q: calls %q", words, w.calls)
			continue
		}
		w.expect(`todo.list {"text":"dentist`, want)
	}
	w := newWorld(t)
	w.add("dentist appointment", "2026-12-01T10:00:00+03:00")
	w.add("buy milk", "")
	has(t, w.says("move dentist two days earlier"), "already over")
	w.expect(`todo.list`)
	has(t, w.says("postpone buy milk by a week"), "no date or time to move", "nothing was changed")
	w.says("tomorrow at 9")
	w.expect(`todo.update {"id":"td_2","due_at":"2026-12-01T09:00:00+03:00"}`)
}

func TestTimeAloneIsOfTheTodoBefore(t *testing.T) {
	w := newWorld(t)
	w.says("at 7pm")
	w.expect()
	w.says("remind me to call Ann")
	w.says("at 7pm")
	w.expect(`todo.update {"id":"td_1","due_at":"2026-11-30T19:00:00+03:00"}`)
	w.says("on friday")
	w.expect(`todo.update {"id":"td_1","due_at":"2026-12-04T19:00:00+03:00"}`)
	w.says("в 8:30")
	w.expect(`todo.update {"id":"td_1","due_at":"2026-12-04T08:30:00+03:00"}`)
	w.says("what time is it?")
	w.expect(`time.now {}`)
}

func TestWhenIsMyTodo(t *testing.T) {
	for words, want := range map[string]string{"when is my dentist": "dentist", "when's my dentist appointment?": "dentist appointment", "когда у меня стоматолог": "стоматолог", "我的牙医预约是什么时候": "牙医预约"} {
		w := newWorld(t)
		w.says(words)
		w.expect(`todo.list {"text":"` + want + `"}`)
	}
}

func TestDoneThisWeekIsWhatWasDoneThen(t *testing.T) {
	w := newWorld(t)
	for i, title := range []string{"fresh", "old"} {
		w.add(title, "")
		at := w.now.Add(-time.Hour).AddDate(0, 0, -20*i)
		w.todos[i].Status, w.todos[i].DoneAt = "done", &at
	}
	for _, words := range []string{"what did I finish this week", "что я сделал на этой неделе", "这周我完成了什么"} {
		a := w.says(words)
		w.expect(`todo.list {"status":"done"}`)
		has(t, a, "fresh")
		if strings.Contains(a, "old") {
			t.Errorf("%q: what was done long ago in %q", words, a)
		}
	}
}

func TestFindAndRead(t *testing.T) {
	w := newWorld(t)
	w.files["docs/setup.md"] = "install it\n"
	w.hits = func(string) []session.Source {
		return []session.Source{{Evidence: "ev_001", Name: "README.md:3", Excerpt: session.Untrusted("see setup.md")}, {Evidence: "ev_002", Name: "docs/setup.md"}}
	}
	for _, words := range []string{"find setup.md and read it", "find setup.md and show me the file", "найди setup.md и открой его", "查找 setup.md 然后读一下"} {
		has(t, w.says(words), "[ev_002]", "install it")
		w.expect(`file.search {"query":"setup.md"}`, `file.read {"path":"docs/setup.md"}`)
	}
	has(t, w.says("find install and read it"), "Which one should I read?")
	w.expect(`file.search`)
	w.says("read the second one")
	w.expect(`file.read {"path":"docs/setup.md"}`)
	w.hits = func(string) []session.Source { return nil }
	has(t, w.says("find xyzzy and read it"), "Nothing was found")
	w.expect(`file.search`)
}

func TestFoldersAreListed(t *testing.T) {
	w := newWorld(t)
	w.files["src"] = ""
	for _, words := range []string{"list the files here", "what files are here?", "show me the files here", "покажи файлы здесь"} {
		w.says(words)
		w.expect(`file.read {"path":"."}`)
	}
	w.says("read receipts")
	w.expect(`file.read {"path":"receipts"}`)
	tn := &turn{plan: plan{lang: english}}
	for fields, want := range map[string]string{`{"path":"src","entries":[{"name":"a.go","type":"file"},{"name":"b","type":"folder"}]}`: "- `b/`", `{"path":"src"}`: "`src` is empty. [ev_001]"} {
		summary := "folder src: 0 entries"
		has(t, tn.contents(action{path: "src"}, &session.Observation{OK: true, Ran: true, Fields: []byte(fields), Summary: session.Untrusted(summary),
			Sources: []session.Source{{Evidence: "ev_001", Name: "src", Excerpt: session.Untrusted(summary)}}}), want)
	}
}

func TestTwoThingsInOneRequest(t *testing.T) {
	for words, want := range map[string][]string{
		"remind me tomorrow at 9 to raise the timeout and find where it is set": {`todo.create {"title":"raise the timeout"`, `file.search {"query":"timeout"}`},
		"remind me to buy milk and remind me to buy eggs":                       {`todo.create {"title":"buy milk"}`, `todo.create {"title":"buy eggs"}`},
		"найди ParseConfig и напомни завтра в 10 его проверить":                 {`file.search {"query":"ParseConfig"}`, `todo.create {"title":"проверить ParseConfig","due_at":"2026-12-01T10:00:00+03:00"}`},
		`add "renew passport" to my todos, by next Wednesday`:                   {`todo.create {"title":"renew passport","due_at":"2026-12-09T09:00:00+03:00"}`},
		`add "renew passport" to my todos, due next Wednesday, please`:          {`todo.create {"title":"renew passport","due_at":"2026-12-09T09:00:00+03:00"}`},
		"show line 8 of main.go":                     {`file.read {"path":"main.go","max_lines":1,"start_line":8}`},
		"show main.go from line 8":                   {`file.read {"path":"main.go","start_line":8}`},
		"find all TODOs in go code":                  {`file.search {"query":"TODO","glob":"*.go"}`},
		"find TODO and remind me tomorrow to fix it": {`file.search {"query":"TODO"}`, `todo.create {"title":"fix TODO","due_at"`},
		"who mentions Alice":                         {`file.search {"query":"Alice"}`},
		"where's Alice":                              {`file.search {"query":"Alice"}`},
		"grep -rn timeout":                           {`file.search {"query":"timeout"}`},
		"grep -i timeout config/*.y":                 {`file.search {"query":"timeout","glob":"config/*.y"}`},
	} {
		w := newWorld(t)
		w.says(words)
		w.expect(want...)
	}
	w := newWorld(t)
	has(t, w.says("下周三之前提交报告"), "要添加待办吗", "12月9日")
}

func TestReadingGoesOnWhereTheTellingStopped(t *testing.T) {
	read := func(fields, text string) *session.Observation {
		return &session.Observation{Tool: toolRead, OK: true, Ran: true, Fields: []byte(fields), Text: session.Untrusted(text)}
	}
	long := strings.Repeat("1\tline\n", 100)
	for _, c := range []struct {
		name string
		o    *session.Observation
		next int
	}{
		{"whole file in one result", read(`{"path":"a.md","start_line":1,"end_line":100}`, long), 41},
		{"short file", read(`{"path":"a.md","start_line":1,"end_line":3}`, "1\ta\n2\tb\n3\tc\n"), 0},
		{"short file of an earlier run", read("", "a.md, lines 1–3 of 3\n1\ta\n2\tb\n"), 0},
		{"cut since then", read("", long+"[the rest was left out: call the tool again to see it]"), 41},
	} {
		if n := readOn(exchange{tool: toolRead, args: []byte(`{"path":"a.md"}`), result: c.o}, fieldsOf(c.o)); n != c.next {
			t.Errorf("%s: next %d, want %d", c.name, n, c.next)
		}
	}
	tn := &turn{plan: plan{lang: english}}
	has(t, tn.contents(action{path: "a.md"}, read(`{"path":"a.md","end_line":100}`, long)), "from line 41")
}

func TestDoneYesterday(t *testing.T) {
	w := newWorld(t)
	for i, title := range []string{"now", "before"} {
		w.add(title, "")
		at := w.now.AddDate(0, 0, -i)
		w.todos[i].Status, w.todos[i].DoneAt = "done", &at
	}
	a := w.says("what did I finish yesterday")
	has(t, a, "before")
	if strings.Contains(a, "now") {
		t.Errorf("what was done today in %q", a)
	}
	w.todos = w.todos[1:]
	has(t, w.says("what have I done today"), "Nothing was marked done on Mon 30 Nov.")
}

func TestTitleWithAnd(t *testing.T) {
	w := newWorld(t)
	w.says("remind me to find the contract and read it")
	w.expect(`todo.create {"title":"find the contract and read it"}`)
	w.says("find retry and remind me about it tomorrow and read the first one")
	w.expect("file.search", "todo.create", `file.read {"path":"config/http.go"`)
}
