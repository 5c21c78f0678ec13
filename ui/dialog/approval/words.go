package approval

import (
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/ui/theme"
)

// maxParts is how many parts of one argument are told of.
const maxParts = 30

// origins say where an argument came from; of a list or an object also where
// each part did, unless all are from the same.
func origins(o policy.Origin, sources []session.Source) []string {
	whole := provenance(o, sources)
	out := []string{whole}
	same := true
	for i, p := range o.Parts {
		words := provenance(p, sources)
		same = same && words == provenance(o.Parts[0], sources)
		if i < maxParts {
			out = append(out, theme.InertWords(p.Path)+": "+words)
		}
	}
	if same {
		return out[:1]
	}
	if more := len(o.Parts) - maxParts; more > 0 {
		out = append(out, fmt.Sprintf("and %d parts more", more))
	}
	return out
}

// provenance says in words where an argument's value came from.
func provenance(o policy.Origin, sources []session.Source) string {
	switch o.Source {
	case policy.FromUser:
		if o.Quote == "" {
			return "yours: you edited it"
		}
		return "your words " + quote(o.Quote)
	case policy.FromUserDerived:
		if o.Quote == "" {
			return "worked out by the model from your words: check it"
		}
		return "worked out by the model from your " + quote(o.Quote) + ": check it"
	case policy.FromEvidence:
		return "from " + evidence(o.Evidence, sources)
	case policy.FromEvidenceDerived:
		return "the model's, partly from " + evidence(o.Evidence, sources)
	case policy.FromModel:
		return "the model's own"
	case policy.FromVise:
		return "vise filled it in"
	}
	return "where it came from isn't known: check it"
}

// quote puts someone's words between quotes, on one line.
func quote(s string) string {
	return `"` + strings.ReplaceAll(theme.InertWords(s), `"`, `\"`) + `"`
}

// evidence names at most three sources.
func evidence(ids []string, sources []session.Source) string {
	if len(ids) == 0 {
		return "a tool's result"
	}
	var names []string
	for _, id := range ids[:min(3, len(ids))] {
		i := slices.IndexFunc(sources, func(s session.Source) bool { return s.Evidence == id })
		name := ""
		if i >= 0 {
			name = sources[i].Name
			if name == "" {
				name = sources[i].URI
			}
		}
		if name == "" {
			names = append(names, theme.InertWords(id))
			continue
		}
		names = append(names, fmt.Sprintf("%s (%s)", theme.InertWords(name), theme.InertWords(id)))
	}
	out := strings.Join(names, ", ")
	if more := len(ids) - 3; more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}

// kind says what sort of tool it is: "built-in · writes".
func kind(a session.Approval) string {
	where := "built-in"
	if a.Tool.Server != policy.BuiltinServer {
		where = "server " + theme.InertWords(a.Tool.Server)
	}
	return where + " · " + level(a).Words()
}

// level is the decision's, which may have been raised, else the tool's.
func level(a session.Approval) policy.Level {
	if a.Decision.Level != 0 {
		return a.Decision.Level
	}
	return a.Tool.Level
}
