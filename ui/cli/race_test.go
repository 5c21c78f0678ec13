//go:build race

package cli

// kills is how often the whole program is killed. Built for finding races it
// starts slowly, and kills find none.
const kills = 3
