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
	if before, ok := strings.CutSuffix(words, "the person is asked"); ok {
		words = before + "you are asked"
	}
	words = strings.Replace(words, "not put to the person: ", "not put to you: ", 1)
	if at := strings.LastIndex(words, told); at >= 0 {
		words = words[:at] + "it was not run, and the model knows"
	}
	return words
}

// Retells reports whether a gate's words say no more of a call that was not run
// than the call's own line does, which has problem, or that the person refused
// it.
func Retells(words, tool, problem string, byPerson bool) bool {
	why, ok := strings.CutPrefix(words, tool+": ")
	at := strings.LastIndex(why, ": "+told)
	if !ok || at < 0 {
		return false
	}
	return why[:at] == problem || byPerson && strings.HasPrefix(why, refused)
}
