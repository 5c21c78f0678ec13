package session

// Foreign is text that a model, a server or a file wrote. It reaches a prompt
// only through the envelope in prompt.go and the terminal only through the
// function that makes text inert; both call Raw, and a test holds that nothing
// else does.
type Foreign struct{ s string }

// Untrusted marks s as foreign.
func Untrusted(s string) Foreign { return Foreign{s} }

// Raw returns the text as it came: never print it, never put it into a prompt
// outside the envelope.
func (f Foreign) Raw() string { return f.s }

// Len is the length in bytes.
func (f Foreign) Len() int { return len(f.s) }

// MarshalText writes the text.
func (f Foreign) MarshalText() ([]byte, error) { return []byte(f.s), nil }

// UnmarshalText reads the text.
func (f *Foreign) UnmarshalText(b []byte) error { f.s = string(b); return nil }

// IsZero reports an empty text, for omitzero.
func (f Foreign) IsZero() bool { return f.s == "" }

// String stands for the text in logs and errors and shows only its size, so
// that a stray %v can't leak it to the terminal.
func (f Foreign) String() string { return "[foreign text]" }
