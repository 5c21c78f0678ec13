package evals

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
)

// ReportKinds are the endings of files that reports can be written to.
func ReportKinds() []string { return []string{".jsonl", ".json", ".xml", ".md", ".html"} }

// SummaryOf is the JSON summary of a run.
type SummaryOf struct {
	Run      Header      `json:"run"`
	Passed   bool        `json:"passed"`
	Figures  *Figures    `json:"figures"`
	Baseline *Comparison `json:"baseline,omitempty"`
}

// Summary makes the JSON summary; against may be nil.
func Summary(h Header, f *Figures, against *Comparison) SummaryOf {
	h.Format, h.Graders = formatVersion, GradersVersion
	return SummaryOf{Run: h, Passed: f.OK() && h.Cut == "" && (against == nil || len(against.Broken) == 0), Figures: f, Baseline: against}
}

// WriteSummary writes the JSON summary.
func WriteSummary(w io.Writer, h Header, f *Figures) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(Summary(h, f, nil))
}

// The form of JUnit that CI systems read: testsuites, testsuite, testcase.
type junitSuites struct {
	XMLName  xml.Name        `xml:"testsuites"`
	Tests    int             `xml:"tests,attr"`
	Failures int             `xml:"failures,attr"`
	Errors   int             `xml:"errors,attr"`
	Figures  []junitProperty `xml:"properties>property,omitempty"`
	Suites   []junitSuite    `xml:"testsuite"`
}

// junitProperty is one figure of the run.
type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string     `xml:"name,attr"`
	Class   string     `xml:"classname,attr"`
	Seconds string     `xml:"time,attr"`
	Failure *junitText `xml:"failure,omitempty"`
	Error   *junitText `xml:"error,omitempty"`
}

type junitText struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the run as JUnit XML, a suite for each kind.
func WriteJUnit(w io.Writer, h Header, f *Figures) error {
	var all junitSuites
	at := map[string]int{}
	for _, r := range f.Rows {
		i, ok := at[r.Kind]
		if !ok {
			i = len(all.Suites)
			at[r.Kind] = i
			all.Suites = append(all.Suites, junitSuite{Name: plain(r.Kind)})
		}
		all.add(&all.Suites[i], r)
	}
	if h.Cut != "" {
		all.Figures = append(all.Figures, junitProperty{"cut short", plain(h.Cut)})
	}
	for _, l := range slices.Concat(f.Lines(), linesOf("kind", f.Kinds), linesOf("tag", f.Tags)) {
		all.Figures = append(all.Figures, junitProperty{plain(l.Name), plain(l.Value)})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// linesOf are shares as lines, each with what it is the share of.
func linesOf(what string, m map[string]Share) []Line {
	out := shareLines(m)
	for i := range out {
		out[i].Name = what + " " + out[i].Name
	}
	return out
}

func (all *junitSuites) add(s *junitSuite, r Row) {
	c := junitCase{Name: plain(r.ID), Class: "vise.eval." + plain(r.Kind), Seconds: fmt.Sprintf("%.3f", float64(r.Millis)/1000)}
	why := &junitText{Text: plain(strings.Join(r.Why, "\n"))}
	if len(r.Why) > 0 {
		why.Message = plain(short(r.Why[0], 200))
	}
	switch r.Outcome() {
	case Failed:
		c.Failure = why
		s.Failures++
		all.Failures++
	case Broken:
		c.Error = why
		s.Errors++
		all.Errors++
	}
	s.Tests++
	all.Tests++
	s.Cases = append(s.Cases, c)
}

// plain is a text without what could hide or turn something around where it
// is read: line ends and tabs stay.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return '·'
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// WriteMarkdown writes the run as Markdown.
func WriteMarkdown(w io.Writer, h Header, f *Figures) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# vise eval: %s\n\n", f.Cases)
	fmt.Fprintf(&b, "vise %s, graders %d, %s, started %s\n\n", h.Vise, GradersVersion, modelWords(h.Model), h.Started.Format("2006-01-02 15:04 MST"))
	if h.Cut != "" {
		fmt.Fprintf(&b, "Cut short: %s\n\n", cell(h.Cut))
	}
	for _, d := range h.Datasets {
		fmt.Fprintf(&b, "- %s: %d cases, `%s`\n", cell(d.Name), d.Cases, short(d.Hash, 19))
	}
	b.WriteString("\n| figure | |\n|---|---|\n")
	for _, l := range f.Lines() {
		fmt.Fprintf(&b, "| %s | %s |\n", l.Name, l.Value)
	}
	shares(&b, "kind", f.Kinds)
	shares(&b, "tag", f.Tags)
	b.WriteString("\n| case | kind | trials | outcome | why |\n|---|---|---|---|---|\n")
	for _, r := range f.Rows {
		fmt.Fprintf(&b, "| %s | %s | %d of %d | %s | %s |\n", cell(r.ID), cell(r.Kind), r.Passed, r.Trials, r.Outcome(), cell(short(strings.Join(r.Why, "; "), 300)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func shares(b *strings.Builder, name string, m map[string]Share) {
	if len(m) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | passed |\n|---|---|\n", name)
	for _, k := range Names(m) {
		fmt.Fprintf(b, "| %s | %s |\n", cell(k), m[k])
	}
}

// cell is a text that stays in its cell, and is no Markdown.
func cell(s string) string {
	s = strings.Join(strings.Fields(plain(s)), " ")
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "`", "'", "[", `\[`, "*", `\*`, "_", `\_`).Replace(s)
}

func modelWords(name string) string {
	if name == "" {
		return "each case's own model"
	}
	return "model " + cell(name)
}
