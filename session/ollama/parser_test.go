package ollama

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	texttemplate "text/template"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/tools"

	"vise/session/ollama/tinymodel"
)

// ownParser is the parser that the server itself uses for models without one of
// their own.
func ownParser(t *testing.T, aliases []string) *tools.Parser {
	t.Helper()
	tmpl, err := texttemplate.New("").Parse(tinymodel.Models()[0].Template)
	if err != nil {
		t.Fatal(err)
	}
	var list []api.Tool
	for _, a := range aliases {
		list = append(list, api.Tool{Type: "function", Function: api.ToolFunction{Name: a}})
	}
	return tools.NewParser(tmpl, list)
}

func TestOllamasOwnParserFindsEveryAlias(t *testing.T) {
	ids := []string{"file.search", "file.read", "todo.create", "time.now", "github/search", "github/search_issues", "x/name", "y/arguments", "call"}
	aliases := slices.Sorted(maps.Values(Aliases(ids)))
	for _, want := range aliases {
		p := ownParser(t, aliases)
		// The other names stand in the arguments, where they mean nothing.
		args, err := json.Marshal(map[string]string{"query": strings.Join(ids, " ")})
		if err != nil {
			t.Fatal(err)
		}
		calls, content := p.Add(fmt.Sprintf("<tool_call>\n{\"name\": %q, \"arguments\": %s}\n</tool_call>", want, args))
		if len(calls) != 1 || calls[0].Function.Name != want || content != "" {
			t.Errorf("%s: %v, %q", want, calls, content)
		}
	}
}

// Why an empty reply means a tool that doesn't exist: the text of the call is
// swallowed with it.
func TestOllamasOwnParserSwallowsWhatIsNotOffered(t *testing.T) {
	p := ownParser(t, []string{"time_now"})
	calls, content := p.Add(`<tool_call>{"name": "file_search", "arguments": {}}</tool_call>`)
	if len(calls) != 0 || content+p.Content() != "" {
		t.Errorf("%v, %q", calls, content)
	}
}
