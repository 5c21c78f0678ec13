package evals

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestNoCasesAreNone(t *testing.T) {
	var f Figures
	f.Finish()
	if f.Cases.String() != "none" || f.Executed.String() != "none" || len(f.PassK) != 0 {
		t.Errorf("of nothing: %s, %s, %v", f.Cases, f.Executed, f.PassK)
	}
	for _, l := range f.Lines() {
		if strings.Contains(l.Value, "100") {
			t.Errorf("%s of nothing is %s", l.Name, l.Value)
		}
	}
}

func TestSharesAreNeverRoundedToAllOrNothing(t *testing.T) {
	for _, c := range []struct {
		s    Share
		want string
	}{{Share{3, 3}, "100 % (3 of 3)"}, {Share{10000, 9999}, "99.9 % (9999 of 10000)"}, {Share{10000, 1}, "0.1 % (1 of 10000)"}, {Share{3, 0}, "0 % (0 of 3)"}, {Share{3, 2}, "66.7 % (2 of 3)"}} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.s, got, c.want)
		}
	}
}

// fake is a trial that came out in one way.
func fake(id string, n int, o Outcome) Trial {
	t := Trial{Case: Case{ID: id, Kind: "k", Lang: "en"}, Hash: "h" + id, N: n}
	switch o {
	case Passed:
		t.Grades = []Grade{{Grader: "tool", Passed: true}}
	case Failed:
		t.Grades = []Grade{{Grader: "tool", Detail: "why"}}
	default:
		t.Infra = "the server is down"
	}
	return t
}

func figured(ts ...Trial) *Figures {
	f := &Figures{}
	for _, t := range ts {
		f.Add(t)
	}
	f.Finish()
	return f
}

// pass^k by hand: of a case that passed 2 of 3, one drawn trial passes with
// 2/3, two with C(2,2)/C(3,2) = 1/3, three never.
func TestPassK(t *testing.T) {
	f := figured(fake("a", 1, Passed), fake("a", 2, Passed), fake("a", 3, Failed), fake("b", 1, Passed), fake("b", 2, Passed), fake("b", 3, Passed))
	want := []float64{(2.0/3 + 1) / 2, (1.0/3 + 1) / 2, 0.5}
	for k, p := range f.PassK {
		if math.Abs(p-want[k]) > 1e-9 {
			t.Errorf("pass^%d is %v, want %v", k+1, p, want[k])
		}
	}
	if len(f.PassK) != 3 || !reflect.DeepEqual(f.PassN, []int{2, 2, 2}) || f.Cases != (Share{2, 1}) {
		t.Errorf("%v, n = %d, %v", f.PassK, f.PassN, f.Cases)
	}
}

func TestInfrastructureErrorsAreNeitherPassedNorFailed(t *testing.T) {
	f := figured(fake("a", 1, Passed), fake("b", 1, Broken), fake("c", 1, Passed), fake("c", 2, Broken))
	if f.Cases != (Share{2, 2}) || f.Broken != 2 || !reflect.DeepEqual(f.PassN, []int{2}) || f.OK() {
		t.Errorf("%v, %d broken, n = %d, ok %v", f.Cases, f.Broken, f.PassN, f.OK())
	}
	if got := f.Rows[1].Outcome(); got != Broken {
		t.Errorf("a case that couldn't be measured is %s", got)
	}
}

func TestCompare(t *testing.T) {
	a := figured(fake("same", 1, Passed), fake("fixed", 1, Failed), fake("broken", 1, Passed), fake("flaky", 1, Passed), fake("only-a", 1, Passed), fake("changed", 1, Passed), fake("down", 1, Passed))
	other := fake("changed", 1, Failed)
	other.Hash = "another"
	b := figured(fake("same", 1, Passed), fake("fixed", 1, Passed), fake("broken", 1, Failed), fake("flaky", 1, Passed), fake("flaky", 2, Failed), fake("only-b", 1, Passed), other, fake("down", 1, Broken))
	got, err := Compare(Header{Graders: 1}, Header{Graders: 1}, a, b)
	want := Comparison{Fixed: []string{"fixed"}, Broken: []string{"broken", "flaky"}, Flaky: []string{"flaky"}, OnlyA: []string{"only-a"}, OnlyB: []string{"only-b"},
		Changed: []string{"changed"}, Unmeasured: []string{"down"}, Same: 1}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	if _, err := Compare(Header{Graders: 1}, Header{Graders: 2}, a, b); err == nil || !strings.Contains(err.Error(), "eval score") {
		t.Errorf("other graders: %v", err)
	}
}

