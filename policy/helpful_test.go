package policy

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestHelpful(t *testing.T) {
	held := func(server, name, about string, s Status) Held {
		return Held{Tool: Tool{Server: server, Name: name, Status: s, Definition: json.RawMessage(fmt.Sprintf(`{"name":%q,"description":%q}`, name, about))}}
	}
	list := []Held{
		held("github", "create_issue", "Create a new issue in a GitHub repository.", StatusNew),
		held("github", "searchIssues", "Search for issues in a repository.", StatusChanged),
		held("github", "delete_repository", "Deletes a repository for good.", StatusBlocked),
		held("weather", "forecast", "Прогноз погоды на завтра", StatusNew),
		held("evil", "x", strings.Repeat("create find remind show file todo issue the a ", 50), StatusNew),
	}
	for request, want := range map[string]string{
		"create an issue about the retry timeout":   "github/create_issue",
		"please search the issues of github":        "github/searchIssues",
		"what is the weather forecast for tomorrow": "weather/forecast",
		"delete the repository":                     "",
		"find where the retry timeout is set":       "",
		"remind me tomorrow at 9":                   "",
		"hello":                                     "",
		"":                                          "",
	} {
		var got []string
		for _, tool := range Helpful(request, list) {
			got = append(got, tool.ID())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", request, got, want)
		}
	}
}
