package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vise/mcpclient/config"
	"vise/session"
)

// NewServer is a server to be added to the person's own file.
type NewServer struct {
	Name    string
	Command []string // the program and its arguments; or
	URL     string
	SSE     bool // URL is reached with the older transport
	Env     map[string]string
	Headers map[string]string
	Cwd     string
}

// AddServer adds a server to the person's mcp.json and returns the file. What
// it holds is written as it is: ${NAME} is read from the environment when
// the server is started.
func (p Plan) AddServer(n NewServer) (file string, err error) {
	if n.URL != "" && len(n.Command) > 0 {
		return "", errors.New("a server has either a command or a URL")
	}
	file = p.ownServers()
	return file, config.Edit(file, func(d *config.Document) error { return d.Add(n.server()) })
}

// Plain are the names of the variables and headers whose values look like
// secrets and would stand in the file as they are; "" stands for an argument or
// the address.
func (n NewServer) Plain() []string { return n.server().Plain() }

// Scheme is the word that stands before the secret in a header; empty for none.
func (n NewServer) Scheme(header string) string { return config.Scheme(n.Headers[header]) }

func (n NewServer) server() config.Server {
	s := config.Server{Name: n.Name, URL: n.URL, Env: n.Env, Headers: n.Headers, Cwd: n.Cwd, Auto: n.URL != "" && !n.SSE}
	switch {
	case n.SSE && n.URL != "":
		s.Transport = config.SSE
	case n.URL != "":
		s.Transport = config.HTTP
	case len(n.Command) > 0:
		s.Command, s.Args = n.Command[0], n.Command[1:]
	}
	return s
}

// RemoveServer takes a server out of the person's file that has it, and
// returns the file.
func (p Plan) RemoveServer(name string) (file string, err error) {
	s, none := serverIn(p.readServers().list, name)
	switch {
	case none != nil: // which the file says better, where it can be read
		file = p.ownServers()
	case s.Source.Project:
		return "", fmt.Errorf("%s is named by the project, in %s, line %d: without your leave it isn't started (vise servers disable %s)", name, s.Source.File, s.Source.Line, name)
	default:
		file, name = s.Source.File, s.InFile()
	}
	err = config.Edit(file, func(d *config.Document) error { return d.Remove(name) })
	if err != nil && none != nil {
		err = unknown{err}
	}
	return file, err
}

// ServerNotes are remarks on the files of servers, and what is wrong with
// them, in words, for who asks about servers.
func (w *Workbench) ServerNotes() []string {
	read := w.configured()
	return append(slices.Clone(read.troubles), read.notes...)
}

// maxLogRead bounds what is shown of a server's log: its end, in bytes.
const maxLogRead = 64 << 10

// ServerLog is the end of what a server wrote to stderr, also in earlier
// sessions. The error says where it would be.
func (p Plan) ServerLog(name string) (session.Foreign, error) {
	s, none := serverIn(p.readServers().list, name)
	if none == nil {
		name = s.Name
	}
	path := filepath.Join(p.logDir(), url.PathEscape(name)+".log") // as mcpclient/stdio names it
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && none != nil:
		return session.Foreign{}, none
	case errors.Is(err, fs.ErrNotExist):
		return session.Foreign{}, fmt.Errorf("%s has no log: it was never started as a program (%s)", name, path)
	case err != nil:
		return session.Foreign{}, err
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.Size() > maxLogRead {
		if _, err := f.Seek(-maxLogRead, io.SeekEnd); err != nil {
			return session.Foreign{}, err
		}
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxLogRead))
	return session.Untrusted(strings.ToValidUTF8(string(raw), "\uFFFD")), err
}

func (p Plan) logDir() string { return filepath.Join(p.cfg.DataDir, "servers") }
