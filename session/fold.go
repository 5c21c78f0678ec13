package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// fit makes the prompt of a step, and folds what is old until it fits the
// model's context. Nothing that the person said in this run, and nothing of
// the last result, is ever folded. folded names what was.
func (r *run) fit(in promptInput) (req ChatRequest, folded []string) {
	req = buildPrompt(in)
	room := r.room()
	if room == 0 || r.tokens(req) <= room {
		return req, nil
	}
	for _, fold := range []func(*promptInput) []string{stubEarlier, stubThisTurn} {
		folded = append(folded, fold(&in)...)
		if req = buildPrompt(in); r.tokens(req) <= room {
			return req, folded
		}
	}
	for len(in.History) > 0 && r.tokens(req) > room {
		i := oldest(in.History)
		folded = append(folded, leftOut+cutText(in.History[i].Words, 60))
		in.History = slices.Delete(slices.Clone(in.History), i, i+1)
		req = buildPrompt(in)
	}
	return req, folded
}

// leftOut begins what is said of a turn that isn't sent at all.
const leftOut = "left out: "

// oldest is the turn to leave out next: a summary stands for many, so it goes
// last.
func oldest(turns []Turn) int {
	if turns[0].Folded && len(turns) > 1 {
		return 1
	}
	return 0
}

// tellLeftOut says once in a run that the model isn't told of earlier turns.
func (r *run) tellLeftOut(ctx context.Context, folded []string) error {
	n := 0
	for _, f := range folded {
		if strings.HasPrefix(f, leftOut) {
			n++
		}
	}
	if n == 0 || r.toldLeftOut {
		return nil
	}
	r.toldLeftOut = true
	return r.gate(ctx, GateCost, "", fmt.Sprintf("the context of %d tokens has no room for the whole conversation", r.Model.Info().ContextTokens),
		fmt.Sprintf("the model isn't told of the oldest requests any more (%d of %d); /compact sums them up instead", n, len(r.task.History)))
}

// room is how many tokens a prompt may have, so that a reply has its part of
// the context too. Zero means that the context isn't known.
func (r *run) room() int {
	total := r.Model.Info().ContextTokens
	return total - min(max(total/4, 512), total/2)
}

// tokens is the estimate, corrected by what the server counted before.
func (r *run) tokens(req ChatRequest) int {
	n := promptTokens(req)
	if r.counted > 0 && r.estimated > 0 {
		n = n * r.counted / r.estimated
	}
	return n
}

// tooLarge says what takes the room when the prompt doesn't fit after all, and
// what to do; empty when it fits.
func (r *run) tooLarge(req ChatRequest) (problem, remedy string) {
	room, need := r.room(), r.tokens(req)
	if room == 0 || need <= room {
		return "", ""
	}
	tools := slices.Clone(req.Tools)
	slices.SortFunc(tools, func(a, b ChatTool) int { return toolTokens(b) - toolTokens(a) })
	cost := 0
	for _, t := range tools {
		cost += toolTokens(t)
	}
	var largest []string
	for _, t := range tools[:min(3, len(tools))] {
		largest = append(largest, fmt.Sprintf("%s %d", t.ID, toolTokens(t)))
	}
	problem = fmt.Sprintf("the request needs about %d tokens and there is room for %d", need, room)
	remedy = "it is sent all the same; "
	if rest := need - cost - estimateTokens(req.System); rest > cost {
		problem += fmt.Sprintf("; the words and results of this request take %d of them", rest)
		remedy += "ask for less at a time"
	} else {
		problem += fmt.Sprintf("; the tools take %d of them (%s)", cost, strings.Join(largest, ", "))
		remedy += "switch tools off with space in /tools"
	}
	if len(r.task.History) > 0 {
		remedy += ", or /compact"
	}
	return problem, remedy + ", or raise ollama.num_ctx in vise.yaml"
}

// stubEarlier folds the results of earlier turns.
func stubEarlier(in *promptInput) []string {
	var folded []string
	in.History = slices.Clone(in.History)
	for i := range in.History {
		in.History[i].Steps, folded = stubSteps(in.History[i].Steps, len(in.History[i].Steps), folded)
	}
	return folded
}

// stubThisTurn folds this run's results but those of its last step.
func stubThisTurn(in *promptInput) []string {
	var folded []string
	in.Turn.Steps, folded = stubSteps(in.Turn.Steps, len(in.Turn.Steps)-1, nil)
	return folded
}

func stubSteps(steps []TurnStep, n int, folded []string) ([]TurnStep, []string) {
	steps = slices.Clone(steps)
	for i := range max(n, 0) {
		steps[i].Results = slices.Clone(steps[i].Results)
		for j := range steps[i].Results {
			res := &steps[i].Results[j]
			if s, ok := stub(res.Result); ok {
				res.Result = s
				folded = append(folded, res.Result.Tool+" "+strings.Join(evidenceIDs(res.Result.Sources), " "))
			}
		}
	}
	return steps, folded
}

// stubSources is how many sources a stub names; the ids of all stay citable.
const stubSources = 5

// stub keeps of a result its summary and the names of its sources.
func stub(o Observation) (Observation, bool) {
	if o.Error != nil || len(renderObservation(o)) < 400 {
		return o, false
	}
	o.Summary = Untrusted(cutText(o.Summary.Raw(), 200))
	o.Sources = slices.Clone(o.Sources)
	for i := range o.Sources {
		o.Sources[i].Excerpt = Foreign{}
	}
	if len(o.Sources) > stubSources {
		o.Sources = o.Sources[:stubSources]
	}
	o.Fields = nil
	o.Text = Untrusted("[folded to save room: call the tool again to see it]")
	return o, true
}
