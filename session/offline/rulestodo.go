package offline

// todoRules are the ways to speak of todos: t is a title or what titles are
// about. Times have been taken out before these are tried.
const todoRules = `
remindn: give me a nudge|reminder ; send me a reminder ; set|create|make|add|schedule|put|get|leave|set_up @me? @det* new? reminder|alarm
	i|we? need|want|would_like @det* reminder ; reminder|alarm
remind: remind|nudge|reminding me|us ; i|we? need|want|would_like to be reminded ; remember ; ping|alert|notify me ; have|get me reminded
	напомни|напомните|напомнишь|напомнить|напоминай мне|нам?
	поставь|создай|добавь|сделай|установи|запиши|заведи|сделайте|поставьте мне? @det* напоминание|напоминалку|напоминалочку|будильник
	напоминание|напоминалка
	提醒|提醒一下|提醒下|通知 我|我们|一下我|一下? ; 设置|创建|添加|设|建|加|新建|设个|定个|来 一个|个|一条|条? 的? 提醒 ; 提醒 ; 记得提醒我|到时候提醒我|到时提醒我|别忘了提醒我
remindx: не забыть|забудь|забыть_бы|забудьте ; надо|важно|главное не_забыть ; do not forget|let_me_forget ; do not let me forget
	别忘了|别忘记|记得|不要忘了|别让我忘了 ; 别忘了 提醒 我? ; remind|ping|nudge|alert me|us ; remind|reminder ; напомни|напомните|напомнить|напомнишь|напомнишь-ли|напомнил|напомните-ли мне|нам? ; 提醒 我|我们|一下我? 一下? ; 提醒我
	记得提醒我|到时候提醒我|到时提醒我|通知我 ; set|add a reminder ; поставь|создай напоминание ; add|put it|this|that to|on|in @my? list ; 设个提醒|设置提醒|加个提醒
tolink: пожалуйста|please|плиз|一声|to|about|of|that|for|on|regarding|i|need_to|i_need_to|i_have_to|i_should|i_must|we_need_to|to_not_forget_to|not_to_forget_to
	saying|с_текстом|о|об|обо|про|что|чтобы|о_том|о_том_что|насчет|что_надо|что_нужно|что_мне_нужно|что_мне_надо|надо|нужно|я
	по_поводу|не_забыть|чтобы_я|要|去|得|该|关于|内容是|说|记得|别忘了|我|一下|需要|我要|我需要
forget: do|let_us not forget to|about|that|the? ; do not let me forget to|about|that|the?
	i? must|should|can_not|do_not_want|may|might|cannot|mustn't not? forget to|about|that? ; make_sure i|that_i|we do? not? forget? to?
	make_sure to|that_i|i ; not_to_forget to? ; do not want_to forget to|about ; never let me forget to|about ; i? keep_forgetting to ; lest i forget to
	so i do not forget to? ; note to self|myself ; remember|remembering to ; i? must remember to ; need|have|want to remember to|that
	make|take|write|jot_down @det* note to|that|about|of|for|saying ; jot|note|write down to|that? ; mental note to? ; help me remember to|that?
	i_better|i_would_better|better ; it is? important to
	не забыть|забудь|забудьте|забыть_бы|забываем|забыл бы? про|о|об|что|чтобы? ; не дай|давай|дайте мне|нам? забыть|забывать про|о|об|что?
	главное|важно не забыть ; мне нельзя забыть ; чтобы я не забыл|забыла ; надо|нужно|важно|хочу|хотелось_бы|хотел_бы|хотела_бы|постараться не? забыть|запомнить|помнить про|о|об|что?
	запомни|запомните|запиши_себе что|чтобы? ; заметка|заметку себе ; пометь|пометка|отметь себе что? ; помоги не забыть|вспомнить про|о|об?
	не_забудь_напомнить мне?
	别忘了|不要忘了|别忘记|不要忘记|别让我忘了|别让我忘记|记得|记住要|记住|不能忘记|不能忘了|千万别忘了|千万别忘记|记得要|记得去|我不能忘记|我不能忘了|我得记得|免得我忘了|我得记住|帮我记住|别让我忘 我? 要|去|得|该?
need: i|we also|really|still|just? need|have|got|ought|had_better|want to ; i|we also|really|still|just? must|should|gotta ; i|we have got to
	i_have_got_to ; i am supposed to ; i am|we_are going|planning to ; gotta|must|need_to|have_to|got_to ; i_will|we_will
	мне|нам|я|мы также|еще|обязательно|срочно? нужно|надо|необходимо|следует|придется|предстоит|стоит|пора также|еще|обязательно|срочно|будет?
	я|мы должен|должна|должны|обязан|собираюсь|планирую|хочу|хотел_бы ; надо|нужно|необходимо|следует|придется бы|будет|мне|нам|обязательно|срочно?
	хорошо_бы|надо_бы|не_мешало_бы
	我|我们 需要|要|得|必须|应该|还要|还得|想|打算|该 去? ; 需要|必须|得|要 去?
add: adding|creating|putting|making|add|create|make|new|put|set|set_up|enter|insert|log|record|open|start|schedule|write|jot|write_down
	jot_down|note|note_down|register|save|throw|stick|plan|file|track|include|include_on
	добавь|добавьте|добавить|создай|создайте|создать|внеси|внесите|запиши|запишите|заведи|заведите|новая|новое|новую|новый|поставь
	поставьте|сделай|запланируй|запланируйте|занеси|впиши|включи|добавим|завести|занести|записать|внести|положи|закинь|кинь|напиши
	添加|新增|新建|创建|加|增加|记录|记|记下|加上|加个|加一个|添加一个|新建一个|创建一个|建|建立|建个|建一个|写|写下|记一下|列入|安排|记个|记一个|添个|添加个|来个|设|设一个|新|加入|加一条|添加一条|新增一个|新增一条|记录一下|记一条
newt: @det* new|another|open|important|urgent|one|personal|work|a? ; нов- ; @det* еще одну|одно? ; еще? одну|одно ; важную|важное|срочную
	@det* 一个|一条|一项|个|条|新|新的|项|一个新
my: my|the|our|мой|моем|мои|свой|свои|我的|这个|我
tolist: to|on|in|onto|into|for|from|at @my* @list ; to|on|in|into @my* @todo ; в|к|во @my* @list ; в|к @my* @todo ; 到|进|入|在|至 @my* @list|@todo @zhinx?
	到|进|入 @my* @list|@todo @zhinx? 去|来?
zhinx: 里|中|里面|上|里头
labels: title|titled|called|named|saying|that_says|with_title|with_the_title|with_text|about|for|to|that|of|which_says|reading|on|with
	с_названием|под_названием|с_текстом|про|о|об|на|чтобы|названием|叫|叫做|名为|内容是|内容为|标题是|标题为|关于|是|去|要|说
todoverb: @remind|@remindn|@remindx|@forget|@add|@todo|@zhadd|@list|note|put|запланируй|наметь|спланируй|安排|帮我记|备忘
todoverb2: @remind|@remindn|@forget
wish: i|we also|really|just? want to ; i am|we_are going|planning to ; i_will|we_will ; я|мы собираюсь|планирую|хочу|хотел_бы ; 我|我们 想|打算
	i|we should ; мне|нам стоит
noneed: 说|谈谈|聊聊|больше|меньше|more|less|更多|建议|休息|钱|时间|a_break|rest|sleep|time|money|отдых|отдохнуть|совет|say|admit|confess|agree|disagree|wonder|же|чтобы|сказать|признаться|承认|understand|learn|see|ask|talk|have|be|understand|translate
	explain|help|be_able|a|an|some|think|знать|понять|узнать|спросить|помощь|понимать|知道|了解|明白|学习|你|帮助|一个|翻译|问 ; @det* help|advice ; 你
yours: your|yourself|yours|твой|твои|твою|твоя|ваш|ваши|你的|您的
evaluative: 很难|很烦|很累|真难|好难|太难了|不容易|很重要|很麻烦|真麻烦
spokento: ты|тебе|тебя|вы|вас|you|你|您
baretodo: @det* @todo|@list
predicate: app|apps|software|manager|program|приложение|программа|软件|应用|程序 ; is|are|was|were|am|will|would|has|have|had|can|could|do|does|did|seem|seems|feel|feels|looks|never|keeps|went|came|sucks|for_you
	得|的|可以|能不能|会不会|会自动|能否|会过|会消|会丢|可不可以|功能|系统|太少|比|有时
	есть|не|это|слишком|очень|такая|такой|такие|как-то|уже|совсем|опять|太|很|真|好难|非常|不|没|怎么|一直|都|被|已经|越来越|好多|不太|挺|特别|有点
toother: him|her|them|everyone|everybody|people|someone|ему|ей|им|всем|тебе|вам|себе|себя|他|她|他们|她们|别人|大家|你|您|自己
leaving: 回 老家|家|国 ; go|leave|run|sleep|think|rest|work|идти|бежать|спать|подумать|走|睡觉|睡|上班 now|already|soon|home|away|back|to_sleep|to_bed|уже|домой|了|啦*
lead: i|we also|really|still|just? need|have|must|should|got|ought to? ; мне|нам|я? нужно|надо|должен|должна|необходимо ; i|we|я|мы|мне|нам|我|我们
pastneed: был|была|было|были|起床|醒|小|老|阿
saidby: @feeling|到点|到时候|到时|时间到|关掉|关闭|取消|停止|打开|关|turn|mute|disable|enable|выключи|включи|отключи
feeling: 讨厌|喜欢|爱|恨|hate|love|like|ненавижу|обожаю|люблю|忘|忘记|forgot|забыл|забыла
saidby: spell|say|type|define|скажи|произнеси ; nah|no|nope|forget|skip|ignore|stop|нет|算了|不 ; 多亏|幸亏|还好|幸好|did|do|does|have|has|was|were|if|когда|если|如果|让|要是|多个|几个|多少|循环|定时 ; @add|设置 多个|几个|多少|重复|循环|定时
saidby: ты|вы|он|она|они|кто-то|никто|you|he|she|they|someone|nobody|你|您|他|她|他们|没人|谁|谢谢|多谢|感谢|спасибо|thanks|зачем|почему
statement: it|that|this|there|i|he|she|they|we|you|my|the|today|is|are|was|it_is|я|он|она|это|там|мы|вы|ты|был|была|было|будет|我|他|她|这|那|它|你|是|有
tellme: tell me to ; скажи|скажите|сообщи мне что? пора|надо|нужно? ; 告诉|告诉一下|跟|和 我 说? 该|要|去
planverb: @tellme ; @add %quote ; schedule|plan|arrange|pencil_in|book_in|pencil|запланируй|запланируйте|наметь|назначь|安排|计划|预约|叫我|喊我|叫我们
targetend: 的|这个|那个|这条|那条|的那个|的这个|这个待办|一项|这项|这件事|的事|这件|那件 ; из|с|в @my* @list|@todo ; task|todo|item
qend: 什么|谁|哪里|哪儿|多少|几点|哪个|为什么|怎么
duetail: due|is_due|due_date|deadline|到期|截止|之前|срок|дедлайн|до|к|by|before ; by|before ; 到期 的? ; 截止 日期?
titleend: due|到期|截止|срок|дедлайн|deadline|due_date|due_by|截止日期|截止时间|期限|сроком ; please|thanks|pls|thx|пожалуйста|спасибо|плиз|吧|谢谢|哦|啊|好吗|可以吗|ok|okay ; thank you
filenoun: file|files|folder|folders|directory|directories|файл|файлы|файла|папку|папки|папка|файлов|文件|文件夹|目录|txt|log|logs|branch|database|everything
detonly: @det @det*
no_alltodos: @cancel|@mark|@donev|@move @det* @todo|@list ; tick|check|cross off @det* @todo ; 把|将 @det* @todo|@list ; @cancel @det* @todo
alltodos: all|every|everything|все|всё|所有|全部
donepast: completed|finished|done|accomplished|сделал|сделала|выполнил|выполнила|закончил|做完了|完成了|did_i_finish|сделано|выполнено
andonly: @andin* ; @andin* for|on|at|to|на|в|к|во? ; 那|那么|呢|的|改成|改到|就|吧 ; 那? 的? 呢? ; let_us_say|say|make_it ; давай|пусть на|в?
	then|please|пожалуйста
nevermind: never mind ; nevermind|cancel|stop|forget_it|no|nothing|nope|отмена|не_надо|неважно|нет|ничего|забудь|не_нужно|算了|不用了|不用|没事|取消|不了|没什么
nodate: no|none|never|whenever|any_time|anytime|no_date|without_date|without_a_date|no_time|no_due_date|нет|без_срока|без_даты|неважно
	когда-нибудь|没有|不用|随便|无|不需要|any
clockword: time|час|времени|время|几点|时间
qword: if|whether|unless|in_case|если|如果|要是 ; who|whose|whom|what|why|when|which|where|кто|почему|зачем|где|какой|какая|какие|сколько|как|чей|когда|谁|什么|为什么|怎么|哪里|哪个|几|哪些|多少|有什么 ; how
create: put|note|jot|write down $t on|in|to @my* @list ; 把|将 $t @zhadd @my* @list|@todo @zhinx? 里? 去|吧? ; jot|note|write|put down @newt* @todo @labels* $t ; @add $t and|и|并|并且 @remindx ; @remindn @tolink @tolink* $t ; @remindn : $t ; @remind @tolink* $t ; $t x=@remindx ; @forget @tolink? $t
	@remind $t ; 把 $t 设|设置|设成|设为 提醒
create: @add @me? @newt* @todo @tolist? @labels* $t ; @add @me? @newt* @todo|@list : $t ; @add @me? @newt* @todo @tolist? @labels* $t @tolist
	@add $t @tolist ; @add $t as @newt* @todo ; @newt @todo @labels* $t ; @tolist : $t ; @add @tolist : $t ; @add @tolist @newt* @todo? @labels* $t
	@todo : $t ; @todo @labels? $t ; @remind : $t
create: @add $t x=@remindx ; put $t down on|in @my* @list ; $t add|put it? @tolist ; @todo|@list add $t ; add @newt* @todo @labels* $t
	write|jot|note down @labels* $t ; note : $t ; $t @add @tolist ; i_want_to_add @newt* @todo? @labels* $t @tolist?
create: @add @me? в @my* @list|@todo @newt* @todo? @labels* $t ; запланируй|запланируйте|наметь|поставь_в_план|спланируй мне? @labels* $t
	напиши|заметь|чиркни мне|себе : $t ; сделай|создай|оставь мне? заметку @tolink? $t ; $t : @tolist
	запиши|запишите|пометь мне|себе? : $t ; запиши|запишите мне|себе что_надо|что_нужно|что|: $t
	запиши что надо|нужно|мне_надо|мне_нужно|я_должен|я_должна $t ; $t добавь|запиши|внеси @tolist?
	мне? нужна|нужно напоминание|напоминалка|задача @labels* $t ; задача на : $t ; на @when? надо : $t
createwhen: schedule|plan|arrange|pencil_in|book_in|set_up|put|pencil @det* $t in|down?
	@add t=%quote ; запланируй|запланируйте|наметь|назначь|поставь|внеси @det* $t ; 安排|计划|预约 一下|一个|一次|一场? $t ; @tellme $t ; 叫|喊 我|我们 $t
create: 把|将 $t @zhadd @my* @list|@todo @zhinx? 里? 去|吧? ; 把|将 $t @zhadd @tolist ; 把|将 $t 记|写|加|列|放|记录|添加 下来|下|上|一下|进去
	@add @me? @newt* @todo @labels* $t ; 在|往|给 @my* @list|@todo @zhinx? @add @me? @newt* @todo? @labels* $t ; $t @zhadd @my* @list|@todo
	我? 有个 @todo @labels* $t ; @add @newt* $t 的 @todo|提醒 ; @add : $t ; 帮我记|帮我记一下|记一下|记下|记下来|备忘|记个事|记一件事 : $t ; 记一下|记下|备忘 $t
	@add $t 到|进 @my* @list|@todo @zhinx? ; 提醒一下 $t ; 安排 一下? $t ; 加 : $t
zhadd: 加到|加入|添加到|加进|放到|放进|加入到|写进|写到|记到|记入|列入|添加进|存到|记在|放入|写在|添加|列到|加
needt: @need @also? @tolink? $t
also: also|еще|也
createno: @remindn @tolink* ; @remindn @nopron ; @remind @tolink* @nopron? @tolink* ; @add @me? @newt* @todo|@list ; @add @tolist
	@add @newt* @todo @tolist ; @remind @nopron @remindx? ; @forget ; @newt @todo ; add|put something|smth @tolist ; @add @nopron @tolist? ; 我要加个待办
	@need @remind ; @todo @add ; @add что-нибудь|что-то @tolist ; @remindx ; @todo please ; @newt @todo for ; @add @todo @labels*
nopron: it|this|that|them|one|something|about_it|about_this|about_that|about_something|of_it|of_this|of_that|him|об_этом|про_это|про_него
	про_нее|о_нем|о_ней|этом|это|кое-что|его|ее|их|了|这个|这件事|它|那个|一件事|这事|那件事|一下
neg: do not @me? remind|add|create|make|set|schedule|put|nudge|ping $q? ; do not want|need @det* reminder|reminders|reminded|todo|task|todos $q?
	do not want|need to be|add|create|set|make reminded|reminder|todo|task $q? ; i|you|we do|did|would not want|need|ask|like $q
	no need|reason to|for remind|remind_me|add|create|a|reminder|reminders $q? ; stop|quit|cease reminding|nagging|adding $q? ; never remind $q?
	no reminder|reminders|todo|todos|task $q? ; without a? reminder $q? ; i did|will not $q
	do not search|find|look|read|open|show|list|grep|mark|cancel|delete|tick|complete|close|tell|move|change|rename|touch $q?
	do not do|call|use|write|remove $q? ; rather_not|please_not ; i do not have to $q ; there is no need $q ; you_need_not $q ; i_need_not $q ; dont $q
neg: не надо|нужно|стоит|следует|хочу|могу|буду|должен|должна|просил|просила|смей $q? ; мне|нам|тебе|я|мы не $q
	не напоминай|напоминайте|напомни|добавляй|добавь|добавляйте|создавай|ставь|записывай|ищи|читай|открывай|показывай|отмечай|удаляй|трогай|меняй|вноси|заводи|отменяй|закрывай|переноси|делай|пиши $q?
	хватит|перестань|прекрати|довольно напоминать|напоминания|добавлять|искать $q? ; больше не $q ; без напоминания|напоминаний
	никаких напоминаний|задач $q? ; напоминать_не_надо|напоминать_не_нужно $q? ; $q напоминать не надо|нужно|стоит ; незачем|необязательно $q
	нет_необходимости $q ; $q не надо|нужно напоминать
neg: 不要|别|不用|不必|不需要|无需|请勿|请别|停止|不许|用不着|甭|不想 再|你|给我|帮我? 提醒|添加|加|创建|新建|设置|记|找|搜索|搜|查找|读|打开|标记|删除|取消|再提醒|为我|让你 $q? ; 我 不|没|不想|不需要|不用|不要|没有 $q
	不要|不用|不必|别|不需要 $q ; $q 不要|不用|不必|别|不需要 提醒 我? 了? ; 没必要 $q ; $q 就不用提醒|不用提醒|不必提醒 我? 了?
undo: undo @it? ; undo @det* last|latest|previous|recent change|edit|update|action|one|thing ; revert @it? ; take|roll @it? back
	undo what you|i just? did ; put it back ; revert @det* last|latest change|edit|update|action ; cancel @det* last change|action|edit
	undo the? change|edit|update ; revert the? change ; no undo that ; restore it|that|the_todo
	отмени последнее|последние|предыдущее|прошлое|свое изменение|действие|изменения|правку ; отмени последнюю|предыдущую правку|операцию
	верни @it? как было|обратно|назад ; откати|верни @it? назад|обратно? ; откат|откатить ; отмени это изменение|действие
	отмена последнего действия|изменения ; верни как было ; откати @det* последнее? изменение|правку|изменения ; отмени изменение|изменения|правку
	撤销|撤回|还原|恢复|撤销一下|撤销操作|撤销刚才的操作|撤销上一步|撤销刚才的修改|撤销上次的修改|回退|恢复原样|改回去|改回来|撤销那个|撤销修改|取消刚才的修改|撤销更改|撤消|还原刚才的修改|撤销刚刚的操作|撤销刚才的更改|撤销它|取消刚才的操作|恢复刚才的更改
it: it|that|this|them|those|the_last_one|the_one|all|его|ее|это|этот|эту|их|всё|все|它|这个|那个|这条|那条|这|那|这一个|该任务|其|这项|那项|them|this_one
	that_one|the_todo|the_task|the_reminder|эту_задачу|эта_задача|это_дело|эту_напоминалку|это_напоминание|the_same|same|ту|ту_задачу
	этот_пункт|这个任务|这个待办|那个任务|那个待办|这条待办|他
ord: @det* i=@ordn one|todo|task|item|result|file|reminder|hit|match|note? ; number|no|item|task|todo|result|# i=%num
	@det* i=%num st|nd|rd|th one|todo|task|item|result|file?
	i=@ordn|i=@ordru файл|задачу|задача|дело|пункт|результат|из_них|из_списка|заметку|напоминание?
	i=%num -й|-ю|й|ю|ый|ую|ой|-ый|-ую|е|-е файл|задачу|пункт|дело|результат? ; номер|пункт|задачу i=%num
	第 i=%num|i=@hannum 个|条|项|份|个文件|条待办|个任务|个待办|项任务|个结果|条结果 的? ; 最后 i=@hanlast 个|条|项 ; i=@hanlast
hanlast: 最后一个|最后一条|最后那个
ordn: first|second|third|fourth|fifth|last|1st|2nd|3rd
ordru: первый|первую|первое|первая|первого|второй|вторую|второе|вторая|второго|третий|третью|третье|третья|четвертый|четвертую|пятый
	пятую|последний|последнюю|последнее|последняя|последнего
donew: done|complete|completed|finished|closed|ticked|checked|resolved|handled|sorted|as_done|off|сделано|сделанным|сделанной|сделанную
	выполнено|выполненным|выполненной|выполненную|выполненное|готово|готовым|готовой|завершено|завершенным|завершенной|закрытым
	закрытой|закрыто|выполнена|сделана|готова|сделан|готов|выполнен|завершена|завершен|закрыта|закрыт|закончено|закончена|законченной
	завершенную|исполненной|исполнено|完成|已完成|做完|完成了|做好|搞定|办完|做完了|办好|结束|了结
donew: выполнен- ; сделан- ; завершен- ; закрыт- ; закончен- ; исполнен-
doned: as @donew ; @donew ; as? all? @donew ; как @donew ; 为|成|为已|成已 @donew ; in? to @donew
tt: @det* @donextra* q=%quote @todo? ; @todo q=%quote ; @det* @todo : $t ; @todo @labels? $t ; @det* $t @todo ; @det* $t @tolist
	@det* @todo @labels* $t @tolist? ; $t 的? @todo|事情|这项|这件事 ; @todo $t ; $t
donextra: todo|task|item|задачу|дело|пункт|任务|待办|my|the
mark: mark|tick|check|cross|flag|label|set|put|close|complete|finish|do|consider|отметь|отметьте|пометь|пометьте|закрой|закройте|заверши
	завершите|выполни|отмечай|вычеркни|вычеркните|отметить|пометить|закрыть|завершить|поставь_галочку|поставь_галку|считай|зачеркни
	зачеркните|выполнить|переведи_в_статус|标记|完成|勾选|勾掉|划掉|关闭|结束|打勾|搞定|标|标注
donev: marking|mark|flag|set|label|put|consider|отметь|отметьте|пометь|пометьте|считай|отметить|пометить|переведи|标记|标|标注|设|设置|设定|改|改成|设为|标成|置|更新|更改
upd: @donev @tt @doned ; @donev @doned : $t ; @donev @doned @tt ; tick|check|cross|strike @tt off|out ; tick|check|cross|strike off|out @tt
	tick|check|cross|strike off|out? @tt off @my* @list ; tick|check|cross @tt off? @offlist ; close|complete|finish|resolve|check|tick @det* $t @todo
	close|complete|finish|resolve|tick|check @det* @todo @labels* $t ; close|complete|finish|resolve|tick q=%quote ; complete|close|tick|finish q=%quote
	close|complete|finish $t on|from|in @my* @list ; @tt2 is|are|was now|already|all? @donew @closing*
	i|we have? already|just|finally? @past with? @tt2 @closing* ; i am done|finished with? @tt2 @closing* ; done|finished with @tt2 @closing*
	done : $t @closing* ; @tt2 done @closing* ; @donev @tt @closing
upd: tick|check|cross|strike @tt off|out it_is|that_is|i_am @donew with_it?
offlist: off|from|on @my* @list
past: finished|completed|done|closed|did|wrapped_up|accomplished|got_done|knocked_out|got_through
itq: \x00\x00
closing: закрывай|закрой|отмечай|вычеркивай|закрываем|отметим эту? задачу|дело|пункт? ; 帮我|请|麻烦 标记|勾掉|划掉|打勾|标记完成|标一下 吧|一下? ; tick|mark|check|cross|close|strike it|that|this off|done|out? ; mark|flag|set it|that|this as? @donew
	you can tick|mark|check|close|cross it|that off|done? as? done? ; so? @closing2 ; отметь|закрой|вычеркни|пометь|зачеркни @it? как? @donew?
	можешь|можно отметить|закрыть|вычеркнуть|убрать @it? ; 标记|勾掉|划掉|请标记|标记一下|帮我标记|可以划掉|打勾 @it? 吧|一下|成|为? @donew? ; так_что @closing2
closing2: tick|mark|check|cross|close it|that|this off|done|out? as? done? ; отметь|закрой|вычеркни @it? ; update the list
tt2: the|my|this @todo q=%quote ; q=%quote ; @det* $t @todo ; @det* @todo @labels? $t ; @todo q=%quote
tt3: @tt2 ; $t
rudone: куплен- ; оплачен- ; отправлен- ; сдан- ; починен- ; заказан- ; написан- ; прочитан- ; убран- ; вымыт- ; подготовлен- ; закрыт- ; решен-
closing: tick|mark|check|cross|close|strike|complete|finish @det* @todo off|done|out? as? done? ; отметь|закрой|вычеркни|пометь|зачеркни @det* @todo как? @donew?
	把|将 @det* 它|这个|这条|那个|那条|这项|该? @todo? 勾掉|划掉|打勾|关掉|关闭|标记完成|标为完成|标记为完成|标完成 吧|了?
donesaid: @pastverb @det* $t already|now|just|today|so* @closing @closing? ; $t я|мы? уже|только_что|наконец? %ruvp @closing @closing?
	$t 我? 已经|刚|刚刚? 买|交|打|写|寄|取|付|洗|做|办|弄 完|好|过? 了? @closing
donesaid: $t уже? @rudone @closing @closing? ; я|мы? уже|наконец|только_что? с? %ruvp @det* $t @closing @closing? ; 我? 已经|刚|刚刚? 买|交|打|写|寄|取|付|洗|做 完|好|了 $t 了? @closing
	$t 已经? 买|交|写|寄|取|付|洗|做|办|弄 完|好|过? 了? @closing
donesaid: i|we have? already|just|finally? @past with? $t @closing @closing? ; i am done|finished with? $t @closing @closing?
	$t is|are done|finished|complete|completed|ready @closing @closing? ; done|finished with? $t @closing @closing? ; i have? %word $t @closing
	i have? already? $t @closing
	я|мы? уже? сделал|сделала|закончил|закончила|выполнил|выполнила|завершил|завершила|доделал|доделала|сделали с? @det* @todo? $t @closing
	$t готово|готов|готова|сделано|сделан|сделана|выполнено|закончен|закончено|закончена @closing ; я|мы уже? $t @closing ; уже? $t @closing
	我? 已经? 做完|完成|写完|办完|搞定|买|交|弄完|做 了? $t 了? @closing ; $t 已经? 做完|完成|搞定|好|写完|办完|做好|弄好 了? @closing ; 我? 已经? $t 了 @closing
upd: отметь|отметьте|пометь|закрой|закройте|заверши|завершите|вычеркни|вычеркните|зачеркни|выполни|закрыть|завершить|отметить|вычеркнуть @det* q=%quote как? @donew? @rulist?
	@mark @det* @todo @labels? $t @doned? @rulist? ; @mark @det* @todo q=%quote @doned? ; отметь|отметьте|пометь|отметить|пометить @doned @det* @todo? $t
	отметь|отметьте|пометь|отметить что $t @donew ; отметь|пометь что @donew $t ; вычеркни|вычеркните|зачеркни|вычеркнуть $t из @my* @list
	вычеркни|зачеркни|вычеркнуть @det* $t ; @todo q=%quote @donew ; @todo $t @donew @closing* ; q=%quote @donew @closing*
	я|мы? уже? сделал|сделала|закончил|закончила|выполнил|выполнила|завершил|завершила|закрыл|закрыла|доделал|доделала|сделали с? @det* @todo @labels? $t @closing*
	я|мы? уже? сделал|сделала|закончил|закончила|выполнил|выполнила|завершил|завершила|закрыл|доделал с? q=%quote @closing*
	поставь галочку|галку|отметку на|напротив|возле|у|для|в @det* @todo? $t ; с @todo $t покончено|закончено ; закрой|заверши|закончи @det* $t @todo
rulist: в|из|на @my* @list|@todo
upd: 把|将 @tt 标记|标|设|设置|改|标注|置|更新|变|设定 @doned ; 把|将 @tt @it? 标记|标 一下|了|上|好? ; 把|将 @tt @donew|勾掉|划掉|勾选|关闭|打勾|标完成|结束 了|掉?
	标记|勾选|勾掉|划掉|关闭|结束|完成 一下|了|掉? q=%quote 为|成? @donew? ; 标记|勾选|勾掉|划掉|关闭|结束|完成 一下|了|掉? @todo $t ; 标记|勾选|勾掉|划掉|关闭|结束|完成 一下|了|掉? $t 的|这个|这项|这条? @todo
	标记 $t 为|成 @donew ; @todo q=%quote 已经? @donew 了? ; q=%quote 已经? @donew 了? @closing* ; 我? 已经? 做完|完成|办完|搞定|做好|弄完 了? q=%quote 了? @closing*
	我? 已经? 做完|完成|办完|搞定|做好|弄完 了? $t @todo 了? @closing* ; $t 的? @todo 已经? 做完|完成|搞定|办完|做好|结束 了? @closing* ; @todo $t 已经? 做完|完成|搞定|做好 了? @closing*
	готово|сделано|выполнено|完成|搞定 : $t ; $t : готово|сделано|выполнено|done|完成|搞定|已完成
	给 $t 打勾|打个勾 ; 将? q=%quote 标记 @doned ; $t 标记为 @donew ; 在 @my* @list|@todo @zhinx? 把 $t 划掉|勾掉|打勾
cancel: cancel|delete|remove|drop|scrap|discard|erase|dismiss|get_rid_of|clear|take|forget|forget_about|abandon|kill|убери|уберите|удали
	удалите|отмени|отмените|сними|выкинь|сотри|убрать|удалить|отменить|取消|删除|删掉|移除|去掉|删|撤掉|删去|取消掉
updx: @det* @todo @labels? $t можно|надо|нужно|пора @cancel ; @det* @todo q=%quote можно|надо|нужно|пора @cancel ; @cancel @det* q=%quote @todo
	@cancel @det* @todo @labels? $t @offl? ; @cancel @det* $t @todo ; @cancel $t @offl ; take $t off @my* @list ; @cancel @det* @todo q=%quote @offl?
	i do not need|want @det* $t @todo anymore? ; i do not need|want @det* @todo @labels? $t anymore? ; i no longer need @det* $t @todo
	i no longer need @det* @todo @labels $t ; cancel|отмени|取消 q=%quote ; @cancel my|the $t todo|reminder|task ; @cancel @todo $t
	@todo q=%quote больше? не нужна|нужно|актуальна|актуально ; @todo $t больше? не нужна|нужно|актуальна|актуально ; 把|将 @my? $t @todo @cancel 了|掉?
	把|将 @todo @labels? $t @cancel 了|掉? ; 把|将 q=%quote 从 @my* @list|@todo @zhinx? @cancel 了|掉? ; 把|将 $t 从 @my* @list|@todo @zhinx? @cancel 了|掉?
	把 q=%quote 取消|取消掉 了? ; @cancel 关于? $t 的? 这个|这条|那个|那条? @todo ; @cancel @todo : $t ; 从 @my* @list|@todo @zhinx? @cancel $t
	把|将 @tt 标记|标|设|设置|改 为|成 取消|已取消 ; mark|set @tt as? cancelled|canceled ; отметь|пометь @tt как? отмененной|отмененным|отмененное|отмененную
	@cancel @my? $t 的 @todo ; @cancel @todo @labels? $t 的? @todo?
offl: from|off|on|in|out_of @my* @list ; from|off|in|on @my* @todo ; из|с @my* @list|@todo
upd: @det* @todo @labels? $t можно|надо|нужно|пора отметить|закрыть|вычеркнуть|завершить @doned?
	@det* @todo @labels? $t can be marked|closed|ticked|checked @doned|off? ; можно @todo @labels? $t отметить|закрыть @doned?
updx: @det* @todo @labels? $t can be cancelled|canceled|deleted|removed|dropped ; @det* $t @todo can be cancelled|canceled|deleted|removed|dropped
updo: reopen|re-open|unmark|uncheck|untick|reactivate|restore|uncomplete|undo @tt
	mark|set @tt as? open|not_done|undone|unfinished|incomplete|todo|uncompleted|not_finished|not_complete ; @tt2 is not done|finished|complete yet?
	bring back @tt2 ; переоткрой|переоткройте|открой_заново|открой_снова|верни_в_работу|возобнови|восстанови @det* @todo? $t
	открой|верни снова|заново|обратно|опять @det* @todo? $t ; верни|открой @det* @todo $t в? работу|список|обратно|снова|заново
	верни $t в список|работу|открытые|активные ; верни|восстанови @todo $t
	отметь|пометь @tt как? невыполненной|невыполненным|невыполненное|невыполненную|несделанное|открытое|открытой|открытым|незавершенной
	сними отметку|галочку с @det* @todo? $t ; 重新打开|重新开启|恢复|重开|重新激活|取消完成 @tt ; 把|将 @tt 重新打开|恢复|改回未完成|标记为未完成|设为未完成|改成未完成|标为未完成|改为未完成|重新开启|设成未完成|重新激活|标成未完成
move: move|reschedule|postpone|push|shift|delay|defer|put_off|snooze|bump|change|put|set|update|bring_forward|advance|перенеси
	перенесите|отложи|отложите|передвинь|сдвинь|перенести|отложить|поменяй|измени|смени|подвинь|перебрось|推迟|改|延期|延后|挪|移|调整|提前|推|延|改期 ; 更改|修改|往后推|顺延
updm: move|reschedule|postpone|push|shift|delay|defer|put_off|snooze|bump|advance|bring_forward|перенеси|перенесите|отложи|отложите|передвинь|сдвинь|перенести|отложить|подвинь @tt @movetail*
	change|set|move|update|shift|push @det* due|deadline|date|time|day|due_date|due_time|reminder date|time? of|for|on @tt @movetail*
	push|put back|off @tt @movetail* ; @tt2 is|are now? due @movetail* ; make|set|change|put @tt due @movetail* ; change @tt @movetail
	поменяй|измени|смени|передвинь|поставь|перенеси|сдвинь @det* срок|дату|время|дедлайн для|у|по|на? @tt @movetail* ; make it|that @movetail*
	make @tt2 @movetail* ; 把|将 @tt 的? 时间|日期|截止日期|截止时间|期限|到期时间? 推迟|改|延期|延后|挪|移|调整|提前|推|延|改期|更改|修改|顺延|移动|定|换|调|延迟 到|至|成|为|在? @movetail*
	推迟|延期|改期|调整|延后|延迟 @tt 到|至|成? ; @tt 推迟|改|延期|延后|改期|延迟|挪 到|至|成|为 @movetail* ; сделай|поставь @it @movetail* ; перенос @todo $t
movetail: to|until|till|by|for|at|on|forward|back|instead|due|на|к|до|вперед|назад|with|out|from|с|date|later|позже|到|至|吧|a|an
updrel: @shift @tt на $d @relback? ; @shift @tt @relback на $d ; @shift @tt @relback? by|for $d @relback? ; @shift @tt @relback $d ; @shift @tt $d @relback
	@shift @tt 到? $d 以后|之后|后 ; @shift @tt $d ; 把|将 @tt 的? 时间|日期? @shift $d
shift: move|reschedule|postpone|push|shift|delay|defer|put_off|snooze|bump|bring_forward|advance|перенеси|перенесите|отложи|отложите|передвинь|сдвинь|перенести|отложить|подвинь|推迟|延期|延后|挪|提前|往后推|顺延|延迟|推后|延
relback: back|out|forward|ahead|вперед|назад|позже|later|ahead|再 ; neg=@relearly
relearly: earlier|sooner|forward|раньше|提前
earlyverb: bring_forward|advance|提前
updloose: cancel|scrap|drop|delete|remove|отмени|отмените|убери|удали|取消|删除|删掉|去掉 @det* $t thing|business|stuff|штуку
	отмени|отмените|убери|удали эту? штуку|историю|тему с|про|насчет|по $t ; 取消|删除|删掉|去掉 $t 那件事|的事|这件事|那个|的事情
updverb: 取消|删掉|删除|去掉 $t ; 把|将 $t 取消|删掉|删除|去掉 了|掉? ; cancel|drop|scrap|отмени|отмените $t
doneverb: $t 已经 完成|做完|搞定|办完 了? ; $t 这项|这件事|这事|这个|这条 已经? 完成|做完|搞定|办完|弄好 了? ; 我? 已经? 完成|做完|搞定 了? $t 了?
errand: 买|给|打|交|写|去|看|做|取|洗|约|提交|联系|回复|发送|发给|付|准备|找|学|练|打扫|修|寄|送|还|接|带|整理|检查|更新|预约|开会|buy|call|send|write|pay|get|pick_up|fix|book|email
	позвонить|купить|отправить|написать|сдать|оплатить|забрать|починить|записаться|подготовить
saiddone: i|we have? already|just|finally? @pastverb @det* $t already|today? ; я|мы? уже|наконец|только_что? @rupast $t ; 我? 已经|刚|刚刚? $t 了
pastverb: %ed|bought|did|paid|sent|made|got|wrote|called|read|took|gave|went|saw|met|told|found|brought|cut|fed|hung|built|cleaned|fixed|booked|had
rupast: купил-|позвонил-|сделал-|отправил-|написал-|сдал-|оплатил-|забрал-|починил-|сходил-|записал-|подготовил-|прочитал-|отнес-|послал-|закончил-|заказал-|убрал-|вымыл-|помыл-|заплатил-|отдал-|получил-
updr: rename|retitle|relabel @det* @todo q=%quote to|as|into @lb? $w ; rename|retitle @tt2 to|as|into @lb? $w ; rename @it to|as|into $w
	change @det* title|name|text|wording of @tt to|into $w ; change @det* @todo q=%quote to q2=%quote
	переименуй|переименуйте @det* @todo? q=%quote в|на $w ; переименуй @it в|на $w ; переименуй @det* @todo $t в|на $w
	измени|поменяй|смени @det* название|текст|заголовок у? @tt на $w ; 把|将 q=%quote 改名为|重命名为|改名成|改为|改成|更名为|重命名成 $w ; 把|将 @todo $t 改名为|重命名为|改成|更名为|改名成 $w
	把|将 @it 的? 标题|名字|名称? 改名为|重命名为|改成|改为|更名为 $w ; 把|将 @tt 的 标题|名称|名字 改成|改为|改作 $w
lb: the_title|title
itupd: @donev @it @doned ; tick|check|cross|strike @it off|out ; tick|check off @it ; close|complete|finish|tick|check|resolve @it
	@it is|are? done|finished|complete|completed|ready ; i|we have? did|done|finished|completed @it already? ; i am done with @it ; done with @it
	it_is_done|that_is_done|all_done ; mark @doned ; mark @ord @doned ; @donev @ord @doned ; tick|check|cross off? @ord off? ; close|complete|finish @ord
	@ord is done|finished|complete
	отметь|пометь|закрой|заверши|вычеркни|зачеркни|отметить|закрыть @it как? @donew? ; отметь|пометь как @donew ; @it? уже? @donew
	отметь|пометь|закрой|заверши|вычеркни|отметить|закрыть @ord как? @donew? ; я? уже? сделал|сделала|закончил|выполнил|закончила|выполнила @it
	отметь @doned ; @donev @it @doned
	把|将 @it|@ord 标记|标|设|设置|改 @doned ; 标记 @it|@ord? @doned ; 把|将 @it|@ord @donew|勾掉|划掉|关闭|打勾|标记一下 了|掉? ; @it 已经? @donew 了? ; 完成|勾掉|划掉|关闭|搞定 @it|@ord
	我? 已经? 做完|完成|搞定|办完|做好 了? @it? 了? ; 标记完成|标记为完成|标为完成|标记成完成 ; @ord 已经? 完成|做完|搞定 了?
itcancel: cancel|remove|drop|scrap|discard|delete @it|@ord @offl? ; take @it off @my* @list
	убери|удали|отмени|вычеркни|сотри|отменить|удалить @it|@ord @offl? ; 取消|删除|删掉|移除|去掉 @it|@ord ; 把|将 @it|@ord 取消|删除|删掉|移除|去掉|删 了|掉?
	把 @it 从 @my* @list @zhinx? 删除|移除|删掉
itmove: @move @it|@ord @movetail* ; make @it @movetail* ; @move @det* due|date|time|deadline|due_date @movetail* ; @it @movetail @movetail*
	make|set|put it due? @movetail* ; @move : ; 把|将 @it|@ord 的? 时间|日期? 推迟|改|延期|延后|挪|移|调整|提前|推|延|改期|顺延|移动|换|延迟 到|至|成|为|在?
	推迟|改|延期|延后|改期|挪|推|延迟 一下|到|至|成|为 ; 改到|推迟到|改成|延到|挪到
	перенеси|отложи|передвинь|сдвинь @movetail* ; измени|поменяй срок|дату|время @movetail* ; push|postpone|snooze|reschedule|delay|move @movetail*
itopen: reopen|re-open|untick|uncheck|unmark @it|@ord ; переоткрой|верни @it|@ord в|обратно|снова|работу|список* ; открой снова|заново @it|@ord
	верни @it обратно|в_работу|в_список ; 重新打开|恢复|重开 @it|@ord ; 把|将 @it|@ord 重新打开|恢复|标记为未完成|改回未完成 ; mark|set @it|@ord as? open|not_done|undone|unfinished
	@it is not done yet?
itremind: @remindn about|of|for|to? @it ; @remind about|of|to? @it @remindx? ; @remind о|об|про? этом|это|нем|ней|него|нее|этим
	@remind мне? об_этом|про_это|о_нем|про_него|о_ней ; add|put @it @tolist ; добавь|запиши|внеси @it @tolist
	make|create|add @det* @todo|reminder of|about|for|from|out_of @it
	добавь|создай|сделай|заведи @newt* @todo об_этом|про_это|на_это|из_этого|о_нем|по_этому_поводу ; 提醒我? 这件事|这个|它|那件事|这事|此事|那个|一下这件事|关于这件事|关于它
	把 @it @zhadd|加到|加入|添加到 @my* @list|@todo @zhinx? ; @remind ; @remind 我? ; @remind me? again? ; add @newt* @todo about|for|of? @it? ; @remind 这 件? 事
`
