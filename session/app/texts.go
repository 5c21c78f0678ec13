package app

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"vise/mcpclient"
	"vise/policy"
)

// What servers say beside their tools is reviewed like a tool. A prompt or a
// template that wasn't approved, or has changed since, is in no menu and can't
// be filled in. A server's instructions are shown and reviewed, and never given
// to the model: they would speak there with the voice of the program, and what
// a tool needs to be used stands in its description.

// texts are what the servers were last read to say. What changes is read anew.
type texts struct {
	mu      sync.Mutex
	of      map[string]said
	reading map[string]int // by server: how many changes were told when it was begun
	changes map[string]int
}

func newTexts() *texts {
	return &texts{of: map[string]said{}, reading: map[string]int{}, changes: map[string]int{}}
}

// said is what a server said, and until when that counts: not every server
// tells of changes.
type said struct {
	list  []policy.Tool
	until time.Time
}

const textsAge = 5 * time.Minute

// changed has what a server says read anew. What it said stands until then.
func (x *texts) changed(server string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.changes[server]++
	s := x.of[server]
	s.until = time.Time{}
	x.of[server] = s // what is shown meanwhile
}

// read reads what a server says where it isn't known.
func (x *texts) read(ctx context.Context, host *mcpclient.Host, server string) ([]policy.Tool, error) {
	x.mu.Lock()
	s := x.of[server]
	from := x.changes[server]
	x.mu.Unlock()
	if time.Now().Before(s.until) {
		return s.list, nil
	}
	list, err := host.Texts(ctx, server)
	if err != nil {
		return list, fmt.Errorf("what %s says beside its tools: %w", server, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.changes[server] == from {
		x.of[server] = said{list, time.Now().Add(textsAge)}
	}
	return list, nil
}

// begin reports that what is known of a server is old, and that nobody reads it
// anew yet.
func (x *texts) begin(server string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.of[server]
	if time.Now().Before(s.until) {
		return false
	}
	if !s.until.IsZero() { // by age alone
		x.changes[server]++
		s.until = time.Time{}
		x.of[server] = s
	}
	if n, reads := x.reading[server]; reads && n == x.changes[server] {
		return false
	}
	x.reading[server] = x.changes[server]
	return true
}

// known are those of the servers in names that were read, in their order.
func (x *texts) known(names []string) (out []policy.Tool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, n := range names {
		out = append(out, x.of[n].list...)
	}
	return out
}

// addTexts puts into the catalogue what the servers say beside their tools, as
// far as it is known, and reads the rest in the background.
func (w *Workbench) addTexts(cat *policy.Catalogue, host *mcpclient.Host) {
	names := others(ready(cat.Servers))
	cat.Texts = w.texts.known(names)
	for i, t := range cat.Texts {
		if t.Status != policy.StatusInvalid {
			cat.Texts[i].Status = w.reviewed.status(t)
		}
	}
	for _, name := range names {
		if !w.texts.begin(name) {
			continue
		}
		w.closing.Go(func() {
			ctx, cancel := context.WithTimeout(w.life, listLimit)
			defer cancel()
			if list, err := w.texts.read(ctx, host, name); err == nil && len(list) > 0 {
				w.wake()
			}
		})
	}
}

// others leaves out the built-in server.
func others(names []string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == policy.BuiltinServer })
}

// ReadTexts reads what the servers say beside their tools and waits for it, a
// few seconds at most. What couldn't be read is missing in the catalogue.
func (w *Workbench) ReadTexts(ctx context.Context) error {
	host, err := w.tools(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, listLimit)
	defer cancel()
	var wg sync.WaitGroup
	for _, name := range others(ready(host.Servers())) {
		wg.Go(func() { _, _ = w.texts.read(ctx, host, name) }) // the server's own state tells
	}
	wg.Wait()
	return nil
}

// textLimit bounds how long it may take to find out what a server says now of
// something that the person wants to use.
const textLimit = 10 * time.Second

// useText refuses what a server says beside its tools unless it was approved
// as it is now.
func (w *Workbench) useText(ctx context.Context, host *mcpclient.Host, server, kind, name string) error {
	if server == policy.BuiltinServer {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, textLimit)
	defer cancel()
	list, err := w.texts.read(ctx, host, server)
	i := slices.IndexFunc(list, func(t policy.Tool) bool { return t.Kind == kind && t.Name == name })
	switch {
	case i < 0 && err != nil:
		return err
	case i < 0:
		return fmt.Errorf("the server %s has no %s %q", server, kind, name)
	}
	t := list[i]
	if t.Status != policy.StatusInvalid {
		t.Status = w.reviewed.status(t)
	}
	switch t.Status {
	case policy.StatusApproved:
		return nil
	case policy.StatusNew:
		return fmt.Errorf("%s isn't used before you have read it: /tools, or vise tools show %s", t.ID(), t.ID())
	case policy.StatusChanged:
		return fmt.Errorf("%s has changed since you approved it: see /tools, or vise tools show %s", t.ID(), t.ID())
	}
	return fmt.Errorf("%s isn't used: it is %s", t.ID(), t.Status)
}

// usable reports whether a text of a server may stand in a menu.
func (w *Workbench) usable(t policy.Tool) bool {
	return t.Server == policy.BuiltinServer || t.Status != policy.StatusInvalid && w.reviewed.status(t) == policy.StatusApproved
}
