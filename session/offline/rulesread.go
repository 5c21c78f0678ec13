package offline

// readRules are the ways to ask for a file or a folder. p is its path; a and
// b lines from and to, n how many.
const readRules = `
rverb: глянуть|взглянуть_на|заглянуть_в|почитать|просмотреть|увидеть
rverb: reading|opening|showing|displaying|printing
	read|open|cat|print|display|view|show|less|more|see|output|dump|type|bat|examine|inspect|peek_at|preview|load|check|look_at
	look_into|look_inside|pull_up|bring_up|check_out|review|go_over|skim|scan|parse|list ; take|have a look|peek at|into|inside
	show|read|give|print|display me|us ; let me see|read ; read|print|show|write|spit|list|dump out ; read through|aloud ; go through ; open up
	what_is_in ; contents of ; see what is in ; what about ; i need|want|would_like to read|see|look_at|open|view ; get|fetch me?
	прочитай|прочитайте|прочти|прочтите|открой|откройте|покажи|покажите|выведи|выведите|посмотри|посмотрите|глянь|просмотри|почитай
	читай|читать|прочесть|прочитать|открыть|показать|посмотреть|загляни_в|взгляни_на|распечатай|дай|отобрази|вывести|зачитай|изучи
	проверь|взгляни|загляни|посмотри_в|посмотри_на|глянь_в|глянь_на|дай_почитать|дай_посмотреть
	读|读一下|读取|打开|查看|看|看看|看一下|显示|展示|打印|读读|阅读|输出|翻开|浏览|念|念念|念一念|读给我听|读出|给我看|给我看看|我看看|让我看看|看下|读下|打开一下|检查|检查一下|显示一下|瞧瞧|读一读|看一看|浏览一下|预览|我想看|我想读
xverb: explain|summarize|summarise|describe|analyze|analyse|outline|walk_me_through|tell_me_about|give_me_a_summary_of
	give_me_an_overview_of|help_me_understand|understand|explain_to_me|tl;dr|tldr|summary_of|overview_of|a_summary_of|an_overview_of
	break_down|go_through_and_explain|review|what_is|tell_me_what_is_in|make_sense_of ; give @me? @det* summary|overview|explanation of
	i want|need to understand
	объясни|объясните|поясни|опиши|разбери|проанализируй|перескажи|расскажи_про|расскажи_о|расскажи_об|суммируй|резюмируй|изложи
	кратко_изложи|обобщи|подытожь|сделай_резюме|сделай_выжимку|расскажи_что_в|о_чем|про_что|что_за|кратко_перескажи
	解释|解释一下|说明|说明一下|总结|总结一下|概括|概括一下|分析|分析一下|介绍|介绍一下|讲解|讲解一下|讲一下|讲讲|解读|简述|归纳|描述|描述一下|说说|概述
fnoun: file|document|files|script|source|module|note|text|config|doc|readme|contents|content|code|файл|файла|файле|документ|скрипт
	заметку|содержимое|текст|код|файлу|документа|содержание|文件|文档|脚本|内容|代码|笔记
fpre: @det|@fnoun|of|contents|content|whole|entire|full|from|inside|in|to|me|us|mne|мне|нам|for|весь|целиком|полностью|содержимое|текст
	в|из|внутри|на|с|下|一下|看看|看一下|来看看|我|the_file|about|up|through|into|full_text|again|снова|еще_раз|下这个|这个|这份|那个|整个
ftail: @fnoun|to|me|for|please|out|aloud|in_full|completely|целиком|полностью|вслух|全文|的内容|内容|的全部内容|文件的内容|里的内容|的代码|给我|给我看|一下|文件|这个文件|这份文件
	的全文|again|here|in|briefly|shortly|in_short|кратко|вкратце|подробно|в_двух_словах|подробнее|step_by_step|line_by_line|построчно|it
	and_tell_me_what_it_says|and_tell_me_what_is_in_it|and_tell_me_what_is_there|and_explain_it|and_summarize_it|и_расскажи_что_там|и_скажи_что_там
	и_объясни|и_перескажи|и_расскажи_о_чем_он|и_кратко_перескажи|并总结一下|然后总结一下|并解释一下|然后告诉我内容|and_tell_me_what_it_does|in_detail|in_simple_terms|的作用|这个脚本|的源码|的结构|from_start_to_end|this|now|里面的内容|中的内容|的意思
lines: строке|строчки|строчку|строчке|line|lines|rows|row|строки|строку|строка|строк|строкам|строками|行|第
range: @lines a=%num to|through|till|until|and|-|—|по|до|через|и? b=%num ; @lines a=%num ; from line? a=%num to|until|through line? b=%num
	from|starting|beginning at|from|with? @lines? a=%num on|onwards|onward? ; with? line a=%num
	@lines from|с|со a=%num to|through|till|until|по|до b=%num ; с|со строки? a=%num @lines? по|до строку|строки? b=%num @lines?
	начиная? со|с строки|строку? a=%num @lines? ; с|со a=%num -й|й|ой|-ой? строки ; first|top n=%num lines|rows ; first|top n=@smallnum lines
	n=%num lines ; head -n? n=%num ; the first n=%num|@smallnum lines ; первые|первых n=%num|@smallnum строк|строки|строчек ; n=%num первых строк
	на|с|со? @lines a=%num ; 第? a=%num 到|至|-? 第? b=%num 行 ; 第 a=%num 行 ; 第? a=%num 行 到|至|- 第? b=%num 行 ; 前 n=%num|@hannum 行 ; 从 第? a=%num 行? 到|至 第? b=%num 行
	从 第? a=%num 行 开始|起|往后? ; the? beginning|start|top|head|first_lines ; начало|первые_строки|шапку ; 开头|开始|前几行 ; line number a=%num
	tail=@tailw n=%num? lines|строк|行?
tailw: last|the_last|tail|последние|最后|end_of
of: of|from|in|out_of|inside|for|из|в|от|файла|в_файле|из_файла|的|at|на
read: @rverb @fpre* p=%path @ftail* ; @rverb|@xverb @fpre* p=%path @fpre* @range @ftail* ; @rverb|@xverb @fpre* @range @of* @fpre* p=%path @ftail*
	@xverb x=@fpre* p=%path @ftail* ; @range @of* @fpre* p=%path ; p=%path @range ; head|cat -n? n=%num? p=%path ; p=%path
	@rverb @fpre* @of* @fpre* p=%path @of* @range @ftail* ; p=%path @rverb @ftail*
read: what is|does @adv* in|inside|written_in|say|contain|do|there_in|inside_of|the_content_of|the_contents_of|mean? @fpre* p=%path @saytail*
	what does|do @fpre* p=%path say|do|contain|have|look_like|mean|define|include|hold? @saytail* ; what is @fpre* p=%path about|for|doing|all_about
	what are @fpre* contents of? @fpre* p=%path ; how does @fpre* p=%path work|look|start|begin|end ; what p=%path does|says|contains|is_about
	what did i write in @fpre* p=%path ; what is @fpre* content|contents of @fpre* p=%path ; what the? p=%path file? does|says
saytail: about|in_it|there|inside|exactly|file|look_like|do|say|contain
read: @rverb|see|check|know|tell_me what p=%path has|says|contains|holds|does|looks_like @saytail*
read: @rverb|tell_me|check|see @me? what is @adv* in|inside|within @fpre* p=%path @ftail* ; @rverb|@xverb @me? что @adv* там? лежит|написано|есть|находится|хранится|содержится|делает? в|внутри|во? файле|файла|папке|папки|каталоге? p=%path @ftail*
	@range @rverb @fpre* p=%path @ftail*
read: что|чего @adv* там? лежит|написано|есть|содержится|находится|внутри|хранится|записано|делает|описано|говорится? в|внутри|во? файле|файла|документе? p=%path @ftail*
	что говорит|говорится|сказано|пишут|пишет в? p=%path ; что делает|содержит|описывает|значит файл|скрипт|код|код_в|код_из? p=%path ; о|про чем|что @fpre* p=%path
	как устроен|работает|выглядит файл? p=%path ; каково? содержимое файла? p=%path
read: @rverb? p=%path 这个? @fnoun? 里面|里|中|内|里头? 有|写|是|说|包含|讲|放 了|着|的? 什么|啥|哪些 东西|内容? @ftail* ; p=%path 的? 内容|文件内容 是什么|有哪些?
	p=%path 讲的是|说的是|写的是|讲的|说的|写的|里面是|里是 什么|啥|哪些 内容? ; 把 @fpre* p=%path 的? @range @rverb? 给我|出来|一下|给我看|看|给我看看? 看?
	p=%path 是? 做什么|干什么|干嘛|什么内容|讲什么|怎么工作 的|用的? ; p=%path 的? 第? a=%num 到|至|- 第? b=%num 行 ; @rverb @fpre* p=%path 的? @range ; p=%path 的? @range
	把 @fpre* p=%path @ftail* @rverb 给我|出来|一下|给我看|看? 看? ; p=%path 有什么|有啥 内容? ; @rverb 一下? p=%path 里|中 的? @range ; 从 p=%path 的? @range @rverb?
folder: what have|do we|i|you got|have? in|inside|under @det* d=%latin folder|directory|dir ; what have|do we|i|you got|have? in|inside|under @det* d=%dir|d=@hereq
folder: what|which|anything? is|are|files|do|there|lies|lives|have|we|i|stored|inside? is|are|there|lies? in|inside|under|there_in|contained_in @det* d=%latin|d=@hereq folder|directory|dir|subfolder
	what is|are there? in|inside|under @det* folder|directory d=%latin
	what|which files are|is|do there|we|i? have? in|inside|under @det* d=%dir|d=@hereq folder|directory|dir?
	what is|are there? in|inside|under @det* d=%dir ; what|which files are|is|do there|we|i have? here? ; what|which files are? here|there
	@rverb|list|ls|show @me? @det* files|folders|everything|files_and_folders|folders_and_files here|there|around_here ; list @det* files|folders ; @rverb|перечисли мне? @det* файлы|папки здесь|тут|отсюда ; @rverb|列出 @det* 这里 的? 文件
	@rverb|list|show|ls|dir @me? @det* content|contents|files|everything|entries? of|in|inside|from? @det* d=%dir folder|directory|dir?
	@rverb|list|ls|show|dir @me? @det* content|contents|files|everything|entries? of|in|inside|from? @det* d=%latin|d=@hereq folder|directory|dir
	@rverb|list|ls|show @me? @det* content|contents|files|everything|entries? of|in|inside|from? @det* folder|directory d=%latin ; ls|dir|tree d=%latin?
	ls -la|-l|-a d=%latin? ; list|show @me? @det* files|folder|directory contents?
	what_is_in_here|what_have_we_here|what_do_we_have_here ; list|show @me? @det* files|content|contents|folder of|in @det* d=@hereq ; list|show what is here|in @det* d=@hereq ; what_is_here
	what does @det* d=%latin folder|directory contain|have|hold ; list files ; what is inside @det* d=%latin folder?
	what folders|directories are there|here ; show @me? what is in|inside @det* d=%latin|d=@hereq folder|directory?
	@rverb @me? what is in|inside @det* folder d=%latin ; contents of @det* d=%latin folder|directory
hereq: current|this|project|root|working|here|the_project|this_folder|current_folder|current_directory|project_folder|this_directory|home
folder: что|какие|чего @adv* есть|лежит|лежат|находится|хранится|файлы|внутри|там|содержится|у_нас|у_меня? есть|лежат|лежит|находятся|хранятся? в|внутри|во @det* папке|папки|каталоге|директории|каталога d=%latin
	что|какие есть|лежит|находится|файлы? лежат|есть|находятся? в d=%dir папке?
	что|какие есть|лежит|находится|файлы? лежат|есть|находятся? в @det* d=@ruhere ; какие файлы здесь|тут|есть есть|лежат|здесь|тут?
	@rverb|перечисли @me? @det* содержимое|файлы|список_файлов|все_файлы? в|из|внутри|во? @det* папку|папки|папке|каталог|каталога|каталоге|директорию|директории d=%latin
	@rverb|перечисли @me? @det* файлы|список_файлов|содержимое в|из? @det* d=@ruhere
	@rverb|перечисли @me? @det* содержимое|файлы|список_файлов в|из? d=%dir
	что здесь|тут за файлы|папки ; покажи|перечисли|выведи мне? @det* файлы|список_файлов|содержимое_папки|все_файлы ; что здесь|тут есть|лежит? ; что содержит папка|каталог d=%latin
	список файлов в|из? @det* папке|папки|каталоге? d=%latin ; загляни|посмотри|глянь что? в папку|папке|каталог d=%latin ; список файлов
ruhere: проекте|проекта|текущей_папке|этой_папке|корне|текущем_каталоге|рабочей_папке|корне_проекта|этом_каталоге|папке|каталоге|папке_проекта
folder: d=%latin 文件夹|目录|文件夹里|目录里 里面|里|中|下|下面|内|里头? 都? 有|放|包含|是|存 了|着? 什么|哪些|啥|哪些文件|什么文件|什么东西|哪些内容?
	@rverb|列出|列一下 @det* d=%latin 文件夹|目录 里|中|下|里面|内|下面? 的? 所有|全部? 文件|内容|东西? ; d=%latin 里|下|中|里面 都? 有|放|放了|包含 什么|哪些|啥|哪些文件|什么文件|什么东西
	@rverb|列出|列一下 @det* d=%latin 里|中|下|里面|下面 的? 所有|全部? 文件|内容|东西 ; @rverb|列出|列一下 @det* 文件夹|目录 d=%latin ; @zhhere 里|下|中|里面|内? 都? 有 什么|哪些 文件|东西|内容? ; 列出|显示|查看|看看|列一下 @det* @zhhere 里|下|中|的|里的|下的|中的? 的? 所有|全部? 文件|内容
	列出|显示|查看 所有|全部? 文件 ; 有哪些文件 ; 这里有什么|这里有哪些文件 ; 文件夹|目录 d=%latin 里|中|下|里面 都? 有 什么|哪些 文件|东西? ; 把? d=%latin 文件夹|目录 里? 的? 文件|内容 列出来|列一下|显示出来
zhhere: 当前目录|这个目录|项目|当前文件夹|这个文件夹|根目录|这里|项目目录|项目根目录|本目录|目录
readno: @rverb @fpre* @fnoun ; read ; open ; @rverb @det* @fnoun ; прочитай|прочти|открой ; 读|读一下|打开 ; @xverb
`
