package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vise/policy"
	"vise/session"
	"vise/store"
)

// ErrStale means that what was shown isn't what there is now.
var ErrStale = errors.New("it isn't what was shown any more")

// ApproveTools approves each tool, or what is no tool but reviewed like one, by
// the pin that it has in tools; a read with FreeReads may read without asking
// from now on, one without asks. Where one
// of them has changed or gone since it was shown it fails, and none is
// approved.
func (w *Workbench) ApproveTools(ctx context.Context, tools []policy.Tool) error {
	list, err := w.reviewsOf(ctx, tools)
	if err != nil {
		return err
	}
	return w.say(ctx, list, saidApproved)
}

// BlockTool refuses a tool, whatever it says from now on, until it is approved.
func (w *Workbench) BlockTool(ctx context.Context, tool policy.Tool) error {
	if tool.Server == policy.BuiltinServer {
		return fmt.Errorf("%s is vise's own: switch it off instead", tool.ID())
	}
	identity, ok := w.reviewed.identity(tool.Server)
	if !ok {
		return fmt.Errorf("there is no server %q", tool.Server)
	}
	r := w.review(identity, tool)
	r.Blocked = true
	return w.say(ctx, []policy.Review{r}, saidBlocked)
}

// reviewsOf makes the reviews of tools that are as they were shown.
func (w *Workbench) reviewsOf(ctx context.Context, tools []policy.Tool) ([]policy.Review, error) {
	if slices.ContainsFunc(tools, func(t policy.Tool) bool { return t.Kind != "" }) {
		if err := w.ReadTexts(ctx); err != nil {
			return nil, err
		}
	}
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	var list []policy.Review
	for _, t := range tools {
		if t.Server == policy.BuiltinServer {
			return nil, fmt.Errorf("%s is vise's own and needs no approval", t.ID())
		}
		now, reason, ok := FindTool(cat, t.ID())
		identity, known := w.reviewed.identity(t.Server)
		switch {
		case !ok || !known:
			return nil, fmt.Errorf("%w: the server %s doesn't have %s now", ErrStale, t.Server, t.ID())
		case now.Status == policy.StatusInvalid || now.Pin == "":
			return nil, fmt.Errorf("%s can't be approved: %s", t.ID(), reason)
		case now.Pin != t.Pin:
			return nil, fmt.Errorf("%w: %s has changed, its pin is %s now; read it again", ErrStale, t.ID(), now.Pin)
		}
		r := w.review(identity, now)
		r.FreeReads = t.FreeReads && now.Kind == "" && now.Level <= policy.ReadsOutside
		list = append(list, r)
	}
	return list, nil
}

// review is the person's word on a tool. The text is kept to be compared with
// later, without secrets that it may have picked up.
func (w *Workbench) review(identity string, t policy.Tool) policy.Review {
	kept, _ := session.RedactJSON(t.Definition, w.redact)
	return policy.Review{Identity: identity, Server: t.Server, Kind: t.Kind, Tool: t.Name, Pin: t.Pin, Definition: kept, Aside: t.Aside, By: w.cfg.User, At: w.parts.Clock.Now()}
}

// What a person says of tools, as events have it.
const (
	saidApproved = "approved"
	saidBlocked  = "blocked"
)

func serversOf(list []policy.Review) (names []string) {
	for _, r := range list {
		if !slices.Contains(names, r.Server) {
			names = append(names, r.Server)
		}
	}
	return names
}

// say keeps what the person said, each with its event, and with an approval
// how the servers are started.
func (w *Workbench) say(ctx context.Context, list []policy.Review, what string) error {
	if len(list) == 0 {
		return nil
	}
	var starts []store.Start
	if what == saidApproved {
		starts = w.startsOf(serversOf(list))
	}
	err := w.db.PutReviews(ctx, list, func(r, before policy.Review) store.Build {
		return w.event(session.PinChanged{Tool: r.ID(), From: before.Pin, To: r.Pin, What: what})
	}, starts...)
	if err != nil {
		return err
	}
	w.reviewed.load(ctx)
	w.wake()
	return nil
}

// event makes an event of the workspace chain that says what the person did.
func (w *Workbench) event(p session.Payload) store.Build {
	return func(seq int, hash string) (session.Record, error) {
		return session.Codec{}.Encode(session.Event{Run: session.Workspace, Seq: seq + 1, Time: w.parts.Clock.Now(), Actor: session.ActorUser, Payload: p, PrevHash: hash})
	}
}

// LastReview is what was last said about the tool, also where its server was
// reached in another way then.
func (w *Workbench) LastReview(t policy.Tool) (policy.Review, bool) { return w.reviewed.last(t) }

// Approved is the definition that was approved before the one that there is
// now.
func (w *Workbench) Approved(t policy.Tool) (json.RawMessage, bool) {
	r, ok := w.reviewed.last(t)
	return r.Definition, ok && len(r.Definition) > 0
}

// SetOff switches a tool off or on for the model. It is remembered.
func (w *Workbench) SetOff(ctx context.Context, tool string, off bool) error {
	cat, err := w.Catalogue(ctx)
	if err != nil {
		return err
	}
	if t, _, ok := FindTool(cat, tool); ok {
		tool = t.ID()
	} else if !slices.Contains(w.reviewed.offTools(), tool) { // of a server that isn't there it can still be switched on
		return notThere("there is no tool %q: see vise tools", tool)
	}
	what := "enabled"
	if off {
		what = "disabled"
	}
	if err := w.db.SetOff(ctx, tool, off, w.event(session.PinChanged{Tool: tool, What: what})); err != nil {
		return err
	}
	host, err := w.tools(ctx)
	if err != nil {
		return err
	}
	w.reviewed.load(ctx)
	w.connecting.Lock()
	w.applyOff(host)
	w.connecting.Unlock()
	w.wake()
	return nil
}

// FindTool finds a tool of the catalogue, offered or held back with its
// reason, by its id or as server/name; or what a server says beside its tools,
// by its id.
func FindTool(cat policy.Catalogue, id string) (t policy.Tool, reason string, ok bool) {
	if t, ok := cat.Find(id); ok {
		return t, "", true
	}
	for _, h := range cat.Held {
		if h.Tool.ID() == id || h.Tool.Server+"/"+h.Tool.Name == id {
			return h.Tool, h.Reason, true
		}
	}
	for _, x := range cat.Texts {
		if x.ID() == id {
			return x, x.Status.Held(), true
		}
	}
	return t, "", false
}

// addNotes says of approved tools what changed of them and changes nothing.
func (w *Workbench) addNotes(cat *policy.Catalogue) {
	for _, list := range [][]policy.Tool{cat.Offered, cat.Texts} {
		for i, t := range list {
			if r, ok := w.reviewed.last(t); ok && t.Status == policy.StatusApproved && t.Server != policy.BuiltinServer && r.Aside != t.Aside {
				list[i].Note = "its icons or hidden data (_meta) are others than when you approved it; neither reaches the model"
			}
		}
	}
}

// PinSet names a set of tools as they are now: a hash over the ids and pins of
// all of them. Approving a batch by it approves nothing that wasn't shown.
func PinSet(tools []policy.Tool) string {
	lines := make([]string, len(tools))
	for i, t := range tools {
		lines[i] = t.ID() + "\x00" + t.Pin
	}
	slices.Sort(lines)
	return session.HashBytes([]byte(strings.Join(lines, "\x00")))
}
