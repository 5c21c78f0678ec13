package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

func thisProcess() process {
	p := process{PID: os.Getpid()}
	p.Start, _ = startOf(p.PID)
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id") // without it only the namespace tells hosts apart
	ns, _ := os.Readlink("/proc/self/ns/pid")
	p.Host = strings.TrimSpace(string(boot)) + " " + ns
	return p
}

// startOf says when the process with that pid started, in ticks since the
// boot; alive is false where there is none, or only its zombie.
func startOf(pid int) (start string, alive bool) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return "", !errors.Is(err, fs.ErrNotExist) // what can't be looked at may live
	}
	// pid (name) state … : the name may hold anything, also parentheses.
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if len(f) < 20 {
		return "", true
	}
	return string(f[19]), f[0][0] != 'Z' && f[0][0] != 'X'
}
