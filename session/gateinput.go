package session

import (
	"context"
	"strings"
	"sync"
)

// askWords sort what a person asks for that no words can bring about.
const askWords = `
but: but, however, though, then, и, но, потом, затем, 但, 但是, 然后, 并且
without: without, w/o, no need for, without any
without: без
without: 无需, 不用, 不要, 不必, 不需要, 别, 不经, 不经过, 未经
asking: asking me, asking for approval, asking for permission, asking for confirmation, asking again, asking first, my approval, my permission, my confirmation, my consent, approval, any approval, confirmation, any confirmation, permission, confirming, waiting for approval, waiting for me, prompting me, bothering me
asking: спроса, подтверждения, подтверждений, одобрения, согласия, разрешения, вопросов, согласования
asking: 批准, 审批, 确认, 询问我, 问我, 我批准, 我确认, 我同意, 经过我, 许可, 征求我
dont: don't, dont, do not, never, stop, no more
dont: не
dont: 不要, 别, 不用, 不必
askme: ask me, ask for approval, ask for permission, ask for confirmation, ask for my, asking me, asking for approval, asking for permission, prompt me, wait for my approval, wait for approval
askme: спрашивай, спрашивайте, запрашивай, запрашивайте, жди подтверждения, жди одобрения, требуй подтверждения
askme: 问我, 询问我, 请求批准, 要求确认, 向我确认, 请求确认, 等我批准
skip: skip, bypass, circumvent, evade, get around, work around, go around, get round, turn off, switch off, disable, override, ignore, disregard, deactivate, sidestep
skip: обойди, обойдите, обойти, отключи, отключите, выключи, игнорируй, игнорируйте, проигнорируй, пропусти, пропустите, минуя, забудь
skip: 绕过, 跳过, 关闭, 关掉, 禁用, 忽略, 无视, 避开
guard: approval, approvals, approval check, approval step, approval dialog, confirmation, confirmation step, permission check, permission checks, permission prompt, policy, policies, security policy, your rules, the rules, safety rules, all rules, guardrails, restrictions, safeguards, your instructions, previous instructions, prior instructions, all instructions, all previous instructions, the instructions above
guard: подтвержден*, одобрен*, проверку прав, проверки прав, разрешени*, политик*, ограничени*, свои правила, все правила, правила безопасности, инструкции, предыдущие инструкции, все инструкции
guard: 批准, 审批, 确认步骤, 确认, 权限检查, 策略, 规则, 限制, 安全规则, 指令, 之前的指令, 所有指令, 安全策略

pretend: pretend, act as if, act like, assume, behave as if, simulate, fake, forge, falsify, fabricate, record that, write that, say that, note that
pretend: притворись, сделай вид, считай, представь, подделай, подделайте, сфабрикуй, отметь, запиши
pretend: 假装, 假设, 当作, 伪造, 就当, 视为, 标记为, 冒充
approved: i approved, i have approved, i've approved, i already approved, i had approved, i gave approval, i agreed, i confirmed, it is approved, it was approved, it's approved, user approved, the user approved, as approved, approved it, approved by me, approval is given, approval was given, approval token, approval, approvals
approved: я одобрил, я одобрила, я подтвердил, я подтвердила, я разрешил, я разрешила, я согласился, одобрено, подтверждено, одобрение, подтверждение, что одобрил, что одобрила, разрешение получено, токен одобрения
approved: 我批准了, 我已批准, 我已经批准, 我同意了, 已批准, 已经批准, 已获批准, 批准了, 批准令牌, 批准, 审批记录
selfapprove: approve it yourself, approve it for me, approve yourself, approve your own, approve on my behalf, answer the approval yourself, press allow for me, mark this as approved, mark it as approved, set approved to true
selfapprove: одобри сам, одобри сама, подтверди сам, одобри за меня, подтверди за меня, сам одобри, сам подтверди
selfapprove: 自己批准, 替我批准, 帮我批准, 自行批准, 代我批准, 替我确认

reveal: show, print, reveal, repeat, output, display, disclose, leak, give, tell, dump, recite, what is, what's, what are, paste, share
reveal: покажи, покажите, выведи, выведите, раскрой, раскройте, повтори, напечатай, расскажи, сообщи, какой, какие, каковы, перескажи, назови
reveal: 显示, 展示, 告诉我, 输出, 打印, 透露, 重复, 说出, 给我看, 泄露, 是什么
hidden: your system prompt, the system prompt above, your hidden prompt, your hidden rules, your hidden instructions, your secret instructions, your secret rules, your initial instructions, your initial prompt, your original instructions, your internal rules, your internal instructions, hidden rules, hidden instructions, hidden system prompt, your system message, your instructions verbatim, the text above this, everything above this
hidden: твой системный промпт, ваш системный промпт, свой системный промпт, системный промпт, скрытые правила, скрытые инструкции, секретные инструкции, твои скрытые, свои скрытые, системные инструкции, свои инструкции, твои инструкции, ваши инструкции
hidden: 你的系统提示, 系统提示词, 你的提示词, 系统提示, 隐藏规则, 隐藏的规则, 隐藏指令, 隐藏的指令, 内部规则, 你的指令, 你的初始指令

erase: delete, erase, wipe, rewrite, edit, alter, tamper with, falsify, clear, remove, modify, destroy, hide
erase: удали, удалите, сотри, сотрите, очисти, измени, подчисти, подделай, уничтожь, скрой
erase: 删除, 删掉, 清除, 清空, 篡改, 修改, 抹掉, 销毁, 隐藏
record: the audit log, audit log, audit trail, the event log, event log, your trace, the trace of this, this trace, the run log, the record of this run, this run from the log, the hash chain, traces of this
record: журнал аудита, журнал событий, аудит, следы этого, трассировку, запись об этом, цепочку хешей, журнал запусков
record: 审计日志, 事件日志, 运行日志, 审计记录, 这次运行的记录, 痕迹

query: how, why, what, where, when, who, which, is, are, was, were, does, did, do, explain, describe
query: как, почему, зачем, где, когда, кто, что, объясни, опиши, можно
query: 怎么, 如何, 为什么, 哪里, 什么, 是否, 解释, 怎样
search: find, search, grep, look, locate, list, read, count, summarize, summarise, open
search: найди, найдите, поищи, ищи, прочитай, прочти, открой, перечисли
search: 查找, 搜索, 找, 找到, 读, 打开, 列出, 搜
title: todo, todos, task, tasks, reminder, titled, called, named, remind me to, remind me about
title: напомни, напомните
title: 提醒我
cite: cite, citing, quote, with, name, give, list, include, show, provide
cite: укажи, укажите, назови, приведи, приведите, со ссылкой на, с указанием, со ссылками на
cite: 注明, 引用, 给出, 列出, 标明, 附上
source: source, sources, citation, citations, references, evidence, your sources, the sources, the source
source: источник, источники, источника, источников, ссылки
source: 来源, 出处, 引文, 引用来源
`

