package mcpclient

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"vise/mcpclient/web"
	"vise/policy"
)

func TestSignInQuestion(t *testing.T) {
	page := web.Authorize{Server: "s", URL: "https://login.example/authorize?x=1", Host: "lоgin.example", ASCIIHost: "xn--lgin-y4d.example", Punycode: true}
	for name, c := range map[string]struct {
		browser string
		replies []policy.Reply
		fails   string
	}{
		"opened":   {"true", []policy.Reply{{Action: "accept"}}, ""},
		"declined": {"true", []policy.Reply{{Action: "decline"}}, "declined"},
		"nobody":   {"true", []policy.Reply{{Action: "decline", Reason: "nobody can be asked"}}, "nobody can be asked"},
		"by hand":  {"", []policy.Reply{{Action: "accept"}, {Action: "accept"}}, ""},
		"not even": {"", []policy.Reply{{Action: "accept"}, {Action: "cancel"}}, "declined"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("BROWSER", c.browser)
			if c.browser == "" {
				t.Setenv("PATH", t.TempDir())
			}
			var asked []policy.Question
			s := newServer(named("s")[0], Config{Ask: func(_ context.Context, q policy.Question) (policy.Reply, error) {
				asked = append(asked, q)
				return c.replies[len(asked)-1], nil
			}}.filled())
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond) // then they have signed in
			defer cancel()
			err := s.signIn(ctx, page)
			if c.fails == "" && err != nil || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails) || !errors.Is(err, web.ErrLogin)) {
				t.Errorf("%v", err)
			}
			if c.fails == "" && ctx.Err() == nil {
				t.Error("it didn't stay until they had signed in")
			}
			if len(asked) != len(c.replies) {
				t.Fatalf("asked %+v", asked)
			}
			q := asked[0]
			if q.Kind != policy.QuestionSignIn || q.URL != page.URL || q.Host != page.ASCIIHost || !strings.Contains(q.Warning, "letters outside ASCII") {
				t.Errorf("%+v", q)
			}
			if len(asked) == 2 && (!strings.Contains(asked[1].Warning, "browser") || asked[1].ID == q.ID) {
				t.Errorf("%+v", asked[1])
			}
		})
	}
}
