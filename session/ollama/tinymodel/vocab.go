package tinymodel

import "fmt"

// kinds of tokens, as llama.cpp numbers them.
const (
	kindUnknown = 2
	kindControl = 3
	kindUser    = 4
	kindByte    = 6
)

const (
	tokenUnknown = 0
	tokenBOS     = 1
	tokenEOS     = 2
)

// vocab is all tokens, and the successor of each that has one.
type vocab struct {
	texts []string
	kinds []int32
	next  map[int]int
	index map[string]int
}

func newVocab(chains []Chain) (*vocab, error) {
	v := &vocab{next: map[int]int{}, index: map[string]int{}}
	fixed := []struct {
		text string
		kind int32
	}{{"<unk>", kindUnknown}, {"<s>", kindControl}, {"</s>", kindControl}}
	for b := range 256 {
		fixed = append(fixed, struct {
			text string
			kind int32
		}{fmt.Sprintf("<0x%02X>", b), kindByte})
	}
	for _, f := range fixed {
		if _, err := v.add(f.text, f.kind); err != nil {
			return nil, err
		}
	}
	for _, c := range chains {
		if err := v.addChain(c); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (v *vocab) addChain(c Chain) error {
	prev, err := v.add(c.Start, kindControl)
	if err != nil {
		return err
	}
	if len(c.Pieces) == 0 {
		return fmt.Errorf("the chain %s has no pieces", c.Start)
	}
	for _, p := range c.Pieces {
		cur, err := v.add(p, kindUser)
		if err != nil {
			return err
		}
		v.next[prev], prev = cur, cur
	}
	v.next[prev] = tokenEOS
	if c.Loop {
		v.next[prev] = v.index[c.Pieces[0]]
	}
	return nil
}

func (v *vocab) add(text string, kind int32) (int, error) {
	if _, twice := v.index[text]; twice {
		return 0, fmt.Errorf("the piece %q is there twice: a token has one successor", text)
	}
	at := len(v.texts)
	v.index[text] = at
	v.texts, v.kinds = append(v.texts, text), append(v.kinds, kind)
	return at, nil
}

// successor is the token that follows; everything outside a chain ends it.
func (v *vocab) successor(token int) int {
	if n, ok := v.next[token]; ok {
		return n
	}
	return tokenEOS
}
