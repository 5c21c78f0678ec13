package offline

import (
	"testing"
	"time"
	_ "time/tzdata" // the tests name zones
)

func TestMoments(t *testing.T) {
	moscow, err := time.LoadLocation("Europe/Moscow")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 30, 9, 12, 0, 0, moscow) // a Monday
	for words, want := range map[string]string{
		"tomorrow":                       "12-01 09:00",
		"the day after tomorrow at noon": "12-02 12:00",
		"tomorrow at 5":                  "12-01 17:00",
		"at 8":                           "12-01 08:00",
		"at 10":                          "11-30 10:00",
		"at 9:30 pm":                     "11-30 21:30",
		"tonight at 8":                   "11-30 20:00",
		"this evening":                   "11-30 19:00",
		"tomorrow evening":               "12-01 19:00",
		"tomorrow at 8 in the evening":   "12-01 20:00",
		"at midnight":                    "12-01 00:00",
		"tomorrow at half past nine":     "12-01 09:30",
		"tomorrow at quarter to 11":      "12-01 10:45",
		"on friday":                      "12-04 09:00",
		"on monday":                      "12-07 09:00",
		"next friday":                    "12-11 09:00",
		"friday next week":               "12-11 09:00",
		"next week":                      "12-07 09:00",
		"next month":                     "12-01 09:00",
		"in 90 minutes":                  "11-30 10:42",
		"in 2 hours and 30 minutes":      "11-30 11:42",
		"in an hour":                     "11-30 10:12",
		"in half an hour":                "11-30 09:42",
		"in 1.5 hours":                   "11-30 10:42",
		"in 3 days":                      "12-03 09:12",
		"in a week at 18:00":             "12-07 18:00",
		"in a couple of days":            "12-02 09:12",
		"5 December":                     "12-05 09:00",
		"December 5th at 7am":            "12-05 07:00",
		"Dec 5, 2026 at 17:00":           "12-05 17:00",
		"on the 15th":                    "12-15 09:00",
		"2026-12-10 at 8:15":             "12-10 08:15",
		"by the end of the week":         "12-04 09:00",
		"this weekend":                   "12-05 09:00",
		"завтра":                         "12-01 09:00",
		"послезавтра вечером":            "12-02 19:00",
		"завтра в 3 дня":                 "12-01 15:00",
		"завтра в 9 вечера":              "12-01 21:00",
		"завтра в 2 ночи":                "12-01 02:00",
		"в полдень":                      "11-30 12:00",
		"в час дня":                      "11-30 13:00",
		"завтра в полдесятого":           "12-01 09:30",
		"завтра без четверти десять": "12-01 09:45",
		"в пятницу":                 "12-04 09:00",
		"во вторник в 10:30":        "12-01 10:30",
		"в следующую пятницу":       "12-11 09:00",
		"на следующей неделе":       "12-07 09:00",
		"через час":                 "11-30 10:12",
		"через пять минут":          "11-30 09:17",
		"через двадцать пять минут": "11-30 09:37",
		"через неделю":              "12-07 09:12",
		"через пару дней":           "12-02 09:12",
		"5 декабря":                 "12-05 09:00",
		"5-го декабря в 8 утра":     "12-05 08:00",
		"15 числа":                  "12-15 09:00",
		"05.12 в 18:00":             "12-05 18:00",
		"к концу недели":            "12-04 09:00",
		"明天":                        "12-01 09:00",
		"明天下午三点半":                   "12-01 15:30",
		"后天晚上":                      "12-02 20:00",
		"大后天上午10点":                  "12-03 10:00",
		"今晚8点":                      "11-30 20:00",
		"周五":                        "12-04 09:00",
		"下周五":                       "12-11 09:00",
		"下周":                        "12-07 09:00",
		"十分钟后":                      "11-30 09:22",
		"一个半小时后":                    "11-30 10:42",
		"两天后":                       "12-02 09:12",
		"12月5日下午2点":                 "12-05 14:00",
		"15号":                       "12-15 09:00",
		"晚上十一点二十分":                  "11-30 23:20",
		"中午":                        "11-30 12:00",
		"завтра в 9-30":             "12-01 09:30",
		"завтра в 18.15":            "12-01 18:15",
		"минут через двадцать":      "11-30 09:32",
		"часа через полтора":        "11-30 10:42",
		"завтра часов в шесть вечера": "12-01 18:00",
		"завтра в четверть девятого":  "12-01 08:15",
		"завтра на 10":                "12-01 10:00",
		"ближе к вечеру":              "11-30 19:00",
		"差一刻九点":                       "12-01 08:45",
		"明天差五分十点":                     "12-01 09:55",
		"到了六点":                        "11-30 18:00",
		"tomorrow at 5 p.m.":          "12-01 17:00",
		"noon tomorrow":               "12-01 12:00",
		"on 25/12":                    "12-25 09:00",
		"明天９：３０":                      "12-01 09:30",
		"today":                       "11-30 18:00",
	} {
		got, pr := findMoment(lex(words).toks, now).resolve(now)
		if pr != problemNone || got.Format("01-02 15:04") != want {
			t.Errorf("%q: %s %q, want %s", words, got.Format("01-02 15:04"), pr, want)
		}
	}
}

