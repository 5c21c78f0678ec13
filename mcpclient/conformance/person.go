package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"vise/mcpclient/web"
	"vise/policy"
)

// agree is a person who agrees to everything, and changes nothing that a form
// proposes.
func agree(_ context.Context, q policy.Question) (policy.Reply, error) {
	r := policy.Reply{Action: policy.ReplyAccept}
	if q.Kind != policy.QuestionForm {
		return r, nil
	}
	var form struct {
		Properties map[string]struct {
			Type    string          `json:"type"`
			Default json.RawMessage `json:"default"`
			Enum    []string        `json:"enum"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(q.Schema, &form); err != nil {
		return r, fmt.Errorf("the form can't be read: %w", err)
	}
	content := map[string]any{}
	for name, f := range form.Properties {
		switch {
		case f.Default != nil: // the host fills it in (SEP-1034)
		case len(f.Enum) > 0:
			content[name] = f.Enum[0]
		case f.Type == "boolean":
			content[name] = true
		case f.Type == "integer", f.Type == "number":
			content[name] = 1
		case f.Type == "string":
			content[name] = "some text"
		}
	}
	var err error
	r.Content, err = json.Marshal(content)
	return r, err
}

// browserVariable makes this program the browser in which its own host opens
// login pages.
const browserVariable = "VISE_CONFORMANCE_BROWSER"

func becomeBrowser() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return errors.Join(os.Setenv("BROWSER", self), os.Setenv(browserVariable, "1"))
}

// browse fetches a login page and goes where that leads: the suite's login
// servers lead back to the host at once.
func browse(ctx context.Context, page string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20))
	return errors.Join(err, resp.Body.Close())
}

// memory keeps logins as long as the program runs.
type memory struct {
	mu     sync.Mutex
	logins map[string]*web.Record
}

func newMemory() *memory { return &memory{logins: map[string]*web.Record{}} }

// Load implements web.TokenStore.
func (m *memory) Load(key string) (*web.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.logins[key], nil
}

// Save implements web.TokenStore.
func (m *memory) Save(key string, r *web.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.logins[key] = r
	return nil
}

// Delete implements web.TokenStore.
func (m *memory) Delete(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.logins, key)
	return nil
}

// String implements web.TokenStore.
func (m *memory) String() string { return "memory" }
