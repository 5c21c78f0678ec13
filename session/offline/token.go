package offline

import (
	"strings"
	"unicode"
)

// part is one piece of a chunk: 5pm is 5 and pm, what's is what and is.
type part struct{ raw, low string }

// contractions gives the full word behind an English ending.
func contraction(head, end string) string {
	switch end {
	case "m":
		return "am"
	case "re":
		return "are"
	case "ve":
		return "have"
	case "ll":
		return "will"
	case "d":
		return "would"
	case "s":
		switch head {
		case "what", "where", "who", "when", "how", "it", "that", "there", "here", "he", "she", "which", "time", "today":
			return "is"
		case "let":
			return "us"
		}
		return "'s"
	}
	return ""
}

func splitChunk(raw string) []part {
	if parts := unmarked(raw); parts != nil {
		return parts
	}
	if i := strings.IndexAny(raw, "'’"); i > 0 {
		head, end := raw[:i], fold(strings.TrimLeft(raw[i:], "'’"))
		low := fold(head)
		if end == "t" && len(low) > 1 && strings.HasSuffix(low, "n") {
			return []part{{raw: head[:len(head)-1], low: negated(low)}, {raw: raw[len(head)-1:], low: "not"}}
		}
		if full := contraction(low, end); full != "" {
			return []part{{raw: head, low: low}, {raw: raw[i:], low: full}}
		}
		return nil
	}
	digits := 0
	for digits < len(raw) && (raw[digits] >= '0' && raw[digits] <= '9' || digits > 0 && raw[digits] == ':') {
		digits++
	}
	rest := strings.TrimLeft(raw[digits:], "-")
	if digits == 0 || rest == "" || raw[digits-1] == ':' {
		return nil
	}
	if unit := unitOf(fold(rest)); unit != "" {
		mid := raw[digits:]
		return []part{{raw: raw[:digits]}, {raw: mid, low: unit}}
	}
	return nil
}

// unmarked splits what is often typed without its apostrophe: whats, dont, im.
func unmarked(raw string) []part {
	low := fold(raw)
	for _, end := range []string{"s", "m", "ve", "re"} {
		head, ok := strings.CutSuffix(low, end)
		if !ok || !oneOf(head+"'"+end, "what's where's who's when's how's that's today's let's i'm i've you've we've they've you're they're") {
			continue
		}
		full := contraction(head, end)
		return []part{{raw: raw[:len(head)], low: head}, {raw: raw[len(head):], low: full}}
	}
	head, ok := strings.CutSuffix(low, "nt")
	if ok && oneOf(head, "do does did is are was were have has had could would should ca wo") {
		return []part{{raw: raw[:len(head)], low: negated(head + "n")}, {raw: raw[len(head):], low: "not"}}
	}
	return nil
}

func negated(low string) string {
	switch low {
	case "can":
		return "can"
	case "won":
		return "will"
	}
	return low[:len(low)-1]
}

// unitOf recognises what may be written right after a number.
func unitOf(s string) string {
	switch strings.ReplaceAll(s, ".", "") {
	case "am":
		return "am"
	case "pm":
		return "pm"
	case "h", "hr", "hrs", "hour", "hours", "m", "min", "mins", "minutes", "d", "days", "w", "st", "nd", "rd", "th",
		"ч", "мин", "м", "й", "ой", "го", "е", "ого", "му", "ого.":
		return strings.ReplaceAll(s, ".", "")
	}
	return ""
}

func kindOf(s string) kind {
	switch {
	case isDigits(s):
		return kindNum
	case isClock(s):
		return kindClock
	case isDate(s):
		return kindDate
	case strings.Contains(s, "://") || strings.HasPrefix(s, "www.") || hasDomain(s):
		return kindURL
	case strings.Contains(s, "*"):
		return kindGlob
	case isPath(s):
		return kindPath
	case isIdent(s):
		return kindIdent
	}
	return kindWord
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func isClock(s string) bool {
	h, m, ok := strings.Cut(s, ":")
	return ok && isDigits(h) && isDigits(m) && len(h) <= 2 && len(m) == 2
}

func isDate(s string) bool {
	if d, _, ok := strings.Cut(s, "T"); ok && isDate(d) {
		return true
	}
	sep := "."
	if strings.Count(s, "-") == 2 {
		sep = "-"
	}
	parts := strings.Split(s, sep)
	if len(parts) != 3 && (sep != "." || len(parts) != 2) {
		return false
	}
	for _, p := range parts {
		if !isDigits(p) || len(p) > 4 {
			return false
		}
	}
	return sep == "-" && len(parts[0]) == 4 || sep == "." && len(parts[1]) == 2
}

func hasDomain(s string) bool {
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || strings.Contains(s, "/") && !strings.Contains(s[:strings.IndexByte(s, '/')], ".") {
		return false
	}
	switch fold(s[i+1:]) {
	case "com", "org", "net", "io", "ru", "cn", "dev", "рф":
		return true
	}
	return false
}

const extensions = " go mod sum md txt log json jsonl yaml yml toml xml html htm css scss js mjs ts jsx tsx py rb rs c h cpp hpp cc java kt swift sh bash zsh fish sql csv tsv ini cfg conf env lock proto tmpl tpl pdf doc docx xls xlsx ppt pptx png jpg jpeg gif svg webp zip gz tar bak tex rst org lua php pl scala dart vue ps1 bat gradle properties ipynb diff patch mp3 mp4 wav db example adoc cs fs ex exs erl hs ml nix tf out "

func knownExt(ext string) bool {
	return ext != "" && !strings.ContainsAny(ext, " ") && strings.Contains(extensions, " "+fold(ext)+" ")
}

// bareNames are files that go by a name without an extension.
const bareNames = " readme license licence makefile dockerfile changelog contributing gemfile rakefile procfile jenkinsfile vagrantfile justfile "

// cutLine takes a line number off the end: main.go:42.
func cutLine(s string) (path string, line int) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 || !isDigits(s[i+1:]) || len(s)-i > 8 {
		return s, 0
	}
	n := 0
	for _, c := range s[i+1:] {
		n = n*10 + int(c-'0')
	}
	return s[:i], n
}

func isPath(s string) bool {
	s, _ = cutLine(s)
	low := fold(s)
	if strings.Contains(bareNames, " "+low+" ") && (s != low || low == "readme" || low == "makefile" || low == "dockerfile") {
		return true
	}
	if i := strings.LastIndexByte(s, '.'); i >= 0 && knownExt(s[i+1:]) && i+1 < len(s) && (i > 0 || len(s) <= 12) {
		return true
	}
	if strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "~/") || s == ".." {
		return true
	}
	if !strings.Contains(s, "/") || s == "/" {
		return s == "/"
	}
	switch low {
	case "and/or", "w/o", "km/h", "n/a", "24/7", "either/or", "he/she", "yes/no":
		return false
	}
	for _, r := range s {
		if r < 128 && unicode.IsLetter(r) || isHan(r) {
			return true
		}
	}
	return false
}

// isIdent recognises the look of names in code.
func isIdent(s string) bool {
	if strings.ContainsAny(strings.Trim(s, "_"), "_$#@") {
		return true
	}
	if i := strings.IndexByte(s, '.'); i > 0 && i < len(s)-1 {
		return true
	}
	lower, digit, inner := false, false, false
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 && lower {
			inner = true
		}
		lower = lower || unicode.IsLower(r)
		digit = digit || unicode.IsDigit(r)
	}
	return inner || digit && len(s) > 1 && s[0] < 128 && unicode.IsLetter(rune(s[0]))
}
