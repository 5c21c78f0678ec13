// Command vise is a terminal workbench for AI agents.
package main

import (
	"context"
	"os"

	"github.com/charmbracelet/x/term"

	"vise/ui/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), os.Args[1:], cli.Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()),
	}))
}
