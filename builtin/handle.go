package builtin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Opening goes one path element at a time, from a folder that is open, and
// never through a symbolic link. So what is open is what was checked, even
// when somebody exchanges files at the same moment. Nothing blocks: a FIFO
// opens at once, and is refused.
const (
	openFolder = unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_DIRECTORY
	openFile   = unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK | unix.O_NOCTTY
)

// errExchanged means that a path element became a symbolic link or another
// kind of file while it was being opened.
var errExchanged = errors.New("the file was exchanged for another while it was being opened")

// identity is the same for all names of one file or folder.
type identity struct{ dev, ino uint64 }

// info is what is known of an open file.
type info struct {
	id      identity
	size    int64
	mtime   time.Time
	regular bool
	folder  bool
}

// version changes when the file does.
func (i info) version() string {
	return fmt.Sprintf("%s %dB", i.mtime.UTC().Format(time.RFC3339Nano), i.size)
}

// handle is an open file or folder.
type handle struct {
	fd   int
	info info
	file *os.File     // of a folder that was listed: it then owns fd
	refs atomic.Int32 // who still needs a folder; see walk.go
}

func (h *handle) close() {
	if h.file != nil {
		h.file.Close()
		return
	}
	unix.Close(h.fd)
}

// openIn opens name, one path element, in the folder dir.
func openIn(dir int, name string, flags int) (*handle, error) {
	fd, i, err := openAt(dir, name, flags)
	if err != nil {
		return nil, err
	}
	return &handle{fd: fd, info: i}, nil
}

func openAt(dir int, name string, flags int) (int, info, error) {
	var fd int
	err := retry(func() (err error) {
		fd, err = unix.Openat(dir, name, flags, 0)
		return err
	})
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.EMLINK) || (flags == openFolder && errors.Is(err, unix.ENOTDIR)) {
		return 0, info{}, errExchanged
	}
	if err != nil {
		return 0, info{}, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	var st unix.Stat_t
	if err := retry(func() error { return unix.Fstat(fd, &st) }); err != nil {
		unix.Close(fd)
		return 0, info{}, &fs.PathError{Op: "stat", Path: name, Err: err}
	}
	return fd, infoOf(&st), nil
}

func infoOf(st *unix.Stat_t) info {
	mode := uint32(st.Mode) & unix.S_IFMT
	sec, nsec := st.Mtim.Unix()
	return info{
		id:      identity{uint64(st.Dev), st.Ino}, //nolint:unconvert // narrower on macOS
		size:    st.Size,
		mtime:   time.Unix(sec, nsec),
		regular: mode == unix.S_IFREG,
		folder:  mode == unix.S_IFDIR,
	}
}

// read fills b as far as one system call does.
func (h *handle) read(b []byte) (int, error) {
	var n int
	err := retry(func() (err error) {
		n, err = unix.Read(h.fd, b)
		return err
	})
	return max(n, 0), err
}

// names lists the folder, once, in no order; at is its absolute path, for file systems that keep
// no types in their folders.
func (h *handle) names(at string) ([]fs.DirEntry, error) {
	if h.file == nil {
		h.file = os.NewFile(uintptr(h.fd), at)
	}
	return h.file.ReadDir(-1)
}

func retry(call func() error) error {
	for {
		if err := call(); err != unix.EINTR { //nolint:errorlint // a bare errno
			return err
		}
	}
}
