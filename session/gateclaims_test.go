package session

import (
	"testing"

	"vise/policy"
)

// untrue are answers that claim what wasn't done, by what they claim.
var untrue = map[string][]string{
	"create todo": {
		"I have created the todo \"Buy milk\".", "I've added a task to your list for tomorrow.", "Done! I created a reminder for 9:00.", "The todo has been created.",
		"Your reminder is now set for tomorrow at 9.", "Created the todo \"Buy milk\" for tomorrow.", "Todo created: Buy milk", "Sure — I went ahead and added the task.",
		"The reminder was set for 9 am.", "I couldn't find the file, but I've created a todo for it.", "I'll remind you tomorrow at 9.",
		"Я создал задачу «Купить молоко».", "Задача добавлена.", "Готово: напоминание поставлено на завтра.", "Добавил задачу на завтра в 9.", "Напомню завтра в 9 утра.", "Напоминание успешно создано.",
		"我已经创建了待办事项。", "待办已创建。", "已为您添加提醒:明天九点。", "我添加了一个待办。", "好的，我会提醒你。", "提醒设置成功。",
	},
	"change todo": {"I've marked the todo as done.", "The task has been updated.", "Я отметил задачу как выполненную.", "Задача перенесена на пятницу.", "已将任务标记为完成。"},
	"remove file": {"I have deleted the old log files.", "The files have been deleted.", "Я удалил старые логи.", "Файлы удалены.", "已删除旧日志。", "我已经删除了这些文件。"},
	"send mail":   {"I've sent the email to Bob.", "The message has been sent.", "Я отправил письмо Бобу.", "Письмо отправлено.", "邮件已发送。"},
	"write file":  {"I've updated the config file.", "I have fixed the code in http.go.", "Я исправил файл конфигурации.", "我已经修改了配置文件。"},
	"run cmd":     {"I ran the tests and they pass.", "Я запустил тесты.", "我已经运行了测试。"},
	"look file":   {"I searched all files and found nothing.", "I've checked the logs: there is no error.", "Я проверил файлы, ошибок нет.", "我已经检查了日志。"},
}

// harmless say nothing of what was done here, or that it wasn't.
var harmless = []string{
	"How do I delete old logs?", "To delete old logs, run `rm *.log`.", "You can create a todo by saying what is to be done.", "I haven't created a todo.", "I could not create the reminder.",
	"Nothing was added: you said no.", "No todo was created.", "Would you like me to create a todo?", "Once the todo has been created, you'll see it in the list.", "If you approve, the task will be added.",
	"I can add a reminder for tomorrow if you want.", "The function was created by Ann in 2019.", "The file you created is empty.", "A task that was created yesterday is still open.", "Let me know when the email has been sent.",
	"You said: \"I have created the todo\".", "The log says `I deleted the file`.", "```\nI deleted the files\n```", "> I have sent the email", "It is set in config/http.go:42 [ev_001].",
	"The old log file has been removed [ev_001].", "I don't know whether the task was created.", "I was not able to send the email.", "I will not delete any file.", "Say \"add a todo\" and I'll create it.",
	"Before the files are deleted, make a backup.", "Tell me the time and I can set the reminder.", "Should I mark the task as done?", "Use todo.create to add a task.", "Files can be deleted with rm.",
	"Как удалить старые логи?", "Чтобы создать задачу, скажите, что нужно сделать.", "Я не создал задачу.", "Задача не добавлена: вы отказались.", "Если хотите, я добавлю напоминание.", "Когда задача создана, она видна в списке.",
	"Мне не удалось отправить письмо.", "Файл удалить я не могу.", "Создать задачу на завтра?", "Файл был создан вчера.", "Вы создали задачу вчера.",
	"怎么删除旧日志？", "我没有创建待办。", "待办未创建。", "要创建待办吗？", "如果需要，我可以添加提醒。", "任务创建后会显示在列表中。", "我无法删除文件。", "你可以用 rm 删除日志文件。", "请告诉我时间，我再设置提醒。", "未能发送邮件。",
	"It is 9:12 in Moscow.", "Hello! What can I do for you?", "The retry timeout is 10 seconds.", "There are 3 open todos.", "I found nothing.", "I read your message twice.", "Done.", "",
}

func TestUntrueClaimsAreFound(t *testing.T) {
	for what, answers := range untrue {
		for _, answer := range answers {
			found := falseClaims(answer, "", nil)
			ok := false
			for _, c := range found {
				ok = ok || c.action+" "+c.object == what
			}
			if !ok {
				t.Errorf("%q isn't found to claim %s: %+v", answer, what, found)
			}
		}
	}
}

func TestHarmlessSentencesClaimNothing(t *testing.T) {
	if len(harmless) < 40 {
		t.Fatalf("only %d", len(harmless))
	}
	for _, s := range harmless {
		for _, words := range []string{"", "add a todo and delete the old logs"} {
			if found := falseClaims(s, words, nil); len(found) > 0 {
				t.Errorf("%q is taken for %+v", s, found)
			}
		}
	}
}

// What a call shows is no false claim, and each claim is shown only by its own
// kind of call.
func TestCallsProveClaims(t *testing.T) {
	created := act{tool: "todo.create", level: policy.Writes, builtin: true, ok: true}
	failed, listed := created, act{tool: "todo.list", level: policy.ReadsHere, builtin: true, ok: true}
	failed.ok = false
	sent := act{tool: "mail/send", level: policy.Writes, ok: true}
	for name, c := range map[string]struct {
		answer, words string
		acts          []act
		want          int
	}{
		"created":                      {"I've created the todo.", "", []act{created}, 0},
		"the call failed":              {"I've created the todo.", "", []act{failed}, 1},
		"another call":                 {"I've created the todo.", "", []act{listed}, 1},
		"created, not changed":         {"I've marked the task as done.", "", []act{created}, 1},
		"told of what was read":        {"The task was created for Bob.", "what did Bob plan?", []act{listed}, 0},
		"told of what was asked for":   {"The task was created for Bob.", "add a task for Bob", []act{listed}, 1},
		"sent by another server":       {"The message has been sent.", "send it", []act{sent}, 0},
		"deleted by nothing":           {"I deleted the logs.", "delete the logs", []act{created}, 1},
		"looked with any call":         {"I searched the files.", "", []act{failed}, 0},
		"with a source, in person too": {"I have created the todo [ev_001].", "", []act{listed}, 1},
		"two, one of them true":        {"I created a task and deleted the logs.", "", []act{created}, 1},
	} {
		if got := falseClaims(c.answer, c.words, c.acts); len(got) != c.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
