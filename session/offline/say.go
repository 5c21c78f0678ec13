package offline

import (
	"fmt"
	"strings"
)

// phrases has what is said, a line each: key | English | Russian | Chinese.
// %[1]s and so on are filled in.
const phrases = `
can | I work without a language model, so I only do what I recognise: searching and reading files, keeping todos, telling the time. For example: “find retry timeout”, “read README.md”, “remind me tomorrow at 9 to call Ann”, “what's due today”, “what time is it in Tokyo”. For anything else, start Ollama and choose a model: ‹/model›, or ‹--model ollama/NAME›. | Я работаю без языковой модели и понимаю только простые просьбы: искать и читать файлы, вести дела, сказать время. Например: «найди retry timeout», «прочитай README.md», «напомни завтра в 9 позвонить Ане», «какие дела на сегодня», «сколько времени в Токио». Для остального запустите Ollama и выберите модель: ‹/model› или ‹--model ollama/NAME›. | 我没有语言模型，只懂简单的请求：搜索和读取文件、管理待办、报时。例如：“查找 retry timeout”“读一下 README.md”“明天9点提醒我给小安打电话”“今天有什么到期的”“东京现在几点”。想做更多，请启动 Ollama 并选择模型：‹/model› 或 ‹--model ollama/NAME›。
greet | Hello! %[1]s | Здравствуйте! %[1]s | 你好！%[1]s
help | %[1]s | %[1]s | %[1]s
thanks | You're welcome. | Пожалуйста. | 不客气。
bye | Goodbye. | До свидания. | 再见。
nomore | That was the end of the file. | Это был конец файла. | 文件已经读完了。
nevermind | All right, nothing was done. | Хорошо, ничего не сделано. | 好的，什么都没做。
translate | I can't translate or rewrite text. %[1]s | Переводить и переписывать тексты я не умею. %[1]s | 我不能翻译或改写文字。%[1]s
howto | I can't explain or advise: that takes a language model. %[1]s | Объяснять и советовать я не могу: для этого нужна языковая модель. %[1]s | 我不能解释或提建议，那需要语言模型。%[1]s
write | I can't write texts, code or files. %[1]s | Писать тексты, код и файлы я не умею. %[1]s | 我不能写文章、代码或文件。%[1]s
alltodos | I change one todo at a time: say which, such as “mark ‘buy milk’ done”. Nothing was changed. | Я меняю дела по одному: скажите, какое, например «отметь «купить молоко» выполненным». Ничего не изменено. | 我一次只能改一个待办：请说明是哪一个，例如“把‘买牛奶’标记为完成”。什么都没有改动。
delete | I can't delete files or anything outside the todo list; nothing was deleted. A todo can be cancelled: “cancel the todo NAME”. %[1]s | Удалять файлы и что-либо, кроме дел, я не умею; ничего не удалено. Дело можно отменить: «отмени задачу НАЗВАНИЕ». %[1]s | 我不能删除文件，什么都没有删除。待办可以取消：“取消待办 名称”。%[1]s
files | I can't change, create, move or run files or programs; nothing was changed. %[1]s | Изменять, создавать, переносить и запускать файлы и программы я не умею; ничего не изменено. %[1]s | 我不能修改、创建、移动或运行文件和程序，什么都没有改动。%[1]s
send | I can't send messages or make calls; nothing was sent. %[1]s | Отправлять сообщения и звонить я не умею; ничего не отправлено. %[1]s | 我不能发消息或打电话，什么都没有发送。%[1]s
world | I can't answer that: I know nothing beyond your files, your todos and the time. %[1]s | На это я ответить не могу: я знаю только ваши файлы, дела и время. %[1]s | 这个我回答不了：我只知道你的文件、待办和时间。%[1]s
unknown | I didn't understand that. %[1]s | Я этого не понял. %[1]s | 我没看懂。%[1]s
neg | All right: nothing was done. | Хорошо: ничего не сделано. | 好的，什么都没做。
long | That is too long for me: without a language model I understand short requests only. %[1]s | Это слишком длинно: без языковой модели я понимаю только короткие просьбы. %[1]s | 内容太长了：没有语言模型，我只懂简短的请求。%[1]s
empty | There is nothing to do yet. %[1]s | Пока делать нечего. %[1]s | 还没有要做的事。%[1]s
ask_title | What should I remind you of? | О чём напомнить? | 要提醒你什么？
ask_confirm | Should I add a todo: %[1]s? Say “yes”, or tell me what else you want. | Добавить дело: %[1]s? Скажите «да» или уточните, что нужно. | 要添加待办吗：%[1]s？请说“是”，或告诉我你想做什么。
ask_query | What should I look for? | Что искать? | 要找什么？
ask_path | Which file? Give its name or path, such as ‹README.md›. | Какой файл? Назовите имя или путь, например ‹README.md›. | 哪个文件？请给出文件名或路径，例如 ‹README.md›。
ask_which | Which todo do you mean? | Какое дело вы имеете в виду? | 你指的是哪个待办？
ask_place | I don't know the time zone of %[1]s. Name a larger city, or a zone such as ‹Asia/Tokyo›. | Я не знаю часового пояса места %[1]s. Назовите город покрупнее или пояс, например ‹Asia/Tokyo›. | 我不知道%[1]s的时区。请说一个较大的城市，或时区名，例如 ‹Asia/Tokyo›。
ask_when_past | That time is already over. When, then? | Это время уже прошло. Тогда когда? | 那个时间已经过去了。改到什么时候？
ask_when_bad | There is no such date or time. When do you mean? | Такой даты или времени нет. Когда? | 没有这个日期或时间。你指的是什么时候？
ask_when_two | I found more than one date or time in that. Which one is it? | Здесь больше одной даты или времени. Какое из них? | 里面有不止一个日期或时间，是哪一个？
ask_when_repeats | Todos can't repeat. For which single day and time should I add it? | Повторяющихся дел нет. На какой один день и час его добавить? | 待办不能重复。要加在哪一天、几点？
ask_when_vague | When exactly? For example “tomorrow at 9”. | Когда именно? Например, «завтра в 9». | 具体什么时候？例如“明天9点”。
notool | I would need the tool ‹%[1]s› for that, and it isn't available here. | Для этого нужен инструмент ‹%[1]s›, а здесь он недоступен. | 这需要工具 ‹%[1]s›，但这里没有提供。
left_create | Nothing was added: the steps of this run are used up%[1]s. Ask again to have it done. | Ничего не добавлено: шаги этого запуска закончились%[1]s. Попросите ещё раз. | 什么都没有添加：这次运行的步骤已用完%[1]s。请再说一次。
left_update | Nothing was changed: the steps of this run are used up%[1]s. Ask again to have it done. | Ничего не изменено: шаги этого запуска закончились%[1]s. Попросите ещё раз. | 什么都没有改动：这次运行的步骤已用完%[1]s。请再说一次。
left_search | Not searched: the steps of this run are used up%[1]s. Ask again to go on. | Не искал: шаги этого запуска закончились%[1]s. Попросите ещё раз. | 没有搜索：这次运行的步骤已用完%[1]s。请再说一次。
left_read | Not read: the steps of this run are used up%[1]s. Ask again to go on. | Не прочитано: шаги этого запуска закончились%[1]s. Попросите ещё раз. | 没有读取：这次运行的步骤已用完%[1]s。请再说一次。
left_other | Not done: the steps of this run are used up. Ask again to go on. | Не сделано: шаги этого запуска закончились. Попросите ещё раз. | 没有执行：这次运行的步骤已用完。请再说一次。
noroot | There is nothing in a folder named %[1]s, so I searched everywhere. | В папке с именем %[1]s ничего нет, поэтому искал везде. | 名为 %[1]s 的文件夹里没有，所以搜索了全部。
hits | Found %[1]s: | Найдено по запросу %[1]s: | 找到 %[1]s：
more | and %[1]s more: say “more”, or ask for a narrower search. | и ещё %[1]s: скажите «ещё» или уточните запрос. | 另外还有 %[1]s 处：说“更多”，或缩小搜索范围。
moreleft | and more: say “more”, or ask for a narrower search. | и ещё: скажите «ещё» или уточните запрос. | 还有更多：说“更多”，或缩小搜索范围。
narrow | and more: ask for a narrower search to see them. | и ещё: уточните запрос, чтобы их увидеть. | 还有更多：缩小搜索范围即可查看。
nomorehits | Those were all the hits. | Это были все совпадения. | 已经全部列出了。
withheld | %[1]s more may hold keys or passwords and are not told. | Ещё %[1]s не показано: там могут быть ключи или пароли. | 另有 %[1]s 项可能含有密钥或密码，没有列出。
err_sensitive_file | it may hold keys or passwords, so it is never read | там могут быть ключи или пароли, поэтому этот файл не читается никогда | 它可能含有密钥或密码，所以从不读取
err_protected_file | it is one of vise's own files, which are never read | это собственный файл vise, такие не читаются | 这是 vise 自己的文件，从不读取
err_outside_roots | it is outside the allowed folders; more can be allowed with ‹--root NAME=DIR› | это вне разрешённых папок; добавить папку можно через ‹--root NAME=DIR› | 它在允许的文件夹之外；可用 ‹--root NAME=DIR› 允许更多
err_path_escape | the path leads out of the allowed folder | путь ведёт за пределы разрешённой папки | 路径超出了允许的文件夹
err_symlink_escape | it is a link that leads out of the allowed folder | это ссылка за пределы разрешённой папки | 这个链接指向允许的文件夹之外
err_not_found | there is no such file or folder; a search may find it | такого файла или папки нет; попробуйте поиск | 没有这个文件或文件夹，可以先搜索
err_binary_file | it is a binary file, not text | это двоичный файл, не текст | 这是二进制文件，不是文本
err_not_text | it isn't text in UTF-8 | это не текст в UTF-8 | 它不是 UTF-8 文本
err_past_end | it has no such line | такой строки там нет | 没有那一行
err_permission_denied | the system doesn't let vise read it | система не даёт это прочитать | 系统不允许读取
err_unknown_root | there is no allowed folder of that name | разрешённой папки с таким именем нет | 没有这个名字的允许的文件夹
err_unknown_timezone | no such time zone is known | такого часового пояса нет | 没有这个时区
err_nothing_to_undo | there is nothing to undo | отменять нечего | 没有可撤销的
onlyroots | Only the allowed folders can be searched, and %[1]s is outside of them. | Искать можно только в разрешённых папках, а %[1]s вне их. | 只能搜索允许的文件夹，%[1]s 不在其中。
folders | Allowed: %[1]s. | Разрешены: %[1]s. | 允许的有：%[1]s。
nohits | Nothing was found for %[1]s. Try fewer or other words, or part of a name. | По запросу %[1]s ничего не найдено. Попробуйте меньше слов, другие слова или часть имени. | 没有找到 %[1]s。试试更少或别的词，或名称的一部分。
noexplain | I can't explain or sum up without a language model; this is what stands there. | Объяснить или пересказать без языковой модели не могу; вот что там написано. | 没有语言模型，我不能解释或总结；内容如下。
filehead | %[1]s %[2]s: | %[1]s %[2]s: | %[1]s %[2]s：
filemore | It goes on from line %[1]s: say “more”. | Дальше со строки %[1]s: скажите «дальше». | 从第 %[1]s 行起还有内容：说“继续”。
filecut | Not all of it is shown here. | Здесь показано не всё. | 这里没有全部显示。
fileempty | %[1]s is empty. | %[1]s: пусто. | %[1]s 是空的。
created | Added: %[1]s | Добавлено: %[1]s | 已添加：%[1]s
createdother | It was changed before it was added: %[1]s | Перед добавлением изменено: %[1]s | 添加前已改为：%[1]s
changedother | It was changed as you edited it: %[1]s | Изменено так, как вы поправили: %[1]s | 已按你的修改更新：%[1]s
done | Done: %[1]s | Выполнено: %[1]s | 已完成：%[1]s
cancelled | Cancelled: %[1]s | Отменено: %[1]s | 已取消：%[1]s
open | Open again: %[1]s | Снова открыто: %[1]s | 已重新打开：%[1]s
moved | Moved: %[1]s | Перенесено: %[1]s | 已改期：%[1]s
renamed | Renamed: %[1]s | Переименовано: %[1]s | 已改名：%[1]s
undone | Undone: %[1]s | Возвращено: %[1]s | 已撤销：%[1]s
todos | Todos (%[1]s): | Дела (%[1]s): | 待办（%[1]s）：
notodos | There are no such todos. | Таких дел нет. | 没有这样的待办。
nolist | Your list is empty. | Список пуст. | 清单是空的。
notodo | There is no open todo like %[1]s; nothing was changed. | Открытого дела, похожего на %[1]s, нет; ничего не изменено. | 没有类似%[1]s的未完成待办，什么都没有改动。
nonth | There is no such todo in the list; nothing was changed. | Такого дела в списке нет; ничего не изменено. | 清单里没有这一条，什么都没有改动。
whichof | Several todos fit. Which one? Nothing was changed yet. | Подходит несколько дел. Какое из них? Пока ничего не изменено. | 有几个待办符合，是哪一个？还没有改动任何内容。
whichhit | Several files hold it. Which one should I read? Say “read the first one”, or its name. | Это есть в нескольких файлах. Какой прочитать? Скажите «прочитай первый» или назовите файл. | 有几个文件符合。要读哪一个？请说“读第一个”，或说文件名。
nodue | %[1]s has no date or time to move; nothing was changed. When should it be? | У дела %[1]s нет срока, переносить нечего; ничего не изменено. На когда его поставить? | %[1]s没有时间，无法推迟；什么都没有改动。要定在什么时候？
nodoneday | Nothing was marked done on %[1]s. | %[1]s ничего не отмечено выполненным. | %[1]s没有标记为完成的待办。
nodone | Nothing was marked done from %[1]s to %[2]s. | С %[1]s по %[2]s ничего не отмечено выполненным. | 从%[1]s到%[2]s没有标记为完成的待办。
itis | It is %[1]s. | Сейчас %[1]s. | 现在是%[1]s。
yesday | Yes. | Да. | 是的。
noday | No. | Нет. | 不是。
denied_create | Nothing was added: you said no. | Ничего не добавлено: вы отказали. | 什么都没有添加：你拒绝了。
denied_update | Nothing was changed: you said no. | Ничего не изменено: вы отказали. | 什么都没有改动：你拒绝了。
denied_other | It was not done: you said no. | Не сделано: вы отказали. | 没有执行：你拒绝了。
notrun_create | Nothing was added%[1]s. | Ничего не добавлено%[1]s. | 什么都没有添加%[1]s。
notrun_update | Nothing was changed%[1]s. | Ничего не изменено%[1]s. | 什么都没有改动%[1]s。
notrun_other | That was not run%[1]s. | Это не выполнено%[1]s. | 没有执行%[1]s。
failed_create | The todo could not be added%[1]s. | Дело добавить не удалось%[1]s. | 待办没能添加%[1]s。
failed_update | The todo could not be changed%[1]s. | Дело изменить не удалось%[1]s. | 待办没能修改%[1]s。
failed_search | The search failed%[1]s. | Поиск не удался%[1]s. | 搜索失败%[1]s。
failed_read | It could not be read%[1]s. | Прочитать не удалось%[1]s. | 没能读取%[1]s。
failed_list | The list could not be read%[1]s. | Список прочитать не удалось%[1]s. | 没能读取清单%[1]s。
failed_time | The time could not be told%[1]s. | Узнать время не удалось%[1]s. | 没能得到时间%[1]s。
unknown_create | It is not known whether the todo was added: no result came back. See your list. | Неизвестно, добавлено ли дело: ответа не было. Проверьте список. | 不清楚待办是否已添加：没有收到结果，请查看清单。
unknown_update | It is not known whether the todo was changed: no result came back. See your list. | Неизвестно, изменено ли дело: ответа не было. Проверьте список. | 不清楚待办是否已修改：没有收到结果，请查看清单。
unknown_other | No result came back. | Ответа не было. | 没有收到结果。
`

