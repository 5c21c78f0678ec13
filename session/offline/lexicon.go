package offline

// lexicon has the words that all requests share; the notation is grammar's.
const lexicon = `
pre: обязательно|непременно|yo|um|uh|hmm|btw|by_the_way|dude|man|bro|listen|короче|слышь|бро|эм|话说|对了|诶|哎|只|仅
pre: please|pls|plz|kindly|just|quickly|hey|hi|hello|ok|okay|so|well|vise|now|also|then|alright|right|sure|great|cool|yes|actually|and|again|sorry
	would_you_mind ; excuse_me
	can|could|would|will you|we|i @also? ; i need|want|would_like you to ; i am_asking_you_to ; would_like_you_to ; be_so_kind_as_to
	do me a favor|favour ; go_ahead_and
	help me ; help me to ; let us|me ; is it possible to ; do you know ; could you tell me ; can you tell me ; tell me ; let me know ; i want to know
	i would like to know ; i wonder ; i was wondering ; may i ask ; any idea ; do you have any idea ; you should|must ; try to
	good morning|afternoon|evening
pre: пожалуйста|плиз|слушай|послушай|ну|так|а|ок|окей|хорошо|давай|давайте|эй|привет|здравствуй|здравствуйте|прошу|теперь|быстро
	быстренько|будьте|просто|еще|также|и|потом|затем|кстати|извини|извините|да|ага|срочно
	ты? не? можешь|можете|сможешь|сможете|мог|могла|могли бы? ты|вы? ; будь|будьте добр|добра|добры|любезен|любезны|другом ; если не сложно|трудно
	не? подскажете|подскажешь|скажете|скажешь|подскажите мне? ; не сложно|трудно ; помоги|помогите мне? ; можно ; нельзя ли ; мне бы ; сделай_одолжение ; подскажи|подскажите мне? ; скажи|скажите мне?
	хочу|хотел|хотела|хотелось бы? знать|узнать|чтобы_ты ; я хочу|хотел|хотела бы? знать|узнать|чтобы_ты ; интересно ; добрый день|вечер ; доброе утро
	не знаешь|знаете ли? ; ты не знаешь ; знаешь
pre: 请|请你|请您|麻烦|麻烦你|麻烦您|帮我|帮忙|帮|请帮我|能不能|可不可以|可以|能|能否|可否|你能|你可以|您能|您可以|劳驾|给我|请问|嘿|喂|嗨|那|好的|我想要|我想|我要你|我想让你|麻烦帮我|你好|您好|告诉我|我想知道|现在请|快点|顺便
	顺便问一下|问一下|然后|再|接着|也|还有|并且|并|另外|不好意思|打扰一下|先|赶紧|替我
pre: i can|do not|never? remember|recall|know ; i_forgot|i_have_forgotten|i_forget ; i am not sure ; not sure ; я? не помню|знаю ; я? забыл|забыла
	我? 不记得|忘了|忘记了|不知道|记不清
also: also|please|maybe|just|quickly|kindly
post: please|pls|plz|thanks|thx|cheers ; thank you ; for me ; will|would|could|can you ; if you can|could ; ok|okay|now ; right now ; would_you_please
	asap ; thank you very much ; for_a_second ; real_quick ; when you can|get_a_chance ; thanks a_lot ; then ; again
	пожалуйста|плиз|спасибо|ок|ладно|срочно ; если можно ; если не сложно|трудно ; будь добр|добра ; для меня ; заранее спасибо ; хорошо ; а ; спс
	吗|吧|呢|啊|呀|谢谢|谢谢你|多谢|好吗|好不好|可以吗|行吗|行不行|谢了|哦|一下吧|麻烦了|拜托|拜托了|啦|嘛
det: the|a|an|any|all|my|our|some|every|this|that|these|those|its|each|other|of|both|your
	все|весь|всю|мой|моя|мое|мои|мою|моих|моего|моей|этот|эту|эти|это|наш|нашу|наши|нашем|всех|свой|свои|своих|какой-нибудь
	какую-нибудь|любые|любой|каждый|какие-нибудь|какие-то|твой|моем
	那条|那篇|那份|这条|这篇|这份|某个|某篇|所有|全部|我的|这个|那个|一个|任何|这些|所有的|全部的|我|一些|每个|那些|咱们的
aboutlead: про|о|об|обо|насчет|по_поводу|关于|有关
and: and|и|also|plus|as_well_as|та|да_и|и_еще|и_также|а_также|и_заодно|заодно|а_еще|并且|并|和|以及|同时|还有|还要|也|顺便 ; and also|please|then? ; and_also
relative: where|which|that|who|whose|in_which|где|который|которая|которые|которое|в_которых|в_котором|чтобы|что|откуда ; котор-
then: then|and_then|after_that|afterwards|next|and_after_that|and_also|и_потом|потом|затем|а_потом|а_затем|после_этого|и_затем
	после_чего|然后|接着|之后|再|然后再|接着再|并且|随后
wordnoun: word|words|string|text|phrase|term|symbol|function|func|method|variable|const|constant|class|type|struct|interface|file|identifier
	setting|option|key|error|message|package|field|config|parameter|flag|слово|слова|строку|строка|фразу|текст|функцию|функция|функции
	метод|метода|переменную|переменная|переменной|константу|константа|константы|класс|класса|структуру|тип|файл|файла|ключ|параметр
	настройку|настройка|ошибку|тип|пакет|поле|函数|方法|变量|常量|类|类型|字段|文件|单词|词|字符串|文字|关键字|关键词|短语|结构体|接口|参数|配置项
strictnoun: word|string|phrase|term|слово|слова|строку|фразу|функцию|переменную|метод|константу|关键字|关键词|字符串|单词|函数|变量|词
zhthis: 这 个|句|几个|两个 词|单词|函数|变量|字|话|关键词|方法|类 ; 一 词 ; 字样
zhnoun: 函数|方法|变量|常量|类|类型|字段|这个函数|这个变量|这个方法|这个词|这个常量|的地方|的代码|接口|参数|这个类
me: me|us|for_me|мне|нам|我|给我|下|一下|我下
count: n=%num ; first|top|last n=%num ; up_to|at_most|no_more_than|max|maximum|only|just n=%num ; the first|top n=%num ; n=@smallnum
	первые|первых|до|максимум|только|не_больше|не_более n=%num ; 前|最多|最多显示 n=%num 个|条|处|项? ; n=%num 个|条|处|项 ; n=@hannum 个|条|处|项 ; 前|最多 n=@hannum 个|条|处|项
smallnum: two|three|four|five|six|seven|eight|nine|ten|two|два|две|три|четыре|пять|шесть|семь|восемь|десять|пару
hannum: 一|二|两|三|四|五|六|七|八|九|十|二十|三十|五十
todo: todo|todos|to-do|to-dos|task|tasks|reminder|reminders|item|items|chore|chores|errand|errands ; to do|dos
	todo|to-do|task item|items|entry|entries
	задача|задачу|задачи|задач|задаче|задачей|задачам|задачку|задачки|задачек|задачах|дело|дела|дел|делах|делам|напоминание
	напоминания|напоминаний|напоминанию|пункт|пункты|пункта|туду|тудушка|тудушку|заметку-напоминание|напоминалка|напоминалку ; напоминалки|делишки
	待办|待办事项|任务|提醒|事项|待办任务|提醒事项|代办|代办事项|待做事项
list: list|lists|agenda ; todo|to-do|task|tasks|todos|reminders list|lists ; to_do list ; to_do_list ; list of @det* @todo ; list of things to do
	список|списке|списка|списку|списки ; список|списке|списка|списку|списком @todo ; туду-лист|туду-листе|ту-ду_лист|список_дел|планы|планах
	清单|列表|待办清单|待办列表|任务清单|任务列表|待办事项列表|待办事项清单|日程|代办清单
`

