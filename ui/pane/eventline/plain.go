package eventline

import "strings"

// told begins what a gate did about a call; a code for the model follows.
const told = "not run; the model was told"

// refused is what a model is told of a call that the person refused, saidWhy
// what comes before their note.
const (
	refused = "the person refused this call: nothing was done"
	saidWhy = "; they say: "
)

// Plainly takes out of vise's words what is meant for the model or for a
// programmer: codes, and a validator's own words for where it was. The details
// of the event keep them.
func Plainly(words string) string {
	for {
		before, rest, ok := strings.Cut(words, "validating ")
		where, after, colon := strings.Cut(rest, ": ")
		if !ok || !colon || strings.Contains(where, " ") {
			break
		}
		words = before + after
	}
	if before, note, ok := strings.Cut(words, refused); ok {
		if why, said := strings.CutPrefix(note, saidWhy); said {
			note = ": " + why
		}
		words = before + "you refused it" + note
	}
	if at := strings.LastIndex(words, told); at >= 0 {
		words = words[:at] + "it was not run, and the model knows"
	}
	return words
}
