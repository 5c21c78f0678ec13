package cli

import (
	"context"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

// helped runs root with fang's help and manual page, and without its way of
// ending: before fang hands an error over it asks the terminal for its
// colours, and waits for an answer that whoever reads the input gets instead.
// So fang runs a command that never fails, and that one runs root.
func helped(ctx context.Context, root *cobra.Command) error {
	root.Version, root.SilenceUsage, root.SilenceErrors = Version, true, true
	var failed error
	outer := &cobra.Command{
		Use: root.Name(),
		RunE: func(outer *cobra.Command, _ []string) error {
			root.SetHelpFunc(outer.HelpFunc())
			for _, c := range outer.Commands() {
				if c.Name() == "man" {
					outer.RemoveCommand(c)
					root.AddCommand(c)
				}
			}
			failed = root.ExecuteContext(outer.Context())
			return nil
		},
	}
	outer.SetArgs([]string{})
	if err := fang.Execute(ctx, outer); err != nil {
		return err
	}
	return failed
}
