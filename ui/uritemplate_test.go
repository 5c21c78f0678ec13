package ui

import (
	"slices"
	"testing"
)

func TestExpandURI(t *testing.T) {
	values := map[string]string{"var": "value", "hello": "Hello World!", "path": "/foo/bar", "x": "1024", "y": "768", "empty": "", "uni": "ü/"}
	for _, c := range []struct{ template, want string }{ // those of RFC 6570, and broken ones
		{"{var}", "value"}, {"{hello}", "Hello%20World%21"}, {"{+hello}", "Hello%20World!"}, {"{+path}/here", "/foo/bar/here"}, {"here?ref={+path}", "here?ref=/foo/bar"},
		{"X{#var}", "X#value"}, {"X{#hello}", "X#Hello%20World!"}, {"map?{x,y}", "map?1024,768"}, {"{x,hello,y}", "1024,Hello%20World%21,768"},
		{"X{.x,y}", "X.1024.768"}, {"{/var,x}/here", "/value/1024/here"}, {"{;x,y}", ";x=1024;y=768"}, {"{;x,y,empty}", ";x=1024;y=768;empty"},
		{"{?x,y}", "?x=1024&y=768"}, {"{?x,y,empty}", "?x=1024&y=768&empty="}, {"?fixed=yes{&x}", "?fixed=yes&x=1024"}, {"{uni}", "%C3%BC%2F"},
		{"{none}", ""}, {"{?none,x}", "?x=1024"}, {"{/path*}", "/%2Ffoo%2Fbar"}, {"{var:3}", "value"}, {"file:///{var", "file:///{var"}, {"a}b", "a}b"}, {"{}", ""}, {"", ""},
	} {
		if got := expandURI(c.template, values); got != c.want {
			t.Errorf("%s: %q, want %q", c.template, got, c.want)
		}
	}
	if got := parameters("x://{a}/{+b,c}{?a,d*}"); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("parameters: %v", got)
	}
}
