package policy

import "fmt"

// checkPatterns refuses what names no tool.
func checkPatterns(where string, patterns []string) error {
	for i, p := range patterns {
		if err := checkPattern(p); err != nil {
			return fmt.Errorf("%s[%d]: %w", where, i, err)
		}
	}
	return nil
}

// Quarantines reports whether what speaks to the assistant in this tool's
// results is kept from the model until the person has read it: unless the
// configuration says otherwise, and always where the machine-wide file insists.
func (p *Policy) Quarantines(t Tool) bool {
	return !anyCovers(p.loose, t) || anyCovers(p.insisted, t)
}

func anyCovers(patterns []string, t Tool) bool {
	for _, p := range patterns {
		if (rule{Rule: Rule{Tool: p}}).covers(t) {
			return true
		}
	}
	return false
}
