// Package builtin is vise's own MCP server: files in the allowed roots, todos
// and the time. It checks for itself what it is given, so that its borders
// hold whatever the caller does: file tools never leave the roots, and writes
// need an approval that the storage consumes.
package builtin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin/todo"
)

// Config is what the server works on.
type Config struct {
	// Roots are the folders that file tools may read. None: file tools refuse
	// everything.
	Roots []Root
	// Protected are files and folders of vise's own (configuration, data). No
	// file tool reads them, lists them or finds anything in them. They need
	// not exist.
	Protected []string
	// Todos keeps the todos; required.
	Todos todo.Storage
	// Results are what other tools gave before; nil: none can be read.
	Results Results
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Zone is the person's time zone; nil means time.Local.
	Zone *time.Location
	// Version is what the server calls itself; it may be empty.
	Version string
}

// Results reads what a tool gave earlier in a conversation.
type Results interface {
	// Result is the whole text under that evidence id, as far as it was kept,
	// in the conversation of that run; ok is false where there is none.
	Result(ctx context.Context, run, evidence string) (text string, ok bool, err error)
}

// Root is one folder that file tools may read.
type Root struct {
	Name string // short and unique; empty takes the folder's own name
	Dir  string // relative ones are relative to the current folder
}

// Server is the built-in MCP server. Connect it to a transport like any other;
// Close it after its last session.
type Server struct {
	*mcp.Server
	roots *rootSet
	todos todo.Storage
	past  Results
	now   func() time.Time
	zone  *time.Location
}

// New makes the server. It fails when a root can't be opened or two have one
// name, and when there is nothing to keep todos in.
func New(cfg Config) (*Server, error) {
	if cfg.Todos == nil {
		return nil, errors.New("builtin: Config.Todos is nil: give it a todo.Storage")
	}
	roots, err := openRoots(cfg.Roots, cfg.Protected)
	if err != nil {
		return nil, err
	}
	s := &Server{roots: roots, todos: cfg.Todos, past: cfg.Results, now: cfg.Now, zone: cfg.Zone}
	if s.now == nil {
		s.now = time.Now
	}
	if s.zone == nil {
		s.zone = time.Local
	}
	version := cfg.Version
	if version == "" {
		version = "1"
	}
	s.Server = mcp.NewServer(&mcp.Implementation{Name: "vise-builtin", Title: "vise", Version: version}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{},
		Logger:       slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	for _, t := range s.tools() {
		s.addTool(t)
	}
	s.addResources()
	s.addPrompts()
	return s, nil
}

// Close lets go of the roots, once the file tools that still run are done;
// later calls of them fail.
func (s *Server) Close() error { return s.roots.Close() }

func (s *Server) tools() []tool {
	return []tool{
		s.fileSearch(), s.fileRead(),
		s.todoCreate(), s.todoList(), s.todoUpdate(),
		s.timeNow(),
	}
}

// zoneName is the IANA name of the person's zone, or where the system doesn't
// tell it, its offset.
func (s *Server) zoneName() string { return zoneName(s.zone, s.now()) }

func zoneName(zone *time.Location, at time.Time) string {
	if name := zone.String(); name != "Local" {
		return name
	}
	return fmt.Sprintf("UTC%s", at.In(zone).Format("-07:00"))
}
