package stdio

import (
	"errors"
	"io"
	"runtime"
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

type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// A line over the limit isn't kept in memory: only which message it was.
func TestHugeLine(t *testing.T) {
	const limit, huge = 1 << 20, 40 << 20
	l := newLineReader(io.MultiReader(strings.NewReader(`{"result":{"id":9,"text":"`),
		io.LimitReader(endless('y'), huge), strings.NewReader("\"},\"id\":3}\n{}\n")), limit)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := l.next()
	runtime.ReadMemStats(&after)
	var big *tooLong
	if !errors.As(err, &big) || string(big.id) != "3" || !strings.Contains(err.Error(), "a message of more than 1 MiB") {
		t.Fatal(err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 8*limit {
		t.Errorf("%d MiB allocated for a line of %d MiB that is thrown away", used>>20, huge>>20)
	}
	if line, err := l.next(); string(line) != "{}" || err != nil {
		t.Errorf("behind it: %q, %v", line, err)
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
