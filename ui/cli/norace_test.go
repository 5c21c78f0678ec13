//go:build !race

package cli

// walks: every story is walked through.
const walks = true
