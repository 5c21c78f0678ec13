package policy

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

var httpGo = []EvidenceText{{ID: "ev_001", Name: "config/http.go:42", Text: "42: retryTimeout = 30s // raise the retry timeout with care"}}

// traceOne is the origin of the argument "a" with that value, as JSON.
func traceOne(value string, words []string, evidence []EvidenceText) Origin {
	origins := Trace(json.RawMessage(`{"a":`+value+`}`), words, evidence, nil)
	return origins[0]
}

func TestTrace(t *testing.T) {
	for name, c := range map[string]struct {
		value    string
		words    string
		evidence []EvidenceText
		want     Source
		quote    string
	}{
		"en, as said":             {`"buy milk"`, "Remind me to Buy  Milk, please", nil, FromUser, "Buy  Milk"},
		"ru, as said":             {`"купить Молоко"`, "напомни КУПИТЬ молоко завтра", nil, FromUser, "КУПИТЬ молоко"},
		"ru, without dots":        {`"еще раз позвонить"`, "Ещё раз позвонить маме", nil, FromUser, "Ещё раз позвонить"},
		"zh, as said":             {`"买牛奶"`, "明天提醒我买牛奶", nil, FromUser, "买牛奶"},
		"NFC":                     {`"cafe\u0301"`, "to the Café now", nil, FromUser, "Café"},
		"a number":                {`30`, "raise it to 30s", nil, FromModel, ""},
		"a number, as said":       {`30`, "raise it to 30 please", nil, FromUser, "30"},
		"part of a word":          {`"ran"`, "the orange one", nil, FromModel, ""},
		"evidence":                {`"config/http.go"`, "where is it set?", httpGo, FromEvidence, ""},
		"evidence, but too short": {`7`, "where is it set?", []EvidenceText{{ID: "e", Text: "7 of 7"}}, FromModel, ""},
		"evidence, a line":        {`42`, "where is it set?", httpGo, FromEvidence, ""},
		"partly evidence":         {`"Raise the retry timeout to 30s"`, "find where the retry timeout is set and remind me to raise it", httpGo, FromEvidenceDerived, ""},
		"only evidence's words":   {`"retry timeout, careful"`, "look there", httpGo, FromEvidenceDerived, ""},
		"words of the user":       {`"Raising timeouts: retry"`, "raise the retry timeout", httpGo, FromUserDerived, "raise the retry timeout"},
		"words far apart":         {`"raise the retry timeout"`, "find where the retry timeout is set and remind me tomorrow at 9 to raise it", nil, FromUserDerived, "retry timeout … raise"},
		"ru, other endings":       {`"Покупка молока и хлеба"`, "напомни про покупку: молоко, хлеб", nil, FromUserDerived, "покупку: молоко, хлеб"},
		"zh, other order":         {`"牛奶要买：超市牛奶"`, "去超市牛奶买点", nil, FromUserDerived, ""},
		"the model":               {`"Call the plumber about sinks"`, "hello there", httpGo, FromModel, ""},
		"true":                    {`true`, "true", nil, FromModel, ""},
		"empty":                   {`""`, "x", nil, FromModel, ""},
		"punctuation":             {`"."`, "find it.", httpGo, FromModel, ""},
		"list, all said":          {`["milk","bread"]`, "buy milk and bread", nil, FromUser, "milk"},
		"list, one invented":      {`["milk","caviar"]`, "buy milk and bread", nil, FromModel, ""},
		"object, one found":       {`{"q":"milk","p":"config/http.go"}`, "buy milk", httpGo, FromEvidenceDerived, ""},
		"time, en":                {`"2026-12-01T09:00:00+03:00"`, "remind me tomorrow at 9 to raise it", nil, FromUserDerived, "tomorrow at 9"},
		"time, as said":           {`"2026-12-01"`, "on 2026-12-01", nil, FromUser, "2026-12-01"},
		"time, in evidence":       {`"2026-12-01T09:00:00Z"`, "the same time", []EvidenceText{{ID: "ev_2", Text: "due 2026-12-01T09:00:00Z"}}, FromEvidence, ""},
		"time, date in evidence":  {`"2026-12-01T09:00:00Z"`, "the same day", []EvidenceText{{ID: "ev_2", Text: "due 2026-12-01, whenever"}}, FromEvidenceDerived, ""},
		"time, never said":        {`"2026-12-01T09:00:00Z"`, "remind me to buy milk", httpGo, FromModel, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := traceOne(c.value, []string{c.words}, c.evidence)
			if got.Source != c.want || c.quote != "" && got.Quote != c.quote {
				t.Errorf("%s %q %v, want %s %q", got.Source, got.Quote, got.Evidence, c.want, c.quote)
			}
			hasEvidence := got.Source == FromEvidence || got.Source == FromEvidenceDerived
			if hasEvidence != (len(got.Evidence) > 0) || got.Argument != "a" {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestTraceOrderAndFilled(t *testing.T) {
	got := Trace(json.RawMessage(`{"z":"milk","key":"milk","b":1}`), []string{"now bread", "before that milk"}, nil, []string{"key"})
	if len(got) != 3 || got[0].Argument != "z" || got[0].Source != FromUser || got[1].Source != FromVise || got[2].Argument != "b" {
		t.Errorf("%+v", got)
	}
	for _, odd := range []string{``, `{}`, `[]`, `{"a":`, `nonsense`} {
		if got := Trace(json.RawMessage(odd), nil, nil, nil); len(got) != 0 {
			t.Errorf("%q: %+v", odd, got)
		}
	}
}

func TestTimeWords(t *testing.T) {
	for _, c := range []struct{ said, want string }{
		{"remind me tomorrow at 9 to call", "tomorrow at 9"},
		{"call mum the day after tomorrow in the evening", "the day after tomorrow in the evening"},
		{"in half an hour check the oven", "in half an hour"},
		{"in 2 hours", "in 2 hours"},
		{"next Monday, at 9:30 am: standup", "next Monday, at 9:30 am"},
		{"on friday at noon", "friday at noon"},
		{"call Bob in an hour and a half", "in an hour and a half"},
		{"walk at half past six this evening", "half past six this evening"},
		{"pay rent on the 1st", "the 1st"},
		{"dentist March 5th at 14:00", "March 5th at 14:00"},
		{"by the end of the week", "end of the week"},
		{"напомни завтра в 9 купить молоко", "завтра в 9"},
		{"послезавтра в 10:30 утра", "послезавтра в 10:30 утра"},
		{"через два часа выключить", "через два часа"},
		{"через 15 минут", "через 15 минут"},
		{"через полчаса", "через полчаса"},
		{"через неделю", "через неделю"},
		{"в пятницу вечером позвони", "пятницу вечером"},
		{"5 марта в 14:00", "5 марта в 14:00"},
		{"на следующей неделе", "на следующей неделе"},
		{"сегодня днём", "сегодня днем"},
		{"明天9点提醒我", "明天9点"},
		{"明天早上九点半开会", "明天早上九点半"},
		{"下周一下午三点交报告", "下周一下午三点"},
		{"两个小时后叫我", "两个小时后"},
		{"半小时后", "半小时后"},
		{"12月25日晚上", "12月25日晚上"},
		{"find where the retry timeout is set", ""},
		{"найди маркер в файле", ""},
		{"这是什么文件", ""},
		{"", ""},
	} {
		if got := timeWords(c.said); got != c.want {
			t.Errorf("%q: %q, want %q", c.said, got, c.want)
		}
	}
}

// manyTexts are 2 MB of what tools may return, in 500 texts.
func manyTexts() []EvidenceText {
	var out []EvidenceText
	for i := range 500 {
		var b strings.Builder
		for l := 0; b.Len() < 4<<10; l++ {
			fmt.Fprintf(&b, "%d: retryTimeout%d = %ds // raise the retry timeout of client %x with care\n", l, l%7, i+l, i*1000+l)
		}
		out = append(out, EvidenceText{ID: fmt.Sprintf("ev_%03d", i), Name: fmt.Sprintf("config/http%d.go", i), Text: b.String()})
	}
	return out
}

// manyArgs are 200 arguments: found, partly found, found nowhere.
func manyArgs() json.RawMessage {
	args := map[string]string{}
	for i := range 200 {
		args[fmt.Sprintf("a%d", i)] = []string{
			fmt.Sprintf("client %x with care", i*1000+9), "Raise the retry timeout with more care",
			fmt.Sprintf("nothing of the kind %d", i), "2026-12-01T09:00:00Z", fmt.Sprintf("config/http%d.go", i),
		}[i%5]
	}
	b, _ := json.Marshal(args)
	return b
}

// Two hundred arguments against 2 MB of texts, with reading the texts: well
// under 100 ms on one core.
func BenchmarkTrace(b *testing.B) {
	texts, args := manyTexts(), manyArgs()
	for b.Loop() {
		Trace(args, []string{"remind me tomorrow at 9"}, texts, nil)
	}
}

// The same once the texts were read, as for each later call of a run.
func BenchmarkTraceAgain(b *testing.B) {
	t, args := NewTracer(), manyArgs()
	t.Say("remind me tomorrow at 9")
	for _, e := range manyTexts() {
		t.Add(e)
	}
	for b.Loop() {
		t.Trace(args, nil)
	}
}

func FuzzTrace(f *testing.F) {
	f.Add(`{"a":"молоко 30"}`, "купи молоко завтра в 9", "30 minutes 牛奶")
	f.Fuzz(func(t *testing.T, args, words, evidence string) {
		for _, o := range Trace(json.RawMessage(args), []string{words}, []EvidenceText{{ID: "e", Text: evidence}}, nil) {
			if o.Source == "" || len([]rune(o.Quote)) > maxQuote {
				t.Fatalf("%+v", o)
			}
		}
	})
}
