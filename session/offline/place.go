package offline

import (
	"strings"
	"time"
	"unicode"
)

// maxName is how many tokens the longest name of a place has: 布宜诺斯艾利斯.
const maxName = 7

// places finds time zones by the names of cities and countries in three
// languages, and by their own IANA names.
type places struct{ zones map[string]string }

func newPlaces() *places {
	p := &places{zones: make(map[string]string, 1400)}
	for line := range strings.Lines(placeTable) {
		zone, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		for name := range strings.SplitSeq(names, ", ") {
			p.add(fold(strings.TrimSpace(name)), zone)
		}
	}
	return p
}

func (p *places) add(name, zone string) {
	if _, taken := p.zones[name]; !taken {
		p.zones[name] = zone
	}
	r := []rune(name)
	last := r[len(r)-1]
	if !unicode.Is(unicode.Cyrillic, last) {
		return
	}
	stem := string(r[:len(r)-1])
	var ends []string
	switch last {
	case 'а':
		ends = []string{"е", "ы", "у", "и"}
	case 'я':
		ends = []string{"и", "е", "ю"}
	case 'ь':
		ends = []string{"и", "е", "я"}
	case 'й':
		ends = []string{"е", "я", "ю"}
	case 'ы':
		ends = []string{"ах", "ам"}
	case 'о', 'и', 'у', 'е', 'э':
	default:
		stem, ends = name, []string{"е", "а", "у", "ское", "скому"}
	}
	for _, e := range ends {
		if _, taken := p.zones[stem+e]; !taken {
			p.zones[stem+e] = zone
		}
	}
}

// zone reads a place at i, the longest name that fits: its zone and how many
// tokens it takes.
func (p *places) zone(toks []token, i int) (zone string, n int) {
	for k := min(maxName, len(toks)-i); k > 0; k-- {
		if z := p.named(toks[i : i+k]); z != "" {
			return z, k
		}
	}
	return "", 0
}

func (p *places) named(toks []token) string {
	var b strings.Builder
	for k, t := range toks {
		if k > 0 && !isHan([]rune(t.low)[0]) && t.kind != kindClock {
			b.WriteByte(' ')
		}
		low := t.low
		if t.kind == kindQuote {
			low = fold(t.raw)
		}
		b.WriteString(low)
	}
	name := b.String()
	if z := p.zones[name]; z != "" {
		return z
	}
	if len(toks) == 1 && strings.Contains(name, "/") || name == "utc" || name == "gmt" {
		return iana(toks[0].raw)
	}
	if head := strings.TrimSuffix(name, "市"); head != name {
		return p.zones[head]
	}
	return ""
}

// iana gives the zone's name as the database spells it, empty for none.
func iana(raw string) string {
	if strings.EqualFold(raw, "utc") || strings.EqualFold(raw, "gmt") {
		return "UTC"
	}
	parts := strings.Split(strings.ToLower(raw), "/")
	for i, part := range parts {
		words := strings.Split(part, "_")
		for k, w := range words {
			if w != "" {
				words[k] = strings.ToUpper(w[:1]) + w[1:]
			}
		}
		parts[i] = strings.Join(words, "_")
	}
	for _, name := range []string{raw, strings.Join(parts, "/")} {
		if _, err := time.LoadLocation(name); err == nil && len(parts) > 1 {
			return name
		}
	}
	return ""
}
