package store

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

func thisProcess() process {
	p := process{PID: os.Getpid()}
	p.Start, _ = startOf(p.PID)
	p.Host, _ = unix.Sysctl("kern.bootsessionuuid") // without it all machines look alike
	return p
}

// zombie is SZOMB of <sys/proc.h>.
const zombie = 5

// startOf says when the process with that pid started; alive is false where
// there is none, or only its zombie.
func startOf(pid int) (start string, alive bool) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return "", unix.Kill(pid, 0) != unix.ESRCH
	}
	at := k.Proc.P_starttime
	return fmt.Sprintf("%d.%06d", at.Sec, at.Usec), k.Proc.P_stat != zombie
}
