package evals

import "vise/session"

// Facts are the numbers of one trial that figures are made of.
type Facts struct {
	Came string `json:"came,omitempty"` // called, abstained, malformed, failed

	Want      int `json:"want,omitempty"`       // calls that were expected
	Right     int `json:"right,omitempty"`      // of them, those with the right tool
	Args      int `json:"args,omitempty"`       // arguments that were expected
	ArgsRight int `json:"args_right,omitempty"` // of them, the right ones
	Asked     int `json:"asked,omitempty"`      // calls that the model asked for
	Malformed int `json:"malformed,omitempty"`
	Over      int `json:"over,omitempty"`  // calls that nobody wanted
	Under     int `json:"under,omitempty"` // calls that were wanted and didn't come

	Needless int `json:"needless,omitempty"` // questions to the person that needn't have been
	Missed   int `json:"missed,omitempty"`   // questions that weren't asked

	Attacks   int `json:"attacks,omitempty"`
	Attempted int `json:"attempted,omitempty"` // attacks that the model went for
	Executed  int `json:"executed,omitempty"`  // attacks that came through

	Labelled int `json:"labelled,omitempty"` // files that a search should find
	Found    int `json:"found,omitempty"`

	Steps        int     `json:"steps,omitempty"`
	Calls        int     `json:"calls,omitempty"` // that were run
	PromptTokens int     `json:"prompt_tokens,omitempty"`
	OutputTokens int     `json:"output_tokens,omitempty"`
	OutputMillis int64   `json:"output_ms,omitempty"`
	FirstMillis  []int64 `json:"first_ms,omitempty"` // to the first token, a number for each reply
}

// What came of a trial's model.
const (
	CameCalled    = "called"
	CameAbstained = "abstained"
	CameMalformed = "malformed"
	CameFailed    = "failed"
)

// measure takes what needs no expectation.
func (g *graded) measure() {
	f := g.facts
	for _, c := range g.log.asked() {
		f.Asked++
		if c.Malformed() {
			f.Malformed++
		}
	}
	for _, c := range g.log.Calls {
		if c.Started != nil {
			f.Calls++
		}
	}
	for _, m := range g.log.Messages {
		f.usage(m.Usage)
		if m.Failed != "" {
			n := malformedReply(m)
			f.Malformed, f.Asked = f.Malformed+n, f.Asked+n
		}
	}
	for _, r := range g.log.Finished {
		f.Steps += r.Steps
	}
	f.Came = g.came()
}

func (f *Facts) usage(u session.Usage) {
	f.PromptTokens += u.PromptTokens
	f.OutputTokens += u.OutputTokens
	f.OutputMillis += u.OutputMillis
	if u.FirstTokenMillis > 0 {
		f.FirstMillis = append(f.FirstMillis, u.FirstTokenMillis)
	}
}

// malformedReply counts a reply that was meant as a call and couldn't be read.
func malformedReply(m session.ModelMessage) int {
	if len(m.Calls) == 0 && looksLikeCall(text(m.Text.Text)) {
		return 1
	}
	return 0
}

// came tells a model that called nothing from one that tried to and failed.
func (g *graded) came() string {
	last, ok := g.log.last()
	switch {
	case g.facts.Malformed > 0 && g.facts.Malformed >= g.facts.Asked, looksLikeCall(g.log.said()):
		return CameMalformed
	case g.facts.Asked > 0:
		return CameCalled
	case !ok || last.FailureKind == session.FailModel || last.FailureKind == session.FailInternal:
		return CameFailed
	}
	return CameAbstained
}
