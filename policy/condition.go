package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"
)

// condition is the compiled "when" of a rule.
type condition struct {
	program *vm.Program
	traces  bool // it asks where arguments came from
}

// maxCondition bounds the text of a condition, in bytes.
const maxCondition = 64 << 10

// compileCondition checks types, names, and words for sources. The clock is
// out of reach, since the same call must be decided the same way again.
func compileCondition(text string) (*condition, error) {
	if len(text) > maxCondition {
		return nil, fmt.Errorf("it is %d bytes long, more than the %d allowed", len(text), maxCondition)
	}
	v := &sourceVisitor{}
	program, err := expr.Compile(text, expr.Env(facts{}), expr.AsBool(), expr.DisableBuiltin("now"), expr.Patch(v),
		expr.Function(sourceFunction, func(p ...any) (any, error) { return sourceOf(p[0]), nil }, new(func(any) string)))
	switch {
	case err != nil:
		return nil, errors.New(firstLine(err))
	case v.err != nil:
		return nil, v.err
	}
	return &condition{program, v.traces}, nil
}

func (c *condition) holds(f facts) (bool, error) {
	if c == nil {
		return true, nil
	}
	if c.traces && f.untraced {
		return false, errUntraced
	}
	v, err := expr.Run(c.program, f)
	if err != nil {
		return false, errors.New(firstLine(err))
	}
	yes, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("it came to %T, not to true or false", v)
	}
	return yes, nil
}

// firstLine leaves out the drawing of the expression under expr's errors.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// sourceFunction makes one word of the provenance of a list or an object.
const sourceFunction = "source"

// sourceVisitor makes comparisons with provenance work for lists and objects,
// and refuses words that no source has: a mistyped rule would protect nothing.
type sourceVisitor struct {
	traces bool
	err    error
}

// Visit is for expr.
func (s *sourceVisitor) Visit(node *ast.Node) {
	if id, ok := (*node).(*ast.IdentifierNode); ok && (id.Value == "provenance" || id.Value == "sources") {
		s.traces = true
	}
	b, ok := (*node).(*ast.BinaryNode)
	if !ok || !slices.Contains([]string{"==", "!=", "in"}, b.Operator) {
		return
	}
	switch {
	case tracesSource(b.Left):
		s.words(b.Right)
		s.whole(&b.Left)
		if b.Operator != "in" && tracesSource(b.Right) {
			s.whole(&b.Right)
		}
	case b.Operator != "in" && tracesSource(b.Right):
		s.words(b.Left)
		s.whole(&b.Right)
	case b.Operator == "in" && named(b.Right, "sources"):
		s.words(b.Left)
	}
}

func (s *sourceVisitor) whole(node *ast.Node) {
	ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: sourceFunction}, Arguments: []ast.Node{*node}})
}

// words checks the words in a node, and puts those of conditions in place of
// those of events.
func (s *sourceVisitor) words(node ast.Node) {
	switch n := node.(type) {
	case *ast.ArrayNode:
		for _, e := range n.Nodes {
			s.words(e)
		}
	case *ast.StringNode:
		if w, ok := sourceWords[Source(n.Value)]; ok {
			n.Value = w
			return
		}
		known := slices.Sorted(maps.Values(sourceWords))
		if !slices.Contains(known, n.Value) && s.err == nil {
			s.err = fmt.Errorf("nothing comes from %q: use one of %s", n.Value, strings.Join(known, ", "))
		}
	}
}

// tracesSource reports whether a node is a part of provenance.
func tracesSource(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.MemberNode:
		return named(n.Node, "provenance") || tracesSource(n.Node)
	case *ast.ChainNode:
		return tracesSource(n.Node)
	}
	return false
}

func named(node ast.Node, name string) bool {
	id, ok := node.(*ast.IdentifierNode)
	return ok && id.Value == name
}
