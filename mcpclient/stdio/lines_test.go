package stdio

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// readAll is what a lineReader makes of a stream, errors in angle brackets.
func readAll(in string, limit int) (got []string) {
	l := newLineReader(strings.NewReader(in), limit)
	for {
		line, err := l.next()
		var big *tooLong
		switch {
		case errors.As(err, &big) && big.endless:
			return append(got, "<endless>")
		case errors.As(err, &big):
			got = append(got, "<"+string(big.id)+">")
		case errors.Is(err, io.EOF):
			return got
		default:
			got = append(got, string(line))
		}
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct {
		name, in string
		want     string
	}{
		{"lines", "{}\n[1]\n", "{} [1]"},
		{"CRLF, empty lines, no end", "\r\n\n{}\r\n \n[1]", "{} [1]"},
		{"a byte order mark", "\uFEFF{}\n", "{}"},
		{"as long as allowed", strings.Repeat("y", 64) + "\n{}\n", strings.Repeat("y", 64) + " {}"},
		{"one more", strings.Repeat("y", 65) + "\n{}\n", "<> {}"},
		{"id first", `{"id":1,"result":"` + long + `"}` + "\n{}\n", "<1> {}"},
		{"id last", `{"result":{"id":5,"a":["` + long + `"]},"id" : "a,b" }` + "\n{}\n", `<"a,b"> {}`},
		{"an id in a text", `{"result":"\",\"id\":9,` + long + `","id":3}` + "\n", "<3>"},
		{"a notification", `{"method":"m","params":"` + long + `"}` + "\n", "<>"},
		{"no JSON", "]]}{" + long + "\n{}\n", "<> {}"},
		{"without an end", strings.Repeat("z", 64*65), "<endless>"},
		{"cut off", `{"id":1,"result":"` + long + long, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(readAll(c.in, 64), " "); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

func FuzzLines(f *testing.F) {
	f.Add(`{"id":1,"a":[{}]}`+"\n\xff", 20)
	f.Fuzz(func(t *testing.T, in string, limit int) {
		if limit < 1 || limit > 1000 {
			return
		}
		for _, line := range readAll(in, limit) {
			if len(line) > max(limit, maxToken, 16)+2 {
				t.Errorf("a line of %d bytes where %d are allowed", len(line), limit)
			}
		}
	})
}
