// Command vise is a terminal workbench for AI agents.
package main

func main() {}
