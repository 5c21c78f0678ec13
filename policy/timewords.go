package policy

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Expressions of time in English, Russian and Chinese. They only have to be
// recognised, not understood.
var timeAtoms = [...]string{
	// ISO and other dates and times in digits
	`\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}(?::\d{2})?)?`, `\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?`, `\d{1,2}:\d{2}(?:\s?[ap]\.?m\b\.?)?`,
	// English
	`(?:the )?day after tomorrow`, `tomorrow`, `today`, `tonight`, `noon`, `midnight`,
	`(?:in|after)\s+(?:half an|an?|a few|a couple of|\d+|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty)\s+(?:minute|min|hour|day|week|month|year)s?(?:\s+and\s+a\s+half)?`,
	`(?:half|a quarter|quarter|\d{1,2}|five|ten|twenty|twenty-five)\s+(?:past|to|after)\s+(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)`,
	`(?:at\s+)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+o'?clock`,
	`(?:next|this|coming|every)\s+(?:weekend|week|month|year|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)`,
	`(?:mon|tues|wednes|thurs|fri|satur|sun)days?`,
	`at\s+\d{1,2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\b\.?|\s?o'?clock)?`, `\d{1,2}\s?[ap]\.?m\b\.?`,
	`(?:in the )?(?:morning|afternoon|evening)`, `end of (?:the )?(?:day|week|month|year)`,
	`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?\s+\d{1,2}(?:st|nd|rd|th)?`,
	`\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`,
	`(?:the )?\d{1,2}(?:st|nd|rd|th)`,
	// Russian
	`послезавтра`, `завтра`, `сегодня`, `полдень`, `полночь`,
	`через\s+(?:полчаса|полтора часа|(?:(?:\d+|од\pL+|дв\pL+|три|четыре|пять|шесть|семь|восемь|девять|десять|пару|пол\pL*|несколько)\s+)?(?:мин\pL*|час\pL*|день|дн\pL+|недел\pL+|месяц\pL*|год\pL*|лет))`,
	`(?:понедельник|вторник|сред[уаеы]|четверг|пятниц[уаеы]|суббот[уаеы]|воскресень[ея])\pL{0,2}`, `выходны[ех]`,
	`в\s+\d{1,2}(?:[:.]\d{2})?(?:\s+час\pL*)?(?:\s+(?:утра|дня|вечера|ночи))?`,
	`(?:в\s+)?\d{1,2}\s+(?:утра|дня|вечера|ночи|час(?:а|ов)?)`, `утром`, `днем`, `вечером`, `ночью`,
	`(?:на\s+)?следующ\pL+\s+(?:недел\pL+|месяц\pL*|год\pL*)`, `(?:к\s+|в\s+)?кон(?:цу|це)\s+(?:дня|недели|месяца|года)`,
	`\d{1,2}(?:-?го)?\s+(?:янв|фев|мар|апр|ма[яй]|июн|июл|авг|сен|окт|ноя|дек)\pL*`,
	// Chinese
	`大?后天`, `明天`, `今天`, `今晚`, `明晚`, `明早`, `今早`, `早上`, `早晨`, `上午`, `中午`, `下午`, `傍晚`, `晚上`, `凌晨`, `月底`, `年底`, `周末`,
	`[\d一二两三四五六七八九十]{1,3}[点點时](?:半|整|钟|[\d一二三四五六七八九十]{1,3}分?)?`,
	`(?:下+个?|这个?|本)?(?:周|星期|礼拜)[一二三四五六日天]`, `下+个?(?:周|星期|礼拜|月)|明年`,
	`[\d一二两三四五六七八九十半几]+个?半?(?:小时|钟头|分钟|天|周|星期|月|年)(?:以?后|之后|内)`,
	`\d{1,2}月(?:\d{1,2}[日号])?`, `\d{1,2}[日号]`,
}

// timeAtom is compiled when the first time is traced.
var timeAtom = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:` + strings.Join(timeAtoms[:], "|") + `)`)
})

// timeWords is the longest expression of time in s, or "".
func timeWords(s string) string {
	s = strings.ReplaceAll(norm.NFC.String(whole(s, 1<<14)), "ё", "е")
	best, from, to := "", -1, -1
	flush := func() {
		if from >= 0 && to-from > len(best) {
			best = s[from:to]
		}
	}
	for _, m := range timeAtom().FindAllStringIndex(s, -1) {
		if !border(s, m[0]) || !border(s, m[1]) && !digitBorder(s, m[1]) {
			continue
		}
		if from < 0 || !glued(s[to:m[0]]) {
			flush()
			from = m[0]
		}
		to = m[1]
	}
	flush()
	return best
}

// glued reports whether that may stand between the parts of one expression:
// "tomorrow, at 9".
func glued(between string) bool {
	switch strings.ToLower(strings.Trim(between, " ,\t\n")) {
	case "", "at", "on", "by", "before", "around", "in the", "в", "во", "к", "до", "на", "的", "在":
		return len(between) < 16
	}
	return false
}

// digitBorder lets a letter follow a digit: "at 9am" has been read whole, and
// "9h" is as good as "9".
func digitBorder(s string, i int) bool {
	last, _ := utf8.DecodeLastRuneInString(s[:i])
	next, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsDigit(last) && unicode.IsLetter(next)
}
