package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"vise/session"
)

// failSync makes every fsync and fdatasync of this process fail with EIO from
// now on, by a seccomp filter over its system calls.
func failSync() error {
	load := unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS} // the call's number
	is := func(nr, skip uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: skip, K: uint32(nr)}
	}
	ret := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	const allow, fail = 0x7fff0000, 0x00050000 | uint32(syscall.EIO) // SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO
	prog := []unix.SockFilter{load, is(unix.SYS_FSYNC, 2), is(unix.SYS_FDATASYNC, 1), ret(allow), ret(fail)}
	f := unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const setFilter, allThreads = 1, 1 // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
	if _, _, e := syscall.Syscall(unix.SYS_SECCOMP, setFilter, allThreads, uintptr(unsafe.Pointer(&f))); e != 0 {
		return e
	}
	runtime.KeepAlive(prog)
	return nil
}

// helperNoSync appends one event, then one more on a disk that doesn't sync.
func helperNoSync(args []string) error {
	ctx := context.Background()
	d, err := Open(ctx, args[0], Options{})
	if err != nil {
		return err
	}
	l, err := d.Begin(ctx, "r1")
	if err != nil {
		return err
	}
	one := event("r1", session.Record{}, "one")
	if err := l.Append(ctx, entry(one)); err != nil {
		return err
	}
	if err := failSync(); err != nil {
		return fmt.Errorf("the filter: %w", err)
	}
	if err := l.Append(ctx, entry(event("r1", one, "two"))); !errors.Is(err, syscall.EIO) || !errors.Is(err, ErrDisk) {
		return fmt.Errorf("an append on a disk that doesn't sync: %v: %w", err, errNotSeen)
	}
	return nil
}

// TestNothingIsAcknowledgedWithoutSync fails when a commit doesn't sync.
func TestNothingIsAcknowledgedWithoutSync(t *testing.T) {
	startHelper(t, "nosync", dbPath(t)).finish(t)
}

// helperFull writes until the file may not grow any more.
func helperFull(args []string) error {
	ctx := context.Background()
	d, err := Open(ctx, args[0], Options{})
	if err != nil {
		return err
	}
	limit := syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	l, err := d.Begin(ctx, "r1")
	if err != nil {
		return err
	}
	var last session.Record
	for range 100 {
		next := event("r1", last, strings.Repeat("x", 50_000))
		err = l.Append(ctx, entry(next))
		if err != nil {
			break
		}
		last = next
	}
	if !errors.Is(err, ErrFull) {
		return fmt.Errorf("%v after %d events: %w", err, last.Seq, errNotSeen)
	}
	records, err := d.Since(ctx, "r1", 0)
	if err != nil || len(records) != last.Seq {
		return fmt.Errorf("%d events are there, %d were acknowledged: %v", len(records), last.Seq, err)
	}
	return nil
}

func TestFullDisk(t *testing.T) {
	path := dbPath(t)
	startHelper(t, "full", path).finish(t)
	d := openDB(t, path) // with room again
	records, err := d.Since(t.Context(), "r1", 0)
	if err != nil || len(records) == 0 {
		t.Fatalf("%d events, %v", len(records), err)
	}
	checkChain(t, records)
	l := begin(t, d, "r1")
	appendOK(t, l, entry(event("r1", records[len(records)-1], "goes on")))
}

// asOrdinaryUser runs fn on a thread that file modes hold for, also where the
// tests run as root.
func asOrdinaryUser(t *testing.T, fn func()) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlock: the thread ends with the goroutine
		hdr := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		err := unix.Capset(&hdr, &none[0])
		if err == nil {
			fn()
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestReadOnly(t *testing.T) {
	path := dbPath(t)
	d := openDB(t, path)
	addRun(t, d, done("r1", "c1", "task", day(1)))
	d.Close()
	dir := path[:strings.LastIndexByte(path, '/')]
	chmod := func(mode os.FileMode, names ...string) {
		t.Helper()
		for _, name := range names {
			if err := os.Chmod(name, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, gone := range []bool{false, true} { // with and without the side file
		if gone {
			if err := os.Remove(gatePath(path)); err != nil {
				t.Fatal(err)
			}
		} else {
			chmod(0o400, gatePath(path))
		}
		chmod(0o400, path)
		chmod(0o500, dir)
		asOrdinaryUser(t, func() {
			d, err := Open(context.Background(), path, Options{})
			if err != nil {
				t.Errorf("a file that can be read doesn't open: %v", err)
				return
			}
			defer d.Close()
			if runs, err := d.Runs(context.Background(), session.RunQuery{}); err != nil || len(runs) != 1 {
				t.Errorf("%d runs, %v", len(runs), err)
			}
			if err := d.SetSetting(context.Background(), "a", "b"); !errors.Is(err, ErrReadOnly) {
				t.Errorf("writing: %v", err)
			}
			_, err = Open(context.Background(), dir+"/other.db", Options{})
			if !errors.Is(err, ErrReadOnly) {
				t.Errorf("creating: %v", err)
			}
		})
		chmod(0o700, dir)
	}
	chmod(0o000, path)
	asOrdinaryUser(t, func() {
		if _, err := Open(context.Background(), path, Options{}); !errors.Is(err, ErrReadOnly) {
			t.Errorf("without the right to read: %v", err)
		}
	})
}
