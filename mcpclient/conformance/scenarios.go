package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// list reads the tools.
func list(ctx context.Context, p *peer, _ data) error {
	_, err := p.tools(ctx)
	return err
}

// calling calls one tool.
func calling(name, args string) func(context.Context, *peer, data) error {
	return func(ctx context.Context, p *peer, _ data) error {
		t, err := p.tool(ctx, name)
		if err != nil {
			return err
		}
		_, err = p.call(ctx, t, json.RawMessage(args))
		return err
	}
}

// signedIn calls a tool of a server that wants a login; a scope may have to be
// added for it.
func signedIn(ctx context.Context, p *peer, _ data) error {
	return calling("test-tool", `{}`)(ctx, p, data{})
}

// echoSchema sends a tool's input schema back as it came (SEP-1613, SEP-2106).
func echoSchema(ctx context.Context, p *peer, _ data) error {
	focal, err := p.tool(ctx, "json_schema_2020_12_tool")
	if err != nil {
		return err
	}
	echo, err := p.tool(ctx, "json_schema_echo")
	if err != nil {
		return err
	}
	args, err := json.Marshal(map[string]any{"schema": focal.Described().InputSchema})
	if err != nil {
		return err
	}
	_, err = p.call(ctx, echo, args)
	return err
}

// rounds calls tools that answer with questions (SEP-2322).
func rounds(ctx context.Context, p *peer, _ data) error {
	var errs []error
	for _, name := range []string{"test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_unrelated", "test_mrtr_no_result_type"} {
		errs = append(errs, calling(name, `{}`)(ctx, p, data{}))
	}
	return errors.Join(errs...)
}

// oneOfEach uses the first tool, resource and prompt (SEP-2243, headers that
// say what a request is).
func oneOfEach(ctx context.Context, p *peer, _ data) error {
	tools, err := p.tools(ctx)
	if err != nil {
		return err
	}
	var errs []error
	if len(tools) > 0 {
		_, err := p.call(ctx, tools[0], nil)
		errs = append(errs, err)
	}
	resources, err := p.host.Resources(ctx, peerName)
	if errs = append(errs, err); len(resources) > 0 {
		_, err := p.host.ReadResource(ctx, peerName, resources[0].URI)
		errs = append(errs, err)
	}
	prompts, err := p.host.Prompts(ctx, peerName)
	if errs = append(errs, err); len(prompts) > 0 {
		_, err := p.host.GetPrompt(ctx, peerName, prompts[0].Name, nil)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// givenCalls makes the calls that the suite lists (SEP-2243, parameters that
// are sent as headers, too).
func givenCalls(ctx context.Context, p *peer, d data) error {
	if len(d.ToolCalls) == 0 {
		return fmt.Errorf("%s lists no calls", contextVariable)
	}
	var errs []error
	for _, c := range d.ToolCalls {
		t, err := p.tool(ctx, c.Name)
		if err == nil {
			_, err = p.call(ctx, t, c.Arguments)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// everyTool calls every tool that is offered: those whose header annotations
// aren't valid mustn't be among them (SEP-2243).
func everyTool(ctx context.Context, p *peer, _ data) error {
	tools, err := p.tools(ctx)
	if err != nil {
		return err
	}
	for _, t := range tools {
		if _, err := p.call(ctx, t, json.RawMessage(`{"region": "us-west1"}`)); err != nil {
			fmt.Fprintln(os.Stderr, err) // a server may refuse what isn't meant for a tool
		}
	}
	return nil
}