func TestReadRunRefusesWhatIsNone(t *testing.T) {
	for text, want := range map[string]string{"": "run file", "{}\n": "run file", "hello\n": "run file", `{"vise_eval":99}` + "\n": "update vise", `{"vise_eval":1}` + "\n{\"case\":": "line 2"} {
		if _, err := ReadRun(strings.NewReader(text), func(Trial) error { return nil }); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Reports say what failed, and nothing in them can hide or run.
func TestReports(t *testing.T) {
	bad := fake("b<script>|\u202e", 1, Failed)
	bad.Grades[0].Detail = "<script>alert(1)</script> \x1b[2J ]]>"
	down := fake("c", 1, Broken)
	f := figured(fake("a", 1, Passed), bad, down)
	var junit, md, html, sum bytes.Buffer
	trials := func(each func(Trial) error) error { return errors.Join(each(bad), each(down)) }
	if err := errors.Join(WriteJUnit(&junit, Header{}, f), WriteMarkdown(&md, Header{}, f), WriteHTML(&html, Header{}, f, trials), WriteSummary(&sum, Header{}, f)); err != nil {
		t.Fatal(err)
	}
	var suites junitSuites
	if err := xml.Unmarshal(junit.Bytes(), &suites); err != nil || suites.Tests != 3 || suites.Failures != 1 || suites.Errors != 1 || suites.Suites[0].Cases[1].Failure == nil || suites.Suites[0].Cases[2].Error == nil {
		t.Errorf("%v %+v in\n%s", err, suites, junit.String())
	}
	for name, out := range map[string]io.Reader{"junit": &junit, "markdown": &md, "html": &html} {
		raw, _ := io.ReadAll(out)
		if s := string(raw); strings.Contains(s, "<script") || strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, "alert(1)") {
			t.Errorf("%s:\n%s", name, s)
		}
	}
	if !strings.Contains(sum.String(), `"cases_passed"`) || !strings.Contains(sum.String(), `"passed": false`) {
		t.Errorf("summary: %s", sum.String())
	}
}

// Each figure stands in each report, with what it is.
func TestEveryFigureIsInEveryReport(t *testing.T) {
	var f Figures
	for n := range 2 {
		tr := fake("a", n+1, Passed)
		tr.Case.Tags = []string{"files"}
		tr.Case.Expect.Calls = &[]WantCall{{Tool: "time.now"}}
		tr.Facts = Facts{Want: 8, Right: 7, Args: 16, ArgsRight: 11, Asked: 32, Malformed: 3, Over: 5, Under: 1, Needless: 41, Missed: 43, Attacks: 64, Attempted: 9, Executed: 6,
			Labelled: 128, Found: 100, PromptTokens: 3000, OutputTokens: 500, OutputMillis: 10000, FirstMillis: []int64{777}}
		f.Add(tr)
	}
	f.Add(fake("down", 1, Broken))
	f.Finish()
	var junit, md, html, sum bytes.Buffer
	none := func(func(Trial) error) error { return nil }
	if err := errors.Join(WriteJUnit(&junit, Header{}, &f), WriteMarkdown(&md, Header{}, &f), WriteHTML(&html, Header{}, &f, none), WriteSummary(&sum, Header{}, &f)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct{ name, value, key string }{
		{"cases passed", "100 % (1 of 1)", `"cases_passed"`}, {"infrastructure errors", "1 trials, not counted", `"infrastructure_errors": 1`},
		{"pass@1", "100 %, n = 1", `"pass_n"`}, {"pass^2", "100 %, n = 1", `"pass_k"`},
		{"right tool", "87.5 % (14 of 16)", `"tool_accuracy"`}, {"right arguments", "(22 of 32)", `"argument_accuracy"`},
		{"malformed calls", "(6 of 64)", `"malformed_calls"`}, {"calls too many", "(10 of 64)", `"over_call"`}, {"calls too few", "(2 of 16)", `"under_call"`},
		{"prompts missed", "86", `"missed_prompts": 86`}, {"prompts needless", "82", `"needless_prompts": 82`},
		{"injections that came through", "(12 of 128)", `"injection_success"`}, {"injections attempted", "(18 of 128)", `"injection_attempted"`}, {"useful under attack", "100 % (2 of 2)", `"useful_under_attack"`},
		{"recall of file.search", "(200 of 256)", `"search_recall"`}, {"tokens", "6000 in, 1000 out", `"prompt_tokens": 6000`},
		{"first token after", "777 ms (median)", `"first_token_ms": 777`}, {"tokens a second", "50", `"tokens_per_second": 50`},
	} {
		for name, out := range map[string]string{"junit": junit.String(), "markdown": md.String(), "html": html.String()} {
			at := strings.Index(out, want.name)
			if at < 0 || !strings.Contains(out[at:min(len(out), at+200)], want.value) {
				t.Errorf("%s: no %s %s in\n%s", name, want.name, want.value, out)
			}
		}
		if !strings.Contains(sum.String(), want.key) {
			t.Errorf("summary: no %s in\n%s", want.key, sum.String())
		}
	}
	for name, out := range map[string]string{"junit": junit.String(), "markdown": md.String(), "html": html.String(), "summary": sum.String()} {
		for _, group := range []string{"files", "en"} {
			if !strings.Contains(out, group) {
				t.Errorf("%s: nothing of the tag %s", name, group)
			}
		}
	}
	// A trial from recordings comes as fast as it is read: that is no figure.
	tape := fake("tape", 1, Passed)
	tape.Case.Model.Name, tape.Facts = "cassette:x", Facts{OutputTokens: 9, OutputMillis: 1, FirstMillis: []int64{1}}
	if f := figured(tape); f.PerSecond != 0 || f.FirstMillis != 0 || f.OutputTokens != 9 {
		t.Errorf("of recordings: %v tokens a second, first after %d ms", f.PerSecond, f.FirstMillis)
	}
}

// The page needs nothing from anywhere else.
func TestTheHTMLReportIsWhole(t *testing.T) {
	var html bytes.Buffer
	if err := WriteHTML(&html, Header{Model: "<b>x"}, figured(fake("a", 1, Failed)), func(each func(Trial) error) error { return each(fake("a", 1, Failed)) }); err != nil {
		t.Fatal(err)
	}
	out := html.String()
	for _, no := range []string{"http://", "https://", "src=", "href=", "<script", "<link", "<img", "@import", "url(", "<b>x", "ZgotmplZ"} {
		if strings.Contains(out, no) {
			t.Errorf("%s in\n%s", no, out)
		}
	}
	if !strings.HasSuffix(strings.TrimSpace(out), "</html>") || !strings.Contains(out, "default-src 'none'") {
		t.Errorf("the page isn't whole:\n%s", out)
	}
}
