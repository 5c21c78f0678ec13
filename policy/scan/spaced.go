package scan

// minSpaced is how many letters in a row, each alone, are taken for a word
// that was pulled apart.
const minSpaced = 5

// joinSpaced puts "i g n o r e" together again: letters that stand alone with
// one character between them. Wider gaps end a word; where there are none, the
// run is cut into words that the vocabulary knows.
func (p *page) joinSpaced(v *vocabulary) {
	var out []token // nil until something was joined
	for i := 0; i < len(p.tokens); {
		n := p.singles(i)
		var joined []token
		if n >= minSpaced {
			joined = p.rejoin(v, p.tokens[i:i+n])
		}
		n = max(n, 1)
		switch {
		case joined != nil && out == nil:
			out = append(append(make([]token, 0, len(p.tokens)), p.tokens[:i]...), joined...)
		case joined != nil:
			out = append(out, joined...)
		case out != nil:
			out = append(out, p.tokens[i:i+n]...)
		}
		i += n
	}
	if out != nil {
		p.tokens = out
	}
}

// singles is how many single letters stand in a row at i.
func (p *page) singles(i int) int {
	n := 0
	for i+n < len(p.tokens) && p.tokens[i+n].single {
		if n > 0 && p.tokens[i+n].start-p.tokens[i+n-1].end > 4 {
			break
		}
		n++
	}
	return n
}

// rejoin gives the words in a run of letters; nil where none is known.
func (p *page) rejoin(v *vocabulary, run []token) []token {
	known := false
	var out []token
	for from := 0; from < len(run); {
		to := from + 1
		for to < len(run) && run[to].start-run[to-1].end <= 1 {
			to++
		}
		out = p.cutRun(v, run[from:to], out, &known)
		from = to
	}
	if !known {
		return nil
	}
	return out
}

// cutRun adds the words of one run of letters, the longest known one first.
func (p *page) cutRun(v *vocabulary, run []token, out []token, known *bool) []token {
	for i := 0; i < len(run); {
		var word []byte
		best, found := 1, entry{}
		for j := i; j < len(run) && j < i+16; j++ {
			word = append(word, p.norm[run[j].start:run[j].end]...)
			if j == i+2 && !v.heads[string(word)] {
				break
			}
			if e, ok := v.lookup(word); ok && j > i+1 {
				best, found = j-i+1, e
			}
		}
		*known = *known || best > 1
		out = append(out, token{start: run[i].start, end: run[i+best-1].end, entry: found, sentence: run[i].sentence, cost: 2})
		i += best
	}
	return out
}
