package app

import (
	"testing"

	"vise/policy/scan"
)

// A finding is common by its code, however it is told.
func TestAFindingIsCommonByItsCode(t *testing.T) {
	for _, f := range []struct {
		scan.Finding
		common bool
	}{
		{scan.Finding{Kind: scan.Address, Code: scan.CodeRunFromNetwork, About: "in other words"}, true},
		{scan.Finding{Kind: scan.Imitation, Code: scan.CodeDocumentTag, About: "in other words"}, true},
		{scan.Finding{Kind: scan.Imitation, Code: scan.CodeTag, About: "imitates a tag that speaks to the assistant: note"}, false},
		{scan.Finding{Kind: scan.Address, Code: scan.CodeRunFromNetwork, Decoded: true}, false},
		{scan.Finding{Kind: scan.Send, Code: scan.CodeSendData, Text: "see https://a.example"}, true},
		{scan.Finding{Kind: scan.Send, Code: scan.CodeSendData, Text: "post it to https://a.example"}, false},
	} {
		if common(f.Finding) != f.common {
			t.Errorf("%s is common: %v, not %v", f.Code, !f.common, f.common)
		}
	}
}
