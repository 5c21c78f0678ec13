//go:build !race

package redact

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What one goroutine does with a lot of odd text is not built for finding races:
// there are none to find, and it takes many times as long.

func TestHostileTextIsBounded(t *testing.T) {
	const size = 1 << 18
	for name, part := range map[string]string{
		"jwt": "eyJ", "jwt dots": "eyJaaaaaaaaaa.", "jwt spaces": " eyJaaaaaaaaaaaaa", "pem": "-----BEGIN PRIVATE KEY-----", "pem cut": "-----BEGIN PRIVATE KEY-----@", "names": "password", "names=": "password=",
		"values": "token=a1B2c3D4e5F6g7H8 ", "urls": "://a:", "urls 2": "a://b:c1@", "sk": "sk-ant-", "sk ok": "sk-ant-a1B2c3D4e5F6g7H8i9J0 ", "bearer": "bearer ", "telegram": "123456789:aa", "marks": "[secret:", "secret marks": "[secret:a#1]",
		"new secrets": "", "one letter": "a",
	} {
		text := strings.Repeat(part, size/max(len(part), 1)%(size+1))
		if part == "" {
			var b strings.Builder
			for i := range 21_000 {
				fmt.Fprintf(&b, "ghp_%s%06d ", fake(base62, 30), i)
			}
			text = b.String()
		}
		start := time.Now()
		got, _ := New(Config{}).Redact(text)
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s took %v", name, d)
		} else {
			t.Logf("%s: %v, %d bytes left", name, d, len(got))
		}
	}
}

func TestManyPartsAreBounded(t *testing.T) {
	start := time.Now()
	parts := make([]string, 5000)
	for i := range parts {
		parts[i] = "password = ghp_ sk-ant- eyJ some words of a leaf"
	}
	New(Config{}).RedactParts(parts)
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("%v", d)
	} else {
		t.Log(d)
	}
}
