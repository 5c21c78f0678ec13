package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

// fake makes a random body: a whole secret in a source file would be found by
// whoever looks for secrets in it.
func fake(alphabet string, n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base62  = letters + "0123456789"
	b64url  = base62 + "-_"
	hexes   = "0123456789abcdef"
	base32  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
)

func pem(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-----BEGIN %s-----\n", name)
	for range 6 {
		b.WriteString(fake(base62+"+/", 64) + "\n")
	}
	fmt.Fprintf(&b, "-----END %s-----", name)
	return b.String()
}

// secrets are one of each kind, by the kind they are to be found as.
func secrets() map[string][]string {
	return map[string][]string{
		"aws-access-key":     {"AKIA" + fake(base32, 16), "ASIA" + fake(base32, 16), "AKIAIOSFODNN7" + "EXAMPLE"},
		"github-token":       {"ghp_" + fake(base62, 36), "gho_" + fake(base62, 36), "ghs_" + fake(base62, 36), "github_pat_" + fake(base62, 22) + "_" + fake(base62, 59)},
		"gitlab-token":       {"glpat-" + fake(b64url, 19) + "a", "glrt-" + fake(b64url, 19) + "a"},
		"slack-token":        {"xoxb-" + "123456789012-1234567890123-" + fake(base62, 24), "xapp-" + "1-A0123-456-" + fake(hexes, 64)},
		"slack-webhook":      {"hooks.slack.com/" + "services/T" + fake(base32, 8) + "/B" + fake(base32, 8) + "/" + fake(base62, 24)},
		"stripe-key":         {"sk_live_" + fake(base62, 24), "rk_test_" + fake(base62, 24), "whsec_" + fake(base62, 32)},
		"google-api-key":     {"AIza" + fake(b64url, 34) + "x"},
		"google-oauth":       {"GOCSPX-" + fake(b64url, 27) + "x", "ya29." + fake(b64url, 100) + "x"},
		"openai-key":         {"sk-proj-" + fake(b64url, 120) + "x", "sk-" + fake(base62, 20) + "T3BlbkFJ" + fake(base62, 20)},
		"anthropic-key":      {"sk-ant-" + "api03-" + fake(b64url, 93) + "AA"},
		"huggingface-token":  {"hf_" + fake(letters, 34)},
		"npm-token":          {"npm_" + fake(base62, 36)},
		"pypi-token":         {"pypi-" + "AgEIcHlwaS5vcmc" + fake(b64url, 80) + "x"},
		"jwt":                {"eyJ" + fake(base62, 33) + ".eyJ" + fake(base62, 60) + "." + fake(b64url, 42) + "x"},
		"sendgrid-key":       {"SG." + fake(b64url, 22) + "." + fake(b64url, 42) + "x"},
		"telegram-token":     {"123456789" + ":AA" + fake(base62, 33)},
		"digitalocean-token": {"dop_v1_" + fake(hexes, 64)},
		"docker-token":       {"dckr_pat_" + fake(b64url, 26) + "x"},
		"databricks-token":   {"dapi" + fake(hexes, 32)},
		"age-key":            {"AGE-SECRET-KEY-1" + fake("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)},
		"private-key":        {pem("RSA PRIVATE KEY"), pem("OPENSSH PRIVATE KEY"), pem("PRIVATE KEY"), strings.ReplaceAll(pem("EC PRIVATE KEY"), "\n", `\n`)},
	}
}

func TestKinds(t *testing.T) {
	for kind, all := range secrets() {
		for i, s := range all {
			t.Run(fmt.Sprintf("%s %d", kind, i), func(t *testing.T) {
				want := fmt.Sprintf("[secret:%s#1]", kind)
				for _, around := range []string{"%s", "x %s.\n", "KEY=%s\n", `{"k": "%s"}`, "https://api/%s?x=1", "(%s)", "'%s',", "日本%s語", "token: %s\n", `api_key = "%s"`} {
					text := fmt.Sprintf(around, s)
					got, n := New(Config{}).Redact(text)
					if wanted := fmt.Sprintf(around, want); got != wanted || n != 1 {
						t.Errorf("%q: %d in %q", around, n, got)
					}
				}
			})
		}
	}
}

func TestInContext(t *testing.T) {
	random := fake(base62, 32)
	for text, want := range map[string]string{
		"postgres://app:hunter2@db:5432/x":                                      "postgres://app:[secret:url-password#1]@db:5432/x",
		"https://:" + random + "@host/":                                         "https://:[secret:url-password#1]@host/",
		"Authorization: Bearer " + random:                                       "Authorization: Bearer [secret:bearer-token#1]",
		`"authorization": "Basic ` + random + `=="`:                             `"authorization": "Basic [secret:authorization#1]"`,
		"curl -H 'authorization: " + random + "'":                               "curl -H 'authorization: [secret:authorization#1]'",
		"DB_PASSWORD=Tr0ub4dor&3\n":                                             "DB_PASSWORD=[secret:generic-password#1]\n",
		`password: "correct-horse-7"`:                                           `password: "[secret:generic-password#1]"`,
		`{\"password\": \"hunter22\"}`:                                          `{\"password\": \"[secret:generic-password#1]\"}`,
		"export API_KEY=" + random:                                              "export API_KEY=[secret:generic-secret#1]",
		"client_secret := `" + random + "`":                                     "client_secret := `[secret:generic-secret#1]`",
		"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfi" + "CYEXAMPLEKEY": "aws_secret_access_key = [secret:generic-secret#1]",
		"SESSION_SECRET: " + fake(hexes, 64):                                    "SESSION_SECRET: [secret:generic-secret#1]",
		`"accessToken":"` + random + `"`:                                        `"accessToken":"[secret:generic-secret#1]"`,
		"AccountKey=" + fake(base62, 86) + "==;Endpoint":                        "AccountKey=[secret:generic-secret#1];Endpoint",
	} {
		if got, n := New(Config{}).Redact(text); got != want || n != 1 {
			t.Errorf("%d\n got %q\nwant %q", n, got, want)
		}
	}
}

func TestWhatIsNoSecretSurvives(t *testing.T) {
	for _, text := range []string{
		"commit " + fake(hexes, 40), "sha256:" + fake(hexes, 64), "id " + "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
		`"integrity": "sha512-` + fake(base62+"+/", 86) + `=="`, "data:image/png;base64," + strings.Repeat(fake(base62+"+/", 997), 40),
		"h1:" + fake(base62+"+/", 43) + "=", "01K" + fake(base32, 23), "ev_001", `idempotency_token: 3f2504e0-4f89-41d3-9a0c-0305e82c3301`,
		`password = os.Getenv("DB_PASSWORD")`, `token := scanner.Scan2()`, "password: ${DB_PASSWORD}", "api_key: <your-api-key>", `token = "{{ .Values.token1 }}"`,
		`secret = config.Auth.SecretKey2`, "tokens: 8192", "max_tokens=4096", "token_count: 123456789012345678", "secretName: my-app-secret-v2-2024",
		`const tokenKind2 = tokenKindIdentifier22`, "if password == hash2password1 {", `apiKey: "your-api-key-123456"`, `"password": "password"`, "password: string",
		"postgres://user:password@localhost/db", "http://host:8080/@x", "redis://user:${PASS}@h", "https://example.com/a:b", "mailto://x@y.z",
		"sk-" + "learn is a library", "sk-proj-" + "the-name-of-our-project-here", "ghp_" + strings.Repeat("x", 36), "task-force-2024-with-many-words-in-it-12345678",
		"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "look for -----BEGIN RSA PRIVATE KEY----- in files", "eyJ is how base64 of { begins", "Bearer authentication-is-required-here",
		"Bearer Sample.Access.Token", `Token: "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, `"tokenizer.tokens": "` + fake(hexes, 64) + `"`,
		"the secret: tell nobody about the 2 keys", "token_sha256: " + fake(hexes, 64), "secretHash = \"" + fake(hexes, 64) + "\"", "AKIA is a prefix", "asia2024report", "[secret:x] [secret:#1] [secret:A#1]",
		"func (t *token) find(text string, at int) (from, to int, ok bool) {", "", "密码：很长的密码在这里", "dapibus" + strings.Repeat("a", 30),
	} {
		if got, n := New(Config{}).Redact(text); n != 0 || got != text {
			t.Errorf("%.80q: %d, %.200q", text, n, got)
		}
	}
}

func TestKnownValues(t *testing.T) {
	r := New(Config{Known: map[string]string{"DB_PASS": "plain words \"here\"", "SHORT": "abc", "OTHER.Key": "plain words", "": "no-name-at-all", "NESTED": "github-token"}})
	for text, want := range map[string]string{
		`a plain words "here" b`:    "a [secret:db-pass#1] b",
		`a plain words \"here\" b`:  "a [secret:db-pass#1] b",
		"plain+words+%22here%22":    "[secret:db-pass#1]",
		"plain words alone":         "[secret:other-key#1] alone",
		"abc":                       "abc",
		"no-name-at-all":            "[secret:known#1]",
		"x github-token y":          "x [secret:nested#1] y",
		"[secret:github-token#1] z": "[secret:github-token#1] z",
	} {
		if got, _ := r.Redact(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is learnt later is masked from then on, also while others redact.
func TestLearnedValues(t *testing.T) {
	r := New(Config{Known: map[string]string{"FIRST": "one-secret-value"}})
	text := "one-secret-value, another-secret-value"
	if got, n := r.Redact(text); n != 1 || !strings.Contains(got, "another-secret-value") {
		t.Errorf("%q, %d", got, n)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { r.Learn(map[string]string{fmt.Sprintf("LATER%d", i): "another-secret-value"}) })
		wg.Go(func() { r.Redact(text) })
	}
	wg.Wait()
	if got, n := r.Redact(text); n != 2 || strings.Contains(got, "secret-value") {
		t.Errorf("%q, %d", got, n)
	}
	if n := len(*r.knows.Load()); n != 2 {
		t.Errorf("%d values are known, want 2", n)
	}
}

func TestMarks(t *testing.T) {
	r := New(Config{})
	a, b := "ghp_"+fake(base62, 36), "ghp_"+fake(base62, 37)
	got, n := r.Redact(a + " " + b + "\n" + a)
	if got != "[secret:github-token#1] [secret:github-token#2]\n[secret:github-token#1]" || n != 3 {
		t.Fatalf("%d in %q", n, got)
	}
	if again, n := r.Redact(got); again != got || n != 0 {
		t.Errorf("again: %d in %q", n, again)
	}
	if later, _ := r.Redact("token = " + b); later != "token = [secret:github-token#2]" {
		t.Errorf("later: %q", later)
	}
	if !HasMark(got) || HasMark("[secret:]") || HasMark("[secret:a#]") || HasMark("[secret:a#1") || HasMark("") || !HasMark("[secret:[secret:a#1]") {
		t.Error("HasMark is wrong")
	}
}

func TestConcurrent(t *testing.T) {
	r := New(Config{Known: map[string]string{"K": "known-value-1"}})
	text := "known-value-1 ghp_" + fake(base62, 36) + " AKIA" + fake(base32, 16)
	want, _ := r.Redact(text)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got, n := r.Redact(text); got != want || n != 3 {
					t.Errorf("%d in %q", n, got)
				}
			}
		})
	}
	wg.Wait()
}

func FuzzRedact(f *testing.F) {
	for _, all := range secrets() {
		for _, s := range all {
			f.Add("password = \"" + s + "\" and " + s)
		}
	}
	f.Add("[secret:a#1]ghp_x://a:b1c@d")
	f.Fuzz(func(t *testing.T, text string) {
		r := New(Config{Known: map[string]string{"A": "secret:a", "B": "aaaaaaaa"}})
		once, n := r.Redact(text)
		if n == 0 && once != text {
			t.Fatalf("changed and not counted: %q", once)
		}
		if twice, n := r.Redact(once); twice != once || n != 0 {
			t.Fatalf("not idempotent: %q then %q", once, twice)
		}
	})
}

func BenchmarkClean(b *testing.B) {
	text := strings.Repeat("func (s *server) handle(ctx context.Context, n int) error { return s.next.handle(ctx, n+1) } // and on it goes\n", (1<<20)/112)
	r := New(Config{Known: map[string]string{"A": "some-known-value", "B": "another-known-value"}})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Redact(text)
	}
}

func BenchmarkKeywords(b *testing.B) {
	text := strings.Repeat("token := lexer.next(password, secretName) // https://example.com/api_key is where it is told\n", (1<<20)/94)
	r := New(Config{})
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Redact(text)
	}
}
