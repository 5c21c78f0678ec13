package stdio

import (
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// serverAttr: a group of its own, and the end of the supervisor is the
// server's, too.
func serverAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// adoptOrphans makes the supervisor the parent of grandchildren whose parent
// ends (prctl(2), PR_SET_CHILD_SUBREAPER), also of those that left the group.
func adoptOrphans() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // Linux before 3.4: the group is what there is
	// A name for those who read the list of processes; else it is "exe".
	_ = os.WriteFile("/proc/self/comm", []byte("vise-supervisor"), 0)
}

func dup2(from, to int) error { return unix.Dup3(from, to, 0) }

// empty: orphans are adopted, so without children there is no family.
func (f *family) empty() bool { return true }

// signal sends s to the group at once and to each descendant outside it.
func (f *family) signal(s syscall.Signal) {
	all := descendants(os.Getpid())
	if len(all) == 0 { // no /proc
		_ = syscall.Kill(-f.server, s)
	}
	group := false
	for pid, pgrp := range all {
		if pgrp == f.server {
			group = true
			continue
		}
		_ = syscall.Kill(pid, s) // gone already, or another user's (sudo): nothing to be done
	}
	if group {
		_ = syscall.Kill(-f.server, s)
	}
}

// descendants are the processes below one, with their groups, as /proc has them
// (proc(5)). It is empty where there is no /proc.
func descendants(of int) map[int]int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // what was read until an error is better than nothing
	parent, group := map[int]int{}, map[int]int{}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if ppid, pgrp, ok := stat(name); ok {
			parent[pid], group[pid] = ppid, pgrp
		}
	}
	below := map[int]int{}
	for pid := range parent {
		for p, steps := parent[pid], 0; p > 1 && steps < len(parent); p, steps = parent[p], steps+1 {
			if p == of {
				below[pid] = group[pid]
				break
			}
		}
	}
	return below
}

// stat reads the parent and the group of a process that isn't dead yet. The name
// in parentheses may hold anything, parentheses included.
func stat(pid string) (ppid, pgrp int, ok bool) {
	data, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, 0, false
	}
	fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
	if len(fields) < 3 {
		return 0, 0, false
	}
	ppid, err1 := strconv.Atoi(fields[1])
	pgrp, err2 := strconv.Atoi(fields[2])
	return ppid, pgrp, err1 == nil && err2 == nil
}
