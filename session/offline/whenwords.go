package offline

import (
	"strconv"
	"strings"
	"time"
)

// words of time. Each function knows all three languages: their scripts never
// collide.

func hasAny(low string, stems ...string) bool {
	for _, s := range stems {
		if strings.HasPrefix(low, s) {
			return true
		}
	}
	return false
}

func oneOf(low, list string) bool {
	for from := 0; low != ""; {
		i := strings.Index(list[from:], low)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(low)
		if (i == 0 || list[i-1] == ' ') && (end == len(list) || list[end] == ' ') {
			return true
		}
		from = end
	}
	return false
}

func weekdayOf(low string) (time.Weekday, bool) {
	switch {
	case oneOf(low, "monday mon понедельник понедельника понедельнику понедельником"):
		return time.Monday, true
	case oneOf(low, "tuesday tue tues вторник вторника вторнику вторником"):
		return time.Tuesday, true
	case oneOf(low, "wednesday wed среда среду среды среде"):
		return time.Wednesday, true
	case oneOf(low, "thursday thu thur thurs четверг четверга четвергу четвергом"):
		return time.Thursday, true
	case oneOf(low, "friday fri пятница пятницу пятницы пятнице"):
		return time.Friday, true
	case oneOf(low, "saturday sat суббота субботу субботы субботе"):
		return time.Saturday, true
	case oneOf(low, "sunday sun воскресенье воскресенья воскресенью"):
		return time.Sunday, true
	}
	return 0, false
}

func monthOf(low string) time.Month {
	names := [...]string{
		"january jan января январь январе янв", "february feb февраля февраль феврале фев", "march mar марта март марте",
		"april apr апреля апрель апреле апр", "may мая май мае", "june jun июня июнь июне", "july jul июля июль июле",
		"august aug августа август августе авг", "september sep sept сентября сентябрь сентябре сен", "october oct октября октябрь октябре окт",
		"november nov ноября ноябрь ноябре ноя", "december dec декабря декабрь декабре дек",
	}
	for i, n := range names {
		if oneOf(low, n) {
			return time.Month(i + 1)
		}
	}
	return 0
}

// unit of a distance in time: an amount of one.
func timeUnit(low string) (ahead, bool) {
	switch {
	case oneOf(low, "second seconds sec secs секунду секунды секунд секунда"):
		return ahead{d: time.Second}, true
	case oneOf(low, "minute minutes min mins m минуту минуты минут минутку минуток минута мин м"):
		return ahead{d: time.Minute}, true
	case oneOf(low, "hour hours hr hrs h час часа часов часик часика ч"):
		return ahead{d: time.Hour}, true
	case oneOf(low, "day days d день дня дней денек сутки суток"):
		return ahead{days: 1}, true
	case oneOf(low, "week weeks w неделю недели недель недельку неделька неделя"):
		return ahead{days: 7}, true
	case oneOf(low, "fortnight"):
		return ahead{days: 14}, true
	case oneOf(low, "month months месяц месяца месяцев"):
		return ahead{months: 1}, true
	case oneOf(low, "year years год года лет"):
		return ahead{months: 12}, true
	}
	return ahead{}, false
}

func (a ahead) times(n float64) ahead {
	if n < 0 || n > 100_000 {
		n = 0
	}
	if a.d > 0 {
		return ahead{d: time.Duration(n * float64(a.d))}
	}
	whole := int(n)
	out := ahead{months: a.months * whole, days: a.days * whole}
	if half := n - float64(whole); half > 0 && a.months == 0 {
		out.d = time.Duration(half * float64(a.days) * 24 * float64(time.Hour))
	} else if half > 0 {
		out.days = int(half * float64(a.months) * 30)
	}
	return out
}

func (a ahead) plus(b ahead) ahead {
	return ahead{a.months + b.months, a.days + b.days, a.d + b.d}
}

