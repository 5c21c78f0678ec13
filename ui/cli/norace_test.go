//go:build !race

package cli

// raceBuild says that races are looked for.
const raceBuild = false
