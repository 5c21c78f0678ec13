package eventline

import "strings"

// told begins what a gate did about a call; a code for the model follows.
const told = "not run; the model was told"

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
	if at := strings.LastIndex(words, told); at >= 0 {
		words = words[:at] + "it was not run, and the model knows"
	}
	return words
}
