package composer

// maxPast is how many requests are remembered.
const maxPast = 500

// history is what was sent, oldest first, and where in it the person looks.
type history struct {
	texts []string
	at    int    // -1: at the draft
	draft string // what was being written when the person began to look
}

// Remember adds a request; the same twice running is one.
func (c *Composer) Remember(s string) {
	h := &c.past
	if n := len(h.texts); s == "" || n > 0 && h.texts[n-1] == s {
		h.at = -1
		return
	}
	h.texts = append(h.texts, s)
	if len(h.texts) > maxPast {
		h.texts = h.texts[1:]
	}
	h.at = -1
}

// Earlier brings the request before; false when there is none.
func (c *Composer) Earlier() bool {
	h := &c.past
	switch {
	case h.at < 0 && len(h.texts) == 0, h.at == 0:
		return false
	case h.at < 0:
		h.draft, h.at = c.Value(), len(h.texts)-1
	default:
		h.at--
	}
	c.show(h.texts[h.at])
	return true
}

// Later brings the request after, and at last the draft; false at the draft.
func (c *Composer) Later() bool {
	h := &c.past
	if h.at < 0 {
		return false
	}
	h.at++
	if h.at == len(h.texts) {
		c.show(h.draft)
		h.at = -1
		return true
	}
	c.show(h.texts[h.at])
	return true
}

// show replaces the text without leaving the history.
func (c *Composer) show(s string) {
	at := c.past.at
	c.SetValue(s)
	c.past.at = at
}
