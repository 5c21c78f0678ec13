package session

// Warm builds the tables with which results and answers are looked through.
// They take some milliseconds when they are first needed, which is while a
// call or an answer is recorded: whoever starts a run does it beside that.
func Warm() {
	escapes()
	wishes()
	support()
	claims()
}
