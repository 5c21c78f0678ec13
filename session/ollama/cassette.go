package ollama

// MissError means that no recording holds a request.
type MissError struct {
	Key     string
	Nearest string // the nearest recording and its first difference
}

func (e *MissError) Error() string { return "no recording for " + e.Key + ": " + e.Nearest }
