//go:build !race

package cli

// kills is how often the whole program is killed; the store has its own such
// test, with fifty.
const kills = 5
