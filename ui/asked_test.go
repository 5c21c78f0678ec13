package ui_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/session"
	"vise/ui/uitest"
	"vise/ui/uitest/fake"
)

// wonder is a call during which a server asks for a name, and what came of it.
func wonder(r *fake.Run) policy.Reply {
	r.Emit(session.CallStarted{Call: "call_1", Tool: "github/create_issue", Server: "github"})
	return r.Question(policy.Question{Kind: policy.QuestionForm, Server: "github", Tool: "github/create_issue", Call: "call_1", Message: "Which name?\x1b[2J",
		Schema: json.RawMessage(`{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}`)})
}

func TestAServersQuestionIsAnswered(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			reply := wonder(r)
			r.Answer("It was " + reply.Action + " " + string(reply.Content))
		}
		d := at(t, w, 80, 24)
		request(d, "make an issue")
		d.WaitFor("⏸ github asks you something · enter on an empty line opens it")
		d.WaitFor("A server asks you", "during      github/create_issue", `▏ Which name?\x1b[2J`, "a send this") // by itself
		d.Until("the box to listen", func(s string) bool { return !strings.Contains(s, "listens when") })
		d.Press("e")
		d.WaitFor("Fill in for github")
		d.Type("Ann")
		d.WaitFor("> Ann")
		d.Press("enter")
		d.WaitFor("▸ [send to github]")
		d.Press("enter")
		d.WaitFor(`It was accept {"name":"Ann"}`)
	})
}

func TestAQuestionWaitsForWhoTypes(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Story = func(r *fake.Run) {
			r.Answer("It was " + wonder(r).Action)
		}
		d := at(t, w, 80, 24)
		request(d, "make an issue")
		d.WaitFor("⏸ github asks")
		d.Type("a draft")
		d.WaitFor("⏸ github asks you something · ctrl+x opens it", "▌ a draft")
		d.Stays("the draft", 1200*time.Millisecond, func(s string) bool { return !strings.Contains(s, "A server asks you") })
		d.Press("ctrl+x")
		d.WaitFor("A server asks you")
		d.Until("the box to listen", func(s string) bool { return !strings.Contains(s, "listens when") })
		d.Press("esc")
		d.WaitGone("A server asks you")
		d.Press("ctrl+x")
		d.WaitFor("A server asks you")
		d.Until("the box to listen", func(s string) bool { return !strings.Contains(s, "listens when") })
		d.Press("d")
		d.WaitFor("It was decline", "▌ a draft")
	})
}

func TestAQuestionOfNoRunWaitsToBeOpened(t *testing.T) {
	t.Parallel()
	uitest.Timeless(t, func(t *testing.T) {
		w := fake.New()
		w.Wonder(policy.Question{ID: "sign", Kind: policy.QuestionSignIn, Server: "github", URL: "https://github.example/login", Host: "github.example"})
		d := at(t, w, 80, 24)
		d.WaitFor("⏸ github needs you to sign in · enter on an empty line opens it")
		d.Press("enter")
		d.WaitFor("Sign in?", "host        github.example", "▏ https://github.example/login")
		w.Reply("sign", policy.Reply{Action: policy.ReplyCancel}) // elsewhere
		d.WaitFor("That question doesn't wait any more.")
		d.WaitGone("Sign in?")
	})
}
