//go:build race

package builtin_test

// How often the slow tests do what they do, where races are looked for and
// everything is several times as slow.
const (
	exchanges = 60 // reads of a file that is being exchanged
	rounds    = 1  // of everyone who searches at the same time
	smallest  = 2  // results on a page
)
