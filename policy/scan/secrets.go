package scan

// secrets finds paths of secrets. That something is done with them is found by
// the patterns; a mere mention is worth a look.
func (p *page) secrets(s *sink) {
	sev := Low
	code, about := CodeSecretPlace, "a place where secrets are kept"
	if p.key {
		code, sev, about = CodeSecretParameter, High, "a parameter named after a place where secrets are kept"
	}
	for _, pl := range p.found {
		if pl.class == atPath {
			p.addNorm(s, code, sev, pl.start, pl.end, about)
		}
	}
}
