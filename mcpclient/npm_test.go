//go:build npm

package mcpclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/mcpclient/config"
	"vise/policy"
)

// The reference servers from npm, from PATH, as an ordinary file has them. $DIR
// is a folder of the test's.
const npmServers = `{"mcpServers": {
	"everything": {"command": "mcp-server-everything"},
	"filesystem": {"command": "mcp-server-filesystem", "args": ["${DIR}"]},
	"memory": {"command": "mcp-server-memory", "env": {"MEMORY_FILE_PATH": "${DIR}/memory.jsonl"}},
	"thinking": {"command": "mcp-server-sequential-thinking"}
}}`

// npmCalls are calls of all their tools, in an order in which each finds what
// it needs: the tool, its arguments, and a part of what comes; after a "!" it
// comes as an error of the tool's.
const npmCalls = `
everything/echo {"message": "grüß dich"} => grüß dich
everything/get-annotated-message {"messageType": "success", "includeImage": true} => image/png
everything/get-env {} => PATH
everything/get-resource-links {"count": 2} => resource_link
everything/get-resource-reference {"resourceType": "Blob", "resourceId": 2} => demo://resource/dynamic/blob/2
everything/get-structured-content {"location": "Chicago"} => temperature
everything/get-sum {"a": 2, "b": 40} => 42
everything/get-tiny-image {} => image/png
everything/gzip-file-as-resource {"name": "a.gz", "data": "data:text/plain;base64,aGVsbG8=", "outputType": "resource"} => a.gz
everything/toggle-simulated-logging {} => logging
everything/toggle-subscriber-updates {} => updates
everything/trigger-long-running-operation {"duration": 0.3, "steps": 3} => completed
everything/trigger-elicitation-request {} => a name
everything/trigger-url-elicitation {"url": "https://example.com/agree", "elicitationId": "one"} => accept
everything/simulate-research-query {"topic": "vises"} => !requires task
filesystem/write_file {"path": "${DIR}/a.txt", "content": "one\ntwo\n"} => wrote
filesystem/read_file {"path": "${DIR}/a.txt", "head": 1} => one
filesystem/read_text_file {"path": "${DIR}/a.txt"} => two
filesystem/edit_file {"path": "${DIR}/a.txt", "edits": [{"oldText": "two", "newText": "three"}]} => +three
filesystem/create_directory {"path": "${DIR}/sub"} => sub
filesystem/move_file {"source": "${DIR}/a.txt", "destination": "${DIR}/sub/b.txt"} => moved
filesystem/read_multiple_files {"paths": ["${DIR}/sub/b.txt", "${DIR}/gone"]} => three
filesystem/read_media_file {"path": "${DIR}/dot.png"} => image/png
filesystem/list_directory {"path": "${DIR}"} => [DIR] sub
filesystem/list_directory_with_sizes {"path": "${DIR}", "sortBy": "size"} => dot.png
filesystem/directory_tree {"path": "${DIR}"} => b.txt
filesystem/search_files {"path": "${DIR}", "pattern": "**/*.txt"} => sub/b.txt
filesystem/get_file_info {"path": "${DIR}/sub/b.txt"} => isFile: true
filesystem/list_allowed_directories {} => ${DIR}
memory/create_entities {"entities": [{"name": "Ada", "entityType": "person", "observations": ["counts"]}, {"name": "Engine", "entityType": "thing", "observations": []}]} => Ada
memory/create_relations {"relations": [{"from": "Ada", "to": "Engine", "relationType": "explains"}]} => explains
memory/add_observations {"observations": [{"entityName": "Ada", "contents": ["writes"]}]} => writes
memory/read_graph {} => explains
memory/search_nodes {"query": "count"} => Ada
memory/open_nodes {"names": ["Engine"]} => thing
memory/delete_observations {"deletions": [{"entityName": "Ada", "observations": ["counts"]}]} => deleted
memory/delete_relations {"relations": [{"from": "Ada", "to": "Engine", "relationType": "explains"}]} => deleted
memory/delete_entities {"entityNames": ["Ada", "Engine"]} => deleted
thinking/sequentialthinking {"thought": "measure twice", "nextThoughtNeeded": false, "thoughtNumber": 1, "totalThoughts": 1} => thoughtHistoryLength
`

