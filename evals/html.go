package evals

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"vise/session"
)

// WriteHTML writes the run as one page that needs nothing else: no script, no
// font, no picture from elsewhere. trials hands out the trials in the order
// in which they were made; their traces stand under their cases.
func WriteHTML(w io.Writer, h Header, f *Figures, trials func(each func(Trial) error) error) error {
	page, err := template.New("page").Funcs(template.FuncMap{"plain": plain}).Parse(pageText)
	if err != nil {
		return err
	}
	head := map[string]any{"Run": h, "Graders": GradersVersion, "Model": modelName(h.Model), "F": f, "Lines": f.Lines(), "Kinds": shareLines(f.Kinds), "Tags": shareLines(f.Tags)}
	if err := page.ExecuteTemplate(w, "head", head); err != nil {
		return err
	}
	err = trials(func(t Trial) error { return page.ExecuteTemplate(w, "trial", trialView(t)) })
	if err != nil {
		return err
	}
	return page.ExecuteTemplate(w, "foot", nil)
}

func modelName(name string) string {
	if name == "" {
		return "each case's own"
	}
	return name
}

func shareLines(m map[string]Share) []Line {
	var out []Line
	for _, k := range Names(m) {
		out = append(out, Line{k, m[k].String()})
	}
	return out
}

type htmlTrial struct {
	ID, Kind, Lang, Outcome string
	N                       int
	Input                   []string
	Why                     []string
	Grades                  []Grade
	Runs                    [][]htmlEvent
	Answers                 []string
}

type htmlEvent struct {
	Seq        int
	Type, Says string
}

func trialView(t Trial) htmlTrial {
	v := htmlTrial{ID: plain(t.Case.ID), Kind: plain(t.Case.Kind), Lang: plain(t.Case.Lang), Outcome: string(t.Outcome()), N: t.N, Grades: t.Grades}
	for _, turn := range t.Case.Input {
		v.Input = append(v.Input, plain(turn.words()))
	}
	for _, why := range t.Why() {
		v.Why = append(v.Why, plain(why))
	}
	for _, r := range t.Runs {
		var events []htmlEvent
		for _, raw := range r.Events {
			if e, err := (session.Codec{}).Decode(raw); err == nil {
				events = append(events, htmlEvent{e.Seq, string(e.Type), plain(says(e))})
			}
		}
		v.Runs = append(v.Runs, events)
	}
	if log, err := ReadLog(t.Runs); err == nil {
		for _, a := range log.Answers {
			v.Answers = append(v.Answers, plain(a))
		}
	}
	return v
}

func (t Turn) words() string {
	switch {
	case t.Resume:
		return "(goes on with the last run)"
	case t.Decide != "":
		return "(answers the call that waits: " + string(t.Decide) + ")"
	}
	return t.Say
}

// says is an event in few words.
func says(e session.Event) string {
	switch p := e.Payload.(type) {
	case session.RunStarted:
		return p.Model.Name + ": " + short(p.Task, 200)
	case session.ToolsDiscovered:
		return fmt.Sprintf("%d offered, %d held back", len(p.Offered), len(p.Held))
	case session.ModelRequest:
		return fmt.Sprintf("step %d, %d messages, %d tokens", p.Step, p.Messages, p.Tokens)
	case session.ModelMessage:
		return modelSays(p)
	case session.PlanCreated:
		return strings.Join(p.Tools, ", ")
	case session.PolicyDecision:
		return fmt.Sprintf("%s: %s (%s)", p.Tool, p.Decision.Outcome, p.Decision.Rule)
	case session.ApprovalRequested:
		return p.Tool + " " + short(string(p.Args), 300)
	case session.ApprovalAnswered:
		return fmt.Sprintf("%s: %s by %s", p.Tool, p.Verdict, p.By)
	case session.CallStarted:
		return p.Tool + " " + short(string(p.Args), 300) + " under " + p.Approval
	case session.ToolCallClosed:
		return fmt.Sprintf("%s: ok %v %s", p.Tool, p.OK, p.ErrorCode)
	case session.ToolResult:
		return p.Tool + ": " + short(text(p.Content.Text), 300)
	case session.EvidenceSelected:
		return p.Evidence + " " + p.Name
	case session.GateTriggered:
		return p.Gate + ": " + p.Words()
	case session.AnswerCreated:
		return short(text(p.Answer.Text), 300)
	case session.RunFinished:
		return strings.TrimSpace(fmt.Sprintf("%s %s %s", p.Status, p.Code, p.Reason))
	}
	return ""
}

