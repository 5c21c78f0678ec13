//go:build !race

package cli

// kills is how often the whole program is killed; the store has its own such
// test, with fifty.
const kills = 5

// damageEvery is how many bytes lie between the places where a database is
// damaged, one after the other: every page is hit.
const damageEvery = 997

// walks: every story is walked through.
const walks = true
