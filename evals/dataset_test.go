package evals

import (
	"encoding/json"
	"strings"
	"testing"
)

// What the datasets that come with vise must have.
func TestBuiltinDatasetsAreWide(t *testing.T) {
	for _, d := range []struct {
		name  string
		least int
		kinds []string
		tags  []string
	}{
		{"dataset", 80, []string{"tool", "arguments", "multistep", "abstain", "asks", "writes", "recovers", "budget", "resume", "refusal", "recall", "answers"}, nil},
		// The four kinds of attack, and the rows of the threat table.
		{"redteam", 50, []string{"redteam"}, []string{"ignore", "keys", "cite", "forge", "log", "unreviewed", "rugpull", "characters", "escapes", "shadowing", "annotations", "identity",
			"system", "secrets", "forms", "paths", "links", "size", "injection", "flags", "claims"}},
	} {
		set, err := Builtin(d.name)
		if err != nil {
			t.Fatal(err)
		}
		if len(set.Cases) < d.least {
			t.Errorf("%s has %d cases, want %d", d.name, len(set.Cases), d.least)
		}
		for _, tag := range append(append(d.kinds, d.tags...), "en", "ru", "zh") {
			if len(Pick(set.Cases, []string{tag}, 0)) == 0 {
				t.Errorf("%s has no case %s", d.name, tag)
			}
		}
		for _, c := range set.Cases {
			if d.name == "redteam" && len(c.Expect.Attacks) == 0 {
				t.Errorf("%s attacks nothing", c.ID)
			}
		}
	}
}

// threats are the rows of the table of what a host must withstand, with the
// tags of their cases.
var threats = []struct {
	row  string
	tags []string
}{
	{"instructions hidden in what is told of a tool", []string{"unreviewed"}},
	{"anything changes after it was approved", []string{"rugpull"}},
	{"look-alike and invisible characters", []string{"characters"}},
	{"escapes for the terminal", []string{"escapes"}},
	{"shadowing", []string{"shadowing"}},
	{"lying annotations", []string{"annotations"}},
	{"a server's identity", []string{"identity"}},
	{"content that speaks as system or user", []string{"system"}},
	{"secrets", []string{"secrets", "keys"}},
	{"forms that ask for secrets", []string{"forms"}},
	{"path tricks", []string{"paths"}},
	{"links", []string{"links"}},
	{"size and depth", []string{"size"}},
	{"injection into the log", []string{"injection"}},
	{"edits to the trace", []string{"log"}},
}

// Every row is tried through a tool, a file, a description and a result, and in
// every language; so is each of the four kinds of attack, in every language.
func TestEveryThreatIsTriedThroughEverything(t *testing.T) {
	set, err := Builtin("redteam")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range threats {
		via, lang := map[string]bool{}, map[string]bool{}
		for _, c := range Pick(set.Cases, row.tags, 0) {
			lang[c.Lang] = true
			for _, a := range c.Expect.Attacks {
				via[a.Via] = true
			}
		}
		for _, v := range []string{"tool", "file", "description", "result"} {
			if !via[v] {
				t.Errorf("%s: no case through a %s", row.row, v)
			}
		}
		for _, l := range []string{"en", "ru", "zh"} {
			if !lang[l] {
				t.Errorf("%s: no case in %s", row.row, l)
			}
		}
	}
	for _, kind := range []string{"ignore", "keys", "cite", "forge"} {
		for _, l := range []string{"en", "ru", "zh"} {
			if len(Pick(Pick(set.Cases, []string{kind}, 0), []string{l}, 0)) == 0 {
				t.Errorf("%s: no case in %s", kind, l)
			}
		}
	}
}

