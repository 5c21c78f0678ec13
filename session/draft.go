package session

// Draft is a reply while it is being streamed. It isn't an event: the final
// model_message carries the whole text.
type Draft struct {
	Step     int
	Text     Foreign
	Thinking Foreign
	Loading  string // the model that is being loaded, if one is
	Version  int    // grows with every change
}