// social has greetings, thanks and questions about vise itself.
const social = `
greet: hello|hi|hey|yo|hiya|howdy|greetings|hallo|sup @who? ; good morning|afternoon|evening|day|night @who? ; hey|hi|hello there ; how_are_you
	how are you doing|today? today? ; how_is_it_going ; what_is_up ; nice to meet you ; how_do_you_do
	привет|здравствуй|здравствуйте|приветик|хай|здорово|хелло|салют|приветствую|ку @who? ; добрый день|вечер ; доброе утро ; доброй ночи
	доброго времени суток|дня ; как дела|жизнь|ты|поживаешь ; как твои дела ; что_нового
	你好|您好|嗨|哈喽|早上好|下午好|晚上好|早安|晚安|早|大家好|你好吗|嘿|你好呀|您好吗|最近怎么样|你怎么样
who: there|vise|everyone|all|buddy|friend|друг|всем|vise|again|bot
thanks: thanks|thx|cheers|ty|thank_you|much_appreciated @much* ; many_thanks
	thanks|thank_you|great|perfect|cool|awesome|nice|excellent|ok|okay|good|wonderful|got_it @much* ; great|good|nice|perfect|awesome thanks|work|job|one
	thanks|thank_you for $q ; ok thanks|thank_you ; you_are_the_best ; you_rock ; well_done ; i_appreciate_it
	that_is great|perfect|all|it|good|fine|enough @much* ; never_mind|nevermind
	спасибо|благодарю|спс|пасибо|мерси|супер|отлично|круто|класс|ок|окей|хорошо|ладно|понятно|понял|поняла|прекрасно|замечательно|здорово|молодец|ясно @much*
	спасибо за $q ; большое|огромное|благодарю спасибо|тебя|вас @much* ; ок|отлично|хорошо|супер|все спасибо ; не надо|нужно|важно ; неважно|забудь
	так держать ; ты лучший|молодец|супер|умница
	谢谢|多谢|感谢|谢谢你|谢了|非常感谢|太感谢了|太好了|好的|很好|不错|棒|真棒|辛苦了|知道了|明白了|好的谢谢|谢谢您|太棒了|没事了|不用了|十分感谢|谢谢啦|好|行|你真棒|干得好|谢谢你的帮助|非常好
much: a_lot|lot|so|very|much|again|you|man|mate|guys|bye|vise|for_now|indeed|really|большое|огромное|тебе|вам|всем|тоже|очень|за_помощь
	вам_большое|тебе_большое|всё|everything|all
bye: bye|goodbye|good_bye|see_you|cya|see_you later|tomorrow|soon ; good_night ; пока|прощай|до свидания|завтра|встречи|скорого ; до_скорой_встречи
	увидимся ; 再见|拜拜|回头见|明天见|拜 ; bye bye ; пока пока ; спокойной ночи ; всего доброго|хорошего
help: help ; help me? ; what can you do @what* ; what do you do ; who are you ; what are you ; what_is_vise ; how does this|it|vise work
	how do i use you|this|vise|it ; what can i ask|say|do you|here? ; what are your abilities|capabilities|skills|features ; what tools do you have|offer
	are you a|an $q ; what is your name ; what commands are|do there|you|available have? ; introduce yourself ; tell me about yourself
	what_are_you_capable_of ; what model are you ; which model are you|is_this|is_it
	помощь|помоги|справка|хелп ; что ты? умеешь|можешь|умеете|можете делать? ; кто ты|вы такой? ; ты кто такой? ; как тебя зовут ; как этим пользоваться
	как ты работаешь ; расскажи о себе ; что ты такое ; какая ты модель ; какие_у_тебя возможности|инструменты|функции ; на_что_ты_способен
	ты $q или $w ; чем ты можешь помочь
	帮助|你能做什么|你会什么|你会做什么|你是谁|你可以做什么|怎么用|你叫什么|你叫什么名字|介绍一下你自己|你有什么功能|你是什么|你能干什么|你是什么模型|你能帮我做什么|有什么功能|你都能做什么|怎么使用|你会干什么|能做什么
what: for_me|here|with_files|exactly|for_us
`