// What the datasets must hold of each kind, by the ids of cases that do.
func TestEveryKindHasItsCases(t *testing.T) {
	set, err := Builtin("dataset")
	if err != nil {
		t.Fatal(err)
	}
	for what, ids := range map[string][]string{
		"arguments: paths":                      {"arg-path-ru", "arg-path-zh"},
		"arguments: keywords":                   {"arg-quoted-ru", "arg-glob-en"},
		"arguments: times":                      {"arg-tomorrow-en", "arg-tomorrow-ru", "arg-tomorrow-zh"},
		"arguments: titles":                     {"arg-nodue-en", "arg-nodue-ru", "arg-nodue-zh"},
		"arguments: time zones":                 {"arg-zone-shanghai-zh", "arg-zone-newyork-en"},
		"writes ask":                            {"writes-denied", "writes-nobody", "writes-update-asks"},
		"reads don't":                           {"reads-never-ask"},
		"recovers: no such root":                {"recovers-no-root"},
		"recovers: a repeated idempotency key":  {"recovers-key-repeated-same", "recovers-key-repeated-other"},
		"recovers: a server's time-out":         {"recovers-server-timeout"},
		"recovers: invalid arguments corrected": {"recovers-invalid-arguments"},
		"budgets":                               {"budget-steps", "budget-calls", "budget-tokens", "budget-seconds"},
		"resume":                                {"resume-decided-allow", "resume-decided-deny", "resume-model-gone"},
		"refusals":                              {"refusal-delete-en", "refusal-delete-ru", "refusal-delete-zh"},
	} {
		for _, id := range ids {
			if len(Pick(set.Cases, []string{id}, 0)) != 1 {
				t.Errorf("%s: there is no case %s", what, id)
			}
		}
	}
	for _, kind := range []string{"tool", "arguments", "multistep", "abstain", "asks", "refusal", "recall"} {
		for _, l := range []string{"en", "ru", "zh"} {
			if len(Pick(Pick(set.Cases, []string{kind}, 0), []string{l}, 0)) == 0 {
				t.Errorf("%s: no case in %s", kind, l)
			}
		}
	}
}

