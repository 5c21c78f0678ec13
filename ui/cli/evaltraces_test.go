package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"vise/session"
)

// What a run file keeps is enough to step through both runs of a case, with
// what the model saw.
func TestARunFileHoldsTheWholeTrace(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "b.jsonl")
	long := `{"id":"bad","kind":"tool","input":"what time is it","model":[{"say":"` + strings.Repeat("It is ten. ", 1200) + `"}],"expect":{"calls":[]}}`
	set := writeCases(t, "mine.jsonl", goodCase, long)
	if out, errs, code := runEval(t, "--dataset", set, "--repeat", "2", "--report", a); code != exitDone {
		t.Fatalf("exit %d\n%s\n%s", code, out, errs)
	}
	spoil(t, a, b)
	c, err := compared(a, b)
	if err != nil {
		t.Fatal(err)
	}
	rows := traceRows(c, []string{a, b})
	if len(rows) != 1 || rows[0].ID != "bad" || rows[0].Words != "broken" {
		t.Fatalf("rows: %+v", rows)
	}
	sides, err := rows[0].Open()
	if err != nil || len(sides) != 2 {
		t.Fatalf("%d sides, %v", len(sides), err)
	}
	if sides[0].Name != "a.jsonl" || sides[0].Came != "pass" || sides[1].Came != "fail  tool: spoiled" {
		t.Errorf("%s %s, %s %s", sides[0].Name, sides[0].Came, sides[1].Name, sides[1].Came)
	}
	for _, s := range sides {
		if len(s.Runs) != 1 || len(s.Runs[0].Events) < 5 {
			t.Errorf("%s: %d runs", s.Name, len(s.Runs))
			continue
		}
		blobs := 0
		for _, e := range s.Runs[0].Events {
			switch p := e.Payload.(type) {
			case session.ModelRequest:
				if req, err := session.RebuildPrompt(p, s.Runs[0].Blob); err != nil || len(req.Messages) == 0 {
					t.Errorf("%s: what the model saw: %v", s.Name, err)
				}
			case session.ModelMessage:
				if p.Text.Blob == "" {
					continue
				}
				blobs++
				if text, err := s.Runs[0].Blob(p.Text.Blob); err != nil || len(text) != p.Text.Size {
					t.Errorf("%s: the long reply: %d bytes, %v", s.Name, len(text), err)
				}
			}
		}
		if _, err := s.Runs[0].Blob("sha256:none"); err == nil || blobs == 0 {
			t.Errorf("%s: %d contents, %v", s.Name, blobs, err)
		}
	}
	if _, err := findTrial(a, "nosuch"); err == nil {
		t.Error("a case that isn't there is found")
	}
}

func TestOpeningTracesNeedsATerminal(t *testing.T) {
	dir := t.TempDir()
	a := filepath.Join(dir, "a.jsonl")
	if _, _, code := runEval(t, "--dataset", writeCases(t, "mine.jsonl", goodCase), "--report", a); code != exitDone {
		t.Fatalf("exit %d", code)
	}
	if _, errs, code := runEval(t, "compare", a, a, "--open"); code != exitUsage || !strings.Contains(errs, "--open needs a terminal") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if _, errs, code := runEval(t, "compare", a, a, "--open", "--json"); code != exitUsage || !strings.Contains(errs, "leave out --json") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if err := inOneOf([]string{a, a}, "nosuch"); err == nil || !strings.Contains(err.Error(), "is in neither") {
		t.Errorf("%v", err)
	}
}