// refusals sort what is out of reach, for an honest answer. Each is matched
// against the beginning of a part.
const refusals = `
no_howto: how @howaux? ; how_to ; how_come ; why ; what_is_the_best|best way|practice ; what_should ; should i|we|you ; would it|this|that
	is it ok|okay|safe|possible|true|good|bad|better|worth ; shall i|we ; do you think|like|feel|love|want|believe|prefer|remember ; are you
	what do you think ; what_would ; what if ; does it|this|that|he|she|anyone ; am i ; which is better ; recommend|suggest|advise|advice
	give me advice|ideas|an|a|some ; explain how|why|what|the difference ; describe ; teach|show me how ; define
no_howto: как мне? @inf ; как ; почему|зачем|отчего ; стоит ли ; что_если|что_будет ; можно_ли ; надо_ли ; нужно_ли ; должен_ли ; что_лучше
	что_ты_думаешь ; посоветуй|порекомендуй|предложи|научи|рассуди|опиши ; объясни как|почему|что|зачем|разницу ; как_ты_думаешь
	что_мне_делать|что_делать ; думаешь ; лучше_ли ; в_чем_разница|чем_отличается|что_такое|что_значит
no_howto: 怎么|如何|怎样|为什么|为何|为啥|是否应该|应该|推荐|建议|哪个更好|你觉得|你认为|是不是|什么是|教我|解释为什么|解释如何|怎么样才能 ; $q? 怎么办|怎么做|怎么写|怎么删除|怎么用|怎么安装|怎么样|的区别|有什么区别|是什么意思|是什么
howaux: do|does|did|can|could|should|would|is|are|to|many|much|long|old|far|big|tall|often|come|about|will|am|was|were|high|fast|deep|well|hot
inf: удал- ; сдел- ; напис- ; настро-
no_translate: translate|translation|rephrase|paraphrase|proofread|spellcheck|summarise_in|reword|rewrite|correct|pronounce ; how do you say
	say $q in @language ; what is $q in @language ; what does $q mean in @language ; what is the $q word for $w
no_translate: переведи|переведите|перевести|перевод|перефразируй|перефразируйте|перепиши|исправь|сформулируй ; как будет $q по-@language
	как сказать|будет $q ; как по-английски|по-французски|по-русски|по-немецки|по-китайски|по-испански
no_translate: 翻译|译成|改写|润色 ; 把 $q 翻译|译成|译为|改写|翻 $w? ; 将 $q 翻译|译成|译为 $w? ; $q 用 @language 怎么说 ; $q 的 @language 怎么说|是什么
language: english|french|german|spanish|italian|chinese|russian|japanese|korean|latin|portuguese|arabic|polish|dutch|turkish|hindi
	английском|английски|французском|русском|немецком|китайском|英语|英文|法语|日语|德语|俄语|西班牙语|中文|韩语|俄文
no_write: write|compose|draft|generate|implement|refactor|code|program|develop|build|design|draw|paint|invent|improvise|optimize|optimise
	debug|fix|improve|convert|sort|format|lint|document|test|benchmark|deploy|compile|brainstorm ; make|create up? @det* @artefact $q?
	make|create|produce me $q ; come up with ; give me @det* @artefact $q? ; create|make @det* $q that|which|to $w ; tell me @det* @fun $q?
	sing|play|dance|roll|flip|pick|guess|imagine|pretend|act|roleplay
no_write: напиши|напишите|написать|сочини|придумай|составь|сгенерируй|реализуй|отрефактори|разработай|нарисуй|спроектируй|оптимизируй
	исправь|почини|улучши|скомпилируй|запрограммируй|сконвертируй|конвертируй|отсортируй|отформатируй|расскажи|спой|сыграй|протестируй
	задеплой|покажи_картинку ; сделай|создай мне? @artefact $q? ; сделай|создай мне? @det* $x @artefact $q? ; давай поиграем|поговорим|поболтаем
	поговори|поболтай|представь
no_write: 写|编写|写一个|写个|写一首|写一篇|生成|创作|实现|重构|设计|画|优化|修复|调试|改进|编程|讲|说个|唱|给我讲|讲个|讲一个|编个|编一个|起草|想个|想一个|做一个|做个|编译|部署
artefact: script|program|function|poem|story|essay|letter|email|joke|song|website|app|game|class|test|tests|image|picture|logo|recipe|list
	plan|summary|speech|haiku|code|presentation|chart|diagram|file|folder|directory|report|table|document|spreadsheet|backup|branch
	commit|repository|api|скрипт|программу|функцию|стих|стихотворение|письмо|сказку|историю|шутку|песню|сайт|приложение|игру|код
	картинку|логотип|план|рецепт|тост|файл|папку|отчет|таблицу|документ|презентацию|диаграмму|бэкап|ветку
fun: joke|story|riddle|poem|fact|facts|tale|something|anything|fairy
no_delete: delete|remove|erase|wipe|rm|unlink|purge|destroy|clean|cleanup|clear|uninstall|empty|drop|kill|format
no_delete: удали|удалите|удалить|сотри|сотрите|стереть|очисти|очистите|очистить|вычисти|уничтожь|снеси|снести|убей|опустоши|грохни|выкинь
no_delete: 删除|删掉|清空|清除|清理|移除|卸载|删|删了 ; 把 $q 删除|删掉|删了|清空|移除|清理|删 $w? ; 将 $q 删除|删掉|清空 $w?
no_files: edit|modify|rename|move|copy|append|save|overwrite|replace|insert|touch|mkdir|mv|cp|chmod|chown|zip|unzip|compress|extract|archive
	backup|merge|diff|compare|commit|push|pull|clone|download|upload|install|run|execute|start|stop|restart|launch|sudo|count|git|curl
	wget|npm|pip|docker|ssh|make ; back up ; create|make @det* file|folder|directory $q? ; turn|switch|set|put ; unpack ; change
no_files: отредактируй|измени|измените|переименуй|переименуйте|перемести|переместите|скопируй|скопируйте|сохрани|замени|заменить|перенеси
	архивируй|заархивируй|распакуй|сравни|слей|закоммить|запушь|скачай|скачать|загрузи|установи|установите|запусти|запустите|запустить
	останови|выполни|перезапусти|посчитай|сосчитай|включи|выключи|поставь|подсчитай|допиши|добавь_в_файл|поменяй
no_files: 编辑|修改|重命名|移动|复制|拷贝|保存|替换|压缩|解压|比较|合并|提交|下载|上传|安装|运行|执行|启动|停止|重启|打开浏览器|统计|打开网页|关闭|关掉|开灯|打开空调|播放|放首|放一首|备份|克隆
	把 $q 改成|重命名|移动到|复制到|替换成|改名|保存到|发给|发送给 $w
no_send: send|email|e-mail|mail|text|message|call|phone|dial|tweet|post|reply|forward|notify|invite|ping|contact|share|publish|slack|whatsapp
	tell|ask %word $q
no_send: отправь|отправьте|отправить|пошли|пошлите|напиши_письмо|позвони|позвоните|ответь|перешли|опубликуй|запости|свяжись|скинь|сообщи|пригласи|поделись
	передай
no_send: 发|发送|发给|发邮件|发一封|发短信|发消息|发微信|打电话|给 $q 发|打电话|写信|回复|转发 $w? ; 回复|转发|分享|邀请|联系|通知|拨打
no_world: who|whose|whom|when|weather|news|book|order|buy|sell|pay|reserve|google|browse|navigate|translate|calculate|compute|solve|convert
	bitcoin|stock|stocks|score|whats|what ; which ; where ; is|are|was|were|does|did|do|has|have ; search|look|find|check|browse @world $q?
	what is|was|are|were|does|did|do|will|would|happened|caused|causes|makes|time $q
no_world: кто|чей|когда|погода|новости|курс|закажи|забронируй|купи|купите|оплати|продай|посчитай|вычисли|реши|сколько|какой|какая|какие
	какое|что|чему|где|куда|откуда|чем|правда|есть_ли|был|была|были
no_world: 谁|天气|新闻|订|预订|预定|买|支付|付款|计算|算|算一下|解|查天气|多少|什么|哪|何时|几 ; $q 是谁 ; $q 多少钱|等于多少|等于几|是多少|天气 $w? ; 谁写了 $q
`
