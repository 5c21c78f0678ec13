package offline

const placeTable = `
UTC: utc, gmt, zulu, greenwich, гринвич, 格林尼治, 协调世界时, 世界协调时
Europe/London: london, england, uk, britain, great britain, united kingdom, the uk, scotland, edinburgh, manchester, wales, лондон, англия, британия, великобритания, шотландия, эдинбург, 伦敦, 英国, 英格兰, 爱丁堡
Europe/Dublin: dublin, ireland, дублин, ирландия, 都柏林, 爱尔兰
Europe/Lisbon: lisbon, portugal, porto, лиссабон, португалия, 里斯本, 葡萄牙
Europe/Paris: paris, france, lyon, marseille, париж, франция, лион, марсель, 巴黎, 法国
Europe/Madrid: madrid, spain, barcelona, valencia, seville, мадрид, испания, барселона, 马德里, 西班牙, 巴塞罗那
Europe/Berlin: berlin, germany, munich, hamburg, frankfurt, cologne, stuttgart, dresden, берлин, германия, мюнхен, гамбург, франкфурт, кельн, 柏林, 德国, 慕尼黑, 汉堡, 法兰克福
Europe/Rome: rome, italy, milan, naples, venice, florence, turin, рим, риме, рима, италия, милан, неаполь, венеция, флоренция, 罗马, 意大利, 米兰, 威尼斯
Europe/Vienna: vienna, austria, вена, австрия, 维也纳, 奥地利
Europe/Zurich: zurich, zürich, switzerland, geneva, bern, basel, цюрих, швейцария, женева, берн, 苏黎世, 瑞士, 日内瓦
Europe/Amsterdam: amsterdam, netherlands, the netherlands, holland, rotterdam, амстердам, нидерланды, голландия, 阿姆斯特丹, 荷兰
Europe/Brussels: brussels, belgium, брюссель, брюсселе, бельгия, 布鲁塞尔, 比利时
Europe/Luxembourg: luxembourg, люксембург, 卢森堡
Europe/Copenhagen: copenhagen, denmark, копенгаген, дания, 哥本哈根, 丹麦
Europe/Oslo: oslo, norway, осло, норвегия, 奥斯陆, 挪威
Europe/Stockholm: stockholm, sweden, gothenburg, стокгольм, швеция, 斯德哥尔摩, 瑞典
Europe/Helsinki: helsinki, finland, хельсинки, финляндия, 赫尔辛基, 芬兰
Europe/Tallinn: tallinn, estonia, таллин, таллинн, эстония, 塔林, 爱沙尼亚
Europe/Riga: riga, latvia, рига, латвия, 里加, 拉脱维亚
Europe/Vilnius: vilnius, lithuania, вильнюс, литва, 维尔纽斯, 立陶宛
Europe/Warsaw: warsaw, poland, krakow, варшава, польша, краков, 华沙, 波兰
Europe/Prague: prague, czechia, czech republic, the czech republic, прага, чехия, 布拉格, 捷克
Europe/Bratislava: bratislava, slovakia, братислава, словакия, 斯洛伐克
Europe/Budapest: budapest, hungary, будапешт, венгрия, 布达佩斯, 匈牙利
Europe/Bucharest: bucharest, romania, бухарест, румыния, 布加勒斯特, 罗马尼亚
Europe/Sofia: sofia, bulgaria, болгария, 索非亚, 保加利亚
Europe/Belgrade: belgrade, serbia, белград, сербия, novi sad, нови-сад, 贝尔格莱德, 塞尔维亚
Europe/Zagreb: zagreb, croatia, загреб, хорватия, 萨格勒布, 克罗地亚
Europe/Ljubljana: ljubljana, slovenia, любляна, словения, 斯洛文尼亚
Europe/Athens: athens, greece, афины, греция, 雅典, 希腊
Europe/Istanbul: istanbul, turkey, ankara, стамбул, турция, анкара, 伊斯坦布尔, 土耳其, 安卡拉
Europe/Kyiv: kyiv, kiev, ukraine, киев, украина, харьков, одесса, 基辅, 乌克兰
Europe/Chisinau: chisinau, moldova, кишинев, молдова, молдавия, 摩尔多瓦
Europe/Minsk: minsk, belarus, минск, беларусь, белоруссия, 明斯克, 白俄罗斯
Europe/Moscow: moscow, московское, московскому, russia, saint petersburg, st petersburg, petersburg, москва, питер, петербург, санкт-петербург, россия, казань, сочи, нижний новгород, 莫斯科, 俄罗斯, 圣彼得堡, 俄国
Europe/Kaliningrad: kaliningrad, калининград, 加里宁格勒
Europe/Samara: samara, самара, 萨马拉
Asia/Yekaterinburg: yekaterinburg, ekaterinburg, екатеринбург, челябинск, уфа, пермь, тюмень, 叶卡捷琳堡
Asia/Omsk: omsk, омск, 鄂木斯克
Asia/Novosibirsk: novosibirsk, новосибирск, 新西伯利亚
Asia/Krasnoyarsk: krasnoyarsk, красноярск, 克拉斯诺亚尔斯克
Asia/Irkutsk: irkutsk, иркутск, 伊尔库茨克
Asia/Yakutsk: yakutsk, якутск, 雅库茨克
Asia/Vladivostok: vladivostok, владивосток, хабаровск, 海参崴, 符拉迪沃斯托克
Asia/Kamchatka: kamchatka, камчатка, камчатке, петропавловск-камчатский, 堪察加
Atlantic/Reykjavik: reykjavik, iceland, рейкьявик, исландия, 雷克雅未克, 冰岛
Asia/Nicosia: nicosia, cyprus, limassol, кипр, кипре, лимассол, никосия, 塞浦路斯
Asia/Jerusalem: jerusalem, israel, tel aviv, израиль, тель-авив, иерусалим, 以色列, 耶路撒冷, 特拉维夫
Asia/Beirut: beirut, lebanon, бейрут, ливан, 贝鲁特, 黎巴嫩
Africa/Cairo: cairo, egypt, каир, египет, египте, 开罗, 埃及
Asia/Riyadh: riyadh, saudi arabia, эр-рияд, саудовская аравия, саудовской аравии, 利雅得, 沙特, 沙特阿拉伯
Asia/Dubai: dubai, uae, abu dhabi, emirates, the uae, дубай, оаэ, эмираты, абу-даби, 迪拜, 阿联酋, 阿布扎比
Asia/Qatar: doha, qatar, доха, катар, 多哈, 卡塔尔
Asia/Tehran: tehran, iran, тегеран, иран, 德黑兰, 伊朗
Asia/Baghdad: baghdad, iraq, багдад, ирак, 巴格达, 伊拉克
Asia/Tbilisi: tbilisi, тбилиси, грузия, 第比利斯, 格鲁吉亚
Asia/Yerevan: yerevan, armenia, ереван, армения, 埃里温, 亚美尼亚
Asia/Baku: baku, azerbaijan, баку, азербайджан, 巴库, 阿塞拜疆
Asia/Almaty: almaty, kazakhstan, astana, алматы, алма-ата, казахстан, астана, 阿拉木图, 哈萨克斯坦, 阿斯塔纳
Asia/Tashkent: tashkent, uzbekistan, ташкент, узбекистан, самарканд, 塔什干, 乌兹别克斯坦
Asia/Bishkek: bishkek, kyrgyzstan, бишкек, киргизия, кыргызстан, 比什凯克, 吉尔吉斯斯坦
Asia/Dushanbe: dushanbe, tajikistan, душанбе, таджикистан, 杜尚别
Asia/Kabul: kabul, afghanistan, кабул, афганистан, 喀布尔, 阿富汗
Asia/Karachi: karachi, pakistan, islamabad, lahore, карачи, пакистан, исламабад, 卡拉奇, 巴基斯坦, 伊斯兰堡
Asia/Kolkata: india, delhi, new delhi, mumbai, bangalore, bengaluru, kolkata, chennai, hyderabad, goa, индия, дели, нью-дели, мумбаи, бангалор, калькутта, гоа, 印度, 德里, 新德里, 孟买, 班加罗尔
Asia/Kathmandu: kathmandu, nepal, катманду, непал, 加德满都, 尼泊尔
Asia/Colombo: colombo, sri lanka, шри-ланка, шри-ланке, коломбо, 斯里兰卡, 科伦坡
Asia/Dhaka: dhaka, bangladesh, дакка, бангладеш, 达卡, 孟加拉国
Asia/Yangon: yangon, myanmar, янгон, мьянма, 仰光, 缅甸
Asia/Bangkok: bangkok, thailand, phuket, бангкок, таиланд, тайланд, пхукет, 曼谷, 泰国, 普吉岛
Asia/Ho_Chi_Minh: vietnam, hanoi, ho chi minh, ho chi minh city, saigon, вьетнам, ханой, хошимин, сайгон, 越南, 河内, 胡志明市
Asia/Phnom_Penh: phnom penh, cambodia, камбоджа, пномпень, 金边, 柬埔寨
Asia/Kuala_Lumpur: kuala lumpur, malaysia, куала-лумпур, малайзия, 吉隆坡, 马来西亚
Asia/Singapore: singapore, сингапур, 新加坡
Asia/Jakarta: jakarta, indonesia, джакарта, индонезия, 雅加达, 印尼, 印度尼西亚
Asia/Makassar: bali, бали, 巴厘岛
Asia/Manila: manila, philippines, the philippines, манила, филиппины, 马尼拉, 菲律宾
Asia/Shanghai: china, beijing, peking, shanghai, shenzhen, guangzhou, hangzhou, chengdu, wuhan, nanjing, xian, китай, китае, пекин, шанхай, шэньчжэнь, гуанчжоу, 中国, 北京, 上海, 深圳, 广州, 杭州, 成都, 武汉, 南京, 西安, 重庆, 天津, 苏州, 国内
Asia/Hong_Kong: hong kong, hongkong, гонконг, 香港
Asia/Macau: macau, макао, 澳门
Asia/Taipei: taipei, taiwan, тайбэй, тайвань, тайване, 台北, 台湾
Asia/Seoul: seoul, korea, south korea, busan, сеул, корея, южная корея, южной корее, 首尔, 韩国, 釜山
Asia/Pyongyang: pyongyang, north korea, пхеньян, северная корея, 平壤, 朝鲜
Asia/Tokyo: tokyo, japan, osaka, kyoto, nagoya, sapporo, токио, япония, осака, киото, 东京, 日本, 大阪, 京都
Asia/Ulaanbaatar: ulaanbaatar, ulan bator, mongolia, улан-батор, монголия, 乌兰巴托, 蒙古
Asia/Tashkent: uzbek
Australia/Sydney: sydney, canberra, сидней, канберра, австралия, 悉尼, 堪培拉, 澳大利亚, 澳洲, australia
Australia/Melbourne: melbourne, мельбурн, 墨尔本
Australia/Brisbane: brisbane, брисбен, 布里斯班
Australia/Perth: perth, перт, 珀斯
Australia/Adelaide: adelaide, аделаида, 阿德莱德
Pacific/Auckland: auckland, new zealand, wellington, окленд, новая зеландия, новой зеландии, веллингтон, 奥克兰, 新西兰, 惠灵顿
Pacific/Fiji: fiji, фиджи, 斐济
Pacific/Honolulu: hawaii, honolulu, гавайи, гавайях, гонолулу, 夏威夷, 檀香山
America/Anchorage: alaska, anchorage, аляска, аляске, анкоридж, 阿拉斯加
America/Los_Angeles: los angeles, la, san francisco, sf, california, seattle, portland, san diego, las vegas, vegas, silicon valley, pacific time, лос-анджелес, сан-франциско, калифорния, сиэтл, лас-вегас, сан-диего, 洛杉矶, 旧金山, 加州, 加利福尼亚, 西雅图, 拉斯维加斯, 圣地亚哥市, 硅谷
America/Denver: denver, colorado, salt lake city, денвер, колорадо, 丹佛
America/Phoenix: phoenix, arizona, финикс, аризона, 凤凰城
America/Chicago: chicago, texas, houston, dallas, austin, чикаго, техас, хьюстон, даллас, остин, 芝加哥, 德州, 休斯顿, 达拉斯
America/New_York: new york, new york city, nyc, ny, boston, washington, washington dc, miami, atlanta, philadelphia, detroit, florida, eastern time, usa, the usa, us, the us, america, united states, the states, нью-йорк, бостон, вашингтон, майами, атланта, филадельфия, флорида, сша, штаты, америка, 纽约, 波士顿, 华盛顿, 迈阿密, 亚特兰大, 费城, 美国
America/Toronto: toronto, ottawa, montreal, canada, торонто, оттава, монреаль, монреале, канада, 多伦多, 渥太华, 蒙特利尔, 加拿大
America/Vancouver: vancouver, ванкувер, 温哥华
America/Mexico_City: mexico, mexico city, мексика, мехико, 墨西哥, 墨西哥城
America/Havana: havana, cuba, гавана, куба, 哈瓦那, 古巴
America/Bogota: bogota, bogotá, colombia, богота, колумбия, 波哥大, 哥伦比亚
America/Lima: lima, peru, лима, перу, 利马, 秘鲁
America/Santiago: santiago, chile, сантьяго, чили, 圣地亚哥, 智利
America/Caracas: caracas, venezuela, каракас, венесуэла, 委内瑞拉
America/Sao_Paulo: sao paulo, são paulo, brazil, rio, rio de janeiro, сан-паулу, бразилия, рио, рио-де-жанейро, 圣保罗, 巴西, 里约热内卢, 里约
America/Argentina/Buenos_Aires: buenos aires, argentina, буэнос-айрес, аргентина, 布宜诺斯艾利斯, 阿根廷
America/Montevideo: montevideo, uruguay, уругвай, 乌拉圭
Africa/Lagos: lagos, nigeria, лагос, нигерия, 拉各斯, 尼日利亚
Africa/Nairobi: nairobi, kenya, найроби, кения, 内罗毕, 肯尼亚
Africa/Johannesburg: johannesburg, south africa, cape town, йоханнесбург, юар, кейптаун, 约翰内斯堡, 南非, 开普敦
Africa/Casablanca: casablanca, morocco, касабланка, марокко, 卡萨布兰卡, 摩洛哥
Africa/Addis_Ababa: addis ababa, ethiopia, аддис-абеба, эфиопия, 埃塞俄比亚
Africa/Algiers: algiers, algeria, алжир, 阿尔及利亚
Africa/Tunis: tunis, tunisia, тунис, 突尼斯
`
