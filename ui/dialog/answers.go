package dialog

import (
	"slices"

	"vise/ui/keys"
)

// Choose is the answer that tab comes to from the chosen one, step places on
// among those that are possible, with none ("") between the last and the first.
func Choose(chosen string, answers []string, step int, possible func(id string) bool) string {
	ring := []string{""}
	for _, id := range answers {
		if possible(id) {
			ring = append(ring, id)
		}
	}
	i := max(0, slices.Index(ring, chosen))
	return ring[(i+step+len(ring))%len(ring)]
}

// ScrollKey is the first line that a box shows after a key that scrolls it, where
// page lines fit; ok is false for every other key. The end may be passed: who
// draws knows it.
func ScrollKey(id string, off, page int) (to int, ok bool) {
	switch id {
	case keys.ApprovalUp:
		off--
	case keys.ApprovalDown:
		off++
	case keys.ApprovalPageUp:
		off -= max(1, page-1)
	case keys.ApprovalPageDown:
		off += max(1, page-1)
	case keys.ApprovalTop:
		off = 0
	case keys.ApprovalBottom:
		off = 1 << 30
	default:
		return off, false
	}
	return max(0, off), true
}
