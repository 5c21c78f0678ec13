package builtin_test

import (
	"context"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestResources(t *testing.T) {
	w := newWorld(t, nil)
	ctx := context.Background()
	w.approved("todo.create", `{"title":"buy milk","due_at":"2026-05-10T09:00:00+08:00"}`)
	w.approved("todo.create", `{"title":"old"}`)
	w.approved("todo.update", `{"id":"td_2","status":"done"}`)
	list, err := w.client.ListResources(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var uris []string
	for _, r := range list.Resources {
		uris = append(uris, r.URI)
	}
	if strings.Join(uris, " ") != "roots://list todo://list todo://td_1" {
		t.Errorf("listed %v", uris)
	}
	templates, err := w.client.ListResourceTemplates(ctx, nil)
	if err != nil || len(templates.ResourceTemplates) != 1 || templates.ResourceTemplates[0].URITemplate != "todo://{id}" {
		t.Errorf("%v %v", templates, err)
	}
	for uri, says := range map[string]string{
		"todo://list": `"title":"old"`, "todo://td_1": `"due_at":"2026-05-10T09:00:00+08:00"`, "todo://td_2": `"status":"done"`, "roots://list": `"uri":"file://` + w.dir + `"`,
	} {
		res, err := w.client.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
		if err != nil || !strings.Contains(res.Contents[0].Text, says) {
			t.Errorf("%s: %+v %v", uri, res, err)
		}
	}
	for _, uri := range []string{"todo://td_99", "file:///etc/passwd"} {
		if _, err := w.client.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s can be read", uri)
		}
	}
}

func TestPlanMyDay(t *testing.T) {
	w := newWorld(t, nil)
	ctx := context.Background()
	list, err := w.client.ListPrompts(ctx, nil)
	if err != nil || len(list.Prompts) != 1 || list.Prompts[0].Title != "Plan my day" {
		t.Fatalf("%+v %v", list, err)
	}
	res, err := w.client.GetPrompt(ctx, &mcp.GetPromptParams{Name: "plan-my-day", Arguments: map[string]string{"focus": "the report"}})
	if err != nil {
		t.Fatal(err)
	}
	text := res.Messages[0].Content.(*mcp.TextContent).Text
	for _, says := range []string{"Saturday, 9 May 2026, 12:00", "Asia/Shanghai", "the report"} {
		if !strings.Contains(text, says) {
			t.Errorf("%q doesn't say %q", text, says)
		}
	}
	if _, err := w.client.GetPrompt(ctx, &mcp.GetPromptParams{Name: "plan-my-day", Arguments: map[string]string{"focus": strings.Repeat("x", 201)}}); err == nil {
		t.Error("a focus of any length is taken")
	}
}
