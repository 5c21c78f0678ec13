package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient"
	"vise/mcpclient/config"
	"vise/policy"
)

// data is what the suite tells about a scenario; each uses a part of it.
type data struct {
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	ToolCalls    []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"toolCalls"`
}

func readData(raw string) (d data, err error) {
	if raw == "" {
		return d, nil
	}
	if err := json.Unmarshal([]byte(raw), &d); err != nil {
		return d, fmt.Errorf("%s can't be read: %w", contextVariable, err)
	}
	return d, nil
}

// peerName is the server's configured name.
const peerName = "peer"

// startLimit is how long a start may take.
const startLimit = 25 * time.Second

// describes is the document that the suite knows this client by (OAuth Client
// ID Metadata Document). It is never fetched.
const describes = "https://conformance-test.local/client-metadata.json"

// peer is the suite's server, as a host has it.
type peer struct{ host *mcpclient.Host }

// connect configures the server, waits until it runs, and signs in to it where
// it wants that. Every tool counts as reviewed; every question is agreed to.
func connect(ctx context.Context, address string, d data) (*peer, error) {
	if err := becomeBrowser(); err != nil {
		return nil, err
	}
	host := mcpclient.New(mcpclient.Config{
		Version:        "0",
		ConnectTimeout: startLimit,
		Tokens:         newMemory(),
		ClientDocument: describes,
		Ask:            agree,
		Status:         func(policy.Tool) policy.Status { return policy.StatusApproved },
	})
	server := config.Server{Name: peerName, Transport: config.HTTP, URL: address}
	if d.ClientID != "" {
		server.OAuth = &config.OAuth{ClientID: d.ClientID, ClientSecret: d.ClientSecret}
	}
	host.Configure([]config.Server{server})
	for _, st := range host.Wait(ctx, startLimit) {
		err := errors.New(st.LastError)
		if st.Need == policy.NeedSignIn {
			err = host.SignIn(ctx, peerName)
		}
		if err != nil {
			return nil, errors.Join(err, host.Close())
		}
	}
	return &peer{host}, nil
}

// tools are the tools that the model would be offered.
func (p *peer) tools(ctx context.Context) ([]policy.Tool, error) {
	c, err := p.host.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	for _, h := range c.Held {
		fmt.Fprintf(os.Stderr, "held back: %s: %s\n", h.Tool.Name, h.Reason)
	}
	return c.Offered, nil
}

// tool finds one of them.
func (p *peer) tool(ctx context.Context, name string) (policy.Tool, error) {
	offered, err := p.tools(ctx)
	if err != nil {
		return policy.Tool{}, err
	}
	for _, t := range offered {
		if t.Name == name {
			return t, nil
		}
	}
	return policy.Tool{}, fmt.Errorf("the server offers no tool %q; its last error is %q", name, p.host.Servers()[0].LastError)
}

func (p *peer) call(ctx context.Context, t policy.Tool, args json.RawMessage) (*mcp.CallToolResult, error) {
	res, err := p.host.CallTool(ctx, t, args, policy.Calling{Run: "run", Call: "call", Ask: agree})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return res, nil
}
