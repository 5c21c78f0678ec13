package ollama

import (
	"context"
	"time"
)

// glance bounds one look at a server that doesn't answer.
const glance = 3 * time.Second

// Watch looks every so often whether the server at host is up and calls
// onChange with the first finding and with every change, from the caller's
// goroutine; it returns when ctx ends. The version is empty while it is down.
func Watch(ctx context.Context, host string, every time.Duration, onChange func(up bool, version string)) {
	srv, err := newServer(host, "", nil)
	if err != nil {
		onChange(false, "")
		return
	}
	defer srv.http.CloseIdleConnections()
	tick := time.NewTicker(every)
	defer tick.Stop()
	known, last := false, ""
	for {
		look, cancel := context.WithTimeout(ctx, glance)
		version, _ := srv.version(look) // "" with every error
		cancel()
		if ctx.Err() != nil {
			return
		}
		if !known || version != last {
			known, last = true, version
			onChange(version != "", version)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
