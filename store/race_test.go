//go:build race

package store

// kills is how often a process is killed at work. Built for finding races it
// is slow to start, and what the killed one had kept has nothing to do with
// races.
const kills = 12