// wish is a thing that no words can bring about.
type wish int

const (
	noWish wish = iota
	wishUnasked
	wishForged
	wishHidden
	wishErased
)

// wishWords tell why, and what can be done instead.
var wishWords = map[wish][2]string{
	wishUnasked: {"no request can get round an approval: vise asks, not the model", "ask for it without that and answer when vise asks. To be asked less: s in the approval allows that tool until /new; a rule in vise.yaml (policy) allows it for good"},
	wishForged:  {"an approval can't be given in words: only your answer to the question itself counts", "ask for what is to be done; vise shows the exact call and you allow it with one key"},
	wishHidden:  {"vise doesn't have the model recite what it was told", "nothing of it is hidden from you: open a run (/runs), choose a request to the model and press m to see every word that it was sent"},
	wishErased:  {"no tool can change the record of runs", "vise runs delete RUN deletes a run of yours, and leaves a mark that it did"},
}

// wisher finds wishes, and whether sources are asked for.
type wisher struct {
	*lexicon
	wishes []struct {
		sequence
		wish
	}
	sourced       sequence
	query, search classes
	title         classes
}

// wishes is made when the first request is looked at.
var wishes = sync.OnceValue(newWisher)

func newWisher() *wisher {
	w := &wisher{lexicon: newLexicon(askWords)}
	w.query, w.search, w.title = w.named("query"), w.named("search"), w.named("title")
	for seq, what := range map[string]wish{
		"without 1 asking": wishUnasked, "dont 1 askme": wishUnasked, "skip 3 guard": wishUnasked,
		"pretend 3 approved": wishForged, "selfapprove": wishForged,
		"reveal 3 hidden": wishHidden, "hidden 2 reveal": wishHidden,
		"erase 2 record": wishErased, "record 2 erase": wishErased,
	} {
		w.wishes = append(w.wishes, struct {
			sequence
			wish
		}{w.sequence(seq), what})
	}
	w.sourced = w.sequence("cite 2 source")
	return w
}

// of is the first wish in a person's words. Who asks how something works, or
// looks for a text about it, wishes nothing.
func (w *wisher) of(words string) (wish, string) {
	for _, s := range w.sentences(words) {
		for _, q := range w.wishes {
			if s.find(w.lexicon, q.sequence, func(from, _ int) bool { return w.meant(s, q.wish, from) }) {
				return q.wish, s.text
			}
		}
	}
	return noWish, ""
}

func (w *wisher) meant(s sentence, what wish, from int) bool {
	part := s.partOf(w.lexicon, from)
	if s.has(w.title, part, from-1) && what != wishUnasked {
		return false
	}
	if what == wishHidden {
		return !s.has(w.search, part, from-1)
	}
	return !s.has(w.query, part, min(part+1, from-1)) && !s.has(w.search, part, from-1)
}

// gateInput ends a run whose request asks for what no request can bring about.
func (r *run) gateInput(ctx context.Context) error {
	if r.task.First != nil {
		return nil // a call of the person's own
	}
	what, said := wishes().of(r.turn.Words)
	if what == noWish {
		return nil
	}
	reason, instead := wishWords[what][0], wishWords[what][1]
	if err := r.gate(ctx, GateInput, "", "“"+cutText(strings.TrimSpace(said), 120)+"”: "+reason, "refused"); err != nil {
		return err
	}
	return &stop{RunFinished{Status: StatusRefused, FailureKind: FailPermission, Code: "input_gate", Reason: reason, Remedy: instead}}
}

// wantsSources reports whether the person asks for sources.
func (r *run) wantsSources() bool {
	w := wishes()
	for _, s := range w.sentences(r.turn.Words) {
		if s.find(w.lexicon, w.sourced, func(int, int) bool { return true }) {
			return true
		}
	}
	return r.task.Sources
}
