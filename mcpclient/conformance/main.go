// Command conformance is the client that the official conformance suite of the
// Model Context Protocol drives (npm: @modelcontextprotocol/conformance). The
// suite starts a server for each of its scenarios and runs this program with
// the server's address as its last argument, and the scenario's name and data
// in the environment. All that is done goes through mcpclient's Host, as it does
// in vise: the server is configured, started in the background, signed in to
// where it wants that, listed, and called.
//
// What can't pass is in expected-failures.yml, with its reason.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// The suite's side of it.
const (
	scenarioVariable = "MCP_CONFORMANCE_SCENARIO" // the scenario's name
	contextVariable  = "MCP_CONFORMANCE_CONTEXT"  // its data, a JSON object; may be missing
)

// limit bounds one scenario. The suite has to have more patience than that:
// --timeout, 30 s where it isn't given.
const limit = 50 * time.Second

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "conformance: %v\n", err)
		cancel()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New("the last argument is the address of the server to connect to")
	}
	address := args[len(args)-1]
	if os.Getenv(browserVariable) != "" {
		return browse(ctx, address)
	}
	name := os.Getenv(scenarioVariable)
	do, ok := scenario(name)
	if !ok {
		return fmt.Errorf("%s is %q: no scenario that is known", scenarioVariable, name)
	}
	data, err := readData(os.Getenv(contextVariable))
	if err != nil {
		return err
	}
	p, err := connect(ctx, address, data)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, p, data), p.host.Close())
}

// scenario finds what to do. Those of signing in differ on the server's side
// only.
func scenario(name string) (func(context.Context, *peer, data) error, bool) {
	if strings.HasPrefix(name, "auth/") {
		return signedIn, true
	}
	do, ok := map[string]func(context.Context, *peer, data) error{
		"initialize":                          list,
		"request-metadata":                    list,
		"json-schema-ref-no-deref":            list,
		"tools_call":                          calling("add_numbers", `{"a": 5, "b": 3}`),
		"elicitation-sep1034-client-defaults": calling("test_client_elicitation_defaults", `{}`),
		"sse-retry":                           calling("test_reconnection", `{}`),
		"json-schema-2020-12-preservation":    echoSchema,
		"sep-2322-client-request-state":       rounds,
		"http-standard-headers":               oneOfEach,
		"http-custom-headers":                 givenCalls,
		"http-invalid-tool-headers":           everyTool,
	}[name]
	return do, ok
}
