package cli

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"vise/evals"
	"vise/ui/theme"
)

// bar shows how far a run is, with the case that runs, on a terminal.
type bar struct {
	e     *env
	width int // cells; 0: no terminal
	total int

	mu     sync.Mutex
	made   int
	failed int
	now    string
}

func (e *env) newBar(total int) *bar {
	b := &bar{e: e, total: total}
	if f, ok := e.Err.(*os.File); ok && !e.flags.json {
		if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
			b.width = w
		}
	}
	return b
}

func (b *bar) begin(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = id
	b.draw()
}

func (b *bar) done(passed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made++
	if !passed {
		b.failed++
	}
	b.draw()
}

// barCells is how wide the bar itself is.
const barCells = 30

// draw writes the line anew. mu is held.
func (b *bar) draw() {
	if b.width == 0 {
		return
	}
	line := fmt.Sprintf("%s %d/%d", theme.Bar(barCells, float64(b.made)/float64(max(b.total, 1))), b.made, b.total)
	if b.failed > 0 {
		line += fmt.Sprintf("  %d failed", b.failed)
	}
	line += "  " + theme.InertWords(b.now)
	fmt.Fprint(b.e.Err, "\r"+ansi.Truncate(line, b.width-1, "…")+ansi.EraseLineRight)
}

// end takes the line away.
func (b *bar) end() {
	if b.width > 0 {
		fmt.Fprint(b.e.Err, "\r"+ansi.EraseLineRight)
	}
}

// printFigures prints what failed, and the table.
func (e *env) printFigures(f *evals.Figures, against *evals.Comparison) {
	for _, r := range f.Rows {
		if r.Outcome() == evals.Passed {
			continue
		}
		fmt.Fprintf(e.Out, "%-5s %s  %s", r.Outcome(), theme.InertWords(r.ID), theme.InertWords(r.Kind))
		if r.Trials > 1 {
			fmt.Fprintf(e.Out, "  %d of %d passed", r.Passed, r.Trials)
		}
		fmt.Fprintln(e.Out)
		for _, why := range r.Why {
			fmt.Fprintln(e.Out, "      "+ansi.Truncate(theme.InertWords(why), 400, "…"))
		}
	}
	e.printShares("kind", f.Kinds)
	e.printShares("tag", f.Tags)
	for _, l := range f.Lines() {
		fmt.Fprintf(e.Out, "%-30s %s\n", l.Name, l.Value)
	}
	if against != nil {
		e.printComparison(*against)
	}
}

func (e *env) printShares(what string, shares map[string]evals.Share) {
	if len(shares) == 0 {
		return
	}
	fmt.Fprintf(e.Out, "%-30s passed\n", what)
	for _, name := range evals.Names(shares) {
		fmt.Fprintf(e.Out, "  %-28s %s\n", theme.InertWords(name), shares[name])
	}
	fmt.Fprintln(e.Out)
}

// sameNews are the cases of a comparison of which the same is said.
type sameNews struct {
	name string
	ids  []string
}

// differing are the cases that aren't as before, those first that matter most.
func differing(c evals.Comparison) []sameNews {
	return []sameNews{{"broken", c.Broken}, {"fixed", c.Fixed}, {"flaky", c.Flaky}, {"changed case", c.Changed},
		{"not measured", c.Unmeasured}, {"only in the first", c.OnlyA}, {"only in the second", c.OnlyB}}
}

func (e *env) printComparison(c evals.Comparison) {
	for _, l := range differing(c) {
		if len(l.ids) > 0 {
			fmt.Fprintf(e.Out, "%-20s %d  %s\n", l.name, len(l.ids), theme.InertWords(strings.Join(l.ids, ", ")))
		}
	}
	fmt.Fprintf(e.Out, "%-20s %d\n", "as before", c.Same)
}
