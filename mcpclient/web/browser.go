package web

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
)

// OpenBrowser opens a page in the person's browser, without a shell: https, or
// http on this machine, and no character in it that a shell would act on,
// since the programs that open browsers are often shell scripts. A BROWSER in
// the environment is taken as the name of a program. It doesn't wait for the
// browser.
func OpenBrowser(page string) error {
	if _, err := checkPage(page); err != nil {
		return err
	}
	for _, name := range browsers() {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		cmd := exec.Command(path, page)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // ctrl+c is vise's
		if err := cmd.Start(); err != nil {
			return fmt.Errorf("the browser can't be started with %s: %w", name, err)
		}
		go func() { _ = cmd.Wait() }() // what a browser ends with says nothing
		return nil
	}
	return errors.New("no program that opens a browser was found: open the address yourself")
}

// browsers are the programs to try, best first.
func browsers() []string {
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	own, _, _ := strings.Cut(os.Getenv("BROWSER"), ":")
	if own == "" || strings.HasPrefix(own, "-") || strings.ContainsAny(own, " \t\n%$;&|<>\"'`\\(){}*?[]~#!") {
		return []string{opener}
	}
	return []string{own, opener}
}
