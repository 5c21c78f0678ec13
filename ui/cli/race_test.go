//go:build race

package cli

// raceBuild says that races are looked for: everything is several times as
// slow.
const raceBuild = true
