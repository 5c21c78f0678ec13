package mcpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/wire"
)

// Bounds of one list of one server.
const (
	maxPages  = 64
	maxItems  = 1000     // tools, resources or prompts
	maxList   = 16 << 20 // bytes of all their JSON
	maxCursor = 1 << 10  // bytes
)

// page is one page of a list.
type page[T any] struct {
	items []*T
	next  string // the cursor of the one that follows; empty: none does
	meta  mcp.Meta
}

// pages reads a list to its end, or to what is allowed of it; the note then
// says that there is more, or what of it couldn't be read. Nobody but the
// caller bounds lists: a server can go on for ever, also on one cursor.
func pages[T any](ctx context.Context, limit time.Duration, read func(ctx context.Context, cursor string) (page[T], error)) (items []*T, note string, err error) {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	seen := map[string]bool{}
	room := maxList
	odd := ""
	for cursor := ""; ; {
		p, err := read(within, cursor)
		if err != nil {
			if within.Err() != nil && ctx.Err() == nil {
				err = slow(limit)
			}
			return nil, "", err
		}
		next := p.next
		if why := wire.Unreadable(p.meta); why != "" && odd == "" {
			odd = "a page of the server's list can't be read whole: " + cut(why, 200)
		}
		for _, item := range p.items {
			if item == nil {
				continue
			}
			if room -= size(item); room < 0 {
				return items, fmt.Sprintf("the server's list is larger than %s: the rest is left out", mebibytes(maxList)), nil
			}
			items = append(items, item)
		}
		switch {
		case len(items) > maxItems:
			return items[:maxItems], fmt.Sprintf("the server lists more than %d: the rest is left out", maxItems), nil
		case next == "":
			return items, odd, nil
		case len(next) > maxCursor:
			return items, "the server's list goes on in a way that can't be followed: the rest is left out", nil
		case seen[next]:
			return items, "the server's list goes round in a circle: what came again is left out", nil
		case len(seen) >= maxPages-1:
			return items, fmt.Sprintf("the server's list has more than %d pages: the rest is left out", maxPages), nil
		}
		seen[next] = true
		cursor = next
	}
}

// size is about how much of a list an item takes, in bytes.
func size(item any) int {
	raw, err := json.Marshal(item)
	if err != nil {
		return maxDefinition
	}
	return len(raw)
}
