package approval

import (
	"strings"
	"testing"
	"time"

	"vise/policy"
	"vise/ui/uitest"
)

func huge() *Box {
	return ready(call(create, `{"title":`+quoteJSON(strings.Repeat("Всё это надо прочесть. 买牛奶 and so on. ", 20000))+`}`, policy.Origin{Argument: "title", Source: policy.FromModel}), 120, 40)
}

// BenchmarkKeyOnHugeArguments is a key press and the frame after it, with an
// argument of about a megabyte.
func BenchmarkKeyOnHugeArguments(b *testing.B) {
	box := huge()
	for i := 0; b.Loop(); i++ {
		box.Key(uitest.Key("pgdown"), opened.Add(time.Duration(i)*time.Millisecond+time.Second))
		box.View(120, 40)
	}
}

// BenchmarkOpenHugeArguments is the first frame of such a box.
func BenchmarkOpenHugeArguments(b *testing.B) {
	for b.Loop() {
		huge()
	}
}

// BenchmarkKey is a key press and the frame after it in an ordinary box.
func BenchmarkKey(b *testing.B) {
	box := ready(todo(), 120, 40)
	for i := 0; b.Loop(); i++ {
		box.Key(uitest.Key("tab"), opened.Add(time.Duration(i)*time.Millisecond+time.Second))
		box.View(120, 40)
	}
}
