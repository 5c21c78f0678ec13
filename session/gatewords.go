package session

// Words of the gates that look at what was said: those of actions, with the
// letter of a form after the action's name. I: asked for; D: English past;
// R: Russian past; P: Russian participle; Z: Chinese.
const actionWords = `
createI: add, create, make, set, schedule, remind, save, note, put
createD: added, created, made, set, scheduled, saved, recorded, put, set up, planned, booked, arranged, noted, logged, registered
createI: добав*, созда*, постав*, запиш*, запланир*, напомни, напомните, напомнить, заведи, внеси, занеси, сохран*
createR: добавил, добавила, добавили, создал, создала, создали, поставил, поставила, поставили, записал, записала, записали, запланировал, запланировала, завел, завела, внес, внесла, занес, занесла, сохранил, сохранила, установил, установила, назначил, назначила, сделал, сделала
createP: добавлен*, создан, создана, создано, созданы, поставлен*, записан*, запланирован*, внесен*, занесен*, сохранен*, установлен*, заведен*, назначен*
createI: 添加, 创建, 新建, 新增, 加, 记, 提醒, 安排, 设置, 设定, 建
createZ: 添加, 创建, 新建, 新增, 加入, 加上, 记下, 记录, 安排, 设置, 设定, 设好, 建立, 建好, 保存, 存入

changeI: change, update, move, reschedule, mark, complete, finish, close, rename, postpone, reopen, tick, check off
changeD: changed, updated, moved, rescheduled, marked, completed, closed, renamed, postponed, reopened, ticked, checked off, modified, edited
changeI: измени*, обнови*, перенес*, отмет*, закро*, заверш*, переимен*, отлож*
changeR: изменил, изменила, обновил, обновила, перенес, перенесла, отметил, отметила, закрыл, закрыла, завершил, завершила, переименовал, переименовала, отложил, отложила, поменял, поменяла
changeP: изменен*, обновлен*, перенесен*, отмечен*, закрыт, закрыта, закрыто, закрыты, завершен*, переименован*, отложен*, выполнен*
changeI: 修改, 更改, 更新, 改, 标记, 完成, 推迟, 延期, 重命名
changeZ: 修改, 更改, 更新, 改成, 改为, 标记, 推迟, 延期, 重命名, 调整

removeI: delete, remove, erase, wipe, clear, cancel, clean, purge, drop
removeD: deleted, removed, erased, wiped, cleared, cancelled, canceled, purged, cleaned up
removeI: удали*, сотр*, очист*, отмен*, убер*
removeR: удалил, удалила, удалили, стер, стерла, очистил, очистила, отменил, отменила, убрал, убрала
removeP: удален, удалена, удалено, удалены, стерт, стерта, стерты, очищен*, отменен, отменена, отменено, отменены, убран, убрана, убраны
removeI: 删, 删除, 清空, 清除, 清理, 移除, 取消
removeZ: 删除, 删掉, 清空, 清除, 清理, 移除, 取消

sendI: send, email, mail, post, notify, message, forward, share, publish, reply
sendD: sent, emailed, mailed, posted, forwarded, shared, published, submitted, delivered
sendI: отправ*, пошли, перешл*, опублик*, сообщи
sendR: отправил, отправила, отправили, послал, послала, переслал, переслала, опубликовал, опубликовала
sendP: отправлен*, послан, послана, послано, переслан*, опубликован*
sendI: 发, 发送, 寄, 转发, 发布, 通知
sendZ: 发送, 发出, 发给, 寄出, 转发, 发布

writeI: write, edit, save, create, fix, rewrite, rename, move, copy, replace, update, change, modify
writeD: created, written, wrote, edited, modified, updated, changed, saved, renamed, moved, copied, replaced, overwritten, overwrote, rewritten, rewrote, appended, patched, fixed
writeI: напиш*, созда*, исправ*, измени*, сохран*, переимен*, перемест*, скопир*, замен*
writeR: создал, создала, записал, записала, изменил, изменила, исправил, исправила, сохранил, сохранила, переименовал, переименовала, переместил, переместила, скопировал, скопировала, заменил, заменила, обновил, обновила
writeP: создан, создана, создано, созданы, записан*, изменен*, исправлен*, сохранен*, переименован*, перемещен*, скопирован*, заменен*, обновлен*
writeI: 写, 创建, 修改, 保存, 重命名, 移动, 复制, 替换, 修复
writeZ: 写入, 创建, 新建, 修改, 保存, 重命名, 移动, 复制, 替换, 修复, 更新

runI: run, execute, install, start, stop, deploy, restart, build, launch
runD: ran, executed, installed, deployed, restarted, launched
runI: запусти*, выполни*, установи*, перезапусти*
runR: запустил, запустила, выполнил, выполнила, установил, установила, перезапустил, перезапустила
runP: запущен*, установлен*, перезапущен*
runI: 运行, 执行, 安装, 启动, 重启, 部署
runZ: 运行, 执行, 安装, 启动, 重启, 部署

lookI: find, search, look, check, read, show, list, open
lookD: searched, checked, read, reviewed, examined, scanned, opened, looked at, looked through, looked in, gone through, went through, searched through, inspected
lookR: проверил, проверила, прочитал, прочитала, просмотрел, просмотрела, посмотрел, посмотрела, открыл, открыла, искал, искала, изучил, изучила
lookZ: 查看, 检查, 搜索, 读取, 阅读, 查找, 浏览, 搜了, 看了

todo: todo, todos, to-do, to-dos, task, tasks, reminder, reminders, todo list, to-do list, task list
todo: задач*, напоминан*, список дел, списка дел, списке дел, дело, тудушк*
todo: 待办, 待办事项, 任务, 提醒, 事项, 代办, 清单
file: file, files, folder, folders, directory, directories, log, logs, script, document, documents, config, configuration, code, source, readme, project
file: файл*, папк*, каталог*, лог, логи, логов, журнал*, скрипт*, документ*, конфиг*, код, кода, проект, проекте
file: 文件, 文件夹, 目录, 日志, 脚本, 文档, 配置, 代码, 项目
mail: email, emails, e-mail, mail, message, messages, letter, invitation, invite, notification, reply, report
mail: письм*, сообщени*, приглашени*, уведомлени*, ответ, отчет
mail: 邮件, 消息, 信息, 短信, 通知, 邀请, 回复, 报告
event: event, meeting, appointment, calendar, calendar entry
event: встреч*, событи*, календар*
event: 会议, 日程, 日历, 约会, 活动
cmd: command, commands, test, tests, script, build, package, packages, program, server, service
cmd: команд*, тест*, скрипт*, сборк*, пакет*, программ*, сервер*, служб*
cmd: 命令, 测试, 脚本, 构建, 软件包, 程序, 服务, 服务器

me: i, i've, ive, we, we've
ya: я, мы
zme: 我, 我们
start: done, ok, okay, sure, great, perfect, successfully, all set, i've, just, also, now, then, and
start: готово, хорошо, ок, ладно, успешно, уже, тоже, сделано
perf: has been, have been, has now been, have now been, has just been, has already been, has successfully been, is now, are now, now, successfully, been, already
was: was, were, is, are, got
zdone: 已, 已经, 已将, 已经将, 已把, 已经把, 成功, 已为您, 已帮您, 已给您, 都已
le: 了, 好了, 好, 完了, 成功
you: you, you've, user, they, he, she, somebody, someone, who, which
you: вы, ты, пользователь, он, она, они, кто
you: 你, 您, 他, 她, 用户
zyou: 为你, 为您, 帮你, 帮您, 给你, 给您
neg: not, never, no, none, nothing, cannot, can't, couldn't, didn't, don't, doesn't, wasn't, weren't, haven't, hasn't, isn't, aren't, unable, without, failed, fail, nobody, won't, neither, nor, yet to
neg: не, ни, нет, нельзя, невозможно, ничего, без, никто
neg: 不, 没, 没有, 未, 尚未, 无法, 不能, 无, 别, 并未
modal: would, could, should, can, might, may, will, shall, must, needs, wants
modal: бы, можно, может, могут, нужно, надо, буду, будет, следует
modal: 可以, 能, 会, 想, 要, 需要, 应该, 请
maybe: if, when, once, unless, until, after, before, to, let, let's, want, need, like, try, example, imagine, say, tell, how, whether, as soon as, in case, i'd, i'll, we'll, you'll, assume, assuming, suppose, pretend
maybe: если, когда, чтобы, после, прежде, пока, можете, могу, могли, хотите, хочешь, например, как, как только, ли, пусть, давайте
maybe: 如果, 要是, 当, 将, 如何, 怎么, 怎样, 后, 之后, 以后, 前, 之前, 时, 的话, 是否, 一旦, 例如, 比如, 建议, 假设, 假如
but: but, however, though, so, instead, но, однако, поэтому, зато, 但, 但是, 不过, 所以
ago: yesterday, ago, last, earlier, originally, вчера, назад, прошл*, ранее, раньше, 昨天, 以前, 上周, 之前

promise: i'll remind, i will remind, you'll be reminded, you will be reminded, i'll notify you, i'll alert you, i'll ping you
promise: напомню, будет напомнено
promise: 我会提醒, 到时候提醒, 我会按时提醒, 我会准时提醒, 会提醒您, 会提醒你
`
