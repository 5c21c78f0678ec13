package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vise/mcpclient/config"
	"vise/policy"
)

// serverFile is one file that may name MCP servers.
type serverFile struct {
	path    string
	project bool // it came with a project: nothing in it starts before that is allowed
}

// serverFiles are the files that name servers, from the weakest to the
// strongest: each project's .mcp.json, the person's mcp.json, and the one that
// --mcp-config names.
func (p Plan) serverFiles() []serverFile {
	var out []serverFile
	for _, dir := range p.projects {
		out = append(out, serverFile{filepath.Join(dir, ".mcp.json"), true})
	}
	out = append(out, serverFile{path: p.ownServers()})
	if p.cfg.MCPConfig != "" {
		out = append(out, serverFile{path: p.cfg.MCPConfig})
	}
	return out
}

// ownServers is the person's own file of servers.
func (p Plan) ownServers() string { return filepath.Join(p.cfg.ConfigDir, "mcp.json") }

// projectDirs are the folders whose .mcp.json is looked at: those that file
// tools read, also for a command that reads no files.
func (c Config) projectDirs(f File) []string {
	c.NoFiles, c.AllowBroad = false, false
	roots, err := c.roots(f)
	if err != nil {
		return nil // a home folder is no project
	}
	var out []string
	for _, r := range roots {
		out = append(out, r.Dir)
	}
	return out
}

// checkMCPConfig refuses a --mcp-config that isn't there: it was named.
func (c *Config) checkMCPConfig() error {
	if c.MCPConfig == "" {
		return nil
	}
	if !filepath.IsAbs(c.MCPConfig) {
		c.MCPConfig = filepath.Join(c.WorkDir, c.MCPConfig)
	}
	if _, err := os.Stat(c.MCPConfig); err != nil {
		return fmt.Errorf("%w: --mcp-config: %w", ErrConfig, err)
	}
	return nil
}

// lookup is the environment as files of servers see it.
func (c Config) lookup(name string) (string, bool) {
	if c.LookupEnv != nil {
		return c.LookupEnv(name)
	}
	v := c.env(name)
	return v, v != ""
}

// stamp tells whether a file was written since it was read.
type stamp struct {
	at   time.Time
	size int64
}

func stampOf(path string) stamp {
	st, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{st.ModTime(), st.Size()}
}

// readServers is what the files say now.
type readServers struct {
	list     []config.Server
	stamps   []stamp
	troubles []string // files that can't be read, in words
	notes    []string
}

func (p Plan) readServers() readServers {
	var r readServers
	var files []config.File
	for _, f := range p.serverFiles() {
		r.stamps = append(r.stamps, stampOf(f.path)) // before reading: a write meanwhile is seen the next time
		file, err := config.Read(f.path, f.project, p.cfg.lookup)
		if err != nil {
			r.troubles = append(r.troubles, err.Error())
		}
		for _, n := range file.Notes {
			r.notes = append(r.notes, fmt.Sprintf("%s:%d: %s", file.Path, n.Line, n.Text))
		}
		file.Servers = slices.DeleteFunc(file.Servers, func(s config.Server) bool {
			taken := s.Name == policy.BuiltinServer
			if taken && s.Err != nil { // it has no row of its own to say so
				r.troubles = append(r.troubles, s.Err.Error())
			}
			return taken
		})
		files = append(files, file)
	}
	r.list = config.Merge(files...)
	return r
}

// stale reports whether a file was written since r was read.
func (p Plan) stale(r readServers) bool {
	var now []stamp
	for _, f := range p.serverFiles() {
		now = append(now, stampOf(f.path))
	}
	return !slices.EqualFunc(now, r.stamps, func(a, b stamp) bool { return a.size == b.size && a.at.Equal(b.at) })
}

// identities say which server each name stands for. Only a project's own
// folder is left out of one: the person's servers are the same wherever vise
// is started.
func (p Plan) identities(list []config.Server) map[string]string {
	out := make(map[string]string, len(list))
	for _, s := range list {
		root := ""
		if s.Source.Project {
			root = filepath.Dir(s.Source.File)
		}
		places := config.UsualPlaces(root, p.cfg.lookup)
		if places.Home == "" {
			places.Home = p.cfg.HomeDir
		}
		out[s.Name] = s.Identity(places)
	}
	return out
}

// secretsOf are the values of a server's configuration that are masked
// wherever they show up: what looks like a secret, and what the person has
// put into its environment, unless it is short or names a place.
func secretsOf(s config.Server) map[string]string {
	out := map[string]string{}
	add := func(value string) { out[fmt.Sprintf("%s %d", s.Name, len(out)+1)] = value }
	for _, v := range s.Secrets {
		add(v)
	}
	for _, v := range s.Env {
		if len(v) >= leastEnv && !strings.ContainsAny(v, " /") && !slices.Contains(s.Secrets, v) {
			add(v)
		}
	}
	return out
}

// leastEnv is the length in bytes from which a value of a server's environment
// counts as a secret whatever its name: shorter ones are words.
const leastEnv = 16
