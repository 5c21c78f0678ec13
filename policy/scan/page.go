package scan

// page is one text as it is looked at: as it was written, and in a normal form
// that undoes disguises, with the way back to the offsets.
type page struct {
	leaf
	server string // whose text it is
	self   string // the tool's own name
	others *names

	ascii    bool
	controls bool
	rtl      bool // it has letters that are read from right to left
	norm     []byte
	at       []int32 // where each byte of norm, and its end, was written; nil: the same place
	swaps    []swap
	found    []place
	tokens   []token
	ends     map[string]bool // tags that have an end

	within     *page // of a decoded text: the page it was found in
	from, upto int   // of a decoded text: where the encoded one stands in it
	depth      int   // how often the text was decoded
}

func newPage(l leaf, server, self string, others *names) *page {
	p := &page{leaf: l, server: server, self: self, others: others}
	p.ascii = true
	for i := range len(l.text) {
		b := l.text[i]
		p.ascii = p.ascii && b < 0x80
		p.controls = p.controls || b < ' ' && b != '\t' && b != '\n' && b != '\r' || b == 0x7F
	}
	return p
}

// maxNested is how often encoded text is decoded again.
const maxNested = 3

// scan looks at everything.
func (p *page) scan(s *sink) {
	if p.text == "" {
		return
	}
	p.normalise(s)
	p.chars(s)
	p.blanks(s)
	p.markup(s)
	p.shellLines(s)
	p.tokenise()
	p.places()
	p.match(s)
	p.speaks(s)
	p.secrets(s)
	p.mentions(s)
	p.urls(s)
	p.encoded(s)
}

// add records a finding at a place of the text as it was written.
func (p *page) add(s *sink, code Code, sev Severity, start, end int, about string) {
	f := Finding{Kind: code.Kind(), Code: code, Severity: sev, Start: start, End: end, About: about}
	for ; p.within != nil; p = p.within {
		f.Decoded, f.Start, f.End = true, p.from, p.upto
		f.About += ", in what is decoded there: " + cut(p.text)
	}
	f.Where, f.Key = p.where, p.key
	s.add(f, p.text)
}

// addNorm records a finding at a place of the normal form.
func (p *page) addNorm(s *sink, code Code, sev Severity, start, end int, about string) {
	p.add(s, code, sev, p.origin(start), p.originEnd(end), about)
}

func (p *page) origin(i int) int {
	if p.at == nil {
		return i
	}
	return int(p.at[i])
}

// originEnd is where the character before i ends as it was written.
func (p *page) originEnd(i int) int {
	if p.at == nil || i == 0 {
		return i
	}
	start := int(p.at[i-1])
	end := int(p.at[i])
	// What is dropped after the character isn't part of it.
	_, n := decodeAt(p.text, start)
	return min(start+n, max(end, start+n))
}

// nested looks at a text that was decoded from what stands between start and
// end; what is found in it is found there.
func (p *page) nested(s *sink, start, end int, plain string) {
	if p.depth == maxNested {
		return
	}
	in := newPage(leaf{where: p.where, text: plain}, p.server, p.self, p.others)
	in.within, in.from, in.upto, in.depth = p, start, end, p.depth+1
	in.scan(s)
}
