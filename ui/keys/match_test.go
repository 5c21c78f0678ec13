package keys

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

func text(s string) tea.KeyPressMsg {
	return tea.KeyPressMsg{Text: s, Code: []rune(s)[0]}
}

func TestMatch(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   Context
		msg  tea.KeyPressMsg
		want string
	}{
		{"letter", Approval, text("a"), ApprovalAllow},
		{"capital", Approval, tea.KeyPressMsg{Text: "D", Code: 'd', Mod: tea.ModShift}, ApprovalDenyStop},
		{"capital without a modifier", Approval, text("D"), ApprovalDenyStop},
		{"caps lock is no capital", Approval, tea.KeyPressMsg{Text: "D", Code: 'd', Mod: tea.ModCapsLock}, ApprovalDeny},
		{"caps lock and shift is one", Approval, tea.KeyPressMsg{Text: "d", Code: 'd', Mod: tea.ModCapsLock | tea.ModShift}, ApprovalDenyStop},
		{"Cyrillic a", Approval, text("ф"), ApprovalAllow},
		{"Cyrillic d", Approval, text("в"), ApprovalDeny},
		{"Cyrillic D", Approval, text("В"), ApprovalDenyStop},
		{"Cyrillic s", Approval, text("ы"), ApprovalAllowTool},
		{"Ukrainian s", Approval, text("і"), ApprovalAllowTool},
		{"Cyrillic with the place reported", Approval, tea.KeyPressMsg{Text: "ф", Code: 'ф', BaseCode: 'a'}, ApprovalAllow},
		{"Greek with the place reported", Approval, tea.KeyPressMsg{Text: "α", Code: 'α', BaseCode: 'a'}, ApprovalAllow},
		{"Greek without", Approval, text("α"), ""},
		{"AZERTY: the letter counts", Approval, tea.KeyPressMsg{Text: "a", Code: 'a', BaseCode: 'q'}, ApprovalAllow},
		{"AZERTY: not the place", Approval, tea.KeyPressMsg{Text: "q", Code: 'q', BaseCode: 'a'}, ""},
		{"accented Latin is itself", Approval, tea.KeyPressMsg{Text: "ä", Code: 'ä', BaseCode: 'a'}, ""},
		{"Chinese", Approval, text("啊"), ""},
		{"several characters", Approval, tea.KeyPressMsg{Text: "aa", Code: tea.KeyExtended}, ""},
		{"enter", Approval, tea.KeyPressMsg{Code: tea.KeyEnter}, ApprovalTake},
		{"keypad enter", Approval, tea.KeyPressMsg{Code: tea.KeyKpEnter}, ApprovalTake},
		{"no global keys in a dialog", Approval, tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl}, ""},
		{"but ctrl+c", Approval, tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}, Cancel},
		{"alt+a is another key", Approval, tea.KeyPressMsg{Code: 'a', Mod: tea.ModAlt}, ""},

		{"ctrl+letter", ComposerText, tea.KeyPressMsg{Code: 'p', Mod: tea.ModCtrl}, OpenPalette},
		{"ctrl+letter, Cyrillic by place", ComposerText, tea.KeyPressMsg{Code: 'з', BaseCode: 'p', Mod: tea.ModCtrl}, OpenPalette},
		{"ctrl+letter, Cyrillic by letter", ComposerText, tea.KeyPressMsg{Code: 'з', Mod: tea.ModCtrl}, OpenPalette},
		{"ctrl+letter, AZERTY", ComposerText, tea.KeyPressMsg{Code: 'a', BaseCode: 'q', Mod: tea.ModCtrl}, LineStart},
		{"text is text", ComposerText, text("?"), ""},
		{"text is text, space", ComposerText, tea.KeyPressMsg{Text: " ", Code: tea.KeySpace}, ""},
		{"help on an empty line", ComposerEmpty, text("?"), OpenHelp},
		{"full-width ?", ComposerEmpty, text("？"), OpenHelp},
		{"full-width /", ComposerEmpty, text("／"), Commands},
		{"full-width @", ComposerEmpty, text("＠"), Files},
		{"ctrl+d with text", ComposerText, tea.KeyPressMsg{Code: 'd', Mod: tea.ModCtrl}, DeleteRight},
		{"ctrl+d without", ComposerEmpty, tea.KeyPressMsg{Code: 'd', Mod: tea.ModCtrl}, Quit},
		{"home with text", ComposerText, tea.KeyPressMsg{Code: tea.KeyHome}, LineStart},
		{"home without", ComposerEmpty, tea.KeyPressMsg{Code: tea.KeyHome}, First},
		{"space in replay", Replay, tea.KeyPressMsg{Text: " ", Code: tea.KeySpace}, ReplayPlay},
		{"Cyrillic n in replay", Replay, text("т"), ReplayNext},
		{"no letters in a form", Form, text("a"), ""},
		{"an unknown context has ctrl+c", "nowhere", tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}, Cancel},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := Default().Match(tc.in, tc.msg)
			if got != tc.want || ok != (tc.want != "") {
				t.Errorf("got %q, %v; want %q", got, ok, tc.want)
			}
		})
	}
}

func TestSplit(t *testing.T) {
	if got := Split(tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt}); len(got) != 2 || got[1].String() != "esc" {
		t.Errorf("alt+esc: %v", got)
	}
	if got := Split(text("x")); len(got) != 1 {
		t.Errorf("x: %v", got)
	}
}

func TestCyrillicCoversEveryLetterBound(t *testing.T) {
	have := map[rune]bool{}
	for _, l := range cyrillic {
		have[l] = true
	}
	for l := 'a'; l <= 'z'; l++ {
		if !have[l] {
			t.Errorf("no Cyrillic letter stands for %c", l)
		}
	}
}
