package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

var (
	codeSpan  = regexp.MustCompile("`([^`\n]+)`")
	oneWord   = regexp.MustCompile(`^[a-z][a-z-]*$`)
	oneFlag   = regexp.MustCompile(`^--[a-z][a-z-]*`)
	codeBlock = regexp.MustCompile("(?s)```([a-z]*)\n(.*?)```")
)

func readme(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// told are the command lines that the README names, without "vise": each of
// "tools show/review" by itself.
func told(text string) (lines [][]string) {
	var spans []string
	for _, m := range codeBlock.FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[2], "╭") {
			continue // a picture
		}
		for line := range strings.Lines(m[2]) {
			line, _, _ = strings.Cut(line, " #")
			spans = append(spans, strings.TrimSpace(line))
		}
	}
	for line := range strings.Lines(codeBlock.ReplaceAllString(text, "")) {
		row := strings.HasPrefix(line, "| `vise")
		for i, m := range codeSpan.FindAllStringSubmatch(line, -1) {
			if first := strings.Split(line, " | ")[0]; row && i > 0 && strings.Contains(first, m[0]) {
				m[1] = "vise " + m[1] // the first column leaves it out after the first
			}
			spans = append(spans, m[1])
		}
	}
	for _, s := range spans {
		words := strings.Fields(s)
		if len(words) < 2 || words[0] != "vise" {
			continue
		}
		words = words[1:]
		at := 0
		if len(words) > 1 && !strings.Contains(words[0], "/") {
			at = 1
		}
		for _, w := range strings.Split(words[at], "/") {
			line := slices.Clone(words)
			line[at] = w
			if !oneWord.MatchString(w) {
				line[at] = words[at]
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// Every command that the README names is there, with the flags that it is given,
// and every command that is there stands in the README.
func TestTheREADMENamesTheCommandsThatAre(t *testing.T) {
	root := (&env{getenv: os.Getenv}).root()
	root.InitDefaultHelpFlag()
	root.InitDefaultCompletionCmd()
	text := readme(t)
	named := map[*cobra.Command]bool{root: true}
	for _, line := range told(text) {
		if strings.ToUpper(line[0]) == line[0] {
			continue // vise COMMAND --help
		}
		c, rest, err := root.Find(line)
		if err != nil || c == root && !strings.HasPrefix(line[0], "-") {
			t.Errorf("there is no vise %s (%v)", strings.Join(line, " "), err)
			continue
		}
		if len(rest) > 0 && oneWord.MatchString(rest[0]) && c.HasSubCommands() && c.ValidateArgs(rest[:1]) != nil {
			t.Errorf("there is no vise %s", strings.Join(line, " "))
		}
		named[c] = true
		for _, w := range rest {
			if w == "--" {
				break // what follows is another program's
			}
			if f := strings.TrimPrefix(oneFlag.FindString(w), "--"); f != "" && c.Flags().Lookup(f) == nil && c.InheritedFlags().Lookup(f) == nil {
				t.Errorf("vise %s: there is no --%s", strings.Join(line, " "), f)
			}
		}
	}
	flags := map[string]bool{"--help": true}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if !c.Hidden && c.Runnable() && !named[c] {
			t.Errorf("the README doesn't name %s", c.CommandPath())
		}
		for _, w := range strings.Fields(c.LocalFlags().FlagUsages() + c.PersistentFlags().FlagUsages()) {
			flags[oneFlag.FindString(w)] = true
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	for _, m := range codeSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		if f := oneFlag.FindString(m[1]); f != "" && !flags[f] {
			t.Errorf("no command has %s", f)
		}
	}
	if len(named) < 40 || len(flags) < 40 {
		t.Errorf("only %d commands and %d flags were seen", len(named), len(flags))
	}
}

// The configuration that the README shows can be copied as it is.
func TestTheREADMEShowsAConfigurationThatIsOne(t *testing.T) {
	for _, m := range codeBlock.FindAllStringSubmatch(readme(t), -1) {
		name := map[string]string{"yaml": "vise.yaml", "json": "mcp.json"}[m[1]]
		if name == "" || strings.HasPrefix(m[2], `{"id"`) {
			continue
		}
		dir := apart(t)
		if err := os.MkdirAll(filepath.Join(dir, "config"), 0o700); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(m[2], "~/src/work", filepath.Join(dir, "work"))
		text = strings.ReplaceAll(text, `"command"`, `"disabled": true, "command"`)
		text = strings.ReplaceAll(text, `"url"`, `"disabled": true, "url"`)
		if err := os.WriteFile(filepath.Join(dir, "config", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"policy"}, {"servers"}} {
			if code, said := ended(args...); code != exitDone {
				t.Errorf("with its %s vise %s ends with %d and says %q", name, args[0], code, said)
			}
		}
	}
}
