package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vise/session"
)

// ErrBroadRoot means that the folder to be read is the home folder or the
// whole disk, and nobody said that this is meant.
var ErrBroadRoot = errors.New("that would let file tools read everything you have")

// Roots works out the folders that file tools may read: those named on the
// command line, else those of vise.yaml, else the current folder.
func (c Config) roots(f File) ([]session.Root, error) {
	if c.NoFiles {
		return nil, nil
	}
	if len(c.Roots) > 0 {
		return checkRoots("--root", c.Roots)
	}
	if len(f.Roots) > 0 {
		rs := make([]session.Root, len(f.Roots))
		for i, r := range f.Roots {
			dir := r.Dir
			if rest, ok := strings.CutPrefix(dir, "~/"); ok {
				dir = filepath.Join(c.HomeDir, rest)
			}
			rs[i] = session.Root{Name: r.Name, Dir: dir}
		}
		return checkRoots("roots in vise.yaml", rs)
	}
	if !c.AllowBroad && broad(c.WorkDir, c.HomeDir) {
		return nil, fmt.Errorf("%w: the current folder is %s; start vise in a project, or name a folder with --root NAME=DIR", ErrBroadRoot, c.WorkDir)
	}
	return checkRoots("the current folder", []session.Root{{Name: rootName(c.WorkDir), Dir: c.WorkDir}})
}

func broad(dir, home string) bool {
	dir = filepath.Clean(dir)
	return dir == filepath.Dir(dir) || home != "" && (dir == filepath.Clean(home) || strings.HasPrefix(filepath.Clean(home)+"/", dir+"/"))
}

func rootName(dir string) string {
	name := filepath.Base(dir)
	if name == "/" || name == "." {
		return "root"
	}
	return name
}

// checkRoots makes the folders absolute, and says of a wrong one where it was
// named.
func checkRoots(where string, rs []session.Root) ([]session.Root, error) {
	seen := map[string]bool{}
	out := make([]session.Root, len(rs))
	for i, r := range rs {
		abs, err := checkRoot(r, seen)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrConfig, where, err)
		}
		seen[r.Name] = true
		out[i] = session.Root{Name: r.Name, Dir: abs}
	}
	return out, nil
}

func checkRoot(r session.Root, seen map[string]bool) (string, error) {
	if r.Name == "" {
		return "", fmt.Errorf("%s has no name: use NAME=DIR", r.Dir)
	}
	if seen[r.Name] {
		return "", fmt.Errorf("two roots are named %q: give each its own name", r.Name)
	}
	abs, err := filepath.Abs(r.Dir)
	if err != nil {
		return "", fmt.Errorf("root %s: %w", r.Name, err)
	}
	st, err := os.Stat(abs)
	switch {
	case err != nil:
		return "", fmt.Errorf("root %s can't be used: %w", r.Name, err)
	case !st.IsDir():
		return "", fmt.Errorf("root %s: %s is not a folder", r.Name, abs)
	}
	return abs, nil
}

// zone is the person's time zone: configured, from TZ, else the machine's.
func (c Config) zone(f File) (*time.Location, string) {
	for _, name := range []string{f.Timezone, c.env("TZ"), localZoneName()} {
		if loc, err := time.LoadLocation(strings.TrimPrefix(name, ":")); name != "" && err == nil {
			return loc, loc.String()
		}
	}
	return time.UTC, "UTC"
}

// localZoneName reads the IANA name off the link that /etc/localtime is.
func localZoneName() string {
	target, err := filepath.EvalSymlinks("/etc/localtime")
	if err != nil {
		return ""
	}
	if _, name, ok := strings.Cut(target, "zoneinfo/"); ok {
		return name
	}
	return ""
}

func (c Config) env(name string) string {
	if c.Getenv == nil {
		return ""
	}
	return c.Getenv(name)
}
