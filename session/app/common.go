package app

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"vise/policy/scan"
)

// common says that honest pages, files and programs hold such a place, too, and
// that it doesn't speak to the assistant by itself: how a program is installed,
// links, tags, characters without a width. It is told, and not quarantined. What
// is hidden in an encoding never is.
func common(f scan.Finding) bool {
	if f.Decoded {
		return false
	}
	switch f.Code {
	case scan.CodeCharacters, scan.CodeSelector, scan.CodeSelectors, scan.CodeBackspace, scan.CodeScript, scan.CodeDocumentTag, scan.CodeRunFromNetwork:
		return true
	case scan.CodeControl8: // a text in another encoding has them
		return true
	case scan.CodeAlways:
		return strings.Contains(f.Text, "should always")
	case scan.CodeSendData:
		return !destined(f.Text) || severalStrings(f.Text) || pinned(f.Text)
	}
	return (f.Kind == scan.Send || f.Kind == scan.Secret) && (severalStrings(f.Text) || pinned(f.Text))
}

// severalStrings says that a text goes over the border of two strings of JSON.
// Words for contents and for writing beside an address say nothing there: most
// JSON has them.
func severalStrings(text string) bool {
	for {
		_, rest, ok := strings.Cut(text, `"`)
		if !ok {
			return false
		}
		text = strings.TrimLeft(rest, " \t\r\n")
		if text != "" && strings.IndexByte(",:]}", text[0]) >= 0 {
			return true
		}
	}
}

// destinations are words before an address that something goes to.
var destinations = [...]string{"to", "at", "into", "onto", "via", "through", "with", "url", "endpoint", "server", "webhook", "post", "curl", "на", "в", "по", "к", "через", "адрес", "адресу", "сервер", "到", "至", "给", "往", "向", "发送"}

// destined says that an address in a text is where something is to go, rather
// than where to read on: a word for that stands among the three before it.
func destined(text string) bool {
	before, _, ok := strings.Cut(text, "://")
	if !ok {
		return true // another kind of address
	}
	before = strings.TrimRightFunc(before, unicode.IsLetter) // the scheme
	if strings.HasSuffix(before, "](") {
		return false // a link of Markdown
	}
	words := strings.FieldsFunc(strings.ToLower(before), func(r rune) bool { return !unicode.IsLetter(r) })
	for _, w := range words[max(0, len(words)-3):] {
		if slices.Contains(destinations[:], w) || strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			return true
		}
	}
	return false
}

// versioned finds what reads like an address of mail and is a version.
var versioned = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`@v?\d+(\.\d+)*\b`) })

// pinned says that all that a text has of an address is a name with a version,
// as packages are named.
func pinned(text string) bool {
	return strings.Contains(text, "@") && !strings.Contains(text, "://") && !strings.Contains(versioned().ReplaceAllString(text, ""), "@")
}
