package cli

import (
	"context"
	"fmt"
	"math"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/session/app"
	"vise/ui/pane/eventline"
	"vise/ui/theme"
)

// fetch gives the whole text of a content.
type fetch func(session.Content) (session.Foreign, error)

// contents fetches from the store.
func contents(ctx context.Context, w *app.Workbench) fetch {
	return func(c session.Content) (session.Foreign, error) { return w.Content(ctx, c) }
}

// passageRows is how many lines of one passage a replay prints.
const passageRows = 40

// passageText is what of a result speaks to the assistant, and what was decided
// about it, in inert lines; empty for other events.
func passageText(ev session.Event, fetch fetch) string {
	p, ok := ev.Payload.(session.ToolResult)
	if !ok {
		return ""
	}
	var b strings.Builder
	for i, q := range p.Quarantined {
		fmt.Fprintf(&b, "      quarantined #%d, %s: %s\n", i+1, q.Decided(), theme.InertWords(strings.Join(q.About, ", ")))
		writePassage(&b, q, passageRows, fetch)
	}
	return b.String()
}

// handPassages are those of a call by hand, whole: the person who called wants
// to see what came back, and no model does.
func handPassages(ps []session.Passage, fetch fetch) string {
	var b strings.Builder
	for i, q := range ps {
		fmt.Fprintf(&b, "quarantined #%d: %s\n", i+1, theme.InertWords(strings.Join(q.About, ", ")))
		writePassage(&b, q, math.MaxInt, fetch)
	}
	return b.String()
}

func writePassage(b *strings.Builder, p session.Passage, most int, fetch fetch) {
	text, err := fetch(p.Text)
	if err != nil {
		fmt.Fprintf(b, "      it can't be shown: %s\n", theme.InertWords(err.Error()))
		return
	}
	writeBarred(b, theme.Inert(text), most)
}

// printKept says what was kept from the model without anyone having seen it.
func (e *env) printKept(st session.State, fetch fetch) {
	if st.Started.TaskType == session.TaskCall {
		if n := len(st.Calls); n > 0 && st.Status != session.StatusDone && st.Calls[n-1].Result != nil { // else they were printed with the result
			fmt.Fprint(e.Err, handPassages(st.Calls[n-1].Result.Quarantined, fetch))
		}
		return
	}
	for _, c := range st.Calls {
		n := 0
		for i := 0; c.Result != nil && i < len(c.Result.Quarantined); i++ {
			if c.Result.Quarantined[i].By == session.PassageByNobody {
				n++
			}
		}
		if n > 0 {
			fmt.Fprintf(e.Err, "vise: kept from the model, which it speaks to: %s of what %s returned; vise replay %s shows it\n", eventline.Count(n, "passage"), theme.InertWords(c.Tool), st.Run)
		}
	}
}

// askedRows is how many lines of passages are put to the person in a terminal.
const askedRows = 100

// passagesQuestion asks whether the model may read passages, and shows them;
// whole is false where they are too long for that, and nothing is asked.
func passagesQuestion(q policy.Question) (text string, whole bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "\nWhat %s returned speaks to the model, which gets it without this:\n", theme.InertWords(q.Tool))
	rows := 0
	for _, p := range q.Passages {
		inert := theme.InertBlock(p.Text)
		rows += strings.Count(inert, "\n") + 1 + len(inert)/200
		fmt.Fprintf(&b, "  %s:\n", theme.InertWords(strings.Join(p.About, ", ")))
		writeBarred(&b, inert, askedRows)
	}
	if rows > askedRows {
		return fmt.Sprintf("\nWhat %s returned speaks to the model in %d passages, about %d lines. They are kept from it; in the workbench (vise) they can be read and let through.\n", theme.InertWords(q.Tool), len(q.Passages), rows), false
	}
	return b.String() + "Let the model read it? [y/N] ", true
}

// writeBarred writes lines that somebody else wrote, behind a bar.
func writeBarred(b *strings.Builder, inert string, most int) {
	lines := strings.Split(inert, "\n")
	for _, line := range lines[:min(len(lines), most)] {
		b.WriteString("      ▏ " + line + "\n")
	}
	if n := len(lines) - most; n > 0 {
		fmt.Fprintf(b, "      … and %d lines more\n", n)
	}
}