// say gives the phrase under key in a language, with args filled in.
func say(l lang, key string, args ...string) string {
	_, rest, ok := strings.Cut(phrases, "\n"+key+" | ")
	if !ok {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	forms := strings.SplitN(line, " | ", 3)
	form := forms[0]
	switch {
	case l == russian && len(forms) == 3:
		form = forms[1]
	case l == chinese && len(forms) == 3:
		form = forms[2]
	}
	form = strings.NewReplacer("‹", "`", "›", "`").Replace(form)
	if !strings.Contains(form, "%[1]s") {
		return form
	}
	anys := make([]any, len(args))
	for i, a := range args {
		anys[i] = a
	}
	if len(anys) == 0 {
		anys = append(anys, "")
	}
	return fmt.Sprintf(form, anys...)
}

func (t *turn) say(key string, args ...string) string { return say(t.plan.lang, key, args...) }

// ask is the question that an unfinished request needs answered.
func (t *turn) ask(a action) string {
	about := ""
	if a.known != nil && a.why == "confirm" {
		about = t.item(todoItem{Title: a.known.title, DueAt: a.known.due})
	} else if a.known != nil {
		about = quote(a.known.place, t.plan.lang)
	}
	return t.say("ask_"+a.why, about)
}

// refuse says what can't be done, and what can.
func (t *turn) refuse(a action) string {
	return t.say(a.why, t.say("can"))
}

func joinParts(parts []string) string { return strings.Join(parts, "\n\n") }
