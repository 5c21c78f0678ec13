package eventline

import "testing"

func TestPlainly(t *testing.T) {
	for in, want := range map[string]string{
		"todo.create: you refused it: not run; the model was told (refused_by_person)":                                                                           "todo.create: you refused it: it was not run, and the model knows",
		`todo.create: validating root: validating /properties/title: type: 1 has type "integer", want "string": not run; the model was told (invalid_arguments)`: `todo.create: type: 1 has type "integer", want "string": it was not run, and the model knows`,
		"todo.create: the person refused this call: nothing was done; they say: not today: not run; the model was told (refused_by_person)":                      "todo.create: you refused it: not today: it was not run, and the model knows",
		"todo.create: the person refused this call: nothing was done: not run; the model was told (refused_by_person)":                                           "todo.create: you refused it: it was not run, and the model knows",
		"the server out asks for input (“name?”): the person is asked":                                                                                           "the server out asks for input (“name?”): you are asked",
		"the server out asks for input (“name?”): not put to the person: it asked for a secret":                                                                  "the server out asks for input (“name?”): not put to you: it asked for a secret",
		"nothing of that": "nothing of that",
	} {
		if got := Plainly(in); got != want {
			t.Errorf("%q:\n got %q\nwant %q", in, got, want)
		}
	}
}
