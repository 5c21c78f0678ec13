package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// browserIn puts a program into dir that writes down what it is called with.
func browserIn(t *testing.T, dir, name string) (told func() string) {
	t.Helper()
	out := filepath.Join(dir, name+".called")
	script := "#!/bin/sh\nprintf '%s|' \"$#\" \"$@\" > " + out + ".tmp && mv " + out + ".tmp " + out + "\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return func() string {
		for range 200 {
			if got, err := os.ReadFile(out); err == nil {
				return string(got)
			}
			time.Sleep(10 * time.Millisecond)
		}
		return ""
	}
}

const page = "https://login.example/authorize?a=b&c=d%20e"

// The address is one argument, and no shell sees it.
func TestOpenBrowser(t *testing.T) {
	opener := browsers()[len(browsers())-1]
	for browser, called := range map[string]string{
		"":                opener,
		"firefox":         "firefox",
		"firefox:lynx":    "firefox",
		"firefox %s":      opener, // not a name
		"firefox;evil":    opener,
		"$(evil)":         opener,
		"--version":       opener,
		"not-there":       opener,
		"evil 'x' && y %": opener,
	} {
		t.Run("", func(t *testing.T) {
			dir := t.TempDir()
			told := browserIn(t, dir, called)
			if called != "firefox" {
				browserIn(t, dir, "firefox")
			}
			t.Setenv("PATH", dir+":/usr/bin:/bin")
			t.Setenv("BROWSER", browser)
			if err := OpenBrowser(page); err != nil {
				t.Fatal(err)
			}
			if got := told(); got != "1|"+page+"|" {
				t.Errorf("BROWSER=%s: called with %q", browser, got)
			}
		})
	}
}

func TestOpenBrowserRefuses(t *testing.T) {
	dir := t.TempDir()
	opener := browsers()[len(browsers())-1]
	browserIn(t, dir, opener)
	t.Setenv("PATH", dir)
	t.Setenv("BROWSER", "")
	for _, bad := range []string{"javascript:alert(1)", "file:///etc/passwd", "http://example.com/", "https://x.example/;id", "https://x.example/$(id)", "--help", "", "https://x.example/\n"} {
		if err := OpenBrowser(bad); err == nil {
			t.Errorf("%q was opened", bad)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, opener+".called")); err == nil {
		t.Error("the browser was called")
	}
	t.Setenv("PATH", t.TempDir())
	if err := OpenBrowser(page); err == nil || !strings.Contains(err.Error(), "open the address yourself") {
		t.Errorf("got %v", err)
	}
}
