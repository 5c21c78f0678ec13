package ui_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"vise/session"
	"vise/ui"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// choosing starts a workbench whose models are f in a terminal.
func choosing(t *testing.T, w *fake.Workbench, f *fake.Models, width, height int) *uitest.Driver {
	t.Helper()
	dark := true
	deps := w.Deps()
	deps.Models = f
	return uitest.Start(t, ui.New(deps, ui.Options{Zone: time.UTC, Dark: &dark, Getenv: env(nil)}), width, height)
}

func someModels() *fake.Models {
	return &fake.Models{Note: "Ollama 0.17.4 at http://127.0.0.1:11434 (from OLLAMA_HOST)", List: []ui.ModelChoice{
		{Name: "ollama/qwen3:8b", Bytes: 5_200_000_000, Family: "qwen3", Params: "8.2B", Tools: true, Thinking: true, Installed: true},
		{Name: "ollama/llama3.1:8b", Bytes: 4_900_000_000, Family: "llama", Tools: true, Installed: true},
		{Name: "ollama/qwen3:4b", Bytes: 2_600_000_000, Tools: true, About: "small"},
		{Name: "offline", Tools: true, Installed: true},
	}}
}

func TestAModelIsChosen(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		f := someModels()
		d := choosing(t, fake.New(), f, 80, 24)
		d.WaitFor("qwen3:8b ● up", "Ask, or /")
		d.Press("ctrl+l")
		d.WaitFor("▸ ● qwen3:8b", "Ollama 0.17.4 at", "thinking: auto", "not installed")
		d.Press("t")
		d.WaitFor("Thinking is on from the next request on", "thinking: on")
		d.Press("down", "enter")
		d.WaitFor("llama3.1:8b from the next request on")
		if got := f.Chosen(); len(got) != 1 || got[0] != "ollama/llama3.1:8b" {
			t.Errorf("chosen %q", got)
		}
	})
}

func TestAModelIsNamed(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		f := someModels()
		d := choosing(t, fake.New(), f, 80, 24)
		request(d, "/model llama")
		d.WaitFor("llama3.1:8b from the next request on")
		request(d, "/model nosuch")
		d.WaitFor("there is no model nosuch here: qwen3:8b, llama3.1:8b")
		if got := f.Chosen(); len(got) != 1 {
			t.Errorf("chosen %q", got)
		}
	})
}

func TestAPullIsSeenGoingOnAndIsCancelled(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		f := someModels()
		f.Pulling = func(ctx context.Context, _ string, progress func(string, int64, int64)) error {
			progress("pulling manifest", 0, 0)
			progress("pulling aa", 1_300_000_000, 2_600_000_000)
			<-ctx.Done()
			return ctx.Err()
		}
		d := choosing(t, fake.New(), f, 80, 24)
		d.WaitFor("Ask, or /")
		d.Press("ctrl+l")
		d.WaitFor("▸ ● qwen3:8b")
		d.Press("down", "down", "p")
		d.WaitFor("pulling qwen3:4b █", "50% · 1.3 GB of 2.6 GB", "esc cancel the download")
		d.Press("ctrl+l") // it goes on out of sight
		d.WaitGone("Ollama 0.17.4")
		d.WaitFor("pulling qwen3:4b █", "ctrl+l shows it")
		d.Press("ctrl+l")
		d.WaitFor("esc cancel the download")
		d.Press("esc")
		d.WaitFor("Cancelled. Pulling qwen3:4b again goes on where it stopped.")
		d.Press("esc")
		d.WaitGone("Ollama 0.17.4")
	})
}

func TestAPullThatFailsSaysWhy(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		f := someModels()
		f.Pulling = func(context.Context, string, func(string, int64, int64)) error {
			return &session.ModelError{Kind: session.ModelServer, What: "the disk is full\x1b[2J", Remedy: "make room", Err: errors.New("write blob")}
		}
		d := choosing(t, fake.New(), f, 80, 24)
		d.WaitFor("Ask, or /")
		d.Press("ctrl+l")
		d.WaitFor("▸ ● qwen3:8b")
		d.Press("down", "down", "p")
		d.WaitFor(`✗ the disk is full\x1b[2J · make room`)
	})
}

func TestAModelThatIsDownIsNamed(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Line.ModelUp, w.Line.ModelDown = false, "Ollama isn't running at http://127.0.0.1:11434 (from OLLAMA_HOST) · start it with: ollama serve"
		w.Line.News = "Ollama was here a moment ago"
		d := choosing(t, w, someModels(), 80, 24)
		d.WaitFor("qwen3:8b ○ down", "which doesn't answer", "Ollama was here")
		request(d, "hello")
		d.WaitFor("Done.", "○ qwen3:8b can't be used: Ollama isn't running", "start it with: ollama")
	})
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Line.ModelUp, w.Line.ModelDown = true, "there is no model qwen3:8b"
		choosing(t, w, someModels(), 80, 24).WaitFor("qwen3:8b ○ can't be used")
	})
}

func TestThinkingIsAskedForAndChanged(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		f := someModels()
		d := choosing(t, fake.New(), f, 120, 24)
		d.WaitFor("qwen3:8b ● up")
		for _, step := range [][2]string{
			{"/think", "Thinking is left to the model (auto) for qwen3:8b. /think on, off or auto changes it."},
			{"/think on", "Thinking is on from the next request on."},
			{"/think", "Thinking is on for qwen3:8b."},
			{"/think off", "Thinking is off from the next request on."},
			{"/think loudly", "/think takes on, off or auto"},
			{"/think auto", "Thinking is left to the model from the next request on."},
		} {
			request(d, step[0])
			d.WaitFor(step[1])
		}
		f.List[0].Thinking = false
		request(d, "/think on")
		d.WaitFor("qwen3:8b can't think: nothing is changed.")
		request(d, "/think")
		d.WaitFor("qwen3:8b can't think.")
		if got := f.Think(); got != "auto" {
			t.Errorf("thinking is %s", got)
		}
	})
}
