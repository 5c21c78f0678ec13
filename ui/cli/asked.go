package cli

import (
	"context"
	"fmt"

	"vise/policy"
	"vise/session/app"
	"vise/ui/theme"
)

// askServers puts a question of a server to the person. What needs a form is
// declined: there is room for one in the workbench only.
func (a *asker) askServers(ctx context.Context, q policy.Question) {
	if q.Kind == policy.QuestionForm {
		fmt.Fprintf(a.Err, "\n%s asks for something that is answered in a form: %s\nIt was declined; in the workbench (vise) it can be answered.\n", theme.InertWords(q.Server), theme.InertWords(q.Message))
		a.w.Desk().Reply(q.ID, policy.Reply{Action: policy.ReplyDecline, Reason: "a form can be answered in the workbench only"})
		return
	}
	text := questionText(q) + "Open it in your browser? [y/N] "
	if q.Kind == policy.QuestionPassages {
		var whole bool
		if text, whole = passagesQuestion(q); !whole {
			fmt.Fprint(a.Err, text)
			a.w.Desk().Reply(q.ID, policy.Reply{Action: policy.ReplyDecline, Reason: "it is too long to be read here"})
			return
		}
	}
	waits := func() bool {
		now, ok := a.w.Desk().Asked()
		return ok && now.ID == q.ID
	}
	line, ok := a.question(ctx, text, waits)
	reply := policy.Reply{Action: policy.ReplyDecline}
	switch {
	case !ok:
		reply.Action = policy.ReplyCancel
	case line == "y" || line == "yes":
		reply.Action = policy.ReplyAccept
	}
	if reply.Action == policy.ReplyAccept && q.Kind == policy.QuestionURL {
		if err := app.OpenURL(q.URL); err != nil {
			fmt.Fprintf(a.Err, "it couldn't be opened (%s): copy the address from above\n", theme.InertWords(err.Error()))
		}
	}
	a.w.Desk().Reply(q.ID, reply)
}

// questionText names who asks, and shows the address whole.
func questionText(q policy.Question) string {
	what := "wants you to open a page"
	if q.Kind == policy.QuestionSignIn {
		what = "wants you to sign in"
	}
	text := fmt.Sprintf("\nThe server %s %s at %s:\n  %s\n", theme.InertWords(q.Server), what, theme.InertWords(q.Host), theme.InertWords(q.URL))
	if q.Message != "" {
		text += "  it says: " + theme.InertWords(q.Message) + "\n"
	}
	if q.Warning != "" {
		text += "  careful: " + theme.InertWords(q.Warning) + "\n"
	}
	return text
}
