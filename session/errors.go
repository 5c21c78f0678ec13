package session

import (
	"errors"
	"fmt"
)

var (
	// ErrConflict means that an append wasn't next in its chain.
	ErrConflict = errors.New("the run has moved on: another process appended to it")
	// ErrNotOwner means that another process owns the run, or took it over.
	ErrNotOwner = errors.New("this process doesn't own the run")
	// ErrNoRun means that no run has that id.
	ErrNoRun = errors.New("no such run")
	// ErrNoBlob means that no blob has that hash; it may have been deleted.
	ErrNoBlob = errors.New("no such content: it may have been deleted")
	// ErrNobody means that a question was asked where nobody can answer.
	ErrNobody = errors.New("nobody can answer")
	// ErrAnswered means that an approval was answered before.
	ErrAnswered = errors.New("already answered")
)

// ModelErrorKind names how a model failed. The kinds are also the Code of
// run_finished.
type ModelErrorKind string

const (
	ModelUnavailable ModelErrorKind = "model_unavailable" // not running, not reachable
	ModelNotFound    ModelErrorKind = "model_not_found"
	ModelNoTools     ModelErrorKind = "model_no_tools"
	ModelCutOff      ModelErrorKind = "model_cut_off" // the stream ended before the reply was whole
	ModelEmpty       ModelErrorKind = "model_empty"
	ModelUnreadable  ModelErrorKind = "model_unreadable" // produced something that isn't text and isn't a call
	ModelTooLong     ModelErrorKind = "model_too_long"   // the prompt doesn't fit
	ModelLimit       ModelErrorKind = "model_limit"      // stopped at the output limit
	ModelBusy        ModelErrorKind = "model_busy"
	ModelServer      ModelErrorKind = "model_server" // any other error of the server
)

// ModelError is a reply that isn't whole. Partial is what had come; none of
// its calls may be run.
type ModelError struct {
	Kind    ModelErrorKind
	What    string // "Ollama isn't running at http://127.0.0.1:11434"
	Remedy  string // "start it with: ollama serve"
	Partial Reply
	Err     error // the cause; may be nil
}

func (e *ModelError) Error() string {
	if e.Err == nil {
		return e.What
	}
	return fmt.Sprintf("%s: %v", e.What, e.Err)
}

func (e *ModelError) Unwrap() error { return e.Err }

// Words is err for a person: what went wrong with a model and what to do,
// without the cause underneath; any other error as it is.
func Words(err error) string {
	var me *ModelError
	switch {
	case !errors.As(err, &me):
		return err.Error()
	case me.Remedy == "":
		return me.What
	}
	return me.What + " · " + me.Remedy
}
