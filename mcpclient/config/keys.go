package config

import "strings"

// use is what vise does with a key of an entry.
type use uint8

const (
	unknown use = iota // an error
	used               // understood
	foreign            // another program's, without effect on what the server does
	noted              // another program's, and a person might count on it
)

// uses are the keys that Claude Desktop, Claude Code, Gemini CLI, Qwen Code,
// Cursor, Windsurf, VS Code, Copilot CLI, Cline, Roo Code and LM Studio write
// into an entry.
func uses(key string) use {
	switch key {
	case "command", "args", "env", "cwd", "url", "httpUrl", "serverUrl", "headers",
		"type", "transport", "transportType", "disabled", "enabled", "timeout", "oauth":
		return used
	case "description", "name", "title", "id", "icon", "version", "gallery", "source", "provider", "isActive", "category", "tags",
		"extension", "extensionName", "discoveryTimeoutMs", "initTimeout", "startupTimeout", "alwaysLoad", "discoveryCache",
		"watchPaths", "dev", "inputs", "targetAudience", "targetServiceAccount", "request_timeout_ms", "metadata", "registryUrl":
		return foreign
	}
	if foreignNote(key) != "" {
		return noted
	}
	if strings.HasPrefix(key, "//") || strings.HasPrefix(key, "_") || strings.HasPrefix(key, "$") || strings.HasPrefix(key, "#") {
		return foreign // comments, in the only form plain JSON has
	}
	return unknown
}

// foreignNote is what a person should know of a key that vise doesn't use, ""
// for none.
func foreignNote(key string) string {
	switch key {
	case "trust", "autoApprove", "alwaysAllow", "autoApproved", "toolPermissions":
		return "vise doesn't take trust from a file: its tools are approved one by one in vise"
	case "includeTools", "excludeTools", "disabledTools", "enabledTools", "tools", "allowedTools", "disabled_tools", "enabled_tools":
		return "this choice of tools isn't used: choose them in vise"
	case "headersHelper":
		return `vise doesn't run a helper for headers: name them under "headers", with ${NAME} for what is secret`
	case "envFile":
		return `vise doesn't read a file of variables: name them under "env"`
	case "authProviderType":
		return "vise doesn't use another program's credentials: it signs in by itself where the server asks for it"
	case "auth":
		return `this isn't used: sign-in is configured under "oauth"`
	case "sandbox", "sandboxEnabled":
		return "vise has no sandbox: the server runs with your rights"
	}
	return ""
}

// meant are right keys for wrong ones that aren't near in spelling.
func meant(key string) string {
	if same := otherWord(key); same != "" {
		return same
	}
	near := nearest(key, []string{
		"command", "args", "env", "cwd", "url", "httpUrl", "headers", "type", "disabled", "timeout", "oauth",
		"description", "includeTools", "excludeTools", "autoApprove", "alwaysAllow", "trust", "headersHelper",
	})
	if near != "" {
		return near
	}
	return otherWord(nearest(key, []string{"environment", "variables", "argument", "parameters", "executable", "directory", "endpoint", "address"}))
}

// otherWord is the key that goes by another word elsewhere, "" for none.
func otherWord(key string) string {
	switch strings.ToLower(key) {
	case "environment", "environments", "envs", "envvars", "variables":
		return "env"
	case "argument", "arguments", "parameters", "params":
		return "args"
	case "cmd", "exec", "executable", "program", "run":
		return "command"
	case "workdir", "workingdirectory", "working_directory", "working_dir", "workingdir", "dir", "directory":
		return "cwd"
	case "uri", "endpoint", "address", "baseurl", "server_url", "link":
		return "url"
	case "httpheaders", "http_headers", "header":
		return "headers"
	case "disable", "off", "inactive":
		return "disabled"
	case "timeoutms", "timeout_ms", "requesttimeout", "tooltimeout":
		return "timeout"
	}
	return ""
}

// nearest is the word that is nearest to s in spelling, "" where none is near.
// Case doesn't matter.
func nearest(s string, words []string) string {
	if len(s) > 40 {
		return ""
	}
	best, least := "", 1+max(1, min(3, len(s)/3))
	for _, w := range words {
		if d := distance(strings.ToLower(s), strings.ToLower(w)); d < least {
			best, least = w, d
		}
	}
	return best
}

// distance counts the letters to add, drop, change or swap with the next to
// make b of a.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