// numberWord gives the value of a number written as a word; 0 for none.
func numberWord(low string) int {
	lists := [...]string{
		1: "one один одну одна одного первого первое часу", 2: "two два две двух второго второе", 3: "three три трех третьего третье",
		4: "four четыре четырех четвертого четвертое", 5: "five пять пяти пятого пятое", 6: "six шесть шести шестого шестое",
		7: "seven семь семи седьмого седьмое", 8: "eight восемь восьми восьмого восьмое", 9: "nine девять девяти девятого девятое",
		10: "ten десять десяти десятого десятое", 11: "eleven одиннадцать одиннадцати одиннадцатого", 12: "twelve двенадцать двенадцати двенадцатого",
		13: "thirteen тринадцать", 14: "fourteen четырнадцать", 15: "fifteen пятнадцать пятнадцати", 16: "sixteen шестнадцать", 17: "seventeen семнадцать",
		18: "eighteen восемнадцать", 19: "nineteen девятнадцать", 20: "twenty двадцать двадцати двадцатого", 30: "thirty тридцать тридцати",
		40: "forty сорок", 45: "", 50: "fifty пятьдесят", 60: "sixty шестьдесят", 90: "ninety девяносто",
	}
	for n, l := range lists {
		if l != "" && oneOf(low, l) {
			return n
		}
	}
	return 0
}

// ordinalHalf reads the Russian hour that is half gone: половина десятого.
func ordinalHalf(low string) int {
	for n, l := range [...]string{1: "первого", 2: "второго", 3: "третьего", 4: "четвертого", 5: "пятого", 6: "шестого", 7: "седьмого",
		8: "восьмого", 9: "девятого", 10: "десятого", 11: "одиннадцатого", 12: "двенадцатого"} {
		if l != "" && low == l {
			return n
		}
	}
	return 0
}

// ordinals such as the first, 2nd, третий, 第三个 are read by ordinalAt.
func ordinalWord(low string) int {
	for n, l := range [...]string{
		1: "first 1st первый первую первое первого первая первым первом первой", 2: "second 2nd второй вторую второе второго вторая вторым втором",
		3: "third 3rd третий третью третье третьего третья третьим третьем", 4: "fourth 4th четвертый четвертую четвертое четвертого четвертая", 5: "fifth 5th пятый пятую пятое пятого пятая",
	} {
		if l != "" && oneOf(low, l) {
			return n
		}
	}
	if oneOf(low, "last последний последнюю последнее последнего последняя") {
		return -1
	}
	return 0
}

func hanDigit(low string) int {
	i := strings.Index("零一二三四五六七八九十", low)
	switch {
	case low == "两":
		return 2
	case low == "〇":
		return 0
	case i < 0 || len(low) != 3:
		return -1
	}
	return i / 3
}

// hanNumber reads 二十五 at i: its value and how many tokens it takes.
func hanNumber(toks []token, i int) (value, n int) {
	total, cur := 0, -1
	for i+n < len(toks) && n < 4 {
		d := hanDigit(toks[i+n].low)
		if d < 0 {
			break
		}
		if d == 10 {
			if cur < 0 {
				cur = 1
			}
			total, cur = total+cur*10, -1
		} else if cur >= 0 {
			break
		} else {
			cur = d
		}
		n++
	}
	if cur > 0 {
		total += cur
	}
	return total, n
}

// number reads a number at i in digits or words; n is 0 where there is none.
func number(toks []token, i int) (value, n int) {
	if i >= len(toks) {
		return 0, 0
	}
	t := toks[i]
	if t.kind == kindNum && len(t.raw) <= 6 {
		v, _ := strconv.Atoi(t.raw)
		return v, 1
	}
	if t.kind != kindWord {
		return 0, 0
	}
	if v, n := hanNumber(toks, i); n > 0 {
		return v, n
	}
	low := t.low
	if head, last, ok := strings.Cut(low, "-"); ok { // twenty-five
		if a, b := numberWord(head), numberWord(last); a >= 20 && b > 0 && b < 10 {
			return a + b, 1
		}
	}
	v := numberWord(low)
	if v == 0 {
		return 0, 0
	}
	if v >= 20 && i+1 < len(toks) {
		if w := numberWord(toks[i+1].low); w > 0 && w < 10 && toks[i+1].before == "" {
			return v + w, 2
		}
	}
	return v, 1
}
