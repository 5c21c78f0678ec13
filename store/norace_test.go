//go:build !race

package store

// kills is how often a process is killed at work.
const kills = 50
