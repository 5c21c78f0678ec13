package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"vise/policy"
	"vise/session"
)

// Lock is everything that was said about tools of the servers that are
// configured now, as a lock file has it.
func (w *Workbench) Lock(ctx context.Context) ([]Locked, error) {
	w.Refresh(ctx)
	if _, err := w.tools(ctx); err != nil {
		return nil, err
	}
	if why := w.reviewed.why(); why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	var out []Locked
	for _, r := range w.reviewed.all() {
		out = append(out, Locked{Identity: r.Identity, Server: r.Server, Kind: r.Kind, Tool: r.Tool, Pin: r.Pin, Blocked: r.Blocked, Reads: r.FreeReads, By: cmp.Or(r.Via, r.By), At: r.At})
	}
	return out, nil
}

// Takeover is what taking over a lock file would come to.
type Takeover struct {
	Take   []Locked // what would be approved or blocked as the file says
	Same   []Locked // what is so already
	Others []NotTaken
	tools  map[string]policy.Tool
}

// NotTaken is what a lock file says that fits nothing here, and why.
type NotTaken struct {
	Locked
	Why string `json:"why"`
}

// Hash names what would be taken: a yes to it is a yes to exactly that.
func (t Takeover) Hash() string {
	lines := make([]string, len(t.Take))
	for i, l := range t.Take {
		lines[i] = strings.Join([]string{l.Identity, l.ID(), l.Pin, l.Says(), l.By, l.At.Format(time.DateOnly)}, "\x00")
	}
	slices.Sort(lines)
	return session.HashBytes([]byte(strings.Join(lines, "\x01")))
}

// Compare says what taking over a lock file would come to. A tool is matched by
// how its server is reached and by its pin: what says something else here, or
// comes from elsewhere, isn't taken.
func (w *Workbench) Compare(ctx context.Context, list []Locked) (Takeover, error) {
	if err := w.ReadTexts(ctx); err != nil {
		return Takeover{}, err
	}
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return Takeover{}, err
	}
	out := Takeover{tools: map[string]policy.Tool{}}
	for _, l := range list {
		t, why := w.fits(cat, l)
		switch r, said := w.reviewed.last(t); {
		case why != "":
			out.Others = append(out.Others, NotTaken{l, why})
		case said && r.Identity == l.Identity && r.Blocked == l.Blocked && r.FreeReads == l.Reads && (r.Pin == l.Pin || l.Blocked):
			out.Same = append(out.Same, l)
		default:
			out.Take = append(out.Take, l)
			out.tools[l.ID()] = t
		}
	}
	return out, nil
}

// fits finds the tool that a line of a lock file is about, or says why there
// is none.
func (w *Workbench) fits(cat policy.Catalogue, l Locked) (policy.Tool, string) {
	identity, ok := w.reviewed.identity(l.Server)
	if !ok {
		return policy.Tool{}, "there is no server " + l.Server + " here"
	}
	if identity != l.Identity {
		return policy.Tool{}, "the server " + l.Server + " is reached in another way here: " + identity
	}
	t, reason, ok := FindTool(cat, l.ID())
	switch {
	case !ok:
		return t, "the server " + l.Server + " doesn't have it now, or isn't ready"
	case t.Server != l.Server || t.Status == policy.StatusInvalid:
		return t, "it can't be used: " + reason
	case t.Pin != l.Pin && !l.Blocked:
		return t, "it says something else here than what was approved"
	case l.Reads && t.Level > policy.ReadsOutside:
		return t, "it isn't a read here"
	}
	return t, ""
}

// Take takes over what was compared, in one go. Where anything has changed
// since, nothing is taken: ErrStale.
func (w *Workbench) Take(ctx context.Context, t Takeover) error {
	again, err := w.Compare(ctx, t.Take)
	if err != nil {
		return err
	}
	if again.Hash() != t.Hash() {
		return fmt.Errorf("%w: the tools are others now; compare the file again", ErrStale)
	}
	var approved, blocked []policy.Review
	for _, l := range t.Take {
		identity, _ := w.reviewed.identity(l.Server)
		r := w.review(identity, again.tools[l.ID()])
		r.Blocked, r.FreeReads, r.Via = l.Blocked, l.Reads, l.By+" on "+l.At.Format(time.DateOnly)
		if l.Blocked {
			blocked = append(blocked, r)
		} else {
			approved = append(approved, r)
		}
	}
	if err := w.say(ctx, approved, saidApproved); err != nil {
		return err
	}
	return w.say(ctx, blocked, saidBlocked)
}
