package app

import (
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
	"time"

	"vise/policy"
)

// manyTools are 1,000 tools of 50 servers, described as such tools are.
func manyTools() (cat policy.Catalogue, list []policy.Review) {
	for s := range 50 {
		server := fmt.Sprintf("server%02d", s)
		cat.Servers = append(cat.Servers, policy.ServerState{Name: server, State: policy.ServerReady})
		for i := range 20 {
			name := fmt.Sprintf("list_things_%02d_%02d", s, i)
			def := fmt.Sprintf(`{"name":%q,"title":"List things %d","description":"Lists the things of a repository that match a query, newest first. Returns at most 100 of them with their number, title, state and the person who made them. Use the page to get more, and the state to leave out what is closed already. Number %d of server %d.","inputSchema":{"type":"object","required":["owner","repo"],"properties":{"owner":{"type":"string","description":"The owner of the repository, a person or an organisation"},"repo":{"type":"string","description":"The name of the repository without its owner"},"state":{"type":"string","enum":["open","closed","all"],"description":"Leave out what is in another state"},"page":{"type":"integer","minimum":1,"default":1,"description":"Which page of results, from 1"},"query":{"type":"string","description":"Words that the title has to hold, all of them"}}},"annotations":{"readOnlyHint":true}}`, name, i, i, s)
			t := policy.Tool{Server: server, Name: name, Definition: json.RawMessage(def), Status: policy.StatusNew}
			cat.Held = append(cat.Held, policy.Held{Tool: t, Reason: "not reviewed yet"})
			list = append(list, policy.Review{Identity: server + " x", Server: server, Tool: name})
		}
	}
	return cat, list
}

// listAll pins, looks up and scans every tool once.
func listAll(tb testing.TB, cat policy.Catalogue, list []policy.Review, f *findings) int {
	tb.Helper()
	reviews := policy.NewReviews(list)
	for i := range cat.Held {
		t := &cat.Held[i].Tool
		pin, err := policy.Pin(t.Definition)
		if err != nil {
			tb.Fatal(err)
		}
		t.Pin = pin
		t.Level, t.Scope = policy.Classify(t.Server, t.Definition)
		t.Status = reviews.Status(t.Server+" x", *t)
	}
	return len(f.look(cat))
}

// cpuTime is what this process has used of processors: what else the machine
// does is left out.
func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A thousand tools over fifty servers are pinned, scanned and listed in under a
// second; what was scanned is not scanned again.
func TestAThousandTools(t *testing.T) {
	cat, list := manyTools()
	limit := time.Second
	if raceBuild {
		limit *= 15
	}
	var f findings
	start := cpuTime(t)
	n := listAll(t, cat, list, &f)
	first := cpuTime(t) - start
	start = cpuTime(t)
	f.look(cat)
	again := cpuTime(t) - start
	t.Logf("%d tools of which %d have findings: %v, then %v", len(cat.Held), n, first, again)
	if len(cat.Held) != 1000 || first > limit || again > limit/4 {
		t.Errorf("%d tools took %v, then %v", len(cat.Held), first, again)
	}
}

func BenchmarkAThousandTools(b *testing.B) {
	cat, list := manyTools()
	for b.Loop() {
		var f findings
		listAll(b, cat, list, &f)
	}
}
