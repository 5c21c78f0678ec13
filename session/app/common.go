package app

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"vise/policy/scan"
)

// Words of findings that say less of a result than of a tool's description.
const (
	elsewhere  = "asks to send data elsewhere"
	installs   = "asks to run a program from the network"
	eightBit   = "an 8-bit control character" // a text in another encoding has them
	backspace  = "a backspace, which writes over what stands before it"
	runs       = "an address that runs a script"
	tagged     = "imitates a tag that speaks to the assistant: "
	mustAlways = "tells the assistant what it must always do"
)

// plainTags are tags that documents and data have, too.
var plainTags = [...]string{"note", "warning", "user", "secret", "hidden", "critical", "context", "rules", "admin", "human", "developer"}

// common says that honest pages, files and programs hold such a place, too, and
// that it doesn't speak to the assistant by itself: how a program is installed,
// links, tags, characters without a width. It is told, and not quarantined.
func common(f scan.Finding) bool {
	switch f.Kind {
	case scan.Send, scan.Secret:
		return severalStrings(f.Text) || f.About == elsewhere && !destined(f.Text) || pinned(f.Text)
	case scan.Invisible:
		return !strings.Contains(f.About, "decoded: ")
	case scan.Escape:
		return f.About == backspace || strings.HasPrefix(f.About, eightBit)
	case scan.URL:
		return f.About == runs
	case scan.Imitation:
		name, ok := strings.CutPrefix(f.About, tagged)
		return ok && slices.Contains(plainTags[:], name)
	case scan.Address:
		return f.About == installs || f.About == mustAlways && strings.Contains(f.Text, "should always")
	}
	return false
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
