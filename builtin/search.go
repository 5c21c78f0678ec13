package builtin

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"
)

const (
	// maxWorkers bounds how many files are searched at once.
	maxWorkers = 8
	// searchTime is how long one call searches before it hands back what it
	// has, with a cursor for the rest.
	searchTime = 10 * time.Second
)

// findings are one page of hits.
type findings struct {
	hits     []hit
	tier     tier
	counts   counts
	next     *position // where the next page starts; nil at the end
	timedOut bool
}

// outcome is what a job came to.
type outcome struct {
	job    job
	hits   []hit
	counts counts
}

// search finds one page. The walk, the looking into files and the putting in
// order go on at the same time; the order of hits doesn't depend on how.
func (s *rootSet) search(ctx context.Context, q query) (findings, error) {
	roots, err := s.choose(q.root)
	if err != nil {
		return findings{}, err
	}
	if _, ok := s.find(q.after.root); !ok && q.after.root != "" {
		return findings{}, invalid("leave cursor out to start anew", "the cursor is for a root that isn't there any more")
	}
	f, err := newFilter(q.glob)
	if err != nil {
		return findings{}, err
	}
	p := newPattern(q.text)
	if len(p.words) == 1 {
		q.only = exact
	}
	run, stop := context.WithTimeout(ctx, s.patience)
	defer stop()
	c := collector{query: q, limit: q.max + 1, stop: stop, waiting: map[int]outcome{}}
	for out := range s.outcomes(run, roots, f, p, q) {
		c.take(out)
	}
	if ctx.Err() != nil {
		return findings{}, ctx.Err()
	}
	return c.findings(run.Err() != nil && !c.enough)
}

// outcomes starts the walk and the workers. The channel is closed once all of
// them are done, which is soon after ctx is.
func (s *rootSet) outcomes(ctx context.Context, roots []*root, f filter, p *pattern, q query) <-chan outcome {
	workers := min(runtime.GOMAXPROCS(0), maxWorkers)
	jobs := make(chan job, workers)
	results := make(chan outcome, workers)
	w := &walker{set: s, filter: f, after: q.after, send: func(j job) bool {
		select {
		case jobs <- j:
			return true
		case <-ctx.Done():
			return false
		}
	}}
	go func() {
		defer close(jobs)
		w.walk(roots)
	}()
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			sc := newScanner(p, q.only, q.max+1)
			for j := range jobs {
				out := s.look(ctx, sc, j, q.after)
				j.release()
				if ctx.Err() != nil {
					continue // it may be half done
				}
				select {
				case results <- out:
				case <-ctx.Done():
				}
			}
		})
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	return results
}

// look does one job.
func (s *rootSet) look(ctx context.Context, sc *scanner, j job, after position) outcome {
	sc.begin()
	out := outcome{job: j, counts: j.counts}
	for _, i := range j.items {
		if ctx.Err() != nil || sc.full() {
			break
		}
		line := -1
		rel := i.dir.rel + i.name
		if rel == after.rel && i.dir.root.name == after.root {
			line = after.line
		}
		if i.isDir {
			sc.name(i.dir.root, rel+"/", i.name, line, info{})
			continue
		}
		s.lookInto(ctx, sc, i, rel, line, &out.counts)
	}
	out.hits = sc.hits
	return out
}

// lookInto looks at one file's name and content.
func (s *rootSet) lookInto(ctx context.Context, sc *scanner, i item, rel string, after int, n *counts) {
	h, ok := s.openItem(i, n)
	if !ok {
		return
	}
	defer h.close()
	sc.name(i.dir.root, rel, i.name, after, h.info)
	switch sc.content(ctx, h, i.dir.root, rel, after) {
	case skipBinary:
		n.Binary++
	case skipLarge:
		n.TooLarge++
	case skipError:
		n.Other++
	default:
		n.Scanned++
	}
}

// openItem opens a file of a walk, unless it is denied under another name or no
// regular file; those are counted.
func (s *rootSet) openItem(i item, n *counts) (*handle, bool) {
	h, err := openIn(i.dir.fd, i.name, openFile)
	if err != nil {
		n.Other++
		return nil, false
	}
	switch {
	case s.ids[h.info.id] != notDenied:
		n.Sensitive++
	case !h.info.regular:
		n.Other++
	default:
		return h, true
	}
	h.close()
	return nil, false
}

// collector puts outcomes in order.
type collector struct {
	query   query
	limit   int
	stop    func()
	waiting map[int]outcome
	next    int // seq
	hits    [loose + 1][]hit
	counts  counts
	last    *position // up to where everything has been looked at
	enough  bool
}

func (c *collector) take(out outcome) {
	c.waiting[out.job.seq] = out
	for !c.enough {
		out, ok := c.waiting[c.next]
		if !ok {
			return
		}
		delete(c.waiting, c.next)
		c.next++
		c.append(out)
	}
}

func (c *collector) append(out outcome) {
	c.counts.add(out.counts)
	for _, h := range out.hits {
		if len(c.hits[h.tier]) < c.limit {
			c.hits[h.tier] = append(c.hits[h.tier], h)
		}
	}
	if n := len(out.job.items); n > 0 {
		i := out.job.items[n-1]
		c.last = &position{root: i.dir.root.name, rel: i.dir.rel + i.name, line: math.MaxInt32}
	}
	if len(c.hits[exact]) >= c.limit || c.query.only == loose && len(c.hits[loose]) >= c.limit {
		c.enough = true
		c.stop()
	}
}

// findings is the page. timedOut says that the search ended before its end.
func (c *collector) findings(timedOut bool) (findings, error) {
	f := findings{counts: c.counts, tier: c.query.only, timedOut: timedOut}
	if f.tier == noMatch {
		f.tier = exact
		if len(c.hits[exact]) == 0 {
			f.tier = loose
		}
	}
	f.hits = c.hits[f.tier]
	if f.tier == exact && c.query.only == noMatch && len(f.hits) < c.limit-1 && len(c.hits[loose]) > 0 && !timedOut {
		// all exact ones are on this page, and leave room for those that differ
		// only in what separates the words
		f.hits = append(slices.Clone(f.hits), c.hits[loose][:min(len(c.hits[loose]), c.limit-len(f.hits))]...)
		f.tier = loose
	}
	if len(f.hits) == c.limit {
		f.hits = f.hits[:c.limit-1]
		last := f.hits[len(f.hits)-1]
		f.next, f.timedOut = &position{root: last.root.name, rel: last.rel, line: last.line}, false
		return f, nil
	}
	if timedOut {
		if c.last == nil {
			return f, &failure{Code: "timeout", Message: "nothing could be searched in " + searchTime.String(), Hint: "narrow it with glob or root", retryable: true}
		}
		f.next = c.last
		if len(f.hits) == 0 {
			f.tier = c.query.only // exact ones may be in the rest
		}
	}
	return f, nil
}
