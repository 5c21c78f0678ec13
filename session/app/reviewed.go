package app

import (
	"context"
	"maps"
	"slices"
	"sync"

	"vise/policy"
	"vise/store"
)

// reviewed is what the person has said about servers and their tools, in
// memory: it is asked for every tool of every catalogue. What other processes
// write is taken up by refresh.
type reviewed struct {
	db *store.DB

	mu         sync.Mutex
	version    uint64
	reviews    policy.Reviews
	starts     []store.Start
	key        []byte            // under which values are hashed; nil: nothing was loaded
	off        map[string]bool   // by tool id
	identities map[string]string // by configured server name
	trouble    string            // why nothing is approved
}

func newReviewed(db *store.DB) *reviewed {
	return &reviewed{db: db, off: map[string]bool{}}
}

// load reads everything. What can't be read wholly approves nothing: a review
// that took an approval back may be among what is lost.
func (r *reviewed) load(ctx context.Context) {
	version, verr := r.db.ReviewsVersion(ctx)
	list, rerr := r.db.Reviews(ctx)
	starts, serr := r.db.Starts(ctx)
	off, oerr := r.db.Off(ctx)
	key, kerr := startKey(ctx, r.db)
	if ctx.Err() != nil {
		return // told by whoever asked
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.version, r.trouble, r.reviews, r.starts, r.off = version, "", policy.Reviews{}, nil, map[string]bool{}
	if key != nil {
		r.key = key
	}
	for _, err := range []error{verr, rerr, serr, oerr, kerr} {
		if err != nil {
			r.trouble = "what you have approved can't be read, so no tool of another server is approved and no project's server is started: " + err.Error() +
				". Approve again what you want to use; vise salvage keeps the runs"
			return
		}
	}
	r.reviews, r.starts = policy.NewReviews(list), starts
	for _, id := range off {
		r.off[id] = true
	}
}

// loaded loads where nothing was yet.
func (r *reviewed) loaded(ctx context.Context) {
	r.mu.Lock()
	need := r.key == nil
	r.mu.Unlock()
	if need {
		r.load(ctx)
	}
}

// refresh loads again what another process has written, and reports whether
// it has.
func (r *reviewed) refresh(ctx context.Context) bool {
	v, err := r.db.ReviewsVersion(ctx)
	r.mu.Lock()
	same := err == nil && v == r.version || err != nil && r.trouble != ""
	r.mu.Unlock()
	if same || ctx.Err() != nil {
		return false
	}
	r.load(ctx)
	return true
}

// status is for the host: how far a tool has been reviewed.
func (r *reviewed) status(t policy.Tool) policy.Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reviews.Status(r.identities[t.Server], t)
}

// last is what was last said about a tool.
func (r *reviewed) last(t policy.Tool) (policy.Review, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reviews.Last(r.identities[t.Server], t)
}

// freeReads is for the host: whether a tool may read without asking.
func (r *reviewed) freeReads(t policy.Tool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reviews.FreeReads(r.identities[t.Server], t)
}

// all are what was said of the servers that are configured now.
func (r *reviewed) all() []policy.Review {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reviews.All(r.identities)
}

// know takes the identities of the servers that are configured now.
func (r *reviewed) know(identities map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.identities = identities
}

func (r *reviewed) identity(server string) (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id, ok := r.identities[server]
	return id, ok
}

func (r *reviewed) offTools() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.off))
}

func (r *reviewed) why() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.trouble
}
