package scan

import (
	"strings"
	"testing"
)

func TestCommandsWithoutAFixedVersion(t *testing.T) {
	for line, want := range map[string]string{ // the argument that is loose, "" for none
		"npx -y @modelcontextprotocol/server-memory":                          "@modelcontextprotocol/server-memory",
		"npx -y @modelcontextprotocol/server-memory@latest":                   "@modelcontextprotocol/server-memory@latest",
		"npx -y @modelcontextprotocol/server-memory@2025.4.25":                "",
		"npx -y server@^1.2.0 --flag":                                         "server@^1.2.0",
		"npx --yes server@1":                                                  "server@1",
		"npx -p server@1.0.0 run-it":                                          "",
		"npx --package=server run-it":                                         "--package=server",
		"/usr/local/bin/npx github:a/b":                                       "github:a/b",
		"npx github:a/b#0123456789abcdef0123456789abcdef01234567":             "",
		`C:\node\npx.cmd -y server`:                                           "server",
		"npx ./local":                                                         "",
		"npm exec --yes server":                                               "server",
		"pnpm dlx server@1.2.3-beta.1":                                        "",
		"bunx server":                                                         "server",
		"uvx mcp-server-git":                                                  "mcp-server-git",
		"uvx mcp-server-git==2025.1.14 --repository .":                        "",
		"uvx mcp-server-git@latest":                                           "mcp-server-git@latest",
		"uvx --from mcp-server==1.2.0 serve":                                  "",
		"uvx --from git+https://github.com/a/b serve":                         "git+https://github.com/a/b",
		"uv tool run --python 3.12 server":                                    "server",
		"pipx run server":                                                     "server",
		"docker run -i --rm -e TOKEN mcp/github":                              "mcp/github",
		"docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server:latest": "ghcr.io/github/github-mcp-server:latest",
		"docker run -i --rm --env=A=b localhost:5000/mcp/github":              "localhost:5000/mcp/github",
		"docker run -i mcp/github:1.2.0":                                      "",
		"podman run mcp/github@sha256:0123":                                   "",
		"env DEBUG=1 npx server":                                              "server",
		"cmd /c npx -y server":                                                "server",
		"go run example.com/server@latest":                                    "example.com/server@latest",
		"go run example.com/server@v1.0.0":                                    "",
		"deno run -A npm:server":                                              "npm:server",
		"node server.js latest":                                               "",
		"npx":                                                                 "",
		"":                                                                    "",
	} {
		got := ""
		args := strings.Fields(line)
		for _, f := range Command(args) {
			got = f.Text
			if f.Kind != Unpinned || f.Severity != Low {
				t.Errorf("%q: %+v", line, f)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	const script = `cd /srv && exec npx -y "server@latest" --stdio`
	found := Command([]string{"sh", "-c", script})
	if len(found) != 1 || found[0].Where != "argument 2" || script[found[0].Start:found[0].End] != "server@latest" || found[0].Text != "server@latest" {
		t.Errorf("in a shell: %+v", found)
	}
}
