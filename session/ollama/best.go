package ollama

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Recommendation is a model that is known to use tools well.
type Recommendation struct {
	Name string
	Size int64 // bytes to download, about
	Why  string
}

// Recommended lists models for tool use, the one to try first at the beginning.
func Recommended() []Recommendation {
	return []Recommendation{
		{"qwen3:4b", 2_600_000_000, "small, calls tools well, thinks; runs without a graphics card"},
		{"qwen3:8b", 5_200_000_000, "more careful; wants 8 GB of memory"},
		{"llama3.1:8b", 4_900_000_000, "no thinking, quick to answer"},
		{"gpt-oss:20b", 14_000_000_000, "the most able here; wants 16 GB of graphics memory"},
	}
}

// families that use tools well, the best first.
var families = []string{"qwen3", "gptoss", "gpt-oss", "qwen2.5", "qwen2", "mistral", "llama3", "llama", "granite"}

// Best returns the model to use where nothing was chosen: one that has tools and
// runs on the server itself; of these one that is loaded, then one of a family
// that uses tools well, then the largest of at most 16 billion parameters.
func (s State) Best() (Installed, bool) {
	var fit []Installed
	for _, m := range s.Models {
		if m.HasTools() && m.Remote == "" {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 {
		return Installed{}, false
	}
	slices.SortStableFunc(fit, func(a, b Installed) int {
		return cmp.Or(
			cmp.Compare(b2i(b.Loaded), b2i(a.Loaded)),
			cmp.Compare(familyRank(a), familyRank(b)),
			cmp.Compare(sizeRank(b), sizeRank(a)),
			b.Modified.Compare(a.Modified),
		)
	})
	return fit[0], true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func familyRank(m Installed) int {
	for i, f := range families {
		if strings.HasPrefix(m.Family, f) || strings.HasPrefix(m.Name, f) {
			return i
		}
	}
	return len(families)
}

// sizeRank is the number of parameters in billions; negative above 16, where a
// model rarely fits.
func sizeRank(m Installed) float64 {
	n, err := strconv.ParseFloat(strings.TrimRight(m.Parameters, "BbMmKk"), 64)
	if err != nil {
		return 0
	}
	switch {
	case strings.HasSuffix(m.Parameters, "M"):
		n /= 1000
	case strings.HasSuffix(m.Parameters, "K"):
		n /= 1e6
	}
	if n > 16 {
		return -n
	}
	return n
}
