package mcpclient

import (
	"context"
	"fmt"
	"time"
)

// pages reads a list to its end, or to what is allowed of it; the note then
// says that there is more. Nobody but the caller bounds lists: a server can go
// on for ever, also on one cursor.
func pages[T any](ctx context.Context, limit time.Duration, page func(ctx context.Context, cursor string) ([]*T, string, error)) (items []*T, note string, err error) {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	seen := map[string]bool{}
	for cursor := ""; ; {
		some, next, err := page(within, cursor)
		if err != nil {
			if within.Err() != nil && ctx.Err() == nil {
				err = slow(limit)
			}
			return nil, "", err
		}
		for _, item := range some {
			if item != nil {
				items = append(items, item)
			}
		}
		switch {
		case len(items) > maxItems:
			return items[:maxItems], fmt.Sprintf("the server lists more than %d: the rest is left out", maxItems), nil
		case next == "":
			return items, "", nil
		case seen[next]:
			return items, "the server's list goes round in a circle: what came again is left out", nil
		case len(seen) >= maxPages-1:
			return items, fmt.Sprintf("the server's list has more than %d pages: the rest is left out", maxPages), nil
		}
		seen[next] = true
		cursor = next
	}
}
