package session

// Draft is a reply while it is being streamed. It isn't an event: the final
// model_message carries the whole text.
type Draft struct {
	Step     int
	Text     Foreign
	Thinking Foreign
	Loading  string        // the model that is being loaded, if one is
	Call     *CallProgress // the call that runs, once its server has told how far it is
	Version  int           // grows with every change
}

// CallProgress is how far a call is that still runs.
type CallProgress struct {
	Call    string
	Done    float64
	Total   float64 // 0: the server doesn't say
	Message Foreign
}
