package fake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"vise/policy"
	"vise/policy/scan"
	"vise/session"
	"vise/ui"
)

// Servers are servers, reviews, resources and completions for Deps. Its fields
// are set before it is used.
type Servers struct {
	Logs    map[string]string          // by server
	Before  map[string]json.RawMessage // definitions that were approved before, by tool id
	Hints   []ui.ResourceHint
	Texts   map[string]string // of resources, by server:uri
	Offered []string          // every completion there is
	Found   map[string][]scan.Finding
	Fails   error // of everything that can fail

	mu   sync.Mutex
	done []string
}

// WithServers adds x to deps.
func WithServers(d ui.Deps, x *Servers) ui.Deps {
	d.Servers, d.Reviews, d.Resources, d.Completer = x, x, x, x
	return d
}

func (x *Servers) did(format string, args ...any) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.done = append(x.done, fmt.Sprintf(format, args...))
	return x.Fails
}

// Done lists what was done, oldest first: "restart github".
func (x *Servers) Done() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.done)
}

// Restart only notes it, as the others do.
func (x *Servers) Restart(_ context.Context, name string) error { return x.did("restart %s", name) }

// Reload notes it.
func (x *Servers) Reload(context.Context) error { return x.did("reload") }

// SetEnabled notes it.
func (x *Servers) SetEnabled(_ context.Context, name string, on bool) error {
	return x.did("enable %s %v", name, on)
}

// ApproveStart notes it.
func (x *Servers) ApproveStart(_ context.Context, shown policy.ServerState) error {
	return x.did("start %s as %s", shown.Name, shown.Fingerprint)
}

// SignIn notes it.
func (x *Servers) SignIn(_ context.Context, name string) error { return x.did("sign in %s", name) }

// Log is one of Logs.
func (x *Servers) Log(_ context.Context, name string) (session.Foreign, error) {
	return session.Untrusted(x.Logs[name]), x.Fails
}

// Approve notes the pins.
func (x *Servers) Approve(_ context.Context, tools []policy.Tool) error {
	pins := make([]string, len(tools))
	for i, t := range tools {
		pins[i] = t.ID() + " " + t.Pin
		if t.FreeReads {
			pins[i] += " reads"
		}
	}
	return x.did("approve %s", strings.Join(pins, ", "))
}

// Block notes it.
func (x *Servers) Block(_ context.Context, t policy.Tool) error { return x.did("block %s", t.ID()) }

// Approved is one of Before.
func (x *Servers) Approved(_ context.Context, t policy.Tool) (json.RawMessage, bool) {
	def, ok := x.Before[t.ID()]
	return def, ok
}

// Findings are Found.
func (x *Servers) Findings(context.Context, policy.Catalogue) map[string][]scan.Finding {
	return x.Found
}

// Resources are the hints that have the query in them.
func (x *Servers) Resources(_ context.Context, query string, limit int) ([]ui.ResourceHint, error) {
	var out []ui.ResourceHint
	for _, h := range x.Hints {
		if strings.Contains(strings.ToLower(h.Server+":"+h.URI+" "+h.Name), strings.ToLower(query)) && len(out) < limit {
			out = append(out, h)
		}
	}
	return out, x.Fails
}

// Preview is one of Texts.
func (x *Servers) Preview(_ context.Context, server, uri string) (session.Foreign, error) {
	text, ok := x.Texts[server+":"+uri]
	if !ok {
		return session.Foreign{}, errors.New("no such resource")
	}
	return session.Untrusted(text), x.Fails
}

// Complete are those of Offered that begin with the value, after what is known
// of the other arguments.
func (x *Servers) Complete(_ context.Context, _, _, value string, known map[string]string) ([]string, error) {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(known)) {
		out = append(out, value+"_"+k+"_"+known[k])
	}
	for _, o := range x.Offered {
		if strings.HasPrefix(o, value) {
			out = append(out, o)
		}
	}
	return out, x.Fails
}

// CompleteURI is Complete.
func (x *Servers) CompleteURI(ctx context.Context, _, _, arg, value string, known map[string]string) ([]string, error) {
	return x.Complete(ctx, "", arg, value, known)
}
