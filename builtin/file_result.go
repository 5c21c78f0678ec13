package builtin

import (
	"context"
	"fmt"
	"strings"

	"vise/policy"
)

// readResult reads on in an earlier result of the same conversation.
func (s *Server) readResult(ctx context.Context, run, id string, a readArgs) (any, error) {
	if s.past == nil {
		return nil, noResult(id)
	}
	text, ok, err := s.past.Result(ctx, run, id)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, noResult(id)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if a.start > len(lines) {
		return nil, &failure{Code: "past_end", Message: fmt.Sprintf("the result %s has only %s, so nothing is at line %d", id, count(len(lines), "line", "lines"), a.start), Hint: "start at a smaller line"}
	}
	b := passageBuilder{start: a.start, limit: a.lines}
	for i := a.start - 1; i < len(lines); i++ {
		line := lines[i]
		if !b.add(i+1, []byte(line[:min(len(line), maxLineBytes)]), max(0, len(line)-maxLineBytes)) {
			break
		}
	}
	r := readResult{Path: policy.ResultPath + id, Text: b.numbers.String(), StartLine: a.start, EndLine: a.start + b.lines - 1, TotalLines: len(lines), SizeBytes: int64(len(text)), NextStart: b.next}
	r.ObjectIDs = []string{}
	r.Summary = fmt.Sprintf("result %s, lines %d–%d of %d", id, r.StartLine, r.EndLine, r.TotalLines)
	if b.next > 0 {
		r.Hint = fmt.Sprintf("there is more: call again with start_line %d", b.next)
	}
	r.Sources = []source{{URI: fmt.Sprintf("result://%s#L%d-L%d", id, r.StartLine, r.EndLine), Name: fmt.Sprintf("%s:%d-%d", policy.ResultPath+id, r.StartLine, r.EndLine), Excerpt: cutText(b.bare.String(), maxExcerpt)}}
	return r, nil
}

func noResult(id string) error {
	return &failure{Code: codeNotFound, Message: fmt.Sprintf("there is no result %.40q in this conversation", id), Hint: "use an evidence id that a result named, such as result:ev_003"}
}
