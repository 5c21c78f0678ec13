package policy

import (
	"encoding/json"
	"fmt"
	"strings"
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

var statusEffects = map[string]string{"done": "mark 1 todo as done", "open": "open 1 todo again", "cancelled": "cancel 1 todo"}

// updateEffect reads the arguments of todo.update.
func updateEffect(args json.RawMessage) string {
	var a struct {
		Status string  `json:"status"`
		Title  *string `json:"title"`
		DueAt  *string `json:"due_at"`
		Undo   bool    `json:"undo"`
	}
	if err := json.Unmarshal(args, &a); err != nil {
		return "change 1 todo; can be undone" // whatever else the call is, it isn't more than that
	}
	if a.Undo {
		return "take back the last change of 1 todo"
	}
	var parts []string
	if a.Title != nil {
		parts = append(parts, "its title")
	}
	switch {
	case a.DueAt != nil && *a.DueAt == "":
		parts = append(parts, "no due time")
	case a.DueAt != nil:
		parts = append(parts, "when it is due")
	}
	changes := strings.Join(parts, ", ")
	status := statusEffects[a.Status]
	switch {
	case status != "" && changes != "":
		return status + ", change " + changes + "; can be undone"
	case status != "":
		return status + "; can be undone"
	case changes != "":
		return "change 1 todo: " + changes + "; can be undone"
	}
	return "change 1 todo; can be undone"
}
