package policy

import (
	"encoding/json"
	"fmt"
)

// Effect says in words what a call will do, for the person who is asked.
func Effect(t Tool, args json.RawMessage) string {
	if t.Server != BuiltinServer {
		return fmt.Sprintf("whatever %s does with it; vise can't undo it", plainID(t))
	}
	switch t.Name {
	case "todo.create":
		return "add 1 todo; nothing else changes"
	case "todo.update":
		return updateEffect(args)
	case "file.search", "file.read":
		return "read files in the allowed folders; nothing changes"
	case "todo.list":
		return "read the todos; nothing changes"
	case "time.now":
		return "read the clock; nothing changes"
	}
	return fmt.Sprintf("whatever %s does with it; vise can't undo it", plainID(t))
}

// updateEffect reads the arguments of todo.update: what it does is their
// "action", and a title or a time that it sets.
func updateEffect(args json.RawMessage) string {
	var a struct {
		Action string  `json:"action"`
		Title  *string `json:"title"`
		DueAt  *string `json:"due_at"`
	}
	const plain = "change 1 todo; can be undone"
	if json.Unmarshal(args, &a) != nil {
		return plain
	}
	switch a.Action {
	case "done":
		return "mark 1 todo as done; can be undone"
	case "reopen":
		return "open 1 todo again; can be undone"
	case "cancel":
		return "cancel 1 todo; can be undone"
	case "undo":
		return "take back the last change of 1 todo"
	}
	switch {
	case a.Title != nil && a.DueAt != nil:
		return "change the title and the time of 1 todo; can be undone"
	case a.Title != nil:
		return "change the title of 1 todo; can be undone"
	case a.DueAt != nil:
		return "change when 1 todo is due; can be undone"
	}
	return plain
}