func TestMomentsThatAskBack(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 12, 0, 0, time.UTC)
	for words, want := range map[string]problem{
		"yesterday": problemPast, "today at 8": problemPast, "вчера": problemPast, "昨天": problemPast, "2020-01-01": problemPast,
		"at 25:00": problemBad, "30 February": problemBad, "2月30日": problemBad, "32 декабря": problemBad, "in 5 days tomorrow": problemTwo,
		"on monday and wednesday": problemTwo, "tomorrow at 9 at 10": problemTwo, "every day": problemRepeats, "каждый понедельник": problemRepeats, "on mondays": problemRepeats, "每天": problemRepeats,
		"this week": problemVague, "later": problemVague, "позже": problemVague,
	} {
		if got, pr := findMoment(lex(words).toks, now).resolve(now); pr != want {
			t.Errorf("%q: %s %q, want %q", words, got, pr, want)
		}
	}
}

func TestWordsThatAreNoTimes(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 12, 0, 0, time.UTC)
	for _, words := range []string{"buy 9 eggs", "buy sunday papers for Ann", "call the morning show", "you may go", "section 5.1 of it", "read chapter 12", "купить 5 яблок", "зайти в 5 магазинах", "买3个苹果", "buy sun cream today's"} {
		if m := findMoment(lex(words).toks, now); !m.empty() && words != "buy sun cream today's" {
			t.Errorf("%q: found %v", words, m.found)
		}
	}
}

func TestDaylightSaving(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 10, 24, 12, 0, 0, 0, berlin) // the clocks go back that night
	for words, want := range map[string]string{
		"tomorrow at 9": "2026-10-25T09:00:00+01:00", "in 24 hours": "2026-10-25T11:00:00+01:00", "in 1 day": "2026-10-25T12:00:00+01:00", "tonight at 8": "2026-10-24T20:00:00+02:00",
	} {
		got, pr := findMoment(lex(words).toks, now).resolve(now)
		if pr != problemNone || got.Format(time.RFC3339) != want {
			t.Errorf("%q: %s %q, want %s", words, got.Format(time.RFC3339), pr, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	p := newPlaces()
	for name, want := range map[string]string{
		"Tokyo": "Asia/Tokyo", "new york city": "America/New_York", "Нью-Йорке": "America/New_York", "Берлине": "Europe/Berlin", "Праге": "Europe/Prague", "Казани": "Europe/Moscow",
		"Грузии": "Asia/Tbilisi", "Афинах": "Europe/Athens", "東京": "", "东京": "Asia/Tokyo", "纽约": "America/New_York", "上海市": "Asia/Shanghai", "asia/tokyo": "Asia/Tokyo", "America/Argentina/Buenos_Aires": "America/Argentina/Buenos_Aires",
		"UTC": "UTC", "布宜诺斯艾利斯": "America/Argentina/Buenos_Aires", "Narnia": "", "a/b": "", "../../etc/passwd": "",
	} {
		if got := p.named(lex(name).toks); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, zone := range p.zones {
		if _, err := time.LoadLocation(zone); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
