//go:build race

package cli

// walks: whether every screen is walked through before every hostile story.
// Screens are looked through for races elsewhere, and a walk takes ten times as
// long then.
const walks = false
