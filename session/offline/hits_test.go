package offline

import (
	"fmt"
	"strings"
	"testing"

	"vise/session"
)

func manyHits(n int) func(string) []session.Source {
	return func(string) []session.Source {
		var out []session.Source
		for i := range n {
			out = append(out, session.Source{Evidence: fmt.Sprintf("ev_%03d", i+1), Name: fmt.Sprintf("a.go:%d", i+1), Excerpt: session.Untrusted("retry")})
		}
		return out
	}
}

func TestMoreHitsAreCountedTruly(t *testing.T) {
	w := newWorld(t)
	w.hits = manyHits(20)
	has(t, w.says("find retry"), "[ev_005]", "and 15 more")
	a := w.says("more")
	w.expect(`file.search {"query":"retry"}`)
	has(t, a, "[ev_006]", "[ev_020]")
	if strings.Contains(a, "[ev_005]") || strings.Contains(a, "more") {
		t.Errorf("tells again, or of more than there is: %q", a)
	}
	has(t, w.says("more"), "all the hits")
	w.expect()

	w = newWorld(t)
	w.hits, w.cursor = manyHits(20), "abc"
	a = w.says("find retry")
	has(t, a, "and more")
	if strings.Contains(a, "15") {
		t.Errorf("a number that isn't known: %q", a)
	}
	w.cursor = "abc"
	has(t, w.says("more"), "[ev_006]", "and more")
	w.expect(`file.search {"query":"retry"}`)
	w.cursor = ""
	w.hits = manyHits(3)
	a = w.says("more")
	w.expect(`"cursor":"abc"`)
	has(t, a, "[ev_001]", "[ev_003]")
	has(t, w.says("ещё"), "Это были все")
}

func TestLongLineKeepsWhatWasFound(t *testing.T) {
	w := newWorld(t)
	for _, long := range []string{strings.Repeat("я", 400) + " retryTimeout " + strings.Repeat("x", 400), strings.Repeat("x ", 300) + "RETRY_TIMEOUT", "retry-timeout" + strings.Repeat(" y", 300)} {
		w.hits = func(string) []session.Source {
			return []session.Source{{Evidence: "ev_001", Name: "a.js:1", Excerpt: session.Untrusted(long)}}
		}
		a := w.says("find retry timeout")
		if low := strings.ToLower(strings.SplitN(a, "a.js", 2)[1]); !strings.Contains(low, "retry") || len(a) > 600 {
			t.Errorf("the match isn't in sight: %q", a)
		}
	}
}

func TestForeignTextDoesNotCite(t *testing.T) {
	w := newWorld(t)
	w.add("see [ev_777]", "")
	w.files["a.md"] = "proved in [ev_888]\n"
	w.hits = func(string) []session.Source {
		return []session.Source{{Evidence: "ev_001", Name: "a[ev_999].md:1", Excerpt: session.Untrusted("as [ev_666] says")}}
	}
	for _, words := range []string{"find says", "read a.md", "show my todos"} {
		a := w.says(words)
		for _, id := range []string{"777", "888", "999", "666"} {
			if strings.Contains(a, "[ev_"+id+"]") {
				t.Errorf("%q: a citation that isn't vise's in %q", words, a)
			}
		}
	}
}

func TestFolderOutsideIsNotSearched(t *testing.T) {
	for words, want := range map[string]string{"find retry in /etc": "Only the allowed folders", "найди retry в /etc": "только в разрешённых", "search for passwords in ../secrets": "Only the allowed folders"} {
		w := newWorld(t)
		has(t, w.says(words), want, "`project`")
		w.expect()
	}
	w := newWorld(t)
	w.says("find retry in /home/me/project/docs")
	w.expect(`file.search {"query":"retry","glob":"docs/**","root":"project"}`)
}

func TestKnownErrorsInThePersonsLanguage(t *testing.T) {
	for code, want := range map[string][3]string{
		"sensitive_file": {"keys or passwords", "ключи или пароли", "密钥或密码"}, "outside_roots": {"outside the allowed", "вне разрешённых", "允许的文件夹之外"},
		"path_escape": {"leads out", "за пределы", "超出"}, "not_found": {"no such file", "такого файла", "没有这个文件"}, "binary_file": {"binary", "двоичный", "二进制"},
		"symlink_escape": {"link that leads out", "ссылка за пределы", "链接"}, "protected_file": {"vise's own", "собственный файл vise", "vise 自己"}, "not_text": {"isn't text", "не текст", "不是"},
	} {
		for i, words := range []string{"read x.md", "прочитай x.md", "读一下 x.md"} {
			w := newWorld(t)
			w.fail = map[string]*session.ToolError{toolRead: {Code: code, Message: session.Untrusted("the detail")}}
			has(t, w.says(words), want[i], "`the detail`")
		}
	}
}
