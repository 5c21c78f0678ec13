//go:build !linux

package store

// These helpers use what only Linux has; so do the tests that run them.
func helperFull([]string) error   { return errNotSeen }
func helperNoSync([]string) error { return errNotSeen }
