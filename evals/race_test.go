//go:build race

package evals

// everyNth thins the datasets out where races are looked for, which takes
// several times as long.
const everyNth = 8