func modelSays(p session.ModelMessage) string {
	out := []string{}
	if s := text(p.Text.Text); s != "" {
		out = append(out, short(s, 200))
	}
	for _, c := range p.Calls {
		args, err := json.Marshal(c.Args)
		if err == nil {
			out = append(out, c.Name+" "+short(string(args), 300))
		}
	}
	if p.Failed != "" {
		out = append(out, "failed: "+p.Failed)
	}
	return strings.Join(out, " · ")
}

const pageText = `{{define "head"}}<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>vise eval: {{.F.Cases}}</title>
<style>
body{font:15px/1.45 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222;background:#fff}
table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .8em .15em 0;text-align:left;vertical-align:top}
details{border-top:1px solid #ddd;padding:.3em 0}summary{cursor:pointer}
pre,.e td{font:12.5px/1.4 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.pass{color:#176b2c}.fail{color:#a11}.error{color:#8a5a00}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#16181b}details{border-color:#333}.pass{color:#6cc482}.fail{color:#f08a8a}.error{color:#e0b050}}
</style></head><body>
<h1>vise eval: {{.F.Cases}}</h1>
<p>vise {{plain .Run.Vise}}, graders {{.Graders}}, model: {{plain .Model}}, started {{.Run.Started.Format "2006-01-02 15:04 MST"}}</p>
{{if .Run.Cut}}<p class="error">Cut short: {{plain .Run.Cut}}</p>
{{end}}<ul>{{range .Run.Datasets}}<li>{{plain .Name}}: {{.Cases}} cases, {{.Hash}}</li>{{end}}</ul>
<table>{{range .Lines}}<tr><th>{{.Name}}</th><td>{{.Value}}</td></tr>{{end}}</table>
<table><tr><th>kind</th><th>passed</th></tr>{{range .Kinds}}<tr><td>{{plain .Name}}</td><td>{{.Value}}</td></tr>{{end}}</table>
<table><tr><th>tag</th><th>passed</th></tr>{{range .Tags}}<tr><td>{{plain .Name}}</td><td>{{.Value}}</td></tr>{{end}}</table>
<h2>Cases</h2>
{{end}}{{define "trial"}}<details{{if ne .Outcome "pass"}} open{{end}} id="{{.ID}}-{{.N}}"><summary><b class="{{.Outcome}}">{{.Outcome}}</b> {{.ID}} <small>{{.Kind}} {{.Lang}} trial {{.N}}</small></summary>
{{range .Input}}<pre>▌ {{.}}</pre>{{end}}{{range .Answers}}<pre>{{.}}</pre>{{end}}
{{if .Why}}<ul class="{{.Outcome}}">{{range .Why}}<li>{{.}}</li>{{end}}</ul>{{end}}
<p>{{range .Grades}}<span class="{{if .Passed}}pass{{else}}fail{{end}}">{{if .Passed}}✓{{else}}✗{{end}} {{.Grader}}</span> {{end}}</p>
{{range .Runs}}<table class="e">{{range .}}<tr><td>{{.Seq}}</td><td>{{.Type}}</td><td>{{.Says}}</td></tr>{{end}}</table>{{end}}
</details>
{{end}}{{define "foot"}}</body></html>
{{end}}`
