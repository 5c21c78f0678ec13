package web

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"vise/mcpclient/web/webtest"
)

func someRecord() *Record {
	return &Record{Issuer: "https://login.example", Resource: "https://mcp.example/mcp", ClientID: "c", ClientSecret: "hush", TokenURL: "https://login.example/token",
		AuthStyle: 1, Scopes: []string{"read"}, Type: "Bearer", Access: "access", Refresh: "refresh", Expiry: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)}
}

// What every way of keeping logins has to do.
func TestTokenStores(t *testing.T) {
	for name, ring := range map[string]Keyring{
		"files":       nil,
		"keyring":     fakeRing(),
		"no keyring":  &webtest.FakeKeyring{Err: errNoBus},
		"too small":   &smallRing{webtest.FakeKeyring{None: ErrNoSecret}},
		"file behind": &webtest.FakeKeyring{Err: errors.New("the prompt was dismissed")},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "tokens")
			store := NewTokenStore(dir, ring)
			if r, err := store.Load("a"); r != nil || err != nil {
				t.Fatalf("an empty store holds %v, %v", r, err)
			}
			if err := store.Delete("a"); err != nil {
				t.Fatalf("deleting nothing: %v", err)
			}
			want := someRecord()
			if err := store.Save("a", want); err != nil {
				t.Fatal(err)
			}
			other := someRecord()
			other.Issuer = "https://other.example"
			if err := store.Save("b", other); err != nil {
				t.Fatal(err)
			}
			for _, s := range []TokenStore{store, NewTokenStore(dir, ring)} {
				if got, err := s.Load("a"); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("got %v, %v", got, err)
				}
			}
			if err := store.Delete("a"); err != nil {
				t.Fatal(err)
			}
			if got, err := store.Load("a"); got != nil || err != nil {
				t.Errorf("deleted, and there is %v, %v", got, err)
			}
			if got, err := store.Load("b"); err != nil || got == nil || got.Issuer != other.Issuer {
				t.Errorf("the other one is %v, %v", got, err)
			}
		})
	}
}

// smallRing holds nothing as large as a login, as the keychain does sometimes.
type smallRing struct{ webtest.FakeKeyring }

func (*smallRing) Set(string, string, string) error { return errTooBig }

func TestStoreSaysWhere(t *testing.T) {
	dir := t.TempDir()
	if got := NewTokenStore(dir, nil).String(); got != "files in "+dir {
		t.Error(got)
	}
	absent := NewTokenStore(dir, &webtest.FakeKeyring{Err: errNoBus})
	if got := absent.String(); got != "the system's keyring" {
		t.Error(got)
	}
	if _, err := absent.Load("a"); err != nil {
		t.Error(err)
	}
	if got := absent.String(); got != "files in "+dir {
		t.Errorf("after the keyring was missed: %s", got)
	}
}

// With a keyring, no file is left; without one, only its owner reads it.
func TestTokenFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tokens")
	if err := NewTokenStore(dir, nil).Save("a", someRecord()); err != nil {
		t.Fatal(err)
	}
	path := tokenFiles{dir}.path("a")
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(info.Mode(), err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Error(info.Mode(), err)
	}
	ring := fakeRing()
	store := NewTokenStore(dir, ring)
	if r, err := store.Load("a"); err != nil || r == nil {
		t.Errorf("the login from before there was a keyring: %v, %v", r, err)
	}
	if err := store.Save("a", someRecord()); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
	if !strings.Contains(ring.String(), "hush") {
		t.Error("the keyring is empty")
	}
}

func TestTokenFileDamaged(t *testing.T) {
	files := tokenFiles{t.TempDir()}
	path := files.path("a")
	for _, raw := range []string{"", "{", `{"access":1,"x":"hidden"}`, strings.Repeat(`{"hidden":`, maxToken/10+1)} {
		if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := files.load("a"); r != nil || err == nil || !strings.Contains(err.Error(), "log in again") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%.20q: %v, %v", raw, r, err)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := files.load("a"); err == nil || !strings.Contains(err.Error(), "open to others") {
		t.Errorf("got %v", err)
	}
}

// A login that can't be read is made anew.
func TestDamagedLogin(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	ring := fakeRing()
	d, p := loginDialer(t, s, NewTokenStore(t.TempDir(), ring), Endpoint{})
	if err := ring.Set(service, d.auth.key(), "{damaged"); err != nil {
		t.Fatal(err)
	}
	wantEcho(t, mustConnect(t, d))
	if p.asked() != 1 {
		t.Errorf("asked %d times", p.asked())
	}
}

// A keyring that hangs costs one time-out; then there are files.
func TestKeyringHangs(t *testing.T) {
	ring := &webtest.FakeKeyring{Hangs: make(chan struct{})}
	defer close(ring.Hangs)
	store := &tokenStore{files: tokenFiles{t.TempDir()}, ring: ring, timeout: 20 * time.Millisecond}
	for range 20 {
		if err := store.Save("a", someRecord()); err != nil {
			t.Fatal(err)
		}
		if r, err := store.Load("a"); err != nil || r == nil {
			t.Fatal(r, err)
		}
	}
	if err := store.Delete("a"); err != nil {
		t.Error(err)
	}
	if ring.Asked() != 1 {
		t.Errorf("asked %d times", ring.Asked())
	}
}

// A disk that can't be written to doesn't stop a login; it serves as long as
// vise runs.
func TestLoginNotKept(t *testing.T) {
	s := webtest.NewLoginServer(t, streamableHandler(nil))
	d, p := loginDialer(t, s, NewTokenStore("/dev/null/tokens", nil), Endpoint{})
	wantEcho(t, mustConnect(t, d))
	wantEcho(t, mustConnect(t, d))
	if p.asked() != 1 {
		t.Errorf("asked %d times", p.asked())
	}
	if _, err := d.Login(t.Context()); err == nil || !strings.Contains(err.Error(), "can't be kept") {
		t.Errorf("logging in says %v", err)
	}
}
