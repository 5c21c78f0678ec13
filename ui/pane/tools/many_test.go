package tools

import (
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
	"time"

	"vise/policy"
	"vise/policy/scan"
)

// manyTools are 1,000 tools of 50 servers that all wait to be read.
func manyTools() (c policy.Catalogue, found map[string][]scan.Finding) {
	found = map[string][]scan.Finding{}
	for s := range 50 {
		name := fmt.Sprintf("server%02d", s)
		c.Servers = append(c.Servers, policy.ServerState{Name: name, State: policy.ServerReady, Transport: "stdio"})
		for i := range 20 {
			t := tool(name, fmt.Sprintf("tool_%02d", i), "Lists the things of a repository that match a query, newest first.", `{"type":"object","properties":{"owner":{"type":"string","description":"The owner of the repository, a person or an organisation"},"page":{"type":"integer","default":1}}}`, policy.ReadsOutside, policy.StatusNew)
			c.Held = append(c.Held, policy.Held{Tool: t, Reason: "not reviewed yet"})
			found[t.ID()] = scan.Tool(json.RawMessage(t.Definition), scan.Context{Server: name})
		}
	}
	return c, found
}

func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Going through a thousand tools is smooth: a key and its frame cost a few
// milliseconds at most (many times that where races are looked for).
func TestAThousandToolsScroll(t *testing.T) {
	c, found := manyTools()
	p := shown(policy.Catalogue{}, nil)
	p.SetFound(found)
	start := cpuTime(t)
	p.SetCatalogue(c, nil)
	p.View(120, 40)
	first := cpuTime(t) - start
	const keys = 200
	start = cpuTime(t)
	for range keys {
		press(p, "down")
		p.View(120, 40)
	}
	each := (cpuTime(t) - start) / keys
	t.Logf("first %v, each key %v", first, each)
	if first > 2*time.Second || each > 80*time.Millisecond {
		t.Errorf("first %v, each key %v", first, each)
	}
}
