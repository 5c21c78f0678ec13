package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vise/ui/keys"
)

// keysCmd prints the table that the README holds; the gate compares them.
func (e *env) keysCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "All keys, as a Markdown table",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(e.Out, strings.TrimSpace(keys.Default().Markdown()))
			return err
		},
	}
}
