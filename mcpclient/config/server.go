// Package config reads and edits the files that say which MCP servers there
// are: the mcpServers files of Claude Desktop, Claude Code, Gemini CLI, Qwen
// Code and their kin, and VS Code's form, exactly as people have them.
//
// A mistake in one entry makes that server unusable and leaves the others
// alone; a mistake in the syntax is one of the file. Nothing in a file is
// dropped without a word, and nothing in a file makes vise trust a server.
//
// # Where relative paths start
//
// Claude Code starts a project's servers in the folder it was itself started
// in, which is the project's as a rule, and pays no heed to "cwd"; Gemini CLI
// takes "cwd" from the folder it was started in. Here the place of the file
// decides, so that the same entry starts the same program wherever vise is
// started: a relative "cwd" starts from the folder of the file, a relative
// command with a slash from "cwd" or else that folder, and a project's server
// without "cwd" runs in the project's folder. A server of the person's own
// files without "cwd" runs where vise runs. Relative paths in arguments are the
// server's business.
package config

import (
	"maps"
	"slices"
	"time"
)

// Transport is how a server is reached.
type Transport uint8

const (
	Stdio Transport = iota // a program that is started, MCP on its stdin and stdout
	HTTP                   // Streamable HTTP
	SSE                    // the older HTTP with server-sent events (revision 2024-11-05)
)

// String is the transport as files name it.
func (t Transport) String() string {
	switch t {
	case HTTP:
		return "http"
	case SSE:
		return "sse"
	}
	return "stdio"
}

// Server is one entry of a file, with its variables filled in.
type Server struct {
	// Name is the configured name, or one made of it that tools, approvals and
	// rules can go by. One that can't be used (Err is set) is cut and has its odd
	// characters escaped.
	Name string
	// Key is what the file calls the server, where that isn't Name.
	Key       string
	Transport Transport

	// Command, Args, Env and Cwd are for Stdio. A Command without a slash is to
	// be looked up on PATH. An empty Cwd means vise's own working folder.
	Command string
	Args    []string
	Env     map[string]string
	Cwd     string

	// URL and Headers are for HTTP and SSE.
	URL     string
	Headers map[string]string
	// Auto: the file doesn't say which of the two it is. Try Streamable HTTP,
	// then SSE.
	Auto bool

	Disabled bool
	Timeout  time.Duration // of one request; 0: the default
	OAuth    *OAuth        // nil where the file names nothing
	Source   Source

	// Variables are the names of the environment's variables that the entry
	// reads, sorted: what a project's file takes from the person's environment.
	Variables []string
	// Secrets are values that came from variables, or look like credentials;
	// they are to be redacted. Sorted.
	Secrets []string
	// Notes say in words what was understood with a grain of salt.
	Notes []string
	// Err says why this server can't be used; an *Error.
	Err error

	// sources are the headers' values as the file has them, before variables
	// were filled in: a fingerprint has to notice another variable, not a new
	// token in the same one.
	sources map[string]string
}

// OAuth is what a file says about signing in to a server.
type OAuth struct {
	ClientID     string
	ClientSecret string
	Scopes       []string
	CallbackPort int    // on the loopback interface; 0: any
	RedirectURI  string // exactly as registered, where the file names one
	MetadataURL  string // of the authorization server (RFC 8414); "": discover it
}

// Source is where a server was configured.
type Source struct {
	File         string
	Line, Column int  // of its name, from 1; columns count characters
	Project      bool // a project's file: nothing starts before its command line is approved
}

// Equal reports whether the two are reached and used in the same way, so that
// a reload need not restart anything. Where they are configured, and notes,
// don't matter.
func (s Server) Equal(o Server) bool {
	return s.Name == o.Name && s.Transport == o.Transport && s.Auto == o.Auto &&
		s.Command == o.Command && slices.Equal(s.Args, o.Args) && maps.Equal(s.Env, o.Env) && s.Cwd == o.Cwd &&
		s.URL == o.URL && maps.Equal(s.Headers, o.Headers) &&
		s.Disabled == o.Disabled && s.Timeout == o.Timeout && s.OAuth.equal(o.OAuth) &&
		(s.Err == nil) == (o.Err == nil)
}

func (a *OAuth) equal(b *OAuth) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ClientID == b.ClientID && a.ClientSecret == b.ClientSecret && slices.Equal(a.Scopes, b.Scopes) &&
		a.CallbackPort == b.CallbackPort && a.RedirectURI == b.RedirectURI && a.MetadataURL == b.MetadataURL
}
