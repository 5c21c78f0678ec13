package offline

// listRules are the ways to ask for todos, and for the time. Both are closed:
// every word has to be known. Only t is free: what the todos are about.
const listRules = `
open: не_закрыты|не_выполнены|не_сделаны|не_завершены|не_готовы|не_закрыта|не_закончены|не_закрытые|не_сделанные
	open|pending|outstanding|remaining|unfinished|incomplete|undone|active|uncompleted|current|unchecked|left|not_done|открытые
	открытых|невыполненные|невыполненных|незавершенные|незавершенных|несделанные|активные|оставшиеся|текущие|незакрытые|未完成|没完成|没做完|未做
	未完成的|没完成的|还没完成的|还没做|没做的|开着的|剩下的|剩余的|还没做完的|待完成|待处理|待处理的|没做完的
donel: done|completed|finished|closed|complete|checked|выполненные|выполненных|сделанные|сделанных|завершенные|завершенных|готовые
	закрытые|законченные|закрытых|已完成|完成|已完成的|做完的|完成的|完成了的|已经完成的|已经做完的|做完了的
cancelled: cancelled|canceled|dropped|removed|отмененные|отмененных|удаленные|取消的|已取消|已取消的|取消了的
alll: all|every|everything|full|whole|entire|complete|все|всё|весь|всех|полный|所有|全部|所有的|全部的|完整的
remindwhat: remind me|us what|which ; напомни|напомните мне|нам? что|какие|чем ; 提醒我 有什么|有哪些|还有什么|该做什么|要做什么
stat: so=@open ; sd=@donel ; sc=@cancelled ; sa=@alll
today: today|tonight|for_today|сегодня|на_сегодня|сегодняшние|на_сегодняшний_день|сегодняшний|今天|今日|今天的|今晚
overdue: overdue|late|past_due|past_their_due_date|past_the_deadline|behind|expired|delayed|просрочены|просроченные|просроченных|просрочено
	просроченное|просрочил|просрочила|просрочен|просрочена|с_истекшим_сроком|опаздываю|горящие|逾期|过期|已过期|超期|逾期的|过期的|已逾期|逾期了|过期了|拖延|超时
	已经过期|已过期的|已逾期的|已经过期的|已经逾期
week: this_week|within_a_week|in_the_next_7_days|in_the_next_week|within_the_week|during_this_week|the_next_7_days|next_7_days
	на_этой_неделе|на_неделю|эту_неделю|на_эту_неделю|этой_недели|за_неделю|на_неделе|в_течение_недели|на_ближайшую_неделю|неделю|本周
	这周|这个星期|这星期|本星期|一周内|这一周|本周的|这周的|这个礼拜|七天内|未来一周
nodue: without @det* due? date|dates|deadline|deadlines|due_date|due_dates ; with no due? date|dates|deadline|deadlines ; undated|unscheduled
	no due? date|deadline ; that have no due? date|deadline ; without_due_date ; have no due? date|deadline ; без срока|сроков|даты|дедлайна|дат|времени
	没有|没|无 截止? 日期|期限|截止时间|截止日期 的? ; 没有|无 日期|期限|截止|截止日期|截止时间|到期时间 的? ; without any due? date|deadline
anydue: with @det* due? date|deadline|dates|deadlines ; со|с сроком|сроками|датой|дедлайном ; have @det* due date ; 有 截止? 日期|期限|截止时间|截止日期 的?
	upcoming|scheduled
due: dt=@today ; dw=@week ; do=@overdue ; dn=@nodue ; da=@anydue ; due|is_due|are_due|falls_due|because_due|to_be_done|до|к|на|за|到期|到期的|要做|截止|截止的|到期了
duex: @due ; due ; coming_due ; coming up|soon|next ; up next ; soon ; к_выполнению ; with|for|by|on|from|in|до|на|к|за|с|的|in_the ; @due_by
lshow: show|list|display|give|get|print|see|tell|read|view|check|open|what_is|what_are|bring_up|pull_up|find|search|look_at|go_through
	give me? a rundown|summary|overview|recap of ; summarize|summarise ; @remindwhat
	дай|сделай|покажи мне? сводку|обзор|выжимку по|о|об? ; 总结一下|汇总一下|汇总|总结|梳理一下
	fetch|look_up|look_through|run_through|recap|search_for|search_through|look_for|pull
	покажи|покажите|выведи|перечисли|дай|открой|прочитай|прочти|посмотри|посмотреть|показать|озвучь|зачитай|напомни_какие
	напомни_что_у|напомни_мои|напомни_мне_какие|напомни_мне_мои|найди|выдай|глянь|проверь|назови|поищи|огласи
	显示|列出|列一下|看看|看一下|查看|展示|给我看|看|查一下|告诉我|查询|读一下|念一下|查查|打开|找|找一下|搜索|我看看|说一下|查找|列出来|列举|给出|翻一下
fill: me|us|my|the|i|a|an|any|is|are|do|does|did|have|has|got|there|on|in|of|for|to|what|which|whats|please|all_of|our|still|currently
	now|right_now|at_the_moment|so_far|that|i_have|we_have|we|left|yet|up|with|exactly|be|going|next|remaining|this|these|those
	ones|one|it|been|get|anything|something|things|thing|stuff|how|look|looks|like|many|else|already|out|from|at|must ; supposed|if|by
	моим|моими|мне|нам|мои|мой|мое|моя|моих|моем|меня|у|я|что|какие|какая|какой|каковы|есть|ли|в|на|по|из|там|сейчас|еще|пока|же|это|надо|нужно
	сделать|мы|нас|должен|должна|остались|осталось|осталась|за|и|до|к|с|запланировано|запланированы|намечено|намечены|делать|имеются
	имеется|стоит|стоят|висит|висят|числится|свои|свой|этот|эти|мною|уже|было|были|значится|которые|что-нибудь|что-то|сколько
	предстоит|ближайшие|мной|дальше|такие|мною|текущий|будет
	我|我的|我们|我们的|的|有|有什么|有哪些|哪些|什么|是|在|里|上|中|都|还|还有|现在|目前|要|需要|该|得|做|做的|请|给|一下|下|了|吗|呢|是什么|是哪些|多少|几|个|条|项|些|里面|还剩|剩|剩下|这|那|把|看|当前|要做
	啥|要做的|会|没|没有|应该|出来|里有|上有|到|内|事|东西|安排|吧|我还|排|到底
lnoun: @todo ; @list ; things to do|be_done ; to do ; todo list ; list of @det* @todo|things ; plate ; agenda ; дел ; список дел|задач|напоминаний
	планы|план|плана|планов ; 要做的事|事情|要做的事情|计划|该做的事|要办的事|日程
laction: мне|я? нужно|надо|должен|должна успеть|заняться ; have|need|got|supposed|must to do ; do i|we have|need to do ; i have|need to do ; i|we still? have|need to do ; must|should i|we do
	on my plate ; up to ; is|are due ; due ; left to do ; have i|we done|finished|completed ; did i|we finish|complete|do|get_done|accomplish
	coming up ; i need to do ; do i have on ; am i supposed to do ; have_to_be_done|need_to_be_done|needs_doing|need_doing|needs_to_be_done|has_to_be_done ; have_i_completed
	i_have_done|i_have_finished|i_have_completed|i_finished|i_completed
	нужно|надо|предстоит|должен|должна|осталось мне? сделать ; мне|я|нам нужно|надо|предстоит|должен|должна|осталось сделать
	запланировано|запланировал|намечено ; у меня|нас на ; я? уже? сделал|сделала|выполнил|выполнила|закончил ; предстоит ; горит ; по плану
	дальше по? плану ; сделано|выполнено ; к сделать
	要做|要做什么|该做什么|需要做什么|有什么要做|到期|要办|有什么事|要做的事|到期的|有什么安排|做什么|干什么|完成了|做完了|完成了哪些|完成了什么|做完了什么|要干什么|该做|要完成|要处理|有安排|还没做
listno: до|к|на|за ; дело было|шло|происходило|обстоит|идет $q ; дела идут|обстоят $q ; @todo 会|能|可以 $q ; 我? 没有|没 什么? 任务|待办|事|事情|计划|安排|要做的|什么要做的 了? ; 我? 什么 都 没 $q ; what is|are a|an? @todo ; @todo 是 什么|啥 意思? ; 什么|啥 是 @todo ; @lshow? me|мне|us? what|что to_do|делать ; what_should_i_do ; что мне? делать ; 做什么|干什么
remindbare: remind|reminder|提醒|提醒我|提醒一下|提醒我们|提醒我一下|提醒下|напоминание ; remind me
about: about|mentioning|regarding|concerning|containing|related_to|with_the_word|with|that_mention|that_mentions|matching|including
	called|named|for|on|like|говорящие_о|про|о|об|обо|со_словом|насчет|по_поводу|связанные_с|касающиеся|где_есть|с|по|для|содержащие
	с_названием|где_упоминается
listday: @lshow? @lday*
lday: 啥|有啥|事要做|要做|что|что_у_меня|что_там|какие|какие_планы|планы|у|меня|нас|мне|есть|на|там|ли|намечено|запланировано|что-нибудь|что-то|делать|надо
	нужно|чем|занят|занята|do_i_have|do_we_have|have_i_got|anything|something|what|what_have_i_got|have|i|we|do|got|is|on|for|planned
	scheduled|plans|are|my|any|happening|有|有什么|什么|我|的|安排|有什么安排|有什么事|计划|有安排|有哪些|要|要做什么|吗|呢|都|有没有|事
listq: @lshow? @lw* @lnoun @lw* @lnoun @lw* ; @lshow? @lw* @lnoun @lw* ; @lw* @laction @lw* ; @lshow @lw* @laction @lw* ; @lnoun ; @due @lw*
	@lshow @lw* @stat|@due ; @lw* @askw @lw* @undone @lw* ; @lshow @lw* @stat 的? 事|事情|东西 @lw* ; @lw* @laction @lw* @lnoun @lw* ; @lw* @due @lw* ; @lw* @stat @due @lw*
undone: so=@stillopen
stillopen: not_done|not_finished|undone|unfinished|outstanding|pending|incomplete|uncompleted|not_complete|left_undone|to_be_done_yet|не_сделано|не_выполнено|не_сделал|не_сделала|не_доделал|не_доделала
	не_закончено|не_закрыто|не_готово|не_выполнил|не_выполнила|незакончено|невыполнено|没做完|没完成|没做|没弄完|没办完|没办|未完成|未做|没搞定|没有完成|没有做完|没有做
askw: what|which|что|чего|какие|什么|哪些|啥
listq: @lshow? @lw* @lnoun @lw* @about @det* $t ; @lw* @lnoun @lw* @about @det* $t ; @lshow? @lw* q=%quote @lnoun @lw* ; @lshow @lw* @tword @todo @lw*
	do i|we have|need @lw* @todo @about @det* $t ; is there @lw* @todo @about @det* $t ; @lw* @todo @about @det* $t
	search|look|check|find @lw* @lnoun for|about @det* $t ; find|search|look_for|check @det* $t @tolistl
	@lw* 关于|有关|包含|提到|跟|和 $t 有关? 的? @todo|@lnoun @lw* ; @lshow? @lw* 关于|有关|包含|提到|带有|跟|和 $t 有关|相关? 的? @todo|@lnoun @lw* ; @lw* @lnoun 里|中|里面 有|有没有 @lw* $t
	把 @lw* @lnoun 都|全? 列出来|列一下|列出|显示出来|给我看|给我看看|列给我看 @lw*
	есть ли? у? меня? в? @my? @todo|списке @lw* @about $t ; did i add|have|put|already_add @det* $t @tolistl ; is @det* $t on @my* @list
	@det* @lnoun @lw* mention|mentions $t ; когда|на_когда у? меня? @todo @about $t ; have i got @lw* @todo @about @det* $t
	в_моем_списке|в_списке есть $t ; есть_ли_в_списке|есть_ли_в_моем_списке|есть_ли_в_делах $t ; 我? @lw* 有没有|有 @lw* $t 的 @todo|@lnoun
	@lshow @lw* $t 的 @todo ; 在 @my* @lnoun 里|中 找|搜索|查找|搜 一下? $t ; 在? @my* @lnoun 里|中|里面 有没有|有 $t
whenq: when is|are|do|did my|our $t due|scheduled|happening|again? ; when|what_time do|am|are|did i|we see|have|get|visit|meet|seeing|having|meeting|visiting @det* $t ; what_time is my|our $t
	на? когда|во_сколько у меня|нас записан|записана|назначен|назначена|назначено|запланирован|запланирована|есть|стоит? $t ; когда мой|моя|мое|мои|наш|наша|наше $t
	我|我们 的? $t 是? 在? 什么时候|几点|哪天|哪一天|几号|星期几|周几 ; 我|我们 什么时候|几点|哪天 要? $t
yesterday: yesterday|вчера|昨天
lastweek: last_week|на_прошлой_неделе|прошлую_неделю|上周|上个星期|上星期
textend: in|inside them|it|there|the_title|its_title|the_name|their_title|title ; в названии|заголовке|них|нем ; 这 个? 词|字 ; 几|两 个 字 ; 字样|的字样
tword: t=%word
tolistl: in|on|among|through @my* @list|@todo ; to @my* @list ; в|среди|по @my* @list|@todo|списке|делах|задачах|напоминаниях ; 在? @my* @lnoun 里|中
lw: @fill|@stat|@duex
tf: which|check|see|глянь|посмотри|проверь|узнай|查看
tf: is|it|now|right_now|the|a|current|currently|exact|exactly|please|today|what|whats|local|over_there|there|here|at_the_moment|right
	please|actual|s|of|this|moment|me|tell|show|give|for|by_the_way|do_you_have|have_you_got|got|got_the|you|know|just|we|have|at|our
	are|i|date|and|already|still|then
	сейчас|сколько|который|какое|какая|какой|у_нас|нас|там|здесь|местное|точное|текущее|ровно|подскажи|скажи|покажи|мне|сегодня|теперь
	уже|на_часах|по_местному|у|в|это|знать|узнать|текущая|точно|дай|есть|сегодняшняя|сегодняшнее|нынешнее|местному|и|а|что_за ; который_там|же|на_дворе
	现在|的|是|今天|当前|这里|那里|那边|当地|此刻|目前|请|告诉|我|一下|了|的话|此时|这边|本地|准确|那儿|查|查一下|看一下|显示|看看|看下|瞧瞧|我们|我这里|眼下|呢|吗|到了|已经|今年|这|这个月|本月|哪|具体|查下
tn: what time is it ; what time it is ; what is the time ; what time ; the? time ; current time ; clock ; how late is it ; time ; time_of_day ; hour
	what hour ; local time ; time is it ; got the time ; o'clock
	который час ; сколько времени ; сколько время ; какое время ; время ; времени ; час ; точное время ; который сейчас час
	сколько сейчас времени|время ; сколько на часах ; времени сколько ; который там час ; сколько там времени|время
	时间是几点|时间是几点了|时间是多少|当地时间|几点|几点了|几点钟|几点钟了|什么时间|什么时候|时间|时刻|几点几分|多少点|什么时间了|什么时候了
td: what|which? week day is? it? today? ; the? day today|now ; what|which day|date of the? week|month|year ; what day|date|weekday|month|year ; which day|date|weekday|month|year ; day|date of the? week|month?
	weekday ; the? date ; today's date ; day of the week ; date today ; today date ; calendar week ; what is today ; today 's date ; year|month
	какое число ; какой день недели? ; какая дата ; число ; день недели ; дата ; какой месяц|год ; какое сегодня число ; какой сегодня день недели?
	сегодняшняя дата ; год|месяц ; день
	星期几|几号|几月几号|几月几日|周几|礼拜几|日期|什么日子|哪天|哪一天|多少号|哪年|哪一年|几月|几年|年份|什么年份|什么日期|星期几了|几号了|多少号了|周几了|几月份
tin: in|at|for|over_in|there_in|of|в|во|на|по|для|在|с
time: @tf* @tn|@td @tf* ; @tf* @tn|@td @tf* @tin @det* p=%zone ; @tf* @tn|@td @tf* @tin @det* p=%zone @tf* ; p=%zone @tf* @tn|@td @tf*
	@tf* @tn|@td @tf* @tin p=%zone %zone @tf* ; сколько сейчас|щас|там|уже @tin p=%zone ; сколько @tin p=%zone сейчас|щас|уже?
	p=%zone 现在? 是|已经|已经是 白天|晚上|早上|下午|上午|中午|半夜|凌晨 吗?
	@tf* p=%zone @tf* 的? @tn|@td @tf* ; @tf* @tin p=%zone @tf* @tn|@td @tf* ; p=%zone time|date|时间|日期 now|right_now|please? ; @tf* p=%zone time @tf*
	в|во|на p=%zone @tf* @tn|@td @tf* ; @tn|@td @tf* p=%zone ; timezone|time_zone|tz|часовой_пояс|时区 : p=%zone
	is it day|night|daytime|nighttime|morning|evening|noon|midnight|late|early|afternoon @tf* @tin p=%zone @tf*
	is it day|night|morning|evening|late|noon|midnight|afternoon @tf* ; в|во p=%zone сейчас|уже|еще день|ночь|утро|вечер|рано|поздно
	p=%zone 现在|是|已经 白天|晚上|早上|下午|上午|天黑了|白天还是晚上 还是 晚上|黑夜? @tf* ; сейчас|уже|еще день|ночь|утро|вечер|поздно|рано в|во p=%zone
timeday: is it already|still|now|by_now? w=@weekday already|still|now|today|yet? @tin @det* p=%zone @tf*
	is it already|still|now|by_now? w=@weekday already|still|now|today|yet? ; is today|it_today a? w=@weekday ; today is w=@weekday right?
	has w=@weekday started|begun in p=%zone ; в|во|на p=%zone уже|еще|сейчас w=@weekday ; уже|еще|сейчас|сегодня w=@weekday в|во p=%zone
	сегодня|сейчас|уже|разве w=@weekday ; p=%zone 今天|现在|已经|是|已经是|现在是|到 @zhday 了|吗? ; 今天 是|是不是|已经是? @zhday
	is w=@weekday in p=%zone already|yet|now|still ; w=@weekday in p=%zone already|yet|now|still ; is w=@weekday today ; сегодня|сейчас уже w=@weekday
	а? сегодня w=@weekday
zhday: w=@hanwd ; 星期|周|礼拜 w=@hanwd1
hanwd: \x00\x00
hanwd1: 一|二|三|四|五|六|日|天
weekday: monday|tuesday|wednesday|thursday|friday|saturday|sunday|понедельник|вторник|среда|среду|четверг|пятница|суббота|воскресенье|пятницу|субботу
andin: and|what_about|how_about|и|а|那|what|also|а_что|а_как ; and|what_about|how_about @andin? ; 那么
timetwo: @tf* p=%zone 和|与|跟|以及|and|и p2=%zone @tf* 的? @tn|@td @tf*
timeno: it is time ; do|have you have|got time|a_minute|a_moment|a_sec|a_second ; у тебя|вас есть время|минутка|минута ; есть время|минутка|минута ; 你? 有 时间|空 ; сколько у? нас|меня|вас|тебя есть|осталось? времени ; the? time is now|up|money|right|ripe? ; time is on $p
timeunknown: @tf* @tn @tf* @tin @det* $p ; $p @tf* 几点|几点了|几点钟
zoneonly: @tin? @det* p=%zone @tf*
timemore: @andin* in|for|at @det* p=%zone @tf* ; @andin* в|во|на|по @det* p=%zone @tf* ; 那|那么? 在? p=%zone 呢|的|时间? ; @andin p=%zone
	and in|for p=%zone ; 在 p=%zone 呢?
listmore: @andin* @duex|@stat|@fill* ; 那|那么? @duex* 的? 呢? ; @andin* for|on|на|в|за @duex* ; and|what_about|а|и @fill*
readmore: more|continue|next|further|keep_going|go_on|next_page|more_lines|the_rest|rest|the_rest_of_it|read_on|keep_reading|read_more
	show_more|show_me_more|continue_reading|go_on_reading|and_then|next_lines|the_next_page|show_the_rest|read_the_rest|even_more
	next_part|еще|дальше|продолжай|далее|продолжи|читай_дальше|покажи_еще|следующая_страница|покажи_дальше|остальное|покажи_остальное
	читай_ещё|продолжение|继续|下一页|更多|接着读|往下|继续读|还有吗|继续看|再看看|接着|往下看|显示更多|后面的|下面的|再来|接着看|剩下的
readhit: @rverb|@xverb @det* @ord @hitn? ; @rverb|@xverb @fpre* @it @ftail* ; @rverb|@xverb @fpre* @ord @ftail*
	@rverb|@xverb @det* file|that_file|the_file|this_file|whole_file|файл|этот_файл|его|ее|целиком|这个文件|那个文件|该文件 @ftail* ; @ord @hitn
	把? @ord 的|个? 文件? @rverb ; explain|summarize @it ; 打开|读|看 @ord 的? 文件|结果? ; what_does_it_say|what_is_in_it ; what_is_in @det* @ord @hitn?
	что в нем|ней|этом_файле ; open|read|show it
hitn: one|file|result|hit|match|note|place|файл|результат|совпадение|место|文件|结果
thatone: @ord ; @det* $t one ; i=%num ; option|variant|вариант|选项 i=%num ; $t
yes: yes please ; yes|add_it|do_it|please_do|go_ahead|давай|добавь|добавляй|是啊|要|添加|加吧|好啊|yeah|yep|sure|ok|okay|да|ага|конечно|是|是的|对|好|好的|嗯|可以
`
