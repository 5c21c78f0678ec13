//go:build !race

package builtin_test

// How often the slow tests do what they do.
const (
	exchanges = 150 // reads of a file that is being exchanged
	rounds    = 3   // of everyone who searches at the same time
	smallest  = 1   // results on a page
)
