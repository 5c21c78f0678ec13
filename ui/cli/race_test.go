//go:build race

package cli

// kills is how often the whole program is killed. Built for finding races it
// starts slowly, and kills find none.
const kills = 3

// damageEvery is how many bytes lie between the places where a database is
// damaged, one after the other. Damage finds no races: a tenth of the places
// that are tried elsewhere.
const damageEvery = 9973

// walks: whether every screen is walked through before every hostile story.
// Screens are looked through for races elsewhere, and a walk takes ten times as
// long then.
const walks = false
