package config

import (
	"fmt"
	"strings"
)

// Merge makes one list of several files, given from the weakest to the
// strongest. Of two servers with one name the person's wins over a project's,
// and otherwise the later file's; the winner has a note that names the other.
// Broken and disabled ones win as well, so that a person can switch a
// project's server off and a typing mistake doesn't start another program. The
// order is that of the files, and of the entries in them.
func Merge(files ...File) []Server {
	var out []Server
	index := map[string]int{}
	for _, f := range files {
		for _, s := range f.Servers {
			i, taken := index[s.Name]
			switch {
			case !taken:
				index[s.Name] = len(out)
				out = append(out, s.withNote(""))
			case s.Source.Project && !out[i].Source.Project:
				out[i] = out[i].withNote(overridden(s))
			default:
				out[i] = s.withNote(overridden(out[i]))
			}
		}
	}
	separate(out, index)
	return out
}

func overridden(s Server) string {
	if s.Key != "" {
		return fmt.Sprintf("the server %s in %s, line %d, isn't used: it would have the same name", shown(s.Key), s.Source.File, s.Source.Line)
	}
	return fmt.Sprintf("the server of the same name in %s, line %d, isn't used", s.Source.File, s.Source.Line)
}

// withNote is a copy with one more note, whose notes are its own.
func (s Server) withNote(words string) Server {
	s.Notes = append([]string(nil), s.Notes...)
	if words != "" {
		s.Notes = append(s.Notes, words)
	}
	return s
}

// separate refuses servers whose tools couldn't be told from another's: the
// tool "b/c" of "a" and the tool "c" of "a/b" have the same name. A project's
// server gives way to the person's, and otherwise the longer name does.
func separate(servers []Server, index map[string]int) {
	for i := range servers {
		long := &servers[i]
		for at, r := range long.Name {
			if r != '/' {
				continue
			}
			j, ok := index[long.Name[:at]]
			if !ok {
				continue
			}
			loser, winner := long, &servers[j]
			if winner.Source.Project && !loser.Source.Project {
				loser, winner = winner, loser
			}
			if loser.Err == nil {
				loser.Err = &Error{
					File: loser.Source.File, Line: loser.Source.Line, Column: loser.Source.Column,
					What: fmt.Sprintf("its tools couldn't be told from those of the server %q", winner.Name),
					Hint: fmt.Sprintf("give it a name such as %q", strings.ReplaceAll(long.Name, "/", "-")),
				}
			}
		}
	}
}
