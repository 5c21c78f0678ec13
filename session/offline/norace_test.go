//go:build !race

package offline

// raceBuild says that races are looked for.
const raceBuild = false
