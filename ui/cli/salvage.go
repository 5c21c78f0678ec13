package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vise/ui/pane/eventline"
)

func (e *env) salvageCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "salvage",
		Short: "Save the events that are still whole in a damaged database",
		Long:  "Save the events that are still whole in a damaged database to a new file, one a line. The database isn't changed.\nDeleted runs whose bytes were not yet written over are found, too.",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			e.noFiles = true
			plan, err := e.load()
			if err != nil {
				return err
			}
			rs, err := plan.Salvage()
			if err != nil {
				return err
			}
			if len(rs) == 0 {
				return errors.New("nothing in it is whole")
			}
			path, err := writeFile("salvaged", out, rs)
			if err == nil {
				fmt.Fprintf(e.Out, "%s written to %s\n", eventline.Count(len(rs), "event"), path)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the file, which must not exist yet (default: salvaged.jsonl in the current folder)")
	return cmd
}
