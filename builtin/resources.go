package builtin

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"vise/builtin/todo"
)

const (
	todoListURI = "todo://list"
	rootsURI    = "roots://list"
	jsonType    = "application/json"

	// maxListedTodos bounds how many todos resources/list names one by one;
	// todo://list has all of them.
	maxListedTodos = 100
)

func (s *Server) addResources() {
	s.AddResource(&mcp.Resource{URI: todoListURI, Name: "todos", Title: "All todos", Description: "Every todo, of any status, soonest due first.", MIMEType: jsonType}, s.readTodoList)
	s.AddResource(&mcp.Resource{URI: rootsURI, Name: "roots", Title: "Allowed folders", Description: "The folders that file.search and file.read may read.", MIMEType: jsonType}, s.readRoots)
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "todo://{id}", Name: "todo", Title: "One todo", Description: "One todo by its id.", MIMEType: jsonType}, s.readTodo)
	s.AddReceivingMiddleware(s.listTodosToo)
}

// listTodosToo puts each open todo on the last page of resources/list. They
// are read afresh, since other processes change them.
func (s *Server) listTodosToo(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		page, ok := res.(*mcp.ListResourcesResult)
		if err != nil || !ok || page.NextCursor != "" {
			return res, err
		}
		todos, err := s.findTodos(ctx, todoFilter{status: string(todo.Open), due: "any"})
		if err != nil {
			return nil, err
		}
		for _, t := range todos[:min(len(todos), maxListedTodos)] {
			page.Resources = append(page.Resources, &mcp.Resource{URI: "todo://" + t.ID, Name: t.ID, Title: t.Title, Description: s.dueWords(t.DueAt), MIMEType: jsonType})
		}
		return page, nil
	}
}

func (s *Server) readTodoList(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	todos, err := s.findTodos(ctx, todoFilter{status: "all", due: "any"})
	if err != nil {
		return nil, err
	}
	views := make([]todoView, len(todos))
	for i, t := range todos {
		views[i] = s.view(t)
	}
	return resource(req.Params.URI, map[string]any{"todos": views})
}

func (s *Server) readTodo(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id := strings.TrimPrefix(req.Params.URI, "todo://")
	todos, err := s.findTodos(ctx, todoFilter{status: "all", due: "any"})
	if err != nil {
		return nil, err
	}
	for _, t := range todos {
		if t.ID == id {
			return resource(req.Params.URI, s.view(t))
		}
	}
	return nil, mcp.ResourceNotFoundError(req.Params.URI)
}

func (s *Server) readRoots(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	type entry struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
	}
	roots := []entry{}
	for _, r := range s.roots.all {
		roots = append(roots, entry{r.name, r.uri("")})
	}
	return resource(req.Params.URI, map[string]any{"roots": roots})
}

func resource(uri string, v any) (*mcp.ReadResourceResult, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: jsonType, Text: string(b)}}}, nil
}
