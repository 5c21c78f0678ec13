package stdio

import (
	"net/url"
	"os"
	"path/filepath"
	"time"
)

const (
	maxLog   = 1 << 20 // bytes; one older file of the same size is kept
	logTimes = "2006-01-02 15:04:05"
)

// logFile is a bounded file of lines. The first error ends the writing; the
// server goes on.
type logFile struct {
	path string // "": nothing is written
	f    *os.File
	size int64
	err  error
}

// openLog opens a server's log; the name is made one of a file.
func openLog(dir, name string) *logFile {
	if dir == "" {
		return &logFile{}
	}
	l := &logFile{path: filepath.Join(dir, url.PathEscape(name)+".log")}
	if l.err = os.MkdirAll(dir, 0o700); l.err == nil {
		l.open()
	}
	l.write("started")
	return l
}

func (l *logFile) open() {
	if l.f, l.err = os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); l.err != nil {
		return
	}
	info, err := l.f.Stat()
	if err != nil {
		l.err = err
		return
	}
	l.size = info.Size()
}

func (l *logFile) write(line string) {
	if l.f == nil || l.err != nil {
		return
	}
	if l.size > maxLog {
		l.close()
		if l.err = os.Rename(l.path, l.path+".old"); l.err != nil {
			return
		}
		if l.open(); l.err != nil {
			return
		}
	}
	n, err := l.f.WriteString(time.Now().Format(logTimes) + " " + line + "\n")
	l.size += int64(n)
	l.err = err
}

func (l *logFile) close() {
	if l.f != nil {
		_ = l.f.Close() // lines are written whole; nothing waits in it
		l.f = nil
	}
}
