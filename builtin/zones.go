package builtin

import (
	_ "embed"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // for machines without a time-zone database; 450 KB of the binary, no memory until used
)

//go:embed zones.txt
var zonesText string

// zoneAliases are words people use that aren't zone names; in lower case.
var zoneAliases = map[string]string{
	"beijing": "Asia/Shanghai", "shenzhen": "Asia/Shanghai", "china": "Asia/Shanghai",
	"msk": "Europe/Moscow", "st petersburg": "Europe/Moscow", "saint petersburg": "Europe/Moscow",
	"pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "san francisco": "America/Los_Angeles",
	"edt": "America/New_York", "washington": "America/New_York", "boston": "America/New_York",
	"cst": "America/Chicago", "bst": "Europe/London", "jst": "Asia/Tokyo", "ist": "Asia/Kolkata",
	"mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata", "bangalore": "Asia/Kolkata", "z": "UTC",
}

// loadZone finds a zone by its IANA name, whatever its case. An error names
// what is near.
func loadZone(name string) (*time.Location, error) {
	zones := strings.Fields(zonesText)
	for _, z := range zones {
		if strings.EqualFold(z, name) {
			return time.LoadLocation(z)
		}
	}
	// Names that the list leaves out (links such as US/Pacific) load as they
	// are; LoadLocation itself refuses paths that leave the database.
	if name != "" && !strings.EqualFold(name, "local") {
		if zone, err := time.LoadLocation(name); err == nil {
			return zone, nil
		}
	}
	near := nearZones(name, zones)
	hint := "use an IANA name such as Europe/Moscow, Asia/Shanghai or UTC"
	if len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return nil, &failure{Code: "unknown_timezone", Message: fmt.Sprintf("there is no time zone %q", name), Hint: hint}
}

func nearZones(name string, zones []string) []string {
	word := fold(strings.TrimSpace(name))
	if z, ok := zoneAliases[word]; ok {
		return []string{z}
	}
	word = strings.ReplaceAll(word, " ", "_")
	cities := make([]string, len(zones))
	full := map[string]string{}
	for i, z := range zones {
		cities[i] = z[strings.LastIndexByte(z, '/')+1:]
		full[cities[i]] = z
	}
	var near []string
	for _, city := range nearest(word[strings.LastIndexByte(word, '/')+1:], cities, 3) {
		near = append(near, full[city])
	}
	return near
}
