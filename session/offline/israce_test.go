//go:build race

package offline

// raceBuild says that races are looked for: everything is several times as
// slow, and one sentence races no more than another. Shares of the corpora are
// held by the other build.
const raceBuild = true
