package web

import (
	"errors"
	"os"
	"runtime"
	"strconv"

	"github.com/zalando/go-keyring"
)

var (
	errTooBig = keyring.ErrSetDataTooBig
	errNoBus  = errors.New("there is no D-Bus session, and so no keyring")
)

// OSKeyring is the keyring of the operating system: the Secret Service on
// Linux, the keychain on macOS. It is reached when it is first asked.
func OSKeyring() Keyring { return osKeyring{} }

type osKeyring struct{}

// Get implements Keyring.
func (osKeyring) Get(service, user string) (string, error) {
	if !hasBus() {
		return "", errNoBus
	}
	secret, err := keyring.Get(service, user)
	return secret, known(err)
}

// Set implements Keyring.
func (osKeyring) Set(service, user, secret string) error {
	if !hasBus() {
		return errNoBus
	}
	return known(keyring.Set(service, user, secret))
}

// Delete implements Keyring.
func (osKeyring) Delete(service, user string) error {
	if !hasBus() {
		return errNoBus
	}
	return known(keyring.Delete(service, user))
}

func known(err error) error {
	if errors.Is(err, keyring.ErrNotFound) {
		return ErrNoSecret
	}
	return err
}

// hasBus reports whether there is a session bus to ask. Without one, the
// library would start a bus of its own, which would outlive vise.
func hasBus() bool {
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); runtime.GOOS != "linux" || address != "" && address != "autolaunch:" {
		return true
	}
	_, err := os.Stat("/run/user/" + strconv.Itoa(os.Getuid()) + "/bus")
	return err == nil
}