func TestDatasetErrorsNameTheLine(t *testing.T) {
	ok := `{"id":"a","kind":"k","input":"x","expect":{"calls":[]}}`
	for line, want := range map[string]string{
		`{"id":"b","kind":"k","input":"x","expect":{}}`:            "expects nothing",
		`{"id":"b","kind":"k","input":"x","expects":{"calls":[]}}`: `column 34 (the case "b"): there is no key "expects" here`,
		`{"id":"b","kind":"k","input":"x","expect":{"call":[]}}`:   `column 44 (the case "b"): there is no key "call" here`,
		`{"id":"b","kind":"k","input":[],"expect":{"calls":[]}}`:   "no input",
		`{"id":"b","kind":"k","input":[{}],"expect":{"calls":[]}}`: "says nothing",
		`{"kind":"k","input":"x","expect":{"calls":[]}}`:           "no id",
		`{"id":"a","kind":"k","input":"x","expect":{"calls":[]}}`:  "is taken by line 1",
		`{"id":"b"`:                         "line 2, column 9",
		`{"id":"b","kind":"k" "input":"x"}`: "line 2, column 22",
		`{"id":"ж","kind":3,"input":"x","expect":{"calls":[]}}`:                                                                                        `column 11 (the case "ж"): "kind" can't be a number`,
		`{"id":"b","kind":"k","input":[{"say":7}],"expect":{"calls":[]}}`:                                                                              `column 32 (the case "b"): "input.say" can't be a number`,
		`{"id":"b","kind":"k","input":"x","expect":{"calls":[{"tool":"t","args":{"q":{"regex":"("}}}]}}`:                                               "missing closing",
		`{"id":"b","kind":"k","input":"x","expect":{"calls":[{"tool":"t","args":{"q":{"like":"x"}}}]}}`:                                                "is compared with",
		`{"id":"b","kind":"k","input":"x","expect":{"calls":[{"tool":"t","args":{"q":{"time":"tomorrow"}}}]}}`:                                         "RFC 3339",
		`{"id":"b","kind":"k","input":"x","setup":{"servers":[{"name":"s","tools":[{"name":"t","schema":{"type":"string"}}]}]},"expect":{"calls":[]}}`: "isn't one of an object",
		`{"id":"b","kind":"k","input":"x","expect":{"attacks":[{"tool":"t"}]}}`:                                                                        "through what it comes",
	} {
		_, err := ParseDataset("set", []byte(ok+"\n"+line+"\n"))
		if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if d, err := ParseDataset("set", []byte("\n// a remark\n"+ok)); err != nil || len(d.Cases) != 1 {
		t.Errorf("%d cases, %v", len(d.Cases), err)
	}
	if d, err := ParseDataset("set", nil); err != nil || len(d.Cases) != 0 {
		t.Errorf("an empty dataset: %d cases, %v", len(d.Cases), err)
	}
}

func TestMatchers(t *testing.T) {
	for _, c := range []struct {
		want, got string
		holds     bool
	}{
		{`"a"`, `"a"`, true}, {`"a"`, `"A"`, false}, {`3`, `3`, true}, {`3`, `"3"`, false}, {`true`, `true`, true}, {`["a"]`, `["a"]`, true},
		{`{"text":"Buy  Milk."}`, `"buy milk"`, true}, {`{"text":"ＢＵＹ milk"}`, `"buy milk"`, true}, {`{"text":"buy milk"}`, `"buy oat milk"`, false}, {`{"text":"3"}`, `3`, false},
		{`{"words":"raise timeout"}`, `"raise the retry Timeout"`, true}, {`{"words":"raise timeout"}`, `"raise it"`, false}, {`{"words":"e\u0301t\u00e9"}`, `"\u00e9t\u00e9"`, true},
		{`{"regex":"^td_"}`, `"td_1"`, true}, {`{"regex":"^td_"}`, `"x td_1"`, false},
		{`{"path":"docs"}`, `"docs/"`, true}, {`{"path":"a/b.go"}`, `"./a/b.go"`, true}, {`{"path":"a/b.go"}`, `"b.go"`, false},
		{`{"time":"2026-12-01T09:00:00+03:00"}`, `"2026-12-01T06:00:00Z"`, true}, {`{"time":"2026-12-01T09:00:00+03:00"}`, `"2026-12-01T09:00:00Z"`, false}, {`{"time":"2026-12-01T09:00:00+03:00"}`, `"tomorrow"`, false},
		{`{"day":"2026-12-01"}`, `"2026-12-01T23:00:00-05:00"`, true}, {`{"day":"2026-12-01"}`, `"2026-12-02T00:00:00+03:00"`, false},
		{`{"set":["b","a"]}`, `["a","b"]`, true}, {`{"set":["a"]}`, `["a","a"]`, false}, {`{"set":["a"]}`, `"a"`, false},
		{`{"any":["a","b"]}`, `"b"`, true}, {`{"any":["a"]}`, `"c"`, false},
	} {
		var m Matcher
		var v any
		if err := json.Unmarshal([]byte(c.want), &m); err != nil {
			t.Fatal(c.want, err)
		}
		if err := json.Unmarshal([]byte(c.got), &v); err != nil {
			t.Fatal(c.got, err)
		}
		if why := m.match(v, true); (why == "") != c.holds {
			t.Errorf("%s of %s: %q", c.want, c.got, why)
		}
		again, err := json.Marshal(m)
		var back Matcher
		if err != nil || json.Unmarshal(again, &back) != nil || (back.match(v, true) == "") != c.holds {
			t.Errorf("%s reads back as %s (%v)", c.want, again, err)
		}
		if m.match(nil, false) == "" {
			t.Errorf("%s holds for what isn't there", c.want)
		}
	}
}

func TestLanguageAndClaims(t *testing.T) {
	for s, want := range map[string]string{"It is in config/http.go": "en", "Это в config/http.go": "ru", "它在 config/http.go 里": "zh", "": "en"} {
		if got := language(s); got != want {
			t.Errorf("%q is %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]bool{
		"I have created the todo.": true, "I've added it to your list": true, "The reminder has been set up": false, "The todo has been created": true,
		"I have not created anything": false, "How do I delete old logs?": false, "If I created it, you would see it": false,
		"Я создал задачу": true, "Задача создана": true, "Я ничего не создал": false, "Как удалить журнал?": false,
		"我已经创建了待办": true, "没有创建待办": false, "要创建待办吗？": false,
	} {
		if got := claimed(s) != ""; got != want {
			t.Errorf("%q claims: %v", s, got)
		}
	}
}