// npmHost runs the four, and gives the folder.
func npmHost(t *testing.T, p *person) (*Host, string) {
	t.Helper()
	dir := t.TempDir()
	dot := []byte("\x89PNG\r\n\x1a\n") // the server goes by the name
	if err := os.WriteFile(filepath.Join(dir, "dot.png"), dot, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VISE_TEST_TOKEN", "not-for-servers")
	f, err := config.Parse(filepath.Join(dir, "mcp.json"), []byte(npmServers), false, func(name string) (string, bool) {
		return dir, name == "DIR"
	})
	if err != nil {
		t.Fatal(err)
	}
	h := ready(t, Config{Ask: p.ask, Times: Times{Grace: 2 * time.Second, Opened: 100 * time.Millisecond}}, f.Servers...)
	for _, s := range h.Wait(t.Context(), 30*time.Second) {
		t.Fatalf("%+v", s)
	}
	return h, dir
}

// accepts answers as a person who takes what a form proposes.
func accepts(t *testing.T) *person {
	return &person{t: t, answer: func(q policy.Question) policy.Reply {
		content := "{}"
		if strings.Contains(string(q.Schema), `"name"`) {
			content = `{"name": "a name", "check": true}`
		}
		return policy.Reply{Action: policy.ReplyAccept, Content: json.RawMessage(content)}
	}}
}

// Every tool of every server is there and works, or it is said why not.
func TestNPMTools(t *testing.T) {
	p := accepts(t)
	h, dir := npmHost(t, p)
	c := catalogue(t, h)
	for _, s := range c.Servers {
		fmt.Printf("%s: %s, revision %s, %s, %d tools, %d held back\n", s.Name, s.State, s.Protocol, s.Title, s.Offered, s.Held)
	}
	for _, held := range c.Held {
		t.Errorf("%s is held back: %s", held.Tool.ID(), held.Reason)
	}
	var (
		mu    sync.Mutex
		steps []policy.Progress
	)
	with := policy.Calling{Run: "run", Call: "call", Ask: p.ask, Progress: func(p policy.Progress) {
		mu.Lock()
		defer mu.Unlock()
		steps = append(steps, p)
	}}
	var called []string
	for line := range strings.Lines(strings.ReplaceAll(npmCalls, "${DIR}", dir)) {
		id, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		args, want, _ := strings.Cut(rest, " => ")
		if id == "" {
			continue
		}
		called = append(called, id)
		tool, ok := c.Find(id)
		if !ok {
			t.Errorf("%s isn't there", id)
			continue
		}
		res, err := h.CallTool(t.Context(), tool, json.RawMessage(args), with)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		came := whatCame(t, res)
		fmt.Printf("%s: %s\n", id, cut(came, 160))
		want, fails := strings.CutPrefix(want, "!")
		if res.IsError != fails || !strings.Contains(came, want) || strings.Contains(came, "not-for-servers") {
			t.Errorf("%s: want %q, as an error: %t: %s", id, want, fails, came)
		}
	}
	for _, tool := range c.Offered {
		if !slices.Contains(called, tool.ID()) {
			t.Errorf("%s isn't called: %s", tool.ID(), tool.Definition)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(steps) == 0 || steps[len(steps)-1].Total != 3 {
		t.Errorf("progress: %+v", steps)
	}
	if len(p.asked) != 2 || p.asked[0].Kind != policy.QuestionForm || p.asked[1].URL != "https://example.com/agree" || p.asked[1].Host != "example.com" {
		t.Errorf("asked: %+v", p.asked)
	}
}

// whatCame is a result as it went over the wire, on one line.
func whatCame(t *testing.T, res *mcp.CallToolResult) string {
	t.Helper()
	raw, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Prompts, resources and their completion, and an address that has to be
// visited before a call.
func TestNPMEverythingElse(t *testing.T) {
	p := accepts(t)
	h, dir := npmHost(t, p)
	ctx := t.Context()
	const server = "everything"

	prompt, err := h.GetPrompt(ctx, server, "args-prompt", map[string]string{"city": "Graz", "state": "Styria"})
	if err != nil || len(prompt.Messages) != 1 || !strings.Contains(prompt.Messages[0].Content.(*mcp.TextContent).Text, "Graz") {
		t.Errorf("prompt: %+v, %v", prompt, err)
	}
	departments, err := h.CompletePrompt(ctx, server, "completable-prompt", "department", "S", nil)
	if err != nil || !slices.Contains(departments, "Sales") {
		t.Errorf("completed: %v, %v", departments, err)
	}
	names, err := h.CompletePrompt(ctx, server, "completable-prompt", "name", "", map[string]string{"department": "Sales"})
	if err != nil || len(names) == 0 {
		t.Errorf("completed with what is known: %v, %v", names, err)
	}
	resources, err := h.Resources(ctx, server)
	if err != nil || len(resources) < 5 {
		t.Errorf("%d resources, %v", len(resources), err)
	}
	for _, uri := range []string{resources[0].URI, "demo://resource/dynamic/text/1"} {
		r, err := h.ReadResource(ctx, server, uri)
		if err != nil || len(r.Contents) != 1 || r.Contents[0].Text == "" {
			t.Errorf("%s: %+v, %v", uri, r, err)
		}
	}
	if templates, err := h.ResourceTemplates(ctx, server); err != nil || len(templates) != 2 {
		t.Errorf("templates: %v, %v", templates, err)
	}
	if err := errors.Join(h.Subscribe(ctx, server, resources[0].URI), h.Unsubscribe(ctx, server, resources[0].URI)); err != nil {
		t.Errorf("subscribed: %v", err)
	}
	args := json.RawMessage(`{"url": "https://example.com/first", "errorPath": true, "elicitationId": "two"}`)
	res, err := h.CallTool(ctx, policy.Tool{Server: server, Name: "trigger-url-elicitation"}, args, policy.Calling{Ask: p.ask})
	if err != nil || res.IsError || len(p.asked) != 2 || p.asked[0].URL != "https://modelcontextprotocol.io" || p.asked[1].URL != "https://example.com/first" {
		t.Errorf("an address first: %v, %v, asked %+v", res, err, p.asked)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if left := programsWith(t, dir); len(left) > 0 {
		t.Errorf("still there: %q", left)
	}
}

// programsWith are the programs that have word in their arguments.
func programsWith(t *testing.T, word string) (found []string) {
	t.Helper()
	paths, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(paths) == 0 {
		t.Fatalf("programs can't be listed: %v", err)
	}
	for _, path := range paths {
		line, _ := os.ReadFile(path) // it may have ended
		if strings.Contains(string(line), word) {
			found = append(found, string(line))
		}
	}
	return found
}
