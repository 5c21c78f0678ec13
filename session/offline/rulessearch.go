package offline

// searchRules are the ways to ask for a search. q is what is looked for; g a
// glob, r a folder, l a kind of file, n how many.
const searchRules = `
sverb: i_am|we_are trying to find|locate ; hunt|chase|sniff|root|dig down|out ; digging up ; looking up ; откопай|откопайте|раскопай|отрой|поройся ; finding ; searching|looking|hunting|scanning for ; find|search|grep|locate|rg|ripgrep|seek|ag|findstr ; search|look|scan|hunt|grep|seek for
	look up ; search through ; find me ; search|look|check through|in|inside|across for ; run|do @det* search|grep for ; see where ; figure out where
	track down ; i_am looking|searching for ; we_are looking|searching for ; i need to find ; dig up ; look around for
	найди|найти|найдите|поищи|поищите|ищи|искать|отыщи|отыщите|разыщи|найдешь|поискать|сыщи|погрепай|грепни|найдем|ищу|отыскать|разыщите|грепай ; я? ищу
	выполни|сделай поиск по? ; поиск ; узнай где
	查找|搜索|搜一下|搜|找到|找一下|找找|找出|找|检索|查一下|查查|查|寻找|搜寻|搜搜|定位|查询|搜索一下|查找一下|找下|搜下|查下|搜出|翻一下|搜一搜|找一找|查一查|搜寻一下|帮我找
show: show|list|display|give|get|print|see|bring_up|pull_up|view ; show|give|get me|us ; let me see ; i want to see ; have a look at ; take a look at
	покажи|покажите|выведи|выведите|дай|перечисли|покажешь|показать|вывести|посмотреть|глянь|отобрази|посмотри
	显示|列出|列一下|给我看|看看|看一下|展示|打印|看下|列举|给出|查看|我看看|看|让我看看|列出来
wv: @sverb|@show ; find_out|check|see|tell_me|figure_out|tell|check_out|know|locate|узнай|проверь|глянь|выясни|скажи|посмотри|узнать|看看|告诉我|查|看一下|确认
where: where|wherever|где|откуда|в_каком_месте ; in which|what file|files|place|places|package|module
	в_каком|каких|какой файле|файлах|месте|местах|папке|модуле|пакете
cont: place|places|line|lines|occurrence|occurrences|mention|mentions|use|uses|usage|usages|reference|references|instance|instances|match|matches|hit|hits|result|results|file|files|note|notes|everything|anything|something|code|document|documents|docs|call|calls|caller|callers|definition|definitions|declaration|declarations|spot|spots|stuff|text|part|parts|entry|entries|function|functions|bit|section|sections|string|strings|phrase|word|implementation|handler|information|info|test|tests|log|logs lines|line?
	l=@ftype file|files ; g=%glob files? ; source|project|config|log files|file
	документ|документе|записку|записке|место|места|мест|строки|строку|строк|строка|упоминания|упоминание|упоминаний|вхождения|вхождение|вхождений|использования|использование|использований|ссылки|файл|файлы|файлов|заметки|заметку|заметок|все|всё|что-нибудь|что-то|код|документы|записи|запись|вызовы|вызов|определение|определения|объявление|совпадения|совпадений|результаты|результатов|куски|кусок|примеры|место_в_коде|l=@ftype файлы?
	файлы g=%glob ; тесты|тест|записки|информацию|инфу
rel: where|that|which|of|to|about|mentioning|containing|with|for|on|named|called|uses|use|using|mention|mentions|contain|contains
	include|includes|including|referencing|references|regarding|concerning|calls|call|calling|is|are|has|have|from|matching|say|says
	мы|вызываем|используем|задаем|храним|определяем|обрабатываем|создаем|пишем|читаем|проверяем|упоминаем|import|imports|importing|noted|wrote|written|jotted|said|я|писал|писала|записал|записала|записывал|написал
	related|saying|like|refer|refers|defining|defines|we|i|talk|talks|talking|whose|name|text|word|string|phrase
	где|с|со|про|о|об|обо|которые|который|которых|которым|в_которых|в_котором|содержащие|содержащий|содержит|содержат|упоминающие
	упоминает|упоминают|упоминается|упоминаются|используется|используют|используются|использует|встречается|встречаются|есть
	вызывается|вызывают|вызывает|словом|слово|строкой|строка|текстом|текст|фраза|фразой|названием|под|по|на|именем|для|относительно
	упомянут|упомянута|упомянуто|вызываются|написано|говорится|определен|определена|определено
set: coming_from|living|set|defined|declared|configured|used|called|implemented|mentioned|stored|located|initialized|initialised|created|handled|assigned
	specified|described|documented|imported|referenced|written|changed|found|read|registered|hardcoded|hard-coded|kept|logged|printed
	parsed|checked|computed|calculated|thrown|raised|returned|validated|loaded|saved|built|declared|coded|placed|updated|tested|opened
	closed|applied|enforced|generated|constructed|instantiated|invoked|triggered|processed|injected|overridden|exported|listed|noted
	discussed|recorded|started|sent|deleted|removed|defined|cached|limited
setv: set|define|declare|configure|use|call|implement|mention|store|initialize|create|handle|assign|specify|describe|document|import
	reference|write|write_about|change|read|register|log|print|parse|check|compute|calculate|throw|return|validate|load|save|build
	keep|put|start|open|talk_about|test|process|apply|enforce|note|generate|send|cache|limit|mention|hardcode
pred: coming from ; @be @adv* @set by|in|from|for|as|up|to? ; @set ; get|gets @set ; being @set ; come|comes from
	live|lives|happen|happens|reside|occurs|appears|appear|is|are ; @be
be: is|are|was|were|gets|get|has_been|have_been
adv: actually|currently|being|first|really|exactly|also|even
ruset: задан- ; задается|задаются|заданы|задаем|задаётся ; определ- ; объявл- ; настр- ; использ- ; вызыва- ; реализ- ; упомин- ; упомян- ; хран-
	есть|берется|пишется|читается|меняется|говорится|написано|работает|происходит|проверяется ; устан- ; встреча- ; описан- ; описыва- ; созда-
	обрабат- ; инициализ- ; прописан- ; указан- ; импорт- ; присваива- ; написан- ; логир- ; выставл- ; примен- ; конфигур- ; возвраща-
	выводится|печатается ; содерж- ; запис- ; вычисл- ; парс- ; загружа- ; сохран- ; регистр- ; отправл- ; ограничива-
rulocset: наход- ; лежит|лежат|стоит|живет
rusub: у_нас|у_меня|сейчас|вообще|именно|это|этот|эта|еще|собственно|там|же
zhset: 设置|定义|配置|使用|调用|用到|用|声明|实现|提到|初始化|处理|引用|出现|写|存|保存|创建|注册|赋值|指定|读取|打印|检查|设定|规定|说明|描述|记录|提及|写到|发生|包含|生成|加载|解析|存储|导入|被调用|被使用|被定义|被引用
zhwhere: 在哪|在哪里|在哪儿|在什么地方|在哪个文件|在哪个文件里|在哪些文件|在哪些文件里|在哪些地方|在何处|哪里|在哪里被|在哪个地方|在哪个目录|是在哪里|是在哪|是在哪里被|是在哪个文件里|是在哪个文件
zhtail: 的|了|过|啊|呢
generic: project|repo|repository|code|codebase|code-base|source|sources|file|files|folder|directory|workspace|notes|note|documents|tree
	everything|computer|disk|here|it|work ; code base ; source code|files|tree ; current folder|directory|project
	whole|entire|this|current project|repo|repository|codebase|folder|directory|workspace ; project|note|text|all|code|these|those files
	working directory ; documentation
	проекте|проекту|репозитории|репозиторию|репе|коде|коду|файлах|файлам|файле|исходниках|исходникам|папке|папкам|заметках|заметкам
	документах|документам|логах|логам|каталоге|директории|записях|записям|документации|журналах|тексте|рабочей_папке|конфигах|конфиге
	настройках|тестах|кодовой_базе|исходном_коде|исходный_код|проекта|файлы|заметки|код|документы|кодовую_базу|базе_кода|текущей_папке
	всем_проекте|этом_проекте|этой_папке|записках
searched: project|repo|repository|code|codebase|source|sources|files|folder|directory|workspace|notes|note|documents|tree|docs|documentation|logs|log|history
	project|source files|code ; code base
in: in|inside|within|across|through|throughout|under|from|over|among|around|anywhere_in|somewhere_in|everywhere_in
ruin: в|во|по|внутри|из|среди|где-нибудь_в|где-то_в
zhcont: 项目|代码|代码库|仓库|文件|笔记|日志|文档|这里|源码|源代码|目录|文件夹|工程|整个项目|所有文件|我的笔记|我的文件|本项目|这个项目|当前目录|全部文件|配置文件|配置|记录|当前项目
zhin: 里|中|里面|内|下|下面|里头|当中
place: @in @det* @generic ; here|everywhere|anywhere|somewhere|locally ; in|around here ; @in @det* folder|directory|dir|root r=%latin
	@in @det* r=%latin folder|directory|dir|root|package|module|subfolder ; @in @det* r=%dir ; @in @det* g=%glob file|files? ; @in @det* f=%path
	@in @det* l=@ftype file|files|code|sources|source ; on my? computer|disk|machine ; in|inside @det* file f=%path ; among l=@ftype files
	in the file f=%path
place: @ruin @det* @generic ; здесь|тут|везде|всюду|где-нибудь|локально ; @ruin @det* папке|каталоге|директории|корне|папки|каталога|папку r=%latin
	@ruin @det* r=%dir ; @ruin @det* g=%glob файлах? ; @ruin @det* файлах|файле|файлам g=%glob ; @ruin @det* файле|файла f=%path ; @ruin @det* f=%path
	@ruin @det* l=@ftype файлах|файлам|коде|файле|исходниках|-файлах ; @ruin @det* файлах|коде l=@ftype ; @ruin @det* файлах|файлам e=%ext
	@ruin @det* l=@ftypefiles ; на моем? компьютере|диске
zhwh: 哪里|哪儿|什么地方|哪些地方|在哪里|哪个文件|哪些文件|哪个地方
place: 在? @det* @zhcont @zhin? 的? ; 在 @det* r=%latin 文件夹|目录|项目|仓库? @zhin? ; r=%latin 文件夹|目录 @zhin ; 在? @det* g=%glob 文件? @zhin? ; 在? f=%path 文件? @zhin
	在 f=%path ; 在? @det* l=@ftype 文件|代码|源码 @zhin? ; 在 文件? f=%path 文件? @zhin ; 在? e=%ext 文件 @zhin? ; 从 @det* @zhcont @zhin?
ftypefiles: go-файлах|go-коде|yaml-файлах|json-файлах|md-файлах|py-файлах|python-файлах|txt-файлах|js-файлах
ftype: go|golang|python|py|javascript|js|typescript|ts|rust|java|yaml|yml|json|toml|markdown|md|text|txt|html|css|shell|bash|sql|csv|xml
	ruby|php|c|cpp|c++|kotlin|swift|log|proto|config ; e=%ext
aboutw: about|on|for|of|regarding|concerning|mentioning|related_to|with|про|о|об|обо|насчет|по_поводу|с|со
codey: function|func|method|class|struct|type|interface|variable|var|const|constant|config|configuration|setting|settings|option|flag
	parameter|timeout|error|test|tests|package|module|import|handler|endpoint|route|query|schema|migration|file|files|code
	implementation|definition|api|token|limit|retry|cache|logger|middleware|parser|server|client|database|db|port|url|env|variable
	script|scripts|document|doc|docs|readme|changelog|license|licence|makefile|dockerfile|gitignore|default|value|loop|buffer|queue|callback|button|string|logic|validation|notes|note|log|logs|regexp|regex
	функция|функции|функцию|метод|метода|класс|структура|переменная|константа|константы|конфиг|конфигурация|настройка|настройки|опция
	флаг|параметр|параметры|таймаут|ошибка|тест|тесты|пакет|модуль|обработчик|эндпоинт|роут|запрос|схема|миграция|файл|файлы|код
	реализация|определение|лимит|кэш|порт|база|заметки|заметка|логика|интерфейс
	函数|方法|类|变量|常量|配置|设置|超时|错误|测试|包|模块|接口|参数|代码|文件|日志|笔记|定义|实现
world: weather|joke|jokes|restaurant|restaurants|hotel|hotels|flight|flights|ticket|tickets|recipe|recipes|news|song|songs|movie|movies
	film|films|poem|job|jobs|girlfriend|boyfriend|doctor|plumber|dentist|gift|gifts|meaning|synonym|synonyms|antonym|antonyms|rhyme
	rhymes|capital|population|solution|derivative|integral|prime|cheapest|nearest|nearby|web|internet|online|wikipedia|youtube|google
	amazon|ebay|price|prices|cafe|bar|pub|taxi|uber|train|trains|bus|weather|forecast|apartment|apartments|house|love|happiness
	motivation|directions|way|bug|bugs|typo|typos|mistake|mistakes|vulnerabilities|vulnerability|person|people|wallet|phone|keys
	myself|yourself|себя|жилье|жильё|key_to|glasses|cat|dog|square_root|root_of|roots_of|average|sum|difference|area|distance|book|books|video|videos|music|lyrics
	present|shop|store_near|pizza|coffee|out|equation|such_that|ideas|idea|time|reason|author|inspiration|holiday|tutor|teacher|images
	photos|pictures|gym|parking|twitter|stackoverflow|bing|reddit|rhyming|tutorial|tutorials|alternatives|alternative|percentage ; article|articles
	погод- ; анекдот- ; ресторан- ; кафе ; отел- ; гостиниц- ; билет- ; рецепт- ; новост- ; песн- ; фильм- ; стих- ; работу
	врача|сантехника|квартиру|подарок|смысл|синоним|синонимы|антоним|рифму|рифмы|столицу|корень|решение|производную|интеграл|сумму
	площадь|дешевый|дешевые|ближайший|ближайшую|ближайшее|рядом|интернете|интернет|сети|онлайн|гугле|яндексе|википедии|ютубе|такси
	кошелек|ключи|телефон|друга|девушку|книгу|книги|книжку|видео|музыку|баг|баги|ошибки_в_тексте|опечатки|опечатку|способ|выход|время
	маршрут|дорогу|аптеку|шутку|идею|мотивацию|картинки|фото|картинку|работу|репетитора|уравнение|гугл|статью|статьи|автора|среднее ; магазин
	人生|意义|幸福|爱情|灵感|真相|字典
	sentence|предложении|句子
	天气|笑话|餐厅|餐馆|饭店|饭馆|酒店|宾馆|机票|车票|火车票|电影|新闻|菜谱|食谱|网上|网络|互联网|百度|谷歌|航班|火车|歌曲|歌|音乐|同义词|反义词|近义词|股票|股价|附近|工作|女朋友|男朋友|礼物|意思|路线|地图|钱包|钥匙|手机
	医生|便宜|汇率|咖啡店|咖啡馆|出租车|平方根|维基百科|快递|首都|人口|漏洞|错别字|好书|图片|视频|房子|租房|最近的|小说|一本书|方程|歌词|外卖
gword: find|get|look_for|search|search_for a|an|some good|nice|cheap|funny|better|new|free
searchm: @sverb @me? @det* @count? @det* @cont @rel* @det* $q @pred? @place* ; @wv @place @where $q @pred? ; @place @sverb @det* $q
search: в каком|какой|каких @rucont @rusub* @rulocset @rusub* @det* $q @place*
search: @zhpre? @sverb|@show @me? @place? @det* @count? $q @zhadv? 是? 被? @zhset? @zhwhere 被? @zhset? @zhtail* ; @zhpre? $q @zhadv? 是? @place? @zhwhere 被? @zhset @zhtail*
	$q 是? 被? @zhset 在? @zhwhere @zhin? @zhtail* ; @show|@sverb? @place? @zhwh 可以? 用到|使用|设置|定义|提到|调用|引用|写|nc=有|出现|处理|配置|实现|用|声明 了|过|着? @zhtail* $q 的|了?
	$q 的? 定义|实现|声明|设置|配置|用法|调用 @zhwhere @zhtail* ; $q 是? 在? 哪个文件|哪些文件|哪里|哪儿 @zhin? @zhset @zhtail*
search: @place? @sverb|@show @me? @place? @det* @zhcount? @det* 包含|提到|含有|使用|关于|有关|用到|有|调用|引用|名为|叫|写着|带有|涉及|出现|带|写了|定义 了? $q 的? 的? @zhtailcont @zhtailcont?
	@place? @sverb @me? @place? @zhcount @det* $q 的? 的? @zhtailcont? ; @place? @show @me? @place? @zhcount @det* $q 的? 的? @zhtailcont
	@sverb|@show @me? @place? @det* $q 的? @zhtailcont2 ; @place? 有没有|有|是否有 关于|提到|包含|有关|和|跟 $q 有关? 的 @zhtailcont
	@sverb|@show @me? @det* $q 出现|用到|使用|调用|引用|被调用|被用到|被使用 过? 的? 地方|位置|文件 ; 有没有 叫|叫做|名为|名叫 $q 的 @wordnoun ; q=%code 有没有|是否|是不是 被? @zhset 到|过?
	@show|@sverb? @place 有没有|有无|是否有|有 关于|提到|包含? $q ; @place 关于|有关|对于 $q 写|说|记|提|讲 了|过? 什么|啥|哪些 内容? ; @place 关于 $q 有什么|有哪些|怎么说|怎么写
	@place? @show|@sverb? @place? @zhwh 可以? nc=@zhset 了|过|着|到? $q 的|了?
	@place? 有没有 提到|用到|使用|包含|用|出现|写 过|了? $q @place ; @place 有没有|有无|是否|是不是 有? @zhhave 过|了|到? 关于? $q ; 有没有|有哪些|哪里有? @zhhave 过|了|到 q=%code
	我|我们 @where|在哪 里? @zhhave 过|了|到? 关于? $q 的? @zhtailcont? ; 关于 $q 的 内容|笔记 有? 哪些|什么? ; 我? 关于 $q 的 笔记|文件|记录|文档 在? 哪里|哪儿|有哪些|呢 ; @place? @where $q @zhset
	笔记|文档|日志|代码 @zhin? 怎么? 说|写|提到|讲 了? 什么? 关于 $q 的? 内容?
search: @det* notes|note|заметки|записи|заметка about|on|mentioning|про|о|об $q @place* ; @place 关于 $q 的 内容|笔记|记录|部分 ; @where do|does|did @det* @codey @setv @det* $q @place* ; have|did i|we written|write|noted|note|mentioned|mention|said|say anything|something? about|on $q @place*
	что? у_меня|у_нас записано|написано|сказано|отмечено про|о|об $q @place*
	@wv @me? @where i|we|you|they|it|the_code @adv* @setv about? @det* $q @place* ; look|check|search|dig|scan|have_a_look @place for|about $q @place*
	загляни|посмотри|поищи|глянь @place про|о|об|насчет? $q ; 谁|什么|哪里|哪个函数|哪些函数|什么地方 调用|使用|引用|用|实现 了|到|过? q=%code 的|函数|方法?
	@wv @me? @where @rusub* @ruset @rusub* @det* $q @place* ; @wv @me? @where do|does|did i|we|you|they|it @setv @det* $q @place*
	@wv @me? @where @det* $q @pred @place* ; @wv @me? @where @rusub* $q @ruset @place*
search: @sverb @me? @det* local=@searched : $q ; @sverb @me? through|in? @place for|about|with $q @place* ; @sverb @me? through? @det* local=@searched for|about|with @det* $q @place*
	@sverb @me? @det* r=%dir folder|directory? for $q ; search|check|scan|grep f=%path for $q ; search|grep @det* l=@ftype files for $q
search: @sverb @me? for? @det* @count? @det* @cont @rel @rel* @det* $q @pred? @place*
	@sverb @me? for? @det* @count? @det* @cont @rel @rel* @det* $q @pred @place* ; @sverb @me? for? @count @det* $q @place*
	@sverb @me? for? @det* @count @det* @cont? @rel* $q @place*
search: @sverb|@show @me? @det* @count? @det* @genitive @det* $q @place* ; @sverb @me? @place? @det* @cont @where @rusub* @ruset @rusub* $q @place*
	@sverb @me? все|всё|места|место @where $q @ruset @place*
search: @sverb @me? @det* file|files|файл|файлы|文件 %word? name=@namedw $q @place* ; @sverb @me? for? @det* @place? q=%quote @place*
namedw: named|called|with_the_name|with_name|под_названием|с_именем|с_названием|名为|叫|叫做|名叫
search: @place @wv @where $q @pred ; @place @show? @where $q @ruset
search: @where @place @be @det* $q @set ; @where we|i|they|you|it @adv* @setv @det* $q @place*
	@where is|are|was|were @adv* @det* $q @adv* @set @place*
	@where do|does|did we|i|you|they|it|the_code|the_app|the_program|the_project @adv* @setv @det* $q @place*
	@where does|do|did @det* $q get|gets set|used|called|defined|created|initialized|handled @place*
	@where have|has i|we|it @set about? @det* $q @place* ; @where @be @place? @det* $q @set
search: @where @rusub* @place? @ruset @rusub* @det* $q @place* ; @where @rusub* @det* $q @ruset @place*
	@where @rusub* я|мы писал|писали|упоминал|упоминали|задаем|задавали|используем|вызываем|храним|определяем|записал|записывал|проверяем|обрабатываем @aboutw? $q @place*
whichq: which|what @det* @codenoun @relv|@setv q=%code @place*
	which|what @det* file|files|place|places|code|package|packages|notes|note|documents|docs|lines|functions|tests|module|modules|part|parts of? @generic? @be? @det* @ftype? do|does|did? @relv about|to? @det* $q @place*
	which|what @det* file|files|package|module @be @det* $q @set in|by? ; which|what l=@ftype files @relv $q @place*
	in which|what file|files|place|places is|are|do|does we? @det* $q @set|@setv ; which|what file|files has|have|had @det* $q @place*
search: @whichq ; @wv|check_out|look_up @me? @whichq
codenoun: function|functions|method|methods|class|classes|type|types|struct|structs|test|tests|script|scripts|handler|handlers|component
	components|package|packages|module|modules|file|files|code|line|lines|commands|command|service
relv: mention|mentions|contain|contains|use|uses|reference|references|import|imports|define|defines|include|includes|call|calls|set|sets
	mentioned|mentioning|containing|using|have|has|with|talk_about|talks_about|refer_to|refers_to|say|says|declare|declares|implement
	implements|handle|handles|configure|configures|depend_on|depends_on|discuss|describe|cover|match|matches
search: @show @me? @det* q=%code local=@place ; @show @me? @det* @count? @det* @cont @rel @rel* @det* $q @pred? @place*
	@show @me? @det* @count? @det* @cont @rel @rel* @det* $q @pred @place* ; @wv @me? @where @det* $q @pred @place*
	@wv @me? @where @rusub* @ruset @rusub* $q @place* ; @wv @me? @where @rusub* $q @ruset @place*
	@wv @me? @where do|does|did i|we @setv @det* $q @place* ; @wv @me? @where is|are @det* $q @set ; @show @me? @count @cont $q
search: is|are there any|anything|some|a|something|notes|code? @cont? @rel @rel* @det* $q local=@place
	is|are there any|some|a @notecont @rel @rel* @det* $q @pred? @place*
	do i|we have any|anything|some|a|something? @det* @notecont @rel @rel* @det* $q @pred? @place* ; do i|we use|mention|have|call @det* $q local=@place
	do i|we have anything|something @rel $q local=@place? ; what do|does @det* @notecont say|have|mention|contain about|on|regarding @det* $q
	what did i|we write|note|say about @det* $q @place* ; what have i|we written|noted about $q
	any mention|mentions|notes|references|reference|uses|usage|occurrences|files|note of|about|on|to|with|mentioning $q @place*
	anything|something @be? local=@place about|on|mentioning|regarding $q ; is|are there @det* @wordnoun @namedw? q=%code @place* ; l=@ftype file|files @rel @rel* @det* $q
	anything about|on|mentioning $q local=@place ; what is @place about|on $q ; what is in @det* notes about $q
genitive: упоминания|упоминание|упоминаний|вхождения|вхождение|вхождений|использования|использование|вызовы|вызов|вызовов|определение
	определения|объявление|объявления|строку|строки|ссылки_на|примеры|реализацию|все_упоминания|имплементацию|импорты|применения
notecont: note|notes|file|files|code|document|documents|docs|mention|mentions|reference|references|line|lines|place|places|test|tests|readme
	documentation|logs|log|record|records
search: who|what mentions|mention|mentioned @det* $q @place* ; кто упоминает|упоминал|упомянул $q @place* ; 谁 提到|提及 了|过? $q
search: what|who uses|calls|imports|references|implements|sets|defines q=%code @place* ; @cont of|for|to|about $q local=@place
	usages|references|occurrences|mentions|callers|definition of|to @det* $q @place*
	who|what calls|uses @det* $q function|method|class|constant|variable
search: в? каких|каком|какой|какие|какая @det* @rucont @place? @rusub* @ruset @aboutw? @det* $q @place*
	в? каких|каком|какой|какие @det* @rucont @rusub* $q @ruset @place*
	какие|какой @rucont содержат|содержит|упоминают|упоминает|используют|использует|вызывают|вызывает|импортируют|про|о|об @det* $q @place*
	в_какой|в_каком|в_каких @rucont есть? $q @place*
rucont: файлах|файле|файлы|файл|заметках|заметке|заметки|местах|месте|документах|документе|документы|пакете|пакетах|модуле|строках|строке
	папке|папках|тестах|тесты|записях|функциях|функции|логах
search: есть ли? у_меня|у_нас? @place? @wordnoun @namedw? q=%code @place* ; local=@place есть ли? что-нибудь|что-то|хоть_что-то|чего-нибудь|упоминания|упоминание|запись|записи? про|о|об @det* $q
search: есть ли? у_меня|у_нас? @place? @runote про|о|об|с|со|где @det* $q @place*
	есть ли? у_меня|у_нас? что-нибудь|что-то|хоть_что-то|чего-нибудь про|о|об|с $q local=@place?
	есть ли? local=@place что-нибудь|что-то|упоминания|упоминание? про|о|об? $q
	что? у_меня? есть|написано|сказано|записано? local=@place есть|написано|сказано|записано? про|о|об @det* $q
	что я писал|записал|записывал|писала|записала про|о|об $q ; упоминается ли $q @place* ; используется ли? @place? $q @place*
	встречается ли? @place? $q @place*
search: is|are there @det* q=@filename file? @place* ; do|does we|i|it|you|they have @det* q=@filename file? @place* ; есть ли? у_нас|у_меня|тут|здесь|там? q=@filename @place*
	@place? 有没有|有 q=@filename 文件?
search: scan|check|comb|go through? @det* @papers for $q ; does|do anything|any_file|any_code mention|reference|import $q local=@place
	кто @rusub* вызывает|использует|импортирует|реализует q=%code @place*
papers: notes|note|logs|log|documents|docs|documentation|history
filename: readme|changelog|license|licence|makefile|dockerfile|gitignore
runote: заметки|заметка|файлы|файл|записи|запись|документы|упоминания|упоминание|код|строки|тесты|записки
search: @show @me? @count? @det* @count? @cont @rel @rel* @det* $q @pred? @place* ; @show @place @cont @rel @rel* $q
	кто вызывает|использует $q @place*
zhpre: 帮我|请
search: $q 在 @det* @zhcont @zhin? 的? 哪里|哪儿|什么地方|哪个地方|哪个文件|哪些文件 被? @zhset? @zhtail*
	我|我的|我们? @show|@sverb? @place? 哪些|哪个|有哪些|什么|哪几个|有没有 文件|笔记|地方|代码|文档|函数|@ftype文件 @zhin? 提到|包含|用到|使用|引用|含有|提及|调用|导入|写|有|出现|定义|设置|涉及|讲|记录|用 了|过|着|到? $q 的|了?
	哪些 l=@ftype 文件 提到|包含|用到|使用 了? $q ; $q 出现|用|写|定义|存 在? 哪些|哪个 文件|地方 @zhin? ; $q 在 哪些|哪个 文件|地方 @zhin? @zhset? @zhtail*
zhadv: 到底|究竟|具体|都|目前|现在|一般|主要
zhhave: 提到|提及|用到|使用|包含|出现|写|记|引用|调用|涉及|说|存|用
zhcount: n=%num 个|条|处|项|行? ; n=@hannum 个|条|处|项|行 ; 前|最多 n=%num 个|条|处|项|行? ; 前|最多 n=@hannum 个|条|处|项|行
zhtailcont: 地方|文件|代码|位置|笔记|行|结果|内容|文档|记录|函数|日志|东西|段落|测试 ; l=@ftype 文件 ; g=%glob 文件
zhtailcont2: 用法|引用|定义|使用|出现|调用|位置|实现|所有用法|所有引用|使用情况|使用的地方|相关文件|相关笔记|笔记|相关代码|声明
searchcode: @where can|could|do|would|should i|we|you|one find|see|locate|look_for @det* $q @place*
	check|see|tell_me|verify if|whether @det* $q appears|appear|exists|exist|occurs|occur|shows_up|is_there @place*
	check|see|tell_me|verify if|whether @det* $q @be @set|there @place* ; is|are @det* $q @adv* @set @place*
	does|do @det* $q appear|occur|exist|show_up @place*
	does|do anything|anyone|any_code|any_file|something use|call|mention|reference|import q=%code @place* ; @where @place? @be @adv* @det* $q %ed @place*
	@where does|do|did @det* $q come_from|live|happen|reside|occur|appear|start|begin|end @place*
	@where @rusub* @place? @rulocset @rusub* @det* $q @place* ; @where @rusub* @det* $q @rulocset @place* ; $q 放 @zhwhere @zhtail*
	@where is|are|was @adv* @det* $q @place* ; @where @rusub* @det* $q @place* ; $q @zhwhere @zhtail* ; @where 's? @det* $q @place*
	which|what file has|is $q in? ; $q is where
searchsaid: 搜索|查找|搜索功能|查找功能|搜索结果 太|很|真|好慢|好用|不好用|不准|不行|没用|坏 $q?
copula: is|are|was|were
searchany: @sverb @me? @place for? $q ; @sverb @me? for? @det* $q @place* ; @place @sverb @me? @det* @count? $q ; @place? @sverb @me? @place? @det* $q
listfiles: @sverb|@show @me? @det* @count? @det* l=@ftype file|files|файлы|文件 @place*
	@sverb|@show @me? @det* g=%glob file|files|файлы|файлов|文件? @place* ; @sverb|@show @me? @det* файлы|файл|files|file g=%glob|e=%ext @place*
	@sverb|@show @me? @det* файлы l=@ftype @place* ; what|which l=@ftype files are|do there|we|i have? @place* ; какие l=@ftype файлы есть @place*
	@sverb|@show @me? @place? @det* g=%glob 文件? ; 有哪些 l=@ftype 文件 ; @sverb|@show @det* files @extw l=@ftype|e=%ext|g=%glob extension? @place*
	какие есть? файлы g=%glob|l=@ftype @place*
extw: ending_in|ending_with|with_extension|with_the_extension|of_type|with_the
`
