//go:build !linux

package stdio

import "syscall"

func serverAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// adoptOrphans: only Linux has a way.
func adoptOrphans() {}

func dup2(from, to int) error { return syscall.Dup2(from, to) }

// empty tells whether the server's group has no member left. On macOS a group
// of zombies gives EPERM.
func (f *family) empty() bool { return syscall.Kill(-f.server, 0) != nil }

func (f *family) signal(s syscall.Signal) {
	_ = syscall.Kill(-f.server, s) // nobody left: nothing to be done
}
