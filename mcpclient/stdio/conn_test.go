package stdio

import (
	"fmt"
	"strings"
	"testing"
)

// A banner is passed over, and the person is told.
func TestBanner(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "\n[INFO] Server started\n{ port: 3000 }\n{\"level\":\"info\"}\n\x1b[2J\n", "")
	if got, err := call(t, connect(t, p), "echo", 1); got != "1" || err != nil {
		t.Fatalf("%q, %v", got, err)
	}
	want := `it prints other things than messages on stdout: "[INFO] Server started"`
	if got := p.Warnings(); len(got) != 4 || got[0] != want || strings.Contains(got[3], "\x1b") {
		t.Errorf("warnings: %q", got)
	}
}

// What a warning quotes stands there escaped once, and can't end the quotation.
func TestQuotedLine(t *testing.T) {
	t.Parallel()
	if got := quoted([]byte("\x1b[31m \"; all is well")); got != `"\x1b[31m \"; all is well"` {
		t.Errorf("%s", got)
	}
}

// A message that nests too deeply is one all the same, and isn't called a stray
// line.
func TestDeepMessage(t *testing.T) {
	t.Parallel()
	p := shell(t, `{"jsonrpc":"2.0","id":1,"result":`+strings.Repeat(`[`, 1100)+strings.Repeat("]", 1100)+"}\n", "", 0)
	if _, err := dial(t, p); err == nil || p.Fault() == nil || !strings.Contains(p.Fault().Error(), "nest more than 1000 deep") {
		t.Fatalf("%v, fault %v", err, p.Fault())
	}
}

func TestTooManyStrayLines(t *testing.T) {
	t.Parallel()
	for name, banner := range map[string]string{
		"lines": strings.Repeat("again\n", maxStray) + "the last straw\n",
		"bytes": strings.Repeat("x", maxStrayBytes+1) + "\n",
		"empty": strings.Repeat("\n", (maxStray+2)*(blanks+2)),
	} {
		t.Run(name, func(t *testing.T) {
			p := shell(t, banner, "", 0)
			_, err := dial(t, p)
			if err == nil || p.Fault() == nil || !strings.Contains(err.Error(), p.Fault().Error()) {
				t.Fatalf("%v, fault %v", err, p.Fault())
			}
			if name == "lines" && !strings.Contains(err.Error(), "the last straw") {
				t.Errorf("the line isn't named: %v", err)
			}
		})
	}
}

// So is a line of a log in the middle of a session.
func TestStrayLineInASession(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "", "")
	s := connect(t, p)
	for range 2 {
		if _, err := call(t, s, "debug", 0); err != nil {
			t.Error(err)
		}
	}
	if got := p.Warnings(); len(got) != 1 || !strings.Contains(got[0], "[debug] here") {
		t.Errorf("warnings: %q", got)
	}
}

// A broken message in the middle of a session ends it, and is shown.
func TestBrokenMessage(t *testing.T) {
	t.Parallel()
	p := run(t, Config{}, Command{}, "server", "", "")
	s := connect(t, p)
	if _, err := call(t, s, "say", 0); err == nil || !strings.Contains(err.Error(), `a broken message: "{\"half\":"`) {
		t.Errorf("the call's error: %v", err)
	}
}

// An answer over the limit fails its call only.
func TestAnswerOverLimit(t *testing.T) {
	t.Parallel()
	const limit = 200 << 10
	p := run(t, Config{}, Command{MaxLine: limit}, "server", "", "")
	s := connect(t, p)
	if _, err := call(t, s, "big", 2*limit); err == nil || !strings.Contains(err.Error(), "a message of more than 200 KiB") {
		t.Errorf("the call's error: %v", err)
	}
	if got, err := call(t, s, "echo", 2); got != "2" || err != nil {
		t.Errorf("the next call: %q, %v", got, err)
	}
	if text, err := call(t, s, "big", limit/2); err != nil || len(text) != limit/2 {
		t.Errorf("an answer within the limit: %d bytes, %v", len(text), err)
	}
}

// Batches, as MCP 2025-03-26 has them, come one message at a time.
func TestBatch(t *testing.T) {
	t.Parallel()
	p := shell(t, `[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":4,"method":"b"}]`+"\n"+`{"jsonrpc":"2.0","method":"c"}`+"\n", "", 0)
	c, err := p.Transport().Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for {
		m, err := c.Read(t.Context())
		if err != nil {
			if err.Error() != "the server exited with code 0" {
				t.Error(err)
			}
			break
		}
		got = append(got, fmt.Sprintf("%T", m))
	}
	if len(got) != 3 {
		t.Errorf("read %v", got)
	}
}
