//go:build !race

package app

// raceBuild says that races are looked for.
const raceBuild = false
