package builtin

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// entry is one file or folder in a folder.
type entry struct {
	Name string `json:"name"`
	Type string `json:"type"` // file, folder, link, other
	Size int64  `json:"size_bytes,omitempty"`
}

// entries lists a folder in the order of its names, without what is denied;
// withheld counts that.
func (s *rootSet) entries(p place) (list []entry, withheld int, err error) {
	h, err := s.open(p)
	if err != nil {
		return nil, 0, err
	}
	defer h.close()
	return s.entriesOf(p, h)
}

func (s *rootSet) entriesOf(p place, h *handle) (list []entry, withheld int, err error) {
	found, err := h.names(filepath.Join(p.root.dir, p.rel))
	if err != nil && len(found) == 0 {
		return nil, 0, s.openFailure(p.root, p.rel, err)
	}
	for _, e := range found {
		if s.denial(p.root, filepath.Join(p.rel, e.Name())) != notDenied {
			withheld++
			continue
		}
		list = append(list, entry{Name: e.Name(), Type: entryType(e.Type())})
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.Name, b.Name) })
	return list, withheld, nil
}

func entryType(m fs.FileMode) string {
	switch {
	case m.IsRegular():
		return "file"
	case m.IsDir():
		return "folder"
	case m&fs.ModeSymlink != 0:
		return "link"
	}
	return "other"
}

// readFolder is file.read for a folder: a page of its entries.
func (s *Server) readFolder(p place, h *handle, a readArgs) (any, error) {
	list, withheld, err := s.roots.entriesOf(p, h)
	if err != nil {
		return nil, err
	}
	label := s.roots.label(p.root, p.rel)
	if a.start > 1 && a.start > len(list) {
		return nil, &failure{Code: "past_end", Message: fmt.Sprintf("folder %q has only %s", label, count(len(list), "entry", "entries")), Hint: "start at a smaller start_line"}
	}
	end := min(a.start-1+a.lines, len(list))
	page := list[a.start-1 : end]
	for i := range page {
		var st unix.Stat_t
		if page[i].Type == "file" && unix.Fstatat(h.fd, page[i].Name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
			page[i].Size = st.Size
		}
	}
	r := readResult{Path: label, Entries: page, Withheld: withheld}
	r.ObjectIDs = []string{}
	r.Summary = fmt.Sprintf("folder %s: %s", label, count(len(list), "entry", "entries"))
	if withheld > 0 {
		r.Summary += fmt.Sprintf(", %d withheld (keys, passwords or vise's own)", withheld)
	}
	if end < len(list) {
		r.NextStart = end + 1
		r.Hint = fmt.Sprintf("there is more: call again with start_line %d", end+1)
	}
	r.Sources = []source{{URI: p.root.uri(p.rel), Name: label, Version: h.info.version(), Excerpt: r.Summary}}
	return r, nil
}
