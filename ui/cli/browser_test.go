package cli

import (
	"net/http"
	"os"
)

// browser is the person's browser: it opens the address it is called with, and
// follows where that leads.
func browser() int {
	resp, err := http.Get(os.Args[1])
	if err != nil {
		return 1
	}
	_ = resp.Body.Close()
	return 0
}
